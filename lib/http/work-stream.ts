import type { WorkEvent } from "@/lib/contracts/language";
import { log } from "@/lib/log";
import { Problem } from "./problem";

/** What running work may use: it is told when whoever asked has gone, and says how far it is. */
export interface Work {
  signal: AbortSignal;
  say: (words: string) => void;
}

/**
 * Runs work and streams what it says, a JSON line for each, until it is done or failed. Whoever closes the
 * connection cancels the work.
 */
export function workStream(
  request: Request,
  run: (work: Work) => Promise<Omit<Extract<WorkEvent, { kind: "done" }>, "kind">>,
): Response {
  const stop = new AbortController();
  request.signal.addEventListener("abort", () => stop.abort(), { once: true });
  const encoder = new TextEncoder();
  let open = true;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: WorkEvent) => {
        if (open && !stop.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
      };
      try {
        const done = await run({
          signal: stop.signal,
          say: (words) => send({ kind: "progress", words }),
        });
        send({ kind: "done", ...done });
      } catch (error) {
        const known = error instanceof Problem;
        if (!known && !stop.signal.aborted)
          log().error({ name: error instanceof Error ? error.name : "unknown" }, "work failed");
        send({
          kind: "failed",
          words: known ? error.message : "Something failed on our side.",
          fix: (known ? error.fix : undefined) ?? "Try again. What you had is as it was.",
        });
      }
      if (open) controller.close();
    },
    cancel() {
      open = false;
      stop.abort();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "application/x-ndjson; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
