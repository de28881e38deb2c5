import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { walkedRoute } from "../route";
import { loadWorld } from "../worlds";
import { listen } from "./http";
import { openenvServer } from "./openenv";
import { WorldServer } from "./world-server";

const world = await loadWorld(resolve(import.meta.dirname, "../../corpus/52955ee1/world.json"));
const server = openenvServer(new WorldServer([world], { limits: { open: 3 } }));
let port = 0;
beforeAll(async () => {
  ({ port } = await listen(server, 0));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** A client that sends one message and waits for one answer. */
async function connected() {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  await new Promise((done, failed) => socket.once("open", done).once("error", failed));
  const say = (message: unknown): Promise<{ type: string; data: Record<string, unknown> }> =>
    new Promise((done) => {
      socket.once("message", (bytes) => done(JSON.parse(String(bytes))));
      socket.send(typeof message === "string" ? message : JSON.stringify(message));
    });
  return { say, step: (data: object) => say({ type: "step", data }), close: () => socket.close() };
}

test("a run over /ws: reset, steps, one reward at the end, and the errors of the protocol", async () => {
  const { say, step, close } = await connected();
  expect(await step({ tool: "wait", minutes: 1 })).toMatchObject({
    type: "error",
    data: { code: "SESSION_ERROR" },
  });
  expect(await say({ type: "reset", data: { seed: 7 } })).toMatchObject({
    type: "observation",
    data: { observation: { result: null, case_file: { actions_left: 150 } }, reward: null, done: false },
  });
  expect(await step({ tool: "wait", minutes: 60 })).toMatchObject({
    data: { observation: { result: { actions_left: 149 } }, reward: null, done: false },
  });
  expect(await step({ tool: "nonsense" })).toMatchObject({
    data: { observation: { result: { outcome: "refused" } } },
  });
  expect(await say({ type: "state" })).toMatchObject({ type: "state", data: { step_count: 2 } });
  expect(await say({ type: "bogus" })).toMatchObject({ data: { code: "UNKNOWN_TYPE" } });
  expect(await say("not json")).toMatchObject({ data: { code: "INVALID_JSON" } });
  expect(await say({ data: {} })).toMatchObject({ data: { code: "VALIDATION_ERROR" } });
  expect(await step({ tool: "finish", summary: "" })).toMatchObject({ data: { reward: 0, done: true } });
  expect(await step({ tool: "finish", summary: "" })).toMatchObject({ data: { reward: null, done: true } });
  close();
});

test("the proved route is rewarded with 1; a new reset begins anew", async () => {
  const route = walkedRoute(world, false);
  if (typeof route === "number") throw new Error("the world has no route");
  const { say, step, close } = await connected();
  await say({ type: "reset" });
  const rewards: unknown[] = [];
  for (const { action } of route.walk.transcript) rewards.push((await step(action)).data.reward);
  expect(rewards.filter((r) => r !== null)).toEqual([1]);
  expect(await say({ type: "reset" })).toMatchObject({
    data: { observation: { case_file: { actions_left: 150 } } },
  });
  close();
});

test("only so many connections play at once", async () => {
  const all = await Promise.all([connected(), connected(), connected(), connected()]);
  const said = [];
  for (const { say } of all) said.push((await say({ type: "reset" })).type);
  expect(said).toEqual(["observation", "observation", "observation", "error"]);
  for (const { close } of all) close();
});

test("health, metadata and schemas", async () => {
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  expect(await get("/health")).toEqual({ status: "healthy" });
  expect(await get("/metadata")).toMatchObject({ name: "baba-world" });
  expect(Object.keys(await get("/schema"))).toEqual(["action", "observation", "state"]);
});
