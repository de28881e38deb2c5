import { Brand } from "./brand";
import { Notice } from "./notice";

export default function NotFound() {
  return (
    <>
      <header className="topbar">
        <Brand />
      </header>
      <Notice title="Nothing here">
        There is no page at this address, or what it showed was taken away.
      </Notice>
    </>
  );
}
