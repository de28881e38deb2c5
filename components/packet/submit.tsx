"use client";

import { useRouter } from "next/navigation";
import { Refusal } from "@/components/queries/http";
import { reopenPacket, submitPacket } from "@/components/queries/packets";
import { useAttempt } from "@/components/queries/use-attempt";
import { TakeButton } from "@/components/queue/take-button";
import { Button } from "@/components/ui/button";
import type { PacketView } from "@/lib/contracts/packets";
import type { Model } from "./bench";
import { NextAct, WHY } from "./bench-frame";
import type { PacketSession, Snapshot } from "./session";
import type { Solved } from "./use-solver";

/** Stages in which the packet is frozen until somebody re-opens it. */
const FROZEN: ReadonlySet<string> = new Set(["accepted", "compiled", "certified", "published"]);

/** Submitting a packet for review, and opening one again that was accepted. */
export function useSubmit(caseId: string, session: PacketSession, home: { href: string }) {
  const router = useRouter();
  const { busy, fault, attempt } = useAttempt();
  const submit = () =>
    attempt("Submitting", async () => {
      await session.flush();
      if (session.snapshot().status.waiting.length > 0)
        throw new Refusal(0, {
          detail: "The server does not have your last edit yet.",
          fix: "Try again in a moment.",
        });
      await submitPacket(caseId);
      router.push(home.href);
      router.refresh();
    });
  const reopen = () =>
    attempt("Re-opening", async () => {
      await reopenPacket(caseId);
      window.location.reload();
    });
  return { busy, fault, submit, reopen };
}

/** What opens the submit button, in one sentence; null when nothing is in the way. */
export function submitReason(model: Model, { status, collisions }: Snapshot, solved: Solved): string | null {
  const parts: string[] = [];
  const undecided = model.undecided.length;
  if (undecided > 0)
    parts.push(undecided === 1 ? "the last item is decided" : `the last ${undecided} items are decided`);
  const errors = solved.findings.filter((one) => one.severity === "error");
  const unreachable = errors.filter((one) => one.code === "oracle/unreachable-group");
  const first = unreachable[0]?.itemId ? model.names.get(unreachable[0].itemId) : null;
  if (unreachable.length > 1) parts.push(`${unreachable.length} outcomes can be reached`);
  else if (unreachable.length === 1) parts.push(`${first ?? "every outcome"} can be reached`);
  const others = errors.length - unreachable.length;
  if (others > 0) parts.push(others === 1 ? "1 finding is mended" : `${others} findings are mended`);
  if (parts.length > 0) return `Opens when ${parts.join(" and ")}.`;
  if (status.waiting.length > 0 || collisions.size > 0) return "Opens when the server has your last edit.";
  if (solved.state === "checking") return "Opens when the packet has been checked.";
  return null;
}

/** The next act of the workbench, with what it waits for. */
export function SubmitBar({
  caseId,
  view,
  why,
  mayEdit,
  acts: { busy, submit, reopen },
}: {
  caseId: string;
  view: PacketView;
  why: string | null;
  mayEdit: boolean;
  acts: ReturnType<typeof useSubmit>;
}) {
  if (!view.mayEdit)
    return (
      <NextAct reason={view.whyNot}>
        {view.mayTake && <TakeButton caseId={caseId} />}
        {FROZEN.has(view.stage) && (
          <Button busy={busy} onClick={reopen}>
            Re-open as a new revision
          </Button>
        )}
      </NextAct>
    );
  return (
    <NextAct reason={why ?? "Everything is decided and can be reached."} narrowReason={why}>
      <Button
        main
        closed={why ?? (mayEdit ? false : "Somebody else holds the case")}
        closedReasonId={WHY}
        busy={busy}
        onClick={submit}
      >
        Submit for review
      </Button>
    </NextAct>
  );
}
