"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { packetOf } from "@/lib/contracts/item";
import type { StoredItem } from "@/lib/contracts/packets";
import type { PacketFinding } from "@/lib/contracts/solvability";

export type Solved = {
  findings: readonly PacketFinding[];
  state: "checking" | "checked" | "failed";
  /** When the oldest edit was made that these findings answer; null when they answer none. */
  since: number | null;
};

type Answer = { ticket: number; findings?: PacketFinding[]; fault?: string };

/** The name under which the time from a keystroke to its findings on the page is measured. */
export const LIVE_CHECK = "live-check";

/**
 * What the oracle says about the packet, at each change, worked out in a worker. While one answer is on its way only the
 * newest packet waits behind it.
 * @param editedAt when somebody last changed something, on the clock of `performance.now()`; taken up with the change
 */
export function useSolver(
  caseId: string,
  items: ReadonlyMap<string, StoredItem>,
  editedAt: RefObject<number | null>,
): Solved {
  const [solved, setSolved] = useState<Solved>({ findings: [], state: "checking", since: null });
  const worker = useRef<Worker | null>(null);
  const running = useRef<{ ticket: number; since: number | null } | null>(null);
  const waiting = useRef<{ items: ReadonlyMap<string, StoredItem>; since: number | null } | null>(null);
  const send = useRef<() => void>(() => {});

  useEffect(() => {
    const own = new Worker(new URL("./solver.worker.ts", import.meta.url), { type: "module" });
    worker.current = own;
    let ticket = 0;
    send.current = () => {
      const next = waiting.current;
      if (!next || running.current) return;
      waiting.current = null;
      ticket += 1;
      running.current = { ticket, since: next.since };
      const there = [...next.items.values()].filter((item) => !item.deleted);
      own.postMessage({ ticket, packet: packetOf(caseId, there) });
    };
    own.onmessage = ({ data }: MessageEvent<Answer>) => {
      const since = running.current?.since;
      running.current = null;
      setSolved((before) =>
        data.findings
          ? { findings: data.findings, state: "checked", since: since ?? null }
          : { ...before, state: "failed", since: null },
      );
      send.current();
    };
    own.onerror = () => {
      running.current = null;
      setSolved((before) => ({ ...before, state: "failed", since: null }));
    };
    return () => {
      own.terminate();
      worker.current = null;
      running.current = null;
    };
  }, [caseId]);

  useEffect(() => {
    waiting.current = { items, since: waiting.current?.since ?? editedAt.current };
    editedAt.current = null;
    send.current();
  }, [items, editedAt]);

  useEffect(() => {
    if (solved.since !== null)
      performance.measure(LIVE_CHECK, { start: solved.since, end: performance.now() });
  }, [solved]);

  return solved;
}
