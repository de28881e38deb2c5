import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the server answers one request. */
export type Behaviour =
  | { kind: "answer"; json: unknown }
  | { kind: "text"; text: string }
  | { kind: "refusal" }
  | { kind: "truncated"; text: string }
  | { kind: "status"; status: number; retryAfterSeconds?: number }
  | { kind: "hang" }
  | { kind: "stall_midway"; text: string }
  | { kind: "slow"; json: unknown; pieces: number; pauseMs: number }
  | { kind: "drop_midway"; text: string };

export interface SeenRequest {
  model: string;
  messages: { role: string; content: string }[];
  schema: unknown;
  authorization: string;
}

export interface ModelServer {
  baseUrl: string;
  /** Requests in the order in which they came. */
  seen: SeenRequest[];
  /** Answers for the coming requests, in order; when they run out, `otherwise` decides. */
  script: Behaviour[];
  otherwise: (request: SeenRequest) => Behaviour;
  close(): Promise<void>;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

function chunk(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 0, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

function end(response: ServerResponse, finish: string, characters: number): void {
  response.write(chunk({}, finish));
  const usage = { prompt_tokens: 100, completion_tokens: Math.ceil(characters / 4), total_tokens: 100 };
  response.write(
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 0, model: "m", choices: [], usage })}\n\n`,
  );
  response.end("data: [DONE]\n\n");
}

async function behave(response: ServerResponse, behaviour: Behaviour): Promise<void> {
  if (behaviour.kind === "hang") return;
  if (behaviour.kind === "status") {
    const headers = { "content-type": "application/json" };
    response.writeHead(
      behaviour.status,
      behaviour.retryAfterSeconds === undefined
        ? headers
        : { ...headers, "retry-after": String(behaviour.retryAfterSeconds) },
    );
    response.end(JSON.stringify({ error: { message: "scripted", type: "scripted" } }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  switch (behaviour.kind) {
    case "refusal":
      response.write(chunk({ refusal: "I would rather not." }));
      return end(response, "stop", 0);
    case "truncated":
      response.write(chunk({ content: behaviour.text }));
      return end(response, "length", behaviour.text.length);
    case "stall_midway":
      response.write(chunk({ content: behaviour.text }));
      return;
    case "drop_midway":
      response.write(chunk({ content: behaviour.text }));
      await pause(20);
      response.destroy();
      return;
    case "slow": {
      const text = JSON.stringify(behaviour.json);
      const size = Math.ceil(text.length / behaviour.pieces);
      for (let at = 0; at < text.length; at += size) {
        response.write(chunk({ content: text.slice(at, at + size) }));
        await pause(behaviour.pauseMs);
      }
      return end(response, "stop", text.length);
    }
    case "answer":
    case "text": {
      const text = behaviour.kind === "text" ? behaviour.text : JSON.stringify(behaviour.json);
      response.write(chunk({ content: text }));
      return end(response, "stop", text.length);
    }
  }
}

/**
 * A small OpenAI-compatible server on a free local port. It speaks real HTTP and misbehaves as its script
 * says: the tests of every language step run against it, and with a key against a real model instead.
 */
export async function startModelServer(): Promise<ModelServer> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      const asked = JSON.parse(body);
      const seen: SeenRequest = {
        model: asked.model,
        messages: asked.messages,
        schema: asked.response_format?.json_schema?.schema,
        authorization: request.headers.authorization ?? "",
      };
      handle.seen.push(seen);
      void behave(response, handle.script.shift() ?? handle.otherwise(seen));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const handle: ModelServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen: [],
    script: [],
    otherwise: () => ({ kind: "status", status: 500 }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return handle;
}
