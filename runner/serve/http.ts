import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { finding } from "@/compiler/spec/finding";
import { BadInput } from "../input";

/** Most bytes of one request's body. */
const MOST_BYTES = 2 * 1024 * 1024;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : "");

/**
 * Whether a request names this machine, or a name given for it, as its host and comes from no web page of another one. A page that had its own
 * name resolve to 127.0.0.1 would otherwise reach a local server (DNS rebinding).
 */
export function isAllowedRequest({ headers }: IncomingMessage, others: readonly string[] = []): boolean {
  const allowed = (host: string) => LOOPBACK.has(host) || others.includes(host);
  if (!allowed(hostOf(`http://${headers.host ?? ""}`))) return false;
  return headers.origin === undefined || allowed(hostOf(headers.origin));
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

/** Listens on 127.0.0.1 unless another address is given; a port that is taken is bad input. */
export async function listen(server: Server, port: number, host = "127.0.0.1"): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", () =>
      reject(
        new BadInput([
          finding("serve/port", `Port ${port} cannot be used.`, {
            path: "--port",
            fix: "Name another port; 0 takes any that is free.",
          }),
        ]),
      ),
    );
    server.listen(port, host, resolve);
  });
  return server.address() as AddressInfo;
}
