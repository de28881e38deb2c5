import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { corpusWorld } from "../../tests/corpus/read-corpus";
import type { PublicActionInput } from "../public/action";
import { caseFileSchema } from "../public/case-file";
import { publicResultSchema } from "../public/result";
import { canonicalJson } from "../spec/canonical";
import type { World } from "../spec/world-index";
import { worldOf } from "../testing/build-world";
import { everythingInput } from "../testing/everything-world";
import { otherwiseHidden } from "../testing/otherwise-hidden";
import { randomCall } from "../testing/random-calls";
import { randomWorld, Seeded } from "../testing/random-world";
import { walkerWorld } from "../testing/walker-world";
import { createSession, type Session } from "./session";

const WORLDS: [string, World][] = [
  ["everything", worldOf(everythingInput())],
  ["walker", worldOf(walkerWorld())],
  ["52955ee1", corpusWorld("52955ee1")],
  ["8e11c075", corpusWorld("8e11c075")],
];
const seeds = fc.integer({ min: 1, max: 1_000_000 });

/** Plays random calls and keeps them. */
function play(session: Session, world: World, seed: number, calls = 70): PublicActionInput[] {
  const random = new Seeded(seed);
  return Array.from({ length: calls }, () => {
    const call = randomCall(world, session.caseFile(), random);
    session.step(call);
    return call;
  });
}

/** Everything a run has shown, as bytes. */
function transcript(world: World, calls: readonly PublicActionInput[]): string {
  const session = createSession(world);
  return calls.map((call) => JSON.stringify([session.step(call), session.caseFile()])).join("\n");
}

/** Where two transcripts part, with some words around it; null when they are the same bytes. */
function parting(a: string, b: string): string | null {
  if (a === b) return null;
  let at = 0;
  while (a[at] === b[at]) at++;
  return `${a.slice(at - 60, at + 60)} <> ${b.slice(at, at + 60)}`;
}

describe.each(WORLDS)("random runs of %s", (_, world) => {
  test("A3 worlds that differ only in what was not disclosed show the same bytes", () => {
    let changed = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const session = createSession(world);
        const calls = play(session, world, seed);
        const seen = transcript(world, calls);
        const other = otherwiseHidden(world, calls, session.snapshot().state);
        if (canonicalJson(other.spec.knowledge) !== canonicalJson(world.spec.knowledge)) changed++;
        expect(parting(seen, transcript(other, calls))).toBeNull();
      }),
      { seed: 3, numRuns: 25 },
    );
    expect(changed).toBeGreaterThan(0);
  });

  test("C12 the same calls show the same bytes, and nothing throws or leaves its schema", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const session = createSession(world);
        const calls = play(session, world, seed, 60);
        expect(parting(transcript(world, calls), transcript(world, calls))).toBeNull();
        for (const record of session.log().slice(1))
          if (record.kind === "step") publicResultSchema.parse(record.result);
        caseFileSchema.parse(session.caseFile());
      }),
      { seed: 12, numRuns: 10 },
    );
  });

  test("M1 what is known, held, reached, granted and observed is never lost", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const session = createSession(world);
        const random = new Seeded(seed);
        let before = session.caseFile();
        for (let i = 0; i < 80; i++) {
          session.step(randomCall(world, before, random));
          const after = session.caseFile();
          for (const fact of before.facts) expect(after.facts).toContainEqual(fact);
          expect(after.documents.length).toBeGreaterThanOrEqual(before.documents.length);
          expect(after.forms.length).toBeGreaterThanOrEqual(before.forms.length);
          expect(after.parties.flatMap((p) => p.channels).length).toBeGreaterThanOrEqual(
            before.parties.flatMap((p) => p.channels).length,
          );
          before = after;
        }
      }),
      { seed: 1, numRuns: 8 },
    );
  });
});

test("A3 C12 random worlds show the same bytes again, and when only what was not disclosed differs", () => {
  let changed = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const world = randomWorld(seed);
      const session = createSession(world);
      const calls = play(session, world, seed, 40);
      const seen = transcript(world, calls);
      expect(parting(seen, transcript(world, calls))).toBeNull();
      const other = otherwiseHidden(world, calls, session.snapshot().state);
      if (canonicalJson(other.spec.knowledge) !== canonicalJson(world.spec.knowledge)) changed++;
      expect(parting(seen, transcript(other, calls))).toBeNull();
    }),
    { seed: 31, numRuns: 120 },
  );
  expect(changed).toBeGreaterThan(60);
});

test("an agent that sends anything at all never makes the engine throw", () => {
  const world = WORLDS[0]![1];
  const handle = fc.oneof(
    fc.constantFrom("patient_phone", "patient", "__proto__", "constructor", "claim"),
    fc.string(),
  );
  const call = fc.oneof(
    fc.anything(),
    fc.record({
      tool: fc.constantFrom("ask", "act"),
      party: handle,
      channel: fc.option(handle),
      request: fc.string(),
    }),
    fc.record({
      tool: fc.constant("contact"),
      mode: fc.constantFrom("call", "end_call", "voicemail"),
      channels: fc.array(handle),
      request: fc.string(),
    }),
    fc.record({
      tool: fc.constant("submit_form"),
      form: handle,
      fields: fc.dictionary(handle, fc.oneof(fc.string(), fc.boolean())),
    }),
    fc.record({ tool: fc.constant("read_document"), document: handle }),
    fc.record({ tool: fc.constant("wait"), minutes: fc.integer(), until: fc.option(fc.string()) }),
    fc.record({ tool: fc.constant("memory"), mode: fc.constantFrom("note", "recall"), text: fc.string() }),
  );
  fc.assert(
    fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
      const session = createSession(world);
      for (const input of calls) publicResultSchema.parse(session.step(input as PublicActionInput));
      caseFileSchema.parse(session.caseFile());
    }),
    { seed: 7, numRuns: 150 },
  );
});
