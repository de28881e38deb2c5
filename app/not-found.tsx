import { Notice } from "./notice";

export default function NotFound() {
  return (
    <Notice title="Nothing here">There is no page at this address, or what it showed was taken away.</Notice>
  );
}
