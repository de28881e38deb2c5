"use client";

import { useEffect, useRef, useState } from "react";
import { Refusal } from "@/components/queries/http";
import { type WorkEvent, workEventSchema } from "@/lib/contracts/language";

type Ended = Exclude<WorkEvent, { kind: "progress" }>;

export interface WorkState {
  /** What the running work last said; null when nothing runs. */
  running: string | null;
  ended: Ended | null;
}

const failed = (words: string, fix: string): Ended => ({ kind: "failed", words, fix });

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? "";
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter(Boolean);
    if (done) return;
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  const body: unknown = await response.json().catch(() => ({}));
  return new Refusal(response.status, typeof body === "object" && body !== null ? { ...body } : {});
}

/** Starts work at a path that streams what it says, and cancels it: also when the page is left. */
export function useWork(path: string) {
  const [state, setState] = useState<WorkState>({ running: null, ended: null });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const start = async (body: unknown): Promise<Ended> => {
    const controller = new AbortController();
    stop.current = controller;
    setState({ running: "Starting", ended: null });
    const end = (ended: Ended) => {
      setState({ running: null, ended });
      return ended;
    };
    try {
      const response = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: controller.signal,
      });
      if (!response.ok || !response.body) {
        const refusal = await refusalOf(response);
        return end(failed(refusal.message, refusal.fix ?? "Reload the page and try again."));
      }
      for await (const line of linesOf(response.body)) {
        const event = workEventSchema.parse(JSON.parse(line));
        if (event.kind !== "progress") return end(event);
        setState({ running: event.words, ended: null });
      }
      return end(
        failed("The connection ended before the work did.", "Reload the page to see what came of it."),
      );
    } catch {
      return end(
        controller.signal.aborted
          ? failed("Cancelled.", "Nothing was changed. Start it again when you are ready.")
          : failed("No connection to the studio.", "Check the connection, then reload the page."),
      );
    }
  };
  return { ...state, start, cancel: () => stop.current?.abort() };
}
