import { resolve } from "node:path";
import { expect, test } from "vitest";
import { loadWorld } from "../worlds";
import { ServeProblem } from "./problem";
import { WorldServer } from "./world-server";

const world = await loadWorld(resolve(import.meta.dirname, "../../corpus/52955ee1/world.json"));
const other = await loadWorld(resolve(import.meta.dirname, "../../corpus/8e11c075/world.json"));

const problemOf = (act: () => unknown): ServeProblem => {
  try {
    act();
  } catch (error) {
    if (error instanceof ServeProblem) return error;
  }
  throw new Error("nothing was refused");
};

test("each episode has its own clock, log and grade token", () => {
  const server = new WorldServer([world]);
  const made = Array.from({ length: 200 }, (_, i) => server.create({ agent: `agent ${i}` }));
  for (const [i, { episode }] of made.entries())
    for (let k = 0; k <= i % 5; k++) server.player(episode).call({ tool: "wait", minutes: 1 + i });
  for (const [i, { episode, grade_token }] of made.entries()) {
    const calls = 1 + (i % 5);
    expect(server.player(episode).caseFile().actions_left).toBe(150 - calls);
    const [header, ...steps] = server.log(episode, grade_token);
    expect(header).toMatchObject({ agent: `agent ${i}` });
    expect(steps).toHaveLength(calls);
    if (i % 40 === 4) expect(server.grade(episode, grade_token).actions_used).toBe(calls);
  }
  const [a, b] = made;
  expect(problemOf(() => server.grade(a!.episode, b!.grade_token)).status).toBe(403);
  expect(problemOf(() => server.log(a!.episode, "")).status).toBe(403);
});

test("an expired episode takes no call and is still graded; an unknown one is not found", () => {
  let now = 0;
  const server = new WorldServer([world], { limits: { minutes: 10 }, now: () => now });
  const { episode, grade_token } = server.create({});
  server.player(episode).call({ tool: "wait", minutes: 5 });
  now = 10 * 60_000;
  expect(problemOf(() => server.player(episode).call({ tool: "wait", minutes: 5 }))).toMatchObject({
    status: 410,
  });
  expect(server.grade(episode, grade_token)).toMatchObject({ actions_used: 1, finished: false });
  expect(problemOf(() => server.player("nothing")).status).toBe(404);
});

test("a second finish is refused by the engine and changes nothing", () => {
  const server = new WorldServer([world]);
  const { episode, grade_token } = server.create({});
  const finish = () => server.player(episode).call({ tool: "finish", summary: "" });
  expect(finish().outcome).toBe("finished");
  expect(finish().outcome).toBe("refused");
  expect(server.log(episode, grade_token)).toHaveLength(2);
});

test("an episode has only so many calls, also of those that cost no action", () => {
  const server = new WorldServer([world], { limits: { callsPerAction: 1 } });
  const { episode } = server.create({});
  for (let i = 0; i < world.spec.action_limit; i++)
    server.player(episode).call({ tool: "memory", mode: "recall" });
  expect(problemOf(() => server.player(episode).call({ tool: "wait", minutes: 1 })).status).toBe(429);
});

test("only so many episodes are open; what has ended makes room, and the oldest ended go", () => {
  const server = new WorldServer([world], { limits: { open: 2, ended: 1 } });
  const [a, b] = [server.create({}), server.create({})];
  expect(problemOf(() => server.create({})).status).toBe(503);
  for (const { episode } of [a, b]) server.player(episode).call({ tool: "finish", summary: "" });
  server.create({});
  server.create({});
  expect(problemOf(() => server.player(a.episode)).status).toBe(404);
  expect(problemOf(() => server.create({})).status).toBe(503);
});

test("of several worlds one is named", () => {
  const server = new WorldServer([world, other]);
  expect(problemOf(() => server.create({}))).toMatchObject({
    status: 404,
    fix: expect.stringContaining("Name one of"),
  });
  expect(problemOf(() => server.create({ world: "elsewhere" })).status).toBe(404);
  expect(server.create({ world: other.spec.id }).world).toBe(other.spec.id);
});
