import { on } from "node:events";
import { Worker } from "node:worker_threads";
import type { BallotReport, Certificate } from "@/compiler/certify";
import type { Paraphrases } from "@/compiler/language/paraphrases";
import type { Verdict } from "@/compiler/spec/finding";
import type { WorldSpec } from "@/compiler/spec/world";
import type { GateDone } from "@/lib/contracts/certification";

export interface GatesTask {
  spec: WorldSpec;
  /** What gate 5 tries besides the public requests; it completes them itself. */
  paraphrases: Paraphrases;
  /** Whether a certified world is written as a bundle too. */
  bundle?: boolean;
}

export interface GatesResult {
  verdict: Verdict;
  certificate: Certificate | null;
  ballots: BallotReport | null;
  /** The text of the bundle, when one was asked for and the world was certified. */
  bundle: string | null;
}

export type ThreadSays = { gate: GateDone } | GatesResult;

const kept = globalThis as { babaIdleGates?: Worker };

function newThread(): Worker {
  const thread = new Worker(new URL("./gates-thread.ts", import.meta.url));
  return thread.on("error", () => {
    if (kept.babaIdleGates === thread) kept.babaIdleGates = undefined;
  });
}

/** Keeps one thread ready. It keeps the process from nothing. */
function keepIdle(thread: Worker): void {
  kept.babaIdleGates = thread;
  thread.unref();
}

/** Has a thread ready, so that the next run of the gates does not wait for one. */
export function warmGates(): void {
  if (!kept.babaIdleGates) keepIdle(newThread());
}

/**
 * Runs all gates of a world in a thread of their own, so that a giant world keeps no request waiting: the server answers
 * while a gate runs, and an abort ends a run in the middle of a gate.
 * @throws {AbortError} when the signal was aborted; the fault of the gates themselves
 */
export async function runGates(
  task: GatesTask,
  onGate: (gate: GateDone) => void = () => {},
  signal?: AbortSignal,
): Promise<GatesResult> {
  signal?.throwIfAborted();
  const thread = kept.babaIdleGates ?? newThread();
  kept.babaIdleGates = undefined;
  thread.ref();
  try {
    const messages: AsyncIterable<ThreadSays[]> = on(thread, "message", { signal });
    thread.postMessage(task);
    for await (const [said] of messages) {
      if (!said) continue;
      if ("gate" in said) {
        onGate(said.gate);
        continue;
      }
      if (kept.babaIdleGates) await thread.terminate();
      else keepIdle(thread);
      return said;
    }
    throw new Error("The thread of the gates ended without a result.");
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}
