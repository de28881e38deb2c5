"use client";

import { Button } from "@/components/ui/button";
import { Notice } from "./notice";

/** A fault of ours. What was saved before is saved; the digest is the number under which the server's log knows it. */
export default function Fault({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Notice title="This page could not be shown" acts={<Button onClick={reset}>Try again</Button>}>
      Something went wrong on our side. What you saved before is safe.
      {error.digest && ` If it stays, give your administrator this number: ${error.digest}.`}
    </Notice>
  );
}
