import type { ReactNode } from "react";
import { Brand } from "../brand";

/** The frame of the pages for people who are not signed in yet. */
export default function GateLayout({ children }: { children: ReactNode }) {
  return (
    <div className="gate">
      <header className="topbar">
        <Brand />
      </header>
      <main className="gate-main" id="main">
        <div className="gate-box">{children}</div>
      </main>
    </div>
  );
}
