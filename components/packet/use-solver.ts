"use client";

import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { same } from "@/lib/contracts/item";
import type { StoredItem } from "@/lib/contracts/packets";
import type { PacketFinding } from "@/lib/contracts/solvability";
import type { SolverQuestion } from "./solver.worker";

export type Solved = {
  findings: readonly PacketFinding[];
  state: "checking" | "checked" | "failed";
  /** When the oldest edit was made that these findings answer; null when they answer none. */
  since: number | null;
};

type Answer = { ticket: number; findings?: PacketFinding[]; later?: PacketFinding[]; fault?: string };

/** The name under which the time from a keystroke to its findings on the page is measured. */
export const LIVE_CHECK = "live-check";

function measure(since: number | null): void {
  if (since !== null) performance.measure(LIVE_CHECK, { start: since, end: performance.now() });
}

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
  const shown = useRef(solved);
  const [lint, setLint] = useState<readonly PacketFinding[]>([]);
  const worker = useRef<Worker | null>(null);
  const running = useRef<{ ticket: number; since: number | null } | null>(null);
  const waiting = useRef<{ items: ReadonlyMap<string, StoredItem>; since: number | null } | null>(null);
  const send = useRef<() => void>(() => {});

  useEffect(() => {
    const own = new Worker(new URL("./solver.worker.ts", import.meta.url), { type: "module" });
    worker.current = own;
    let ticket = 0;
    let told: ReadonlyMap<string, StoredItem> = new Map();
    send.current = () => {
      const next = waiting.current;
      if (!next || running.current) return;
      waiting.current = null;
      ticket += 1;
      running.current = { ticket, since: next.since };
      const there = new Map([...next.items].filter(([, item]) => !item.deleted));
      const question: SolverQuestion = {
        ticket,
        caseId,
        changed: [...there.values()]
          .filter((item) => told.get(item.id) !== item)
          .map(({ section, position, content }) => ({ section, position, content })),
        gone: [...told.keys()].filter((id) => !there.has(id)),
      };
      told = there;
      own.postMessage(question);
    };
    own.onmessage = ({ data }: MessageEvent<Answer>) => {
      const { later } = data;
      if (later) {
        if (data.ticket === ticket) setLint(later);
        return;
      }
      const since = running.current?.since;
      running.current = null;
      if (data.findings && shown.current.state === "checked" && same(shown.current.findings, data.findings))
        measure(since ?? null);
      else
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
    shown.current = solved;
    measure(solved.since);
  }, [solved]);

  return useMemo(() => ({ ...solved, findings: [...solved.findings, ...lint] }), [solved, lint]);
}
