import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { corpusWorld } from "../../tests/corpus/read-corpus";
import { planWitness } from "../certify/plan-witness";
import { createSession, type RunLogRecord, type RunStep } from "../engine";
import { proveReachable } from "../oracle";
import type { PublicAction, PublicActionInput } from "../public/action";
import { walkPlan } from "../replay";
import { canonicalJson } from "../spec/canonical";
import type { World } from "../spec/world-index";
import { worldOf } from "../testing/build-world";
import { everythingInput } from "../testing/everything-world";
import { mustRead } from "../testing/must-read";
import { randomCall } from "../testing/random-calls";
import { Seeded } from "../testing/random-world";
import { type Grade, gradeRun } from ".";

/** The tool calls of a strict pass: the oracle's witness, walked. */
function passing(world: World): PublicAction[] {
  const session = createSession(world);
  walkPlan(session.environment(), planWitness(world, proveReachable(world).witness));
  return session.log().flatMap((record) => (record.kind === "step" ? [record.action] : []));
}

/** The log of calls made in a fresh session. */
function logOf(world: World, calls: readonly PublicActionInput[]): readonly RunLogRecord[] {
  const session = createSession(world);
  for (const call of calls) session.step(call);
  return session.log();
}

function graded(world: World, calls: readonly PublicActionInput[]): Grade {
  return mustRead(gradeRun(logOf(world, calls)));
}

/** What of a grade must not change: verdicts, and the findings without their step. */
const verdict = ({ strict_pass, class: name, groups, findings }: Grade) => ({
  strict_pass,
  name,
  groups,
  findings: findings.map(({ code, nodes }) => ({ code, nodes })),
});

const roomy = (world: World) => worldOf({ ...world.spec, action_limit: 2000 });
const seeds = fc.integer({ min: 1, max: 1_000_000 });
const WORLDS = [
  ["everything", roomy(worldOf(everythingInput()))],
  ["52955ee1", roomy(corpusWorld("52955ee1"))],
  ["8e11c075", roomy(corpusWorld("8e11c075"))],
] as const;

/** The same value written otherwise; values that are no known way of writing another stay. */
function otherwise(value: string): string {
  if (/^\d+$/.test(value)) return value.length < 6 ? `${value}.00` : value;
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (date) return `${Number(date[2])}/${Number(date[3])}/${date[1]}`;
  return `  ${value.toUpperCase()} `;
}

const backwards = <T>(value: T): T =>
  (Array.isArray(value)
    ? value.map(backwards)
    : value !== null && typeof value === "object"
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, member]) => [key, backwards(member)]),
        )
      : value) as T;

describe.each(WORLDS)("C9 a passing run of %s", (_, world) => {
  const calls = passing(world);
  const expected = verdict(graded(world, calls));

  test("is a strict pass", () => {
    expect(expected).toMatchObject({ strict_pass: true, findings: [] });
  });

  test("keeps its grade with extra harmless calls between", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Seeded(seed);
        const held = world.spec.day_one.documents[0];
        const harmless: PublicActionInput[] = [
          { tool: "memory", mode: "note", text: "so far so good" },
          { tool: "memory", mode: "recall", text: "call" },
          { tool: "read_document", document: "playbook_close_the_loop" },
          { tool: "read_document", document: "never_shown" },
          ...(held ? [{ tool: "read_document", document: held } as const] : []),
          { tool: "ask", party: "never_shown", request: "anything" },
        ];
        const padded = calls.flatMap<PublicActionInput>((call) =>
          random.chance(1 / 3) ? [random.of(harmless), call] : [call],
        );
        expect(verdict(graded(world, padded))).toEqual(expected);
      }),
      { seed: 9, numRuns: 10 },
    );
  });

  test("keeps its grade when every request is made twice", () => {
    const twice = calls.flatMap<PublicActionInput>((call) =>
      call.tool === "ask" || call.tool === "act" ? [call, call] : [call],
    );
    expect(verdict(graded(world, twice))).toEqual(expected);
  });

  test("keeps its grade when requests of one call change places that do not need one another", () => {
    const say = (call: PublicAction | undefined) => call?.tool === "ask" || call?.tool === "act";
    let swapped = 0;
    for (let i = 1; i < calls.length; i++) {
      if (!say(calls[i]) || !say(calls[i - 1])) continue;
      const other = [...calls];
      [other[i - 1], other[i]] = [other[i]!, other[i - 1]!];
      const outcomes = (list: readonly PublicAction[]) =>
        logOf(world, list).flatMap((r) =>
          r.kind === "step" ? r.result.parts.map((p) => `${p.asked} ${p.outcome}`) : [],
        );
      if (outcomes(other).sort().join() !== outcomes(calls).sort().join()) continue;
      swapped++;
      expect(verdict(graded(world, other)), `calls ${i - 1} and ${i}`).toEqual(expected);
    }
    expect(swapped).toBeGreaterThan(0);
  });

  test("keeps its grade when values are written otherwise and keys stand in another order", () => {
    const rewritten = calls.map((call) =>
      "share" in call
        ? {
            ...call,
            share: call.share.map(({ what, value }) => ({ what, value: otherwise(value) })).reverse(),
          }
        : call,
    );
    expect(verdict(graded(world, rewritten))).toEqual(expected);
    const read = gradeRun(backwards([...logOf(world, calls)]));
    expect(read.ok && verdict(read.value)).toEqual(expected);
    expect(verdict(graded(worldOf(backwards(world.spec)), calls))).toEqual(expected);
  });

  test("is graded the same twice, and grading changes neither the log nor the run", () => {
    const session = createSession(world);
    for (const call of calls.slice(0, -3)) session.step(call);
    const log = session.log();
    const before = canonicalJson(log);
    const first = gradeRun(log);
    expect(gradeRun(log)).toEqual(first);
    expect(canonicalJson(log)).toBe(before);
    for (const call of calls.slice(-3)) session.step(call);
    expect(canonicalJson(session.log())).toBe(canonicalJson(logOf(world, calls)));
  });
});

describe("C12", () => {
  const zone = process.env.TZ;
  afterEach(() => {
    process.env.TZ = zone;
  });

  test("C12 time zones change no byte of a log and no grade", () => {
    const [, world] = WORLDS[0];
    const calls = passing(world);
    const logs = ["UTC", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"].map((tz) => {
      process.env.TZ = tz;
      return JSON.stringify([logOf(world, calls), gradeRun(logOf(world, calls))]);
    });
    expect(new Set(logs).size).toBe(1);
  });
});

test("C21 a log with one value changed is refused, or the value could not matter to the grade", () => {
  const [, world] = WORLDS[0];
  let refused = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const session = createSession(world);
      const random = new Seeded(seed);
      for (let i = 0; i < 25; i++) session.step(randomCall(world, session.caseFile(), random));
      const log = session.log();
      const honest = gradeRun(log);
      const altered = JSON.parse(JSON.stringify(log)) as [unknown, ...RunStep[]];
      const places: { at: Record<string, unknown>; key: string }[] = [];
      const visit = (node: unknown) => {
        if (node === null || typeof node !== "object") return;
        for (const [key, member] of Object.entries(node)) {
          if (member === null || typeof member !== "object")
            places.push({ at: node as Record<string, unknown>, key });
          else visit(member);
        }
      };
      for (const step of altered.slice(1)) visit(step);
      const { at, key } = random.of(places);
      const old = at[key];
      at[key] = typeof old === "boolean" ? !old : typeof old === "number" ? old + 1 : `${old}x`;
      const read = gradeRun(altered);
      if (!read.ok) refused++;
      else expect(read).toEqual(honest);
    }),
    { seed: 21, numRuns: 60 },
  );
  expect(refused).toBeGreaterThan(45);
});
