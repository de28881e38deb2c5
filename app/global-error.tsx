"use client";

import "./tokens.css";
import "./ui.css";
import "./frames.css";
import Fault from "./error";

/** Stands in for the whole page when even its frame failed. */
export default function GlobalFault(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en-GB">
      <body>
        <Fault {...props} />
      </body>
    </html>
  );
}
