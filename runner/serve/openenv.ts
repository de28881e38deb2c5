import { createServer, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { publicActionSchema } from "@/compiler/public/action";
import { caseFileSchema } from "@/compiler/public/case-file";
import { publicResultSchema } from "@/compiler/public/result";
import { isAllowedRequest } from "./http";
import { parseCall } from "./parse-call";
import { ServeProblem } from "./problem";
import type { Created, WorldServer } from "./world-server";

/** Errors of the OpenEnv protocol. */
type Code =
  | "INVALID_JSON"
  | "UNKNOWN_TYPE"
  | "VALIDATION_ERROR"
  | "EXECUTION_ERROR"
  | "CAPACITY_REACHED"
  | "SESSION_ERROR";

const messageSchema = z.looseObject({
  type: z.string(),
  data: z.record(z.string(), z.unknown()).default({}),
});
const observationSchema = z.strictObject({
  result: publicResultSchema.nullable(),
  case_file: caseFileSchema,
});

const SCHEMA = {
  action: z.toJSONSchema(publicActionSchema, { io: "input" }),
  observation: z.toJSONSchema(observationSchema, { io: "output" }),
  state: z.toJSONSchema(z.strictObject({ episode_id: z.string(), step_count: z.int() })),
};

/** The manifest that OpenEnv reads from an environment's folder. */
export const openenvManifest = (name: string, port: number) =>
  `spec_version: 1\nname: ${name}\ntype: space\nruntime: docker\napp: baba\nport: ${port}\n`;

/**
 * An OpenEnv server of one world: GET /health, /metadata and /schema, and a WebSocket at /ws on which each connection plays
 * episodes of its own, one at a time. The reward comes once, with the end of the run: 1 for a strict pass, else 0.
 */
export function openenvServer(worlds: WorldServer, hosts: readonly string[] = []): Server {
  const [world] = worlds.worlds();
  const pages: Record<string, object> = {
    "/health": { status: "healthy" },
    "/metadata": { name: "baba-world", description: world?.title ?? "", version: "1.0.0" },
    "/schema": SCHEMA,
  };
  const server = createServer((request, response) => {
    const allowed = isAllowedRequest(request, hosts);
    const page =
      allowed && request.method === "GET" ? pages[(request.url ?? "").split("?")[0] ?? ""] : undefined;
    response.writeHead(page ? 200 : allowed ? 404 : 403, { "content-type": "application/json" });
    response.end(JSON.stringify(page ?? { detail: allowed ? "Not Found" : "Forbidden" }));
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 2 * 1024 * 1024 });
  server.on("upgrade", (request, socket: Duplex, head) => {
    if (!isAllowedRequest(request, hosts) || (request.url ?? "").split("?")[0] !== "/ws")
      return void socket.end("HTTP/1.1 404 Not Found\r\n\r\n");
    sockets.handleUpgrade(request, socket, head, (opened) => new Connection(worlds, opened));
  });
  server.on("close", () => sockets.close());
  return server;
}

interface Reply {
  type: "observation" | "state" | "error";
  data: object;
}

const failure = (code: Code, message: string): Reply => ({ type: "error", data: { message, code } });

class Connection {
  readonly #worlds: WorldServer;
  #episode: Created | null = null;
  #steps = 0;

  constructor(worlds: WorldServer, socket: WebSocket) {
    this.#worlds = worlds;
    socket.on("message", (bytes) => {
      const reply = this.#replyTo(String(bytes));
      if (reply) socket.send(JSON.stringify(reply));
      else socket.close();
    });
    socket.on("close", () => this.#end());
    socket.on("error", () => socket.terminate());
  }

  /** The answer to one message; null closes the connection. */
  #replyTo(text: string): Reply | null {
    const json = parseCall(text);
    if (!json.ok) return failure("INVALID_JSON", json.error);
    const message = messageSchema.safeParse(json.call);
    if (!message.success) return failure("VALIDATION_ERROR", 'Send {"type": ..., "data": {...}}.');
    const { type, data } = message.data;
    if (type === "close") return null;
    try {
      return this.#answer(type, data);
    } catch (error) {
      if (!(error instanceof ServeProblem)) return failure("EXECUTION_ERROR", "A fault of ours; try again.");
      return failure(
        error.status === 503 ? "CAPACITY_REACHED" : "EXECUTION_ERROR",
        `${error.title} ${error.fix}`,
      );
    }
  }

  #answer(type: string, data: Record<string, unknown>): Reply {
    if (type === "reset") return this.#reset();
    if (type !== "state" && type !== "step")
      return failure("UNKNOWN_TYPE", `Unknown message type: ${type.slice(0, 40)}`);
    const episode = this.#episode;
    if (!episode) return failure("SESSION_ERROR", "Nothing has begun. Send reset first.");
    if (type === "state")
      return { type: "state", data: { episode_id: episode.episode, step_count: this.#steps } };
    const player = this.#worlds.player(episode.episode);
    const wasFinished = player.finished;
    const result = player.call(data);
    this.#steps += 1;
    const ended = player.finished && !wasFinished;
    const reward = ended
      ? Number(this.#worlds.grade(episode.episode, episode.grade_token).strict_pass)
      : null;
    const observation = { result, case_file: player.caseFile() };
    return { type: "observation", data: { observation, reward, done: player.finished } };
  }

  #reset(): Reply {
    this.#end();
    this.#episode = this.#worlds.create({ agent: "openenv" });
    this.#steps = 0;
    const case_file = this.#worlds.player(this.#episode.episode).caseFile();
    return {
      type: "observation",
      data: { observation: { result: null, case_file }, reward: null, done: false },
    };
  }

  #end(): void {
    if (this.#episode) this.#worlds.end(this.#episode.episode);
    this.#episode = null;
  }
}
