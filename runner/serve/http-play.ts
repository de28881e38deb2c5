import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Episode } from "./episode";
import { isAllowedRequest, listen, readBody } from "./http";
import { parseCall } from "./parse-call";

/** A running server: where it listens, and a promise that it has ended. */
export interface Playing {
  address: string;
  ended: Promise<void>;
  stop(): void;
}

/**
 * Plays an episode over HTTP on this machine alone: GET / is the opening, POST /call one tool call, GET /case-file
 * what is known so far. It ends by itself after `finish` was answered.
 */
export async function playHttp(episode: Episode, port: number): Promise<Playing> {
  const server = createServer((request, response) => {
    answer(episode, request, response).catch(() => response.destroy());
    response.on("finish", () => {
      if (episode.finished) stop();
    });
  });
  const stop = () => {
    server.close();
    server.closeIdleConnections();
  };
  const ended = new Promise<void>((resolve) => server.on("close", resolve));
  const listening = await listen(server, port);
  return { address: `http://127.0.0.1:${listening.port}`, ended, stop };
}

async function answer(episode: Episode, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: object) => {
    response.writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...(episode.finished ? { connection: "close" } : {}),
    });
    response.end(`${JSON.stringify(body)}\n`);
  };
  const wrong = (status: number, error: string, fix: string) => send(status, { kind: "error", error, fix });
  if (!isAllowedRequest(request))
    return wrong(403, "Only this machine may play here.", "Call 127.0.0.1 directly, not from a web page.");
  const path = (request.url ?? "/").split("?")[0];
  if (request.method === "GET" && path === "/") return send(200, episode.opening());
  if (request.method === "GET" && path === "/case-file") return send(200, episode.caseFile());
  if (request.method !== "POST" || path !== "/call")
    return wrong(404, "There is nothing here.", "POST /call, GET /case-file or GET /.");
  const body = await readBody(request);
  if (body === null) return wrong(413, "This call is too long.", "Send one tool call of at most 2 MB.");
  const read = parseCall(body);
  return read.ok ? send(200, episode.call(read.call)) : wrong(400, read.error, read.fix);
}
