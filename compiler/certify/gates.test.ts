import { describe, expect, test } from "vitest";
import { proveReachable } from "../oracle";
import { isSaid, type Value } from "../spec/value";
import type { World } from "../spec/world-index";
import { buildWorld } from "../testing/build-world";
import { known, sets, when } from "../testing/conditions";
import { friction, goal } from "../testing/goals-and-frictions";
import { consent, event, fact, form, operation, paper, party, patient, status } from "../testing/world-parts";
import { formsGate, wrongValue } from "./gate-forms";
import { frictionGate } from "./gate-friction";
import { languageGate } from "./gate-language";
import { replayGate } from "./gate-replay";
import { machinery } from "./machinery";
import { planWitness } from "./plan-witness";
import { replayOracle, unhurried } from "./replay-route";

const replay = (world: World) => replayGate(world, proveReachable(world), machinery);
const codes = (findings: readonly { code: string }[]) => findings.map((f) => f.code);

function formWorld(parts: {
  frictions?: ReturnType<typeof friction>[];
  extra?: Parameters<typeof form>[2][number][];
}) {
  return buildWorld({
    entities: [patient(), party("plan", ["phone", "portal"])],
    knowledge: [
      fact("born", "patient", { value: { type: "date", value: "1970-05-04" } }),
      fact("copay", "patient", { value: { type: "money", value: "25" } }),
      fact("read_it", "patient", { value: { type: "text", value: "yes" } }),
    ],
    forms: [
      form("claim", "plan", [
        "born",
        "copay",
        {
          id: "confirms",
          label: "The patient has read it",
          kind: "attestation",
          source: "read_it",
          verifiable: true,
        },
        ...(parts.extra ?? []),
      ]),
    ],
    terminals: [goal("forms", "claim")],
    frictions: parts.frictions ?? [],
  });
}

describe("gate 3: replay", () => {
  test("C4 words that no fact gives must have been seen somewhere", () => {
    const field = (words: string) =>
      formWorld({
        extra: [
          {
            id: "kind_of_claim",
            label: "Kind of claim, new or repeated",
            kind: "value" as const,
            expected: { type: "text" as const, value: words },
            verifiable: true,
          },
        ],
      });
    expect(replay(field("new")).result.findings).toEqual([]);
    expect(codes(replay(field("transatlantic")).result.findings)).toContain("replay/value-not-shown");
  });

  test("F2 an attestation whose source says no is left unticked", () => {
    const world = formWorld({});
    const denied = {
      ...world.spec,
      knowledge: world.spec.knowledge.map((k) =>
        k.id === "read_it" ? { ...k, value: { type: "text" as const, value: "No." } } : k,
      ),
    };
    expect(replay(buildWorld(denied)).result.findings).toEqual([]);
  });

  test("C5 a call with several participants, over outbound channels and by portal is walked as well", () => {
    const world = buildWorld({
      entities: [
        patient(),
        party("clinic", ["phone", "fax"]),
        party("plan", ["voicemail", "portal", "phone"]),
      ],
      knowledge: [
        fact("plan_rule", [{ party: "plan", via: ["plan_portal"] }]),
        fact("joint_answer", [{ party: "clinic", participants: ["patient", "plan"] }]),
      ],
      mutations: [
        operation("leave_word", "plan", { via: ["plan_voicemail"], effects: [sets("file", "open")] }),
        operation("send_fax", "clinic", { via: ["clinic_fax"] }),
      ],
      status_surfaces: [status("file", "plan", ["none", "open"], { observe: { via: ["plan_phone"] } })],
      terminals: [
        goal("knowledge", "plan_rule"),
        goal("knowledge", "joint_answer"),
        goal("mutations", "send_fax"),
        goal("status_surfaces", "file", "open"),
      ],
    });
    const { result, replayed } = replay(world);
    expect(result.findings).toEqual([]);
    const { transcript } = replayed.walk;
    expect(transcript.some(({ action }) => action.tool === "contact" && action.channels?.length === 3)).toBe(
      true,
    );
    expect(transcript.some(({ action }) => action.tool === "contact" && action.mode === "voicemail")).toBe(
      true,
    );
  });

  test("documents that are collected, sent and handed over at once, and a status that time changes", () => {
    const world = buildWorld({
      entities: [patient(), party("clinic")],
      knowledge: [fact("a"), fact("b"), fact("c")],
      documents: [
        paper("letter", "clinic", "collected", { facts: ["a"] }),
        paper("scan", "clinic", "sent", { facts: ["b"] }),
        paper("note", "clinic", "at_once", { facts: ["c"] }),
      ],
      mutations: [operation("start_it", "clinic", { effects: [sets("work", "begun")] })],
      status_surfaces: [status("work", "clinic", ["none", "begun", "ended"])],
      time_events: [
        event("end_of_work", {
          starts: [[{ kind: "status_is", status: "work", value: "begun" }]],
          effects: [sets("work", "ended")],
        }),
      ],
      terminals: [
        goal("knowledge", "a"),
        goal("knowledge", "b"),
        goal("knowledge", "c"),
        goal("status_surfaces", "work", "ended"),
      ],
      frictions: [
        friction("delay", "letter", { minutes: 90 }),
        friction("delay", "scan", { minutes: 2000 }),
        friction("delay", "end_of_work", { minutes: 300 }),
      ],
    });
    const { result } = replay(world);
    expect(result.findings).toEqual([]);
    expect(result.figures.unheld_documents).toBe(3);
  });
});

describe("gate 4: forms", () => {
  test("F3 every field that is checked is noticed when wrong, and accepted when corrected", () => {
    const world = formWorld({});
    expect(formsGate(world, proveReachable(world), machinery)).toMatchObject({
      verdict: "proved",
      figures: { tried: 3, noticed: 3 },
    });
  });

  test("F3 under review, and where the answer comes after the deadline, a correction while in review does", () => {
    for (const frictions of [
      [friction("form_review", "claim", { minutes: 600 })],
      [
        friction("form_review", "claim", { minutes: 600 }),
        friction("deadline", "claim", { at: "2026-03-02T12:00", severity: 3 }),
      ],
    ]) {
      const world = formWorld({ frictions });
      expect(formsGate(world, proveReachable(world), machinery).findings).toEqual([]);
    }
  });

  test("an optional form is reached by a route of its own; one that nobody can reach is counted", () => {
    const world = buildWorld({
      entities: [patient(), party("plan")],
      // The gate's own outcome must not be kept away by an object that has its id.
      knowledge: [fact("born", "patient"), fact("unknown"), fact("terminal_of_the_form_gate")],
      forms: [form("optional", "plan", ["born"]), form("hopeless", "plan", ["unknown"])],
      terminals: [goal("knowledge", "born")],
    });
    expect(formsGate(world, proveReachable(world), machinery).figures).toMatchObject({
      tried: 1,
      noticed: 1,
      unreached: 1,
    });
  });

  test("V1 a near miss is never the value itself", () => {
    const values: Value[] = [
      { type: "text", value: "Yes." },
      { type: "date", value: "2024-02-29" },
      { type: "date", value: "9999-12-31" },
      { type: "money", value: "25", currency: "USD" },
      { type: "money", value: "0.99", currency: "EUR" },
      { type: "phone", value: "+1 (555) 010-9999 " },
      { type: "identifier", value: "AB-12 3" },
    ];
    for (const value of values) expect(isSaid(value, wrongValue(value)), value.value).toBe(false);
  });
});

test("a world too large to try its mechanisms one at a time is not decided, and at once", () => {
  const ids = Array.from({ length: 250 }, (_, i) => `fact_${i}`);
  const hours = { daily: { from: "08:00", to: "18:00" } };
  const world = buildWorld({
    entities: [patient()],
    knowledge: ids.map((id) => fact(id, "patient")),
    terminals: ids.map((id) => goal("knowledge", id)),
    frictions: Array.from({ length: 401 }, (_, i) =>
      friction("availability_window", "patient_phone", { ...hours, id: `hours_${i}` }),
    ),
  });
  const { result } = frictionGate(world, proveReachable(world, { routes: false }), machinery);
  expect(result).toMatchObject({ verdict: "unknown", findings: [{ code: "friction/too-many" }] });
});

test("forms at the end of a route too long to walk for each of them are not decided, and at once", () => {
  const world = formWorld({});
  const oracle = proveReachable(world);
  const [first] = oracle.witness;
  const long = [...new Array(1_000_000).fill(first), ...oracle.witness];
  expect(formsGate(world, { ...oracle, witness: long }, machinery)).toMatchObject({
    verdict: "unknown",
    findings: [{ code: "forms/too-many" }],
  });
});

test("C18 a route of as many actions as a world may allow is walked again with actions to spare", () => {
  const world = buildWorld({
    action_limit: 10_000,
    entities: [patient()],
    knowledge: [fact("need", "patient")],
    terminals: [goal("knowledge", "need")],
  });
  const session = machinery.createSession(unhurried(world));
  expect(session.environment().caseFile().actions_left).toBeGreaterThan(10_100);
});

describe("gate 5: language", () => {
  test("requests are counted, and a word understood as something else is named", () => {
    const world = buildWorld({
      entities: [patient(), party("clinic")],
      knowledge: [fact("opening_hours", "clinic"), fact("parking_rules", "clinic")],
      terminals: [goal("knowledge", "opening_hours"), goal("knowledge", "parking_rules")],
    });
    const { replayed } = replayOracle(world, proveReachable(world), machinery);
    expect(languageGate(replayed).result).toMatchObject({
      verdict: "proved",
      figures: { requests: 2, items: 2 },
    });
    const swapped = [...replayed.witness].reverse();
    const findings = languageGate({ ...replayed, witness: swapped }).result.findings;
    expect(codes(findings)).toContain("language/misunderstood");
    expect(findings[0]?.nodes).toEqual(["parking_rules", "opening_hours"]);
  });

  test("with requests joined in one text each part is checked", () => {
    const world = buildWorld({
      entities: [patient()],
      knowledge: [fact("need", "patient"), fact("wish", "patient")],
      terminals: [goal("knowledge", "need"), goal("knowledge", "wish")],
    });
    const { witness } = proveReachable(world);
    expect(planWitness(world, witness, { join: true }).steps).toHaveLength(1);
    const tight = buildWorld({ ...world.spec, action_limit: 2 });
    const { replayed, words } = replayOracle(tight, proveReachable(tight), machinery);
    expect(words).toContain("several requests");
    expect(languageGate(replayed).result).toMatchObject({ verdict: "proved", figures: { requests: 2 } });
  });
});

describe("gate 6: friction", () => {
  const hard = (frictions: ReturnType<typeof friction>[]) =>
    buildWorld({
      entities: [patient(), party("clinic"), party("twin", ["phone"], { decoy: true })],
      knowledge: [
        fact("need", "patient"),
        fact("advice", [{ party: "clinic", shares: ["need"], authorities: ["ok"] }]),
      ],
      mutations: [operation("grant_ok", "patient", { requires: when(known("need")) })],
      authorities: [consent("ok", "clinic", "grant_ok")],
      terminals: [goal("knowledge", "advice")],
      frictions,
    });

  test("rungs are added in declaration order and end in the world itself", () => {
    const world = hard([
      friction("retry", "clinic_phone", { tries: 3, severity: 2 }),
      friction("decoy", "twin", {}),
    ]);
    const { result, ladder } = frictionGate(world, proveReachable(world), machinery);
    expect(result.findings).toEqual([]);
    expect(ladder.map((row) => [row.friction, row.kept])).toEqual([
      [null, true],
      ["retry_clinic_phone", true],
      ["decoy_twin", true],
    ]);
    expect(ladder.map((row) => row.operations)).toEqual([3, 5, 5]);
    expect(ladder.at(-1)?.reason).toBe("Kept. The route is as long as before.");
  });

  test("a look-alike without a mechanism is not the world that the ladder reaches", () => {
    const world = hard([]);
    const { result } = frictionGate(world, proveReachable(world), machinery);
    expect(result.findings).toMatchObject([{ code: "friction/not-the-world", nodes: ["twin"] }]);
  });

  test("C19 a mechanism that makes the route impossible is refused with the reason", () => {
    const world = hard([
      friction("relative_opening", "clinic_phone", { minutes: 3000, severity: 2 }),
      friction("decoy", "twin", {}),
      friction("deadline", "advice", { at: "2026-03-03T08:00", severity: 3 }),
    ]);
    const { result, ladder } = frictionGate(world, proveReachable(world), machinery);
    expect(ladder.at(-1)).toMatchObject({ friction: "deadline_advice", kept: false });
    expect(result).toMatchObject({ verdict: "refuted", figures: { kept: 2, refused: 1 } });
    expect(result.findings[0]?.nodes[0]).toBe("deadline_advice");
  });
});
