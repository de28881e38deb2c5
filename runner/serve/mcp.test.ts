import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, describe, expect, test } from "vitest";
import { createSession } from "@/compiler/engine";
import { type PublicAction, TOOL_NAMES } from "@/compiler/public/action";
import type { PublicResultWire } from "@/compiler/public/result";
import { readWorld, type World } from "@/compiler/spec/world-index";
import { walkedRoute } from "../route";
import { loadWorld } from "../worlds";
import { listen } from "./http";
import { httpServer } from "./server";
import { WorldServer } from "./world-server";

const ROOT = resolve(import.meta.dirname, "../..");
const FILE = resolve(ROOT, "corpus/52955ee1/world.json");
const world = await loadWorld(FILE);
const TOKEN = "operator_of_the_test";

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

async function served(of: World) {
  const worlds = new WorldServer([of]);
  const http = httpServer(worlds, { operatorToken: TOKEN });
  const { port } = await listen(http, 0);
  closing.push(() => {
    http.close();
    http.closeAllConnections();
  });
  const base = `http://127.0.0.1:${port}`;
  const begin = async (): Promise<{ episode: string; grade_token: string; mcp: string }> => {
    const answer = await fetch(`${base}/episodes`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(answer.status).toBe(201);
    return answer.json();
  };
  return { base, begin, worlds };
}

/** What the clients of both lines share. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  readResource(which: { uri: string }): Promise<{ contents: object[] }>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  getPrompt(which: { name: string }): Promise<{ messages: { content: object }[] }>;
  close(): Promise<void>;
}
interface Answer {
  isError?: boolean;
  structuredContent: PublicResultWire;
}
const call = async (client: AnyClient, name: string, args: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: args })) as Answer;

const MODES = {
  "client 2, auto": "auto",
  "client 2, 2025-11-25": "legacy",
  "client 2, 2026-07-28": { pin: "2026-07-28" },
} as const;

async function connectHttp(kind: keyof typeof MODES | "client 1", url: URL): Promise<AnyClient> {
  if (kind === "client 1") {
    const client = new ClientV1({ name: "test", version: "0" });
    // The client's own types differ from its transport's under exactOptionalPropertyTypes.
    await client.connect(new HttpV1(url) as never);
    return client as unknown as AnyClient;
  }
  const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode: MODES[kind] } });
  await client.connect(new StreamableHTTPClientTransport(url));
  return client as unknown as AnyClient;
}

async function connectStdio(kind: keyof typeof MODES | "client 1"): Promise<AnyClient> {
  const server = {
    command: process.execPath,
    args: ["--import", "tsx", resolve(ROOT, "runner/cli.ts"), "serve", "mcp", FILE],
    cwd: ROOT,
    stderr: "ignore" as const,
  };
  if (kind === "client 1") {
    const client = new ClientV1({ name: "test", version: "0" });
    await client.connect(new StdioV1(server) as never);
    return client as unknown as AnyClient;
  }
  const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode: MODES[kind] } });
  await client.connect(new StdioClientTransport(server));
  return client as unknown as AnyClient;
}

/** One short episode that shows each part of the protocol. */
async function tryOut(client: AnyClient) {
  expect((await client.listTools()).tools.map((t) => t.name)).toEqual(TOOL_NAMES);
  const { resources } = await client.listResources();
  expect(resources[0]?.uri).toBe("baba://case-file");
  const [shown] = (await client.readResource({ uri: "baba://case-file" })).contents as { text: string }[];
  expect(JSON.parse(shown!.text)).toMatchObject({ brief: world.spec.brief, actions_left: 150 });
  const playbook = resources[1]!.uri;
  const read = async () =>
    ((await client.readResource({ uri: playbook })).contents[0] as { text: string }).text;
  expect(await read()).toContain("Load it with read_document");
  expect(JSON.stringify(await client.getPrompt({ name: "brief" }))).toContain("actions_left");
  expect(await call(client, "wait", { minutes: 5, nonsense: 1 })).toMatchObject({
    isError: true,
    structuredContent: { outcome: "refused", actions_left: 150 },
  });
  await expect(client.callTool({ name: "fly", arguments: {} })).rejects.toThrow("There is no tool");
  await expect(client.readResource({ uri: "baba://world" })).rejects.toThrow("There is no resource");
  expect(
    await call(client, "read_document", { document: playbook.slice("baba://playbooks/".length) }),
  ).toMatchObject({ structuredContent: { outcome: "done", actions_left: 149 } });
  expect(await read()).not.toContain("Load it with read_document");
  expect(await call(client, "finish", { summary: "" })).toMatchObject({
    structuredContent: { outcome: "finished" },
  });
  expect(await call(client, "finish", { summary: "" })).toMatchObject({ isError: true });
  await client.close();
}

describe("the official clients of both lines", () => {
  for (const kind of [...(Object.keys(MODES) as (keyof typeof MODES)[]), "client 1" as const]) {
    test(`over streamable HTTP: ${kind}`, async () => {
      const { base, begin } = await served(world);
      const { episode, mcp, grade_token } = await begin();
      await tryOut(await connectHttp(kind, new URL(mcp, base)));
      const grade = await fetch(`${base}/episodes/${episode}/grade`, {
        headers: { authorization: `Bearer ${grade_token}` },
      });
      expect(await grade.json()).toMatchObject({ strict_pass: false, finished: true });
      expect((await fetch(`${base}/episodes/${episode}/grade`)).status).toBe(403);
    });
  }
  for (const kind of ["client 2, auto", "client 1"] as const)
    test(`over standard input and output: ${kind}`, { timeout: 60_000 }, async () => {
      await tryOut(await connectStdio(kind));
    });
});

test("200 episodes at once stay apart", { timeout: 60_000 }, async () => {
  const { base, begin } = await served(world);
  const left = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const client = await connectHttp("client 2, 2026-07-28", new URL((await begin()).mcp, base));
      let last: Answer | undefined;
      for (let k = 0; k < 1 + (i % 4); k++) last = await call(client, "wait", { minutes: 1 + i });
      await client.close();
      return [last?.structuredContent.actions_left, last?.structuredContent.clock];
    }),
  );
  const expected = left.map((_, i) => {
    const session = createSession(world);
    let result: PublicResultWire | undefined;
    for (let k = 0; k < 1 + (i % 4); k++) result = session.step({ tool: "wait", minutes: 1 + i });
    return [result?.actions_left, result?.clock];
  });
  expect(left).toEqual(expected);
});

test("the proved route over MCP gives what the engine gives, and passes strictly", {
  timeout: 60_000,
}, async () => {
  const route = walkedRoute(world, false);
  if (typeof route === "number") throw new Error("the world has no route");
  const { base, begin, worlds } = await served(world);
  const { episode, mcp, grade_token } = await begin();
  const client = await connectHttp("client 2, 2026-07-28", new URL(mcp, base));
  for (const { action, result } of route.walk.transcript) {
    const { tool, ...args } = action as PublicAction;
    expect((await call(client, tool, args)).structuredContent).toEqual(result);
  }
  expect(worlds.grade(episode, grade_token).strict_pass).toBe(true);
});

test("nothing hidden is on the wire: a world full of sentinels shows none of them", async () => {
  const { base, begin } = await served(withSentinels(world));
  const { episode, mcp } = await begin();
  const wire: string[] = [];
  const ask = async (path: string, body?: object, headers = {}) => {
    const answer = await fetch(`${base}${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    wire.push(JSON.stringify([...answer.headers]), await answer.text());
  };
  const rpc = (method: string, params: object) => ask(mcp, { jsonrpc: "2.0", id: 1, method, params });
  const file = createSession(world).caseFile();
  for (const method of ["tools/list", "resources/list", "prompts/list"]) await rpc(method, {});
  await rpc("resources/read", { uri: "baba://case-file" });
  await rpc("prompts/get", { name: "brief" });
  await rpc("tools/call", { name: "nothing", arguments: {} });
  await rpc("nothing", {});
  for (const { party, channels } of file.parties)
    for (const { channel } of channels) {
      await rpc("tools/call", { name: "contact", arguments: { mode: "call", channels: [channel] } });
      for (const request of [
        "Xylophone, zeppelin?",
        "sentinel",
        "What is the most secret thing that you know?",
      ])
        for (const name of ["ask", "act"])
          await rpc("tools/call", { name, arguments: { party, request, channel: null } });
    }
  await rpc("tools/call", { name: "read_document", arguments: { document: "sentinel" } });
  for (const tail of ["", "/case-file", "/grade", "/log", "/nothing"])
    await ask(`/episodes/${episode}${tail}`);
  await ask(`/episodes/${episode}/call`, { tool: "submit_form", form: "sentinel", fields: {} });
  await ask("/episodes", { world: "sentinel" });
  await ask("/episodes", {}, { authorization: "Bearer wrong" });
  const text = wire.join("\n").replaceAll(/"sentinel"|\\"sentinel\\"/g, "");
  expect(text).toContain("actions_left");
  expect(text).not.toMatch(/QXZ/);
});

/** The same world with a sentinel in every statement, label and scope that is not disclosed on the first day. */
function withSentinels(of: World): World {
  const mark = (id: string) => `QXZ ${createHash("sha256").update(id).digest("hex").slice(0, 8)}`;
  const spec = structuredClone(of.spec);
  const known = new Set(
    createSession(of)
      .caseFile()
      .facts.map((f) => f.fact),
  );
  for (const k of spec.knowledge)
    if (!known.has(k.id)) Object.assign(k, { label: mark(k.id), statement: `${mark(k.id)} is so.` });
  for (const m of spec.mutations) m.label = mark(m.id);
  for (const t of spec.terminals) t.label = mark(t.id);
  for (const a of spec.authorities) a.scope = mark(a.id);
  for (const s of spec.status_surfaces) s.label = mark(s.id);
  for (const r of spec.red_lines) if (r.kind === "conduct_rule") r.text = mark(r.id);
  const read = readWorld(spec);
  if (!read.ok) throw new Error(read.findings[0]?.message);
  return read.value;
}
