"use client";

import { Icon } from "@/components/ui/icon";
import { Time } from "@/components/ui/time";
import type { Status } from "./session";

const edits = (number: number) => `${number} ${number === 1 ? "edit" : "edits"}`;

/** Two lines: what the server acknowledged, and what is on this device only. Nothing else is ever said here. */
export function SaveLine({
  status,
  names,
  keeps,
}: {
  status: Status;
  names: ReadonlyMap<string, string>;
  /** Whether this browser can keep what is not sent yet. */
  keeps: boolean;
}) {
  const { revision, savedAt, waiting, sending, trouble } = status;
  return (
    <div
      className="save-lines"
      role="status"
      aria-label="Saving"
      data-revision={revision}
      data-waiting={waiting.length}
    >
      <span className="save">
        <Icon name="mark-good" tone="good" />
        <span>
          {savedAt ? (
            <>
              Saved on the server at <Time at={savedAt} />, revision {revision}
            </>
          ) : (
            `As the draft has it, revision ${revision}`
          )}
        </span>
      </span>
      {waiting.length > 0 && (
        <span className="save">
          <Icon name={trouble ? "mark-caution" : "mark-edited"} tone={trouble ? "caution" : "accent"} />
          <span>{waitingWords(waiting, sending, trouble, names, keeps)}</span>
        </span>
      )}
    </div>
  );
}

function waitingWords(
  waiting: string[],
  sending: boolean,
  trouble: Status["trouble"],
  names: ReadonlyMap<string, string>,
  keeps: boolean,
): React.ReactNode {
  const wait = keeps
    ? `${edits(waiting.length)} ${waiting.length === 1 ? "waits" : "wait"} on this device`
    : `${edits(waiting.length)} ${waiting.length === 1 ? "waits" : "wait"} in this window only: keep it open`;
  if (trouble?.kind === "offline") return `No connection. ${wait}; go on working`;
  if (trouble?.kind === "broken") return `The server has a fault. ${wait} and will be sent again`;
  if (trouble?.kind === "held") return `${trouble.message} ${wait}`;
  if (trouble?.kind === "refused") return `${trouble.message} ${wait}`;
  if (trouble?.kind === "signed_out")
    return (
      <>
        Your session ended. {wait}.{" "}
        <a href="/sign-in" target="_blank" rel="noreferrer">
          Sign in again
        </a>{" "}
        and come back to this window
      </>
    );
  const name = waiting.length === 1 ? names.get(waiting[0] ?? "") : null;
  if (sending) return `Sending ${edits(waiting.length)}`;
  return name
    ? `${name}: your edit is on this device only`
    : `${edits(waiting.length)} are on this device only`;
}
