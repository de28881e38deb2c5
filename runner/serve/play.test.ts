import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { gradeRun } from "@/compiler/grade";
import { TOOL_NAMES } from "@/compiler/public/action";
import { readJson } from "@/compiler/spec/read";
import { BadInput } from "../input";
import { loadWorld } from "../worlds";
import { Episode } from "./episode";
import { playHttp } from "./http-play";
import { playLines } from "./lines";
import { keptRunFile, newRunFile } from "./run-file";

const world = await loadWorld(resolve(import.meta.dirname, "../../corpus/52955ee1/world.json"));
const folder = mkdtempSync(join(tmpdir(), "baba-play-"));
afterAll(() => rmSync(folder, { recursive: true }));

const recordsOf = (file: string) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const read = readJson(line);
      return read.ok ? read.value : null;
    });

async function linesOf(episode: Episode, ...calls: unknown[]) {
  const out: string[] = [];
  const text = calls.map((c) => (typeof c === "string" ? c : JSON.stringify(c))).join("\n");
  await playLines(episode, Readable.from([text]), (line) => out.push(line));
  return out.map((line) => JSON.parse(line));
}

test("over lines: the opening first, then one line for each call; what is no call costs nothing (A1)", async () => {
  const file = join(folder, "lines.jsonl");
  const [start, wait, broken, unknown, list, shown, end, ...rest] = await linesOf(
    new Episode(world, { agent: "somebody", log: newRunFile(file) }),
    { tool: "wait", minutes: 60 },
    "{ not json",
    { tool: "fly" },
    [1],
    { show: "case_file" },
    { tool: "finish", summary: "Enough." },
    { tool: "wait", minutes: 60 },
  );
  expect(start).toMatchObject({ kind: "start", brief: world.spec.brief });
  expect(start.tools.map((t: { name: string }) => t.name)).toEqual(TOOL_NAMES);
  expect(start.case_file.actions_left).toBe(150);
  expect(wait).toMatchObject({ step: 1, outcome: "done", actions_left: 149 });
  expect(broken).toMatchObject({ kind: "error", fix: expect.any(String) });
  expect(unknown).toMatchObject({ outcome: "refused", actions_left: 149 });
  expect(list).toMatchObject({ kind: "error" });
  expect(shown).toMatchObject({ kind: "case_file", case_file: { actions_left: 149 } });
  expect(end).toMatchObject({ outcome: "finished" });
  expect(rest).toEqual([]);
  const records = recordsOf(file);
  expect(records[0]).toMatchObject({ kind: "run", agent: "somebody" });
  expect(gradeRun(records)).toMatchObject({ ok: true, value: { strict_pass: false } });
});

test("a run that broke off goes on from its log, even after a half-written line", async () => {
  const file = join(folder, "resumed.jsonl");
  await linesOf(new Episode(world, { agent: "a", log: newRunFile(file) }), { tool: "wait", minutes: 60 });
  expect(() => newRunFile(file)).toThrow(BadInput);
  writeFileSync(file, `${readFileSync(file, "utf8")}{"kind":"step","st`);
  const { run, steps } = keptRunFile(file);
  const [start, next] = await linesOf(new Episode(world, { agent: "a", log: run, steps }), {
    tool: "wait",
    minutes: 30,
  });
  expect(start.case_file.actions_left).toBe(149);
  expect(next).toMatchObject({ step: 2, actions_left: 148 });
  expect(recordsOf(file)).toHaveLength(3);
  expect(gradeRun(recordsOf(file)).ok).toBe(true);
});

test("a log of another world is not gone on with", async () => {
  const file = join(folder, "other.jsonl");
  await linesOf(new Episode(world, { agent: "a", log: newRunFile(file) }), { tool: "wait", minutes: 60 });
  const { run, steps } = keptRunFile(file);
  const altered = steps.map((s) => ({ ...s, action: { tool: "finish" as const, summary: "x" } }));
  expect(() => new Episode(world, { agent: "a", log: run, steps: altered })).toThrow(BadInput);
});

test("over HTTP: calls from this machine only; the server ends after finish was answered", async () => {
  const { address, ended } = await playHttp(new Episode(world, { agent: "a" }), 0);
  const post = async (body: string, headers = {}) => {
    const answer = await fetch(`${address}/call`, { method: "POST", body, headers });
    return { status: answer.status, body: await answer.json() };
  };
  expect(await (await fetch(`${address}/`)).json()).toHaveProperty("brief", world.spec.brief);
  expect(await post('{"tool":"wait","minutes":5}')).toMatchObject({
    status: 200,
    body: { actions_left: 149 },
  });
  expect(await post('{"tool"')).toMatchObject({ status: 400, body: { kind: "error" } });
  expect((await fetch(`${address}/log`)).status).toBe(404);
  expect(await post("{}", { origin: "https://elsewhere.example" })).toMatchObject({ status: 403 });
  expect(await statusFor(`${address}/case-file`, "elsewhere.example")).toBe(403);
  expect(await (await fetch(`${address}/case-file`)).json()).toHaveProperty("actions_left", 149);
  expect(await post('{"tool":"finish","summary":""}')).toMatchObject({ body: { outcome: "finished" } });
  await ended;
});

test("a port that is taken is bad input", async () => {
  const first = await playHttp(new Episode(world, { agent: "a" }), 0);
  await expect(
    playHttp(new Episode(world, { agent: "b" }), Number(new URL(first.address).port)),
  ).rejects.toThrow(BadInput);
  first.stop();
  await first.ended;
});

/** Status of a GET whose Host header names another machine, as after DNS rebinding. */
function statusFor(address: string, host: string): Promise<number | undefined> {
  return new Promise((done, failed) => {
    request(address, { headers: { host } }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    })
      .on("error", failed)
      .end();
  });
}
