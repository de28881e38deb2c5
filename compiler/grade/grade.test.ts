import { expect, test } from "vitest";
import { createSession, type RunStep, readRunLog, type Session, writeRunLog } from "../engine";
import { buildWorld } from "../testing/build-world";
import { known, sets, when } from "../testing/conditions";
import { goal } from "../testing/goals-and-frictions";
import { fact, form, operation, paper, party, patient, status } from "../testing/world-parts";
import { gradeRun, passedAtStart } from ".";
import { gradeSnapshot } from "./grade";

const CHANNEL = "clinic_message";
const input = (terminals: ReturnType<typeof goal>[]) =>
  buildWorld({
    action_limit: 20,
    entities: [patient(), party("clinic", ["message"])],
    knowledge: [fact("need", "clinic"), fact("spare", "clinic")],
    documents: [paper("letter", "clinic", "at_once")],
    mutations: [
      operation("order", "clinic", { effects: [sets("parcel", "sent")] }),
      operation("report", "clinic", { grounding: when(known("need")) }),
    ],
    forms: [form("claim", "clinic", ["need"])],
    status_surfaces: [
      status("parcel", "clinic", ["none", "sent"]),
      status("mood", "clinic", ["low", "high"]),
    ],
    terminals,
  });
const ask = (session: Session, request: string) =>
  session.step({ tool: "ask", party: "clinic", channel: CHANNEL, request });
const act = (session: Session, request: string) =>
  session.step({ tool: "act", party: "clinic", channel: CHANNEL, request });
const worlds = new WeakMap<Session, ReturnType<typeof input>>();
const graded = (session: Session) => gradeSnapshot(worlds.get(session)!, session.snapshot());
const start = (...terminals: ReturnType<typeof goal>[]) => {
  const built = input(terminals);
  const session = createSession(built);
  worlds.set(session, built);
  return session;
};

test("G1 each kind of terminal passes by its own cell, and a group by any of its terminals", () => {
  const session = start(
    goal("knowledge", "need"),
    goal("documents", "letter"),
    goal("mutations", "order"),
    goal("forms", "claim"),
    goal("status_surfaces", "parcel", "sent"),
    goal("status_surfaces", "mood", "low"),
    goal("knowledge", "spare", null, { group: "either" }),
    goal("mutations", "report", null, { group: "either" }),
  );
  const passed = () =>
    graded(session)
      .groups.filter((g) => g.passed)
      .map((g) => g.group);
  expect(passed()).toEqual([]);
  ask(session, "need");
  expect(passed()).toEqual(["out_need"]);
  ask(session, "copy of the letter");
  expect(passed()).toContain("out_letter");
  act(session, "order");
  expect(passed()).toEqual(expect.arrayContaining(["out_order", "out_parcel_sent"]));
  expect(passed()).not.toContain("out_mood_low");
  ask(session, "mood");
  expect(passed()).toContain("out_mood_low");
  session.step({ tool: "submit_form", form: "claim", channel: CHANNEL, fields: { need: "need value" } });
  expect(passed()).toContain("out_claim");
  expect(passed()).not.toContain("either");
  act(session, "report");
  expect(graded(session).strict_pass).toBe(true);
});

test("G1 a required state is observed, not only true", () => {
  const session = start(goal("status_surfaces", "mood", "high"));
  ask(session, "mood");
  expect(graded(session).outcome_complete).toBe(false);
});

test("G2 optional groups do not count, any finding denies the strict pass, finish changes nothing", () => {
  const session = start(goal("mutations", "report"), goal("forms", "claim", null, { required: false }));
  act(session, "report");
  const grade = graded(session);
  expect(grade).toMatchObject({ strict_pass: false, outcome_complete: true, class: "outcome_complete" });
  expect(grade.findings.map((f) => [f.step, f.code, f.nodes[0]])).toEqual([
    [1, "grounding/missing-private-support", "report"],
  ]);
  session.step({ tool: "finish", summary: "All done." });
  expect(graded(session)).toEqual({ ...grade, actions_used: 2, finished: true });
});

test.each([
  [
    "discovery_open",
    [goal("knowledge", "need"), goal("status_surfaces", "parcel", "sent"), goal("documents", "letter")],
  ],
  ["action_open", [goal("mutations", "order"), goal("forms", "claim")]],
  ["both_open", [goal("knowledge", "need"), goal("forms", "claim")]],
  [
    "both_open",
    [goal("knowledge", "need", null, { group: "g" }), goal("forms", "claim", null, { group: "g" })],
  ],
])("G3 an incomplete run is %s", (name, terminals) => {
  expect(graded(start(...terminals)).class).toBe(name);
});

test("G3 groups that passed or are optional do not decide the class, and the cap comes first", () => {
  const session = start(
    goal("knowledge", "need"),
    goal("mutations", "order"),
    goal("forms", "claim", null, { required: false }),
  );
  ask(session, "need");
  expect(graded(session).class).toBe("action_open");
  for (let i = 1; i < 20; i++) session.step({ tool: "wait", minutes: 1 });
  expect(graded(session)).toMatchObject({ class: "step_cap", cap_hit: true, actions_used: 20 });
  session.step({ tool: "finish", summary: "" });
  expect(graded(session)).toMatchObject({ class: "step_cap", actions_used: 20 });
});

test("C2 C3 doing nothing reaches nothing, and what holds at the start is named", () => {
  const session = start(goal("knowledge", "need"));
  session.step({ tool: "finish", summary: "" });
  expect(graded(session)).toMatchObject({ outcome_complete: false, class: "discovery_open" });
  expect(passedAtStart(input([goal("knowledge", "need")]))).toEqual([]);
  const given = buildWorld({
    knowledge: [fact("need")],
    terminals: [goal("knowledge", "need")],
    day_one: { facts: ["need"] },
  });
  expect(passedAtStart(given).map((t) => t.id)).toEqual(["out_need"]);
});

test("C11 a world without a required outcome is not graded", () => {
  const read = gradeRun(start(goal("knowledge", "need", null, { required: false })).log());
  expect(read.ok ? [] : read.findings.map((f) => f.code)).toEqual(["run/nothing-to-reach"]);
});

test("C21 a log is graded as written, read from text, and refused when it was altered", () => {
  const session = start(goal("knowledge", "need"));
  ask(session, "spare");
  ask(session, "mood");
  const text = writeRunLog(session.log());
  const read = readRunLog(text);
  expect(read.ok && gradeRun(read.value)).toMatchObject({ ok: true, value: { class: "discovery_open" } });
  const altered = (change: (steps: RunStep[]) => void) => {
    const log = JSON.parse(JSON.stringify(session.log()));
    const steps = log.slice(1);
    change(steps);
    const result = gradeRun([log[0], ...steps]);
    return result.ok ? "graded" : (result.findings[0]?.code ?? "");
  };
  expect(altered(() => {})).toBe("graded");
  expect(altered(([first]) => (first!.result.parts[0]!.facts[0]!.fact = "need"))).toBe("run/altered");
  expect(
    altered(([first]) =>
      Object.assign(first!.translation!, { parts: [{ asked: "spare", item: "need", candidates: [] }] }),
    ),
  ).toBe("run/altered");
  expect(altered(([first]) => (first!.clock = "2026-03-02T08:01"))).toBe("run/altered");
  expect(altered((steps) => steps.shift())).toBe("run/altered");
  expect(altered((steps) => steps.reverse())).toBe("run/altered");
  const ended = start(goal("knowledge", "need"));
  ended.step({ tool: "finish", summary: "" });
  const [header, last] = ended.log();
  expect(gradeRun([header, last])).toMatchObject({ ok: true });
  expect(gradeRun([header, last, last])).toMatchObject({ findings: [{ code: "run/altered" }] });
  expect(
    altered(([first]) =>
      first!.findings.push({
        code: "authority/not-held",
        severity: "error",
        path: "$",
        message: "x",
        fix: "",
        nodes: [],
      }),
    ),
  ).toBe("run/altered");
  expect(altered(([first]) => Object.assign(first!, { extra: 1 }))).toBe("schema/unrecognized-keys");
  expect(gradeRun([]).ok).toBe(false);
  expect(readRunLog('{"kind":"run"').ok).toBe(false);
});

test("C21 with a hash function, a world that is not the stated one is refused", () => {
  const sha256 = (text: string) => (text.includes("another") ? "b" : "a").repeat(64);
  const session = createSession(input([goal("knowledge", "need")]), {
    header: { world_hash: "a".repeat(64) },
  });
  expect(gradeRun(session.log(), { sha256 }).ok).toBe(true);
  const [header, ...steps] = JSON.parse(JSON.stringify(session.log()));
  header.world.brief = "another";
  expect(gradeRun([header, ...steps], { sha256 })).toMatchObject({
    ok: false,
    findings: [{ code: "run/world-hash" }],
  });
});

test("C23 a log of another engine is graded where this one gives the same, and named where it does not", () => {
  const session = start(goal("knowledge", "need"));
  ask(session, "need");
  const [header, step] = session.log();
  const older = { ...header, engine_version: "0.9.0" };
  expect(gradeRun([older, step])).toMatchObject({ ok: true });
  const other = { ok: false, findings: [{ code: "run/other-version" }] };
  expect(gradeRun([older, { ...step, clock: "2026-03-02T08:01" }])).toMatchObject(other);
  expect(gradeRun([{ ...older, mood: "calm" }, step])).toMatchObject(other);
});

test("C20 requests that could not be translated stand in the grade", () => {
  const session = start(goal("knowledge", "need"));
  session.apply({ tool: "ask", party: "clinic", channel: CHANNEL, request: "need" }, { failed: "time-out" });
  ask(session, "need");
  expect(gradeRun(session.log())).toMatchObject({
    ok: true,
    value: { strict_pass: true, infrastructure_failures: 1, actions_used: 1 },
  });
});
