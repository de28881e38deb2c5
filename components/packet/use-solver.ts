"use client";

import { useEffect, useRef, useState } from "react";
import { packetOf } from "@/lib/contracts/item";
import type { StoredItem } from "@/lib/contracts/packets";
import type { PacketFinding } from "@/lib/contracts/solvability";

export type Solved = { findings: readonly PacketFinding[]; state: "checking" | "checked" | "failed" };

type Answer = { ticket: number; findings?: PacketFinding[]; fault?: string };

/** The name under which the time from a change of the packet to its findings on the page is measured. */
export const LIVE_CHECK = "live-check";

/**
 * What the oracle says about the packet, at each change, worked out in a worker. While one answer is on its way only the
 * newest packet waits behind it.
 */
export function useSolver(caseId: string, items: ReadonlyMap<string, StoredItem>): Solved {
  const [solved, setSolved] = useState<Solved>({ findings: [], state: "checking" });
  const worker = useRef<Worker | null>(null);
  const running = useRef<{ ticket: number; since: number } | null>(null);
  const waiting = useRef<{ items: ReadonlyMap<string, StoredItem>; since: number } | null>(null);
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
      setSolved(
        data.findings
          ? { findings: data.findings, state: "checked" }
          : (before) => ({ ...before, state: "failed" }),
      );
      if (since !== undefined) performance.measure(LIVE_CHECK, { start: since, end: performance.now() });
      send.current();
    };
    own.onerror = () => {
      running.current = null;
      setSolved((before) => ({ ...before, state: "failed" }));
    };
    return () => {
      own.terminate();
      worker.current = null;
      running.current = null;
    };
  }, [caseId]);

  useEffect(() => {
    waiting.current = { items, since: performance.now() };
    send.current();
  }, [items]);

  return solved;
}
