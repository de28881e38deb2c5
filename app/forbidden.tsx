import { Brand } from "./brand";
import { Notice } from "./notice";

export default function Forbidden() {
  return (
    <>
      <header className="topbar">
        <Brand />
      </header>
      <Notice title="Not for your role">
        Your role does not open this page. An administrator can change your role.
      </Notice>
    </>
  );
}
