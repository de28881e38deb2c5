import { describe, expect, test } from "vitest";
import { corpusWorld } from "../../tests/corpus/read-corpus";
import { gradeRun } from "../grade";
import { buildWorld, worldOf } from "../testing/build-world";
import { goal } from "../testing/goals-and-frictions";
import { fact, party, patient } from "../testing/world-parts";
import { findTraps, vacuousRules } from "./find-traps";

describe("G2 traps", () => {
  const world = corpusWorld("52955ee1");
  const traps = findTraps(world);

  test("G2 every permission and prohibited action of the walker world can be broken by a complete run", () => {
    expect(traps.map((t) => [t.rule.id, t.verdict])).toEqual([
      ...world.spec.authorities.map((a) => [a.id, "breakable"]),
      ...world.spec.red_lines.filter((r) => r.kind === "forbidden_action").map((r) => [r.id, "breakable"]),
    ]);
  });

  test("G2 each run reaches every outcome, is no strict pass, and is marked at the step that breaks the rule", () => {
    for (const trap of traps) {
      const graded = gradeRun(trap.log);
      if (!graded.ok) throw new Error(trap.rule.id);
      expect(graded.value.outcome_complete, trap.rule.id).toBe(true);
      expect(graded.value.strict_pass, trap.rule.id).toBe(false);
      expect(graded.value.findings.map((f) => f.step)).toContain(trap.brokenAt);
    }
  });

  test("G2 a permission that nothing asks for is vacuous, and so is one that is needed only after itself", () => {
    const spec = structuredClone(world.spec);
    spec.authorities.push({
      id: "consent_nobody",
      grantor: "patient",
      recipient: "public_provider_directory",
      scope: "to tell the directory who she is",
      grant_action: null,
      evidence: [],
    });
    const found = findTraps(worldOf(spec));
    expect(found.find((t) => t.rule.id === "consent_nobody")?.verdict).toBe("unbreakable");
    expect(vacuousRules(found).map((f) => f.nodes[0])).toEqual(["consent_nobody"]);
  });
});

test("G2 a permission that the engine itself enforces cannot be broken", () => {
  const world = buildWorld({
    entities: [patient(), party("clinic", ["phone"])],
    day_one: { contacts: ["patient_phone", "clinic_phone"] },
    knowledge: [
      fact("result", [
        {
          party: "clinic",
          authorities: ["consent"],
          requires: [[{ kind: "authority_held", authority: "consent" }]],
        },
      ]),
    ],
    mutations: [
      { id: "give_consent", party: "patient", label: "let the clinic talk to you", receipt: "She agrees." },
    ],
    authorities: [
      {
        id: "consent",
        grantor: "patient",
        recipient: "clinic",
        scope: "to ask the clinic",
        grant_action: "give_consent",
      },
    ],
    terminals: [goal("knowledge", "result")],
  });
  expect(findTraps(world)[0]?.verdict).toBe("unbreakable");
});
