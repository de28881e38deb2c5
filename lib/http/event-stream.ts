/** The event a reader has already, from the header that browsers send when they connect again. */
export function lastEventId(request: Request): bigint {
  const given = request.headers.get("last-event-id") ?? "";
  return /^\d{1,18}$/.test(given) ? BigInt(given) : 0n;
}

/** Server-sent events from a sequence that ends; a "beat" keeps the line open. */
export function eventStream(events: AsyncGenerator<{ id: bigint; event: unknown } | "beat">): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await events.next();
      if (done) {
        controller.close();
        return;
      }
      const text =
        value === "beat" ? ": still here\n\n" : `id: ${value.id}\ndata: ${JSON.stringify(value.event)}\n\n`;
      controller.enqueue(encoder.encode(text));
    },
    async cancel() {
      await events.return(undefined);
    },
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
