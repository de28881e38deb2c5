import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { main } from "../main";

const WORLD = resolve(import.meta.dirname, "../../corpus/52955ee1/world.json");
const folder = mkdtempSync(join(tmpdir(), "baba-runs-"));
const at = (name: string) => join(folder, name);
const CREATED = "2026-11-30T22:00:00+00:00";
const runs = [at("pass.jsonl"), at("null.jsonl"), at("null-again.jsonl")];

async function baba(...args: string[]): Promise<number> {
  const streams = [process.stdout, process.stderr].map((s) => vi.spyOn(s, "write").mockReturnValue(true));
  try {
    return await main(args);
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
}

beforeAll(async () => {
  await baba("play", WORLD, "--agent", "witness", "--log", runs[0]!);
  for (const run of runs.slice(1)) await baba("play", WORLD, "--agent", "null", "--log", run);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("Inspect: a log for each agent in both forms, runs of one world as epochs, the same bytes each time", async () => {
  for (const out of ["inspect", "again"])
    expect(await baba("export", "inspect", ...runs, "--out", at(out), "--created", CREATED)).toBe(0);
  const names = readdirSync(at("inspect")).sort();
  expect(names.map((n) => n.slice(-5))).toEqual([".eval", ".json", ".eval", ".json"]);
  for (const name of names)
    expect(readFileSync(join(at("inspect"), name)).equals(readFileSync(join(at("again"), name)))).toBe(true);
  const logs = names
    .filter((n) => n.endsWith(".json"))
    .map((n) => ({ name: n, log: JSON.parse(readFileSync(join(at("inspect"), n), "utf8")) }));
  const { name, log } = logs.find(({ log }) => log.eval.model === "baba/null")!;
  expect(log.samples.map((s: { id: string; epoch: number }) => [s.id, s.epoch])).toEqual([
    ["52955ee1", 1],
    ["52955ee1", 2],
  ]);
  expect(log.results.scores[0].metrics.accuracy.value).toBe(0);
  const passed = logs.find(({ log }) => log.eval.model === "baba/witness")!.log;
  expect(passed.samples[0].scores.strict_pass.value).toBe("C");
  const zip = unzipSync(readFileSync(join(at("inspect"), name.replace(/json$/, "eval"))));
  const { samples, ...head } = log;
  expect(JSON.parse(strFromU8(zip["header.json"]!))).toEqual(head);
  expect(JSON.parse(strFromU8(zip["samples/52955ee1_epoch_2.json"]!))).toEqual(samples[1]);
  expect(JSON.parse(strFromU8(zip["summaries.json"]!))).toHaveLength(2);
});

test("ATIF: steps count up, only steps of the agent have calls, and each result names its call", async () => {
  expect(await baba("export", "atif", ...runs, "--out", at("atif"))).toBe(0);
  expect(readdirSync(at("atif"))).toHaveLength(3);
  for (const name of readdirSync(at("atif"))) {
    const { schema_version, steps } = JSON.parse(readFileSync(join(at("atif"), name), "utf8"));
    expect(schema_version).toBe("ATIF-v1.4");
    for (const [i, step] of steps.entries()) {
      expect(step.step_id).toBe(i + 1);
      expect(Number.isNaN(Date.parse(step.timestamp))).toBe(false);
      expect(step.source).toBe(i === 0 ? "user" : "agent");
      const calls = (step.tool_calls ?? []).map((c: { tool_call_id: string }) => c.tool_call_id);
      const named = (step.observation?.results ?? []).map(
        (r: { source_call_id: string }) => r.source_call_id,
      );
      expect(named).toEqual(calls);
      expect(calls).toHaveLength(i === 0 ? 0 : 1);
    }
  }
});

test("a log that was altered is refused, and nothing is written", async () => {
  const altered = at("altered.jsonl");
  writeFileSync(altered, readFileSync(runs[0]!, "utf8").replace('"actions_left":149', '"actions_left":148'));
  expect(await baba("export", "inspect", altered, "--out", at("none"))).toBe(2);
  expect(await baba("export", "atif", altered, "--out", at("none"))).toBe(2);
  expect(readdirSync(folder)).not.toContain("none");
});
