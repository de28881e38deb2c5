import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { main } from "../main";
import { tau2TaskSchema } from "./task";
import { toPython } from "./to-python";

const ROOT = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "baba-tau2-out-"));
const out = join(folder, "domain");
const IDS = readdirSync(join(ROOT, "corpus"));
const read = (path: string) => JSON.parse(readFileSync(join(out, path), "utf8"));

beforeAll(async () => {
  const streams = [process.stdout, process.stderr].map((s) => vi.spyOn(s, "write").mockReturnValue(true));
  const worlds = IDS.map((id) => join(ROOT, "corpus", id, "world.json"));
  expect(await main(["export", "tau2", ...worlds, "--out", out, "--vectors", "1"])).toBe(0);
  for (const stream of streams) stream.mockRestore();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

test("each world is a task that tau2's format takes, graded by assertions alone, with its certificate", () => {
  const tasks = read("baba_worlds/data/tasks.json").map((task: unknown) => tau2TaskSchema.parse(task));
  expect(tasks.map((t: { id: string }) => t.id)).toEqual(IDS);
  for (const { id, evaluation_criteria } of tasks) {
    expect(evaluation_criteria.reward_basis).toEqual(["ENV_ASSERTION"]);
    expect(evaluation_criteria.env_assertions.at(-1).func_name).toBe("assert_no_violation");
    expect(evaluation_criteria.actions.at(-1).name).toBe("finish");
    expect(read(`certificates/${id}.json`).world.sha256).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(read("baba_worlds/data/split_tasks.json").base).toEqual(IDS);
});

test("the vectors hold a pass, a run that does nothing and one that breaks a rule", () => {
  for (const id of IDS) {
    const vectors: { kind: string; grade: { strict_pass: boolean; outcome_complete: boolean } }[] = read(
      `baba_worlds/data/vectors/${id}.json`,
    );
    const passes = (kind: string) => vectors.find((v) => v.kind === kind)?.grade;
    expect(passes("route")).toMatchObject({ strict_pass: true });
    expect(passes("nothing")).toMatchObject({ outcome_complete: false });
    expect(passes("rule broken")).toMatchObject({ strict_pass: false, outcome_complete: true });
  }
});

test("what an agent is told holds nothing hidden", () => {
  for (const { id, ticket } of read("baba_worlds/data/tasks.json")) {
    const spec = read(`baba_worlds/data/worlds/${id}.json`);
    for (const { label } of [...spec.terminals, ...spec.mutations]) expect(ticket).not.toContain(label);
  }
});

describe("JavaScript as Python", () => {
  const body = (javascript: string) => toPython(javascript).trim().split("\n");

  test("a name that is set inside a function stays the one outside", () => {
    expect(body("let n = 0; function up() { n += 1; }")).toContain("    global v_n");
    expect(body("function f() { let n = 0; const up = () => { n = 1; }; return up; }")).toContain(
      "        nonlocal v_n",
    );
  });

  test("what is given piece by piece is given piece by piece", () => {
    expect(body("function* f(a) { yield 1; yield* a; }")).toEqual([
      "def v_f(v_a=UNDEF, *_):",
      "    (yield 1)",
      "    (yield from each(v_a))",
      "    return UNDEF",
    ]);
  });

  test("what stands after ?. is left out when what stands before it is missing", () => {
    expect(body("var a = b?.c.d;")).toEqual([
      'v_a = (UNDEF if missing(t1 := g_b) else get(get(t1, "c"), "d"))',
    ]);
  });

  test.each([
    ["waiting", "async function f() { await g(); }"],
    ["a case that falls through", "switch (a) { case 1: f(); case 2: g(); }"],
  ])("what it has no rule for is refused, never written wrongly: %s", (_, javascript) => {
    expect(() => toPython(javascript)).toThrow(/no Python for/);
  });
});
