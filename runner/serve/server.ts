import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { z } from "zod";
import { sha256 } from "@/lib/crypto/hash";
import { isAllowedRequest, readBody } from "./http";
import { mcpServer } from "./mcp";
import { parseCall } from "./parse-call";
import { ServeProblem } from "./problem";
import type { WorldServer } from "./world-server";

export interface HttpOptions {
  /** Opens POST /episodes; null closes it, where the episodes were begun beforehand. */
  operatorToken: string | null;
  /** Names of this machine beside the loopback ones, for whoever calls from another container. */
  hosts?: readonly string[];
}

const createSchema = z.strictObject({
  world: z.string().max(80).optional(),
  agent: z.string().min(1).max(240).optional(),
});

const bearer = ({ headers }: IncomingMessage) =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";

/**
 * The world server over HTTP. POST /episodes begins one (operator's token); /episodes/{id}/mcp is its MCP endpoint, /episodes/{id}/call
 * and /case-file the plain one; /episodes/{id}/grade and /log want the grade token. Not listening yet.
 */
export function httpServer(worlds: WorldServer, options: HttpOptions): Server {
  const mcp = toNodeHandler(
    createMcpHandler(({ requestInfo }) =>
      mcpServer(worlds.player(episodeOf(new URL(requestInfo?.url ?? "http://none/").pathname))),
    ),
  );
  const server = createServer((request, response) => {
    respond(worlds, options, mcp, request, response).catch((error) => {
      if (response.headersSent) response.destroy();
      else sendProblem(response, error);
    });
  });
  server.keepAliveTimeout = 120_000;
  return server;
}

const episodeOf = (path: string) => path.split("/")[2] ?? "";

async function respond(
  worlds: WorldServer,
  options: HttpOptions,
  mcp: (request: IncomingMessage, response: ServerResponse) => unknown,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isAllowedRequest(request, options.hosts))
    throw new ServeProblem(
      403,
      "This address may not be called so.",
      "Call this machine directly, not from a web page.",
    );
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  const [, root, id, tail, ...more] = path.split("/");
  const at = `${request.method} ${tail ?? ""}`;
  if (path === "/health" && request.method === "GET") return send(response, 200, { status: "healthy" });
  if (root === "episodes" && id === undefined && request.method === "POST")
    return send(response, 201, await create(worlds, options, request));
  if (root !== "episodes" || !id || more.length > 0) throw nothingHere();
  const player = worlds.player(id);
  if (tail === "mcp") return void (await mcp(request, response));
  if (at === "GET ") return send(response, 200, player.opening());
  if (at === "GET case-file") return send(response, 200, player.caseFile());
  if (at === "POST call") return send(response, 200, player.call(await callOf(request)));
  if (at === "GET grade") return send(response, 200, worlds.grade(id, bearer(request)));
  if (at !== "GET log") throw nothingHere();
  const log = worlds.log(id, bearer(request));
  response.writeHead(200, { "content-type": "application/jsonl", "cache-control": "no-store" });
  response.end(log.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

async function create(worlds: WorldServer, { operatorToken }: HttpOptions, request: IncomingMessage) {
  if (operatorToken === null)
    throw new ServeProblem(403, "No episodes can be begun here.", "Play the episode that was begun for you.");
  if (sha256(bearer(request)) !== sha256(operatorToken))
    throw new ServeProblem(
      401,
      "Whoever begins an episode needs the operator's token.",
      "It is printed when the server starts. Send it as: Authorization: Bearer <token>.",
    );
  const text = await bodyOf(request);
  const read = text.trim() === "" ? { ok: true as const, call: {} } : parseCall(text);
  const given = read.ok ? createSchema.safeParse(read.call).data : undefined;
  if (!given)
    throw new ServeProblem(
      400,
      "This is no request for an episode.",
      'Send {"world":"...","agent":"..."}; both may be left out.',
    );
  const made = worlds.create(given);
  return { ...made, mcp: `/episodes/${made.episode}/mcp` };
}

async function callOf(request: IncomingMessage): Promise<object> {
  const read = parseCall(await bodyOf(request));
  if (read.ok) return read.call;
  throw new ServeProblem(400, read.error, read.fix);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const body = await readBody(request);
  if (body !== null) return body;
  throw new ServeProblem(413, "This call is too long.", "Send one tool call of at most 2 MB.");
}

const nothingHere = () =>
  new ServeProblem(
    404,
    "There is nothing here.",
    "POST /episodes, then /episodes/{id}/mcp, or /episodes/{id}/call and /episodes/{id}/case-file.",
  );

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(`${JSON.stringify(body)}\n`);
}

function sendProblem(response: ServerResponse, error: unknown): void {
  const known = error instanceof ServeProblem;
  const body = known
    ? error.body()
    : {
        type: "about:blank",
        title: "A fault of ours.",
        status: 500,
        detail: "The call could not be finished.",
        fix: "Try again.",
      };
  response.writeHead(body.status, {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
  response.end(`${JSON.stringify(body)}\n`);
}
