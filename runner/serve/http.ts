import type { IncomingMessage } from "node:http";

/** Most bytes of one request's body. */
const MOST_BYTES = 2 * 1024 * 1024;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : "");

/**
 * Whether a request names this machine as its host and comes from no web page of another one. A page that had its own
 * name resolve to 127.0.0.1 would otherwise reach a local server (DNS rebinding).
 */
export function isLoopbackRequest({ headers }: IncomingMessage): boolean {
  if (!LOOPBACK.has(hostOf(`http://${headers.host ?? ""}`))) return false;
  return headers.origin === undefined || LOOPBACK.has(hostOf(headers.origin));
}

/** The body as text; null when it is too long. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= MOST_BYTES) chunks.push(chunk as Buffer);
  }
  return size > MOST_BYTES ? null : Buffer.concat(chunks).toString("utf8");
}
