import { expect, test } from "vitest";
import { caseFileSchema } from "../public/case-file";
import { buildWorld } from "../testing/build-world";
import { done, known, reveals, sets, when } from "../testing/conditions";
import { friction } from "../testing/goals-and-frictions";
import { event, fact, form, operation, paper, party, patient, status } from "../testing/world-parts";
import { createSession } from "./session";

const office = party("office", ["phone", "message", "fax", "voicemail"]);
const world = () =>
  buildWorld({
    action_limit: 12,
    entities: [patient(), office, party("shop", ["phone"])],
    knowledge: [
      fact("need", "patient", { reveals: ["shop_phone"] }),
      fact("born", [], { value: { type: "date", value: "1961-05-04" } }),
      fact("reference"),
    ],
    documents: [
      paper("note", "patient", null, { facts: ["born"] }),
      paper("letter", "office", "collected", { facts: ["reference"] }),
    ],
    mutations: [
      operation("order", "office", {
        shares: ["born"],
        effects: [sets("parcel", "sent"), reveals("reference")],
      }),
    ],
    forms: [form("claim", "office", ["need"], { held_when: when(known("need")) })],
    status_surfaces: [status("parcel", "office", ["none", "sent", "arrived"])],
    time_events: [event("arrival", { starts: when(done("order")), effects: [sets("parcel", "arrived")] })],
    frictions: [
      friction("form_review", "claim", { minutes: 60 }),
      friction("delay", "letter", { minutes: 60 }),
    ],
    day_one: {
      contacts: ["patient_phone", "office_phone", "office_message", "office_fax", "office_voicemail"],
      documents: ["note"],
    },
  });

test("A1 each tool but memory costs one action, a refused call as well, an invalid one nothing", () => {
  const session = createSession(world());
  const left = () => session.caseFile().actions_left;
  session.step({ tool: "contact", mode: "call", channels: ["patient_phone"] });
  session.step({ tool: "ask", party: "patient", request: "need" });
  session.step({ tool: "act", party: "patient", request: "anything" });
  session.step({ tool: "read_document", document: "note" });
  session.step({ tool: "wait", minutes: 5 });
  session.step({ tool: "submit_form", form: "claim", fields: {} });
  session.step({ tool: "contact", mode: "end_call" });
  expect(left()).toBe(5);
  session.step({ tool: "memory", mode: "note", text: "plan" });
  session.step({ tool: "memory", mode: "recall", text: "need" });
  expect(left()).toBe(5);
  const before = session.log().length;
  for (const invalid of [
    { tool: "dance" },
    { tool: "wait" },
    { tool: "wait", minutes: 1, until: "2026-03-03T08:00" },
    { tool: "wait", minutes: 1.5 },
    { tool: "ask", party: "patient", request: "need", extra: 1 },
    { tool: "contact", mode: "voicemail", channels: [] },
    null,
  ]) {
    const result = session.step(invalid as never);
    expect(result.outcome).toBe("refused");
    expect(result.message).not.toBe("");
  }
  expect([left(), session.log().length]).toEqual([5, before]);
});

test("A1 at the limit only finish works, once", () => {
  const session = createSession(world());
  for (let i = 0; i < 12; i++) session.step({ tool: "wait", minutes: 1 });
  expect(session.step({ tool: "wait", minutes: 1 }).message).toMatch(/finish/);
  expect(session.step({ tool: "memory", mode: "note", text: "x" }).outcome).toBe("refused");
  expect(session.caseFile().clock).toBe("2026-03-02T08:12");
  expect(session.step({ tool: "finish", summary: "" }).outcome).toBe("finished");
  expect(session.finished).toBe(true);
  expect(session.step({ tool: "finish", summary: "" }).outcome).toBe("refused");
  expect(session.log()).toHaveLength(1 + 13);
});

test("A1 what could not be translated costs nothing, changes nothing and is counted", () => {
  const session = createSession(world());
  const ask = { tool: "ask", party: "office", channel: "office_message", request: "parcel" } as const;
  expect(session.prepare(ask)).not.toBeNull();
  const before = session.caseFile();
  expect(session.apply(ask, { failed: "time-out" }).outcome).toBe("refused");
  expect(session.caseFile()).toEqual(before);
  expect(session.snapshot().failures).toBe(1);
  const odd = {
    parts: [{ asked: "parcel", item: "parcel", candidates: [], sure: 1 }],
    said: [],
    unplaced: [],
  };
  expect(session.apply(ask, odd as never).outcome).toBe("refused");
  expect(session.apply(ask, null).outcome).toBe("refused");
  expect(session.caseFile()).toEqual(before);
  expect(session.snapshot().failures).toBe(3);
});

test("A2 handles that were not shown are refused in the same words whether or not they exist", () => {
  const session = createSession(world());
  const words = (action: Parameters<typeof session.step>[0]) => {
    const { outcome, message, parts } = session.step(action);
    return { outcome, message, parts };
  };
  expect(words({ tool: "contact", mode: "call", channels: ["shop_phone"] })).toEqual(
    words({ tool: "contact", mode: "call", channels: ["no_such_phone"] }),
  );
  expect(words({ tool: "ask", party: "shop", request: "need" })).toEqual(
    words({ tool: "ask", party: "nobody", request: "need" }),
  );
  expect(words({ tool: "read_document", document: "letter" })).toEqual(
    words({ tool: "read_document", document: "no_such_letter" }),
  );
  expect(words({ tool: "submit_form", form: "claim", fields: {} })).toEqual(
    words({ tool: "submit_form", form: "no_such_form", fields: {} }),
  );
  expect(words({ tool: "contact", mode: "voicemail", channels: ["shop_phone"], request: "x" })).toEqual(
    words({ tool: "contact", mode: "voicemail", channels: ["nothing"], request: "x" }),
  );
});

test("A2 the id of a fact that is not known is words, not a handle", () => {
  const session = createSession(world());
  const request = session.prepare({
    tool: "act",
    party: "office",
    channel: "office_message",
    request: "order",
  });
  expect(request?.vocabulary).toEqual([{ fact: "born", label: "born", known: true }]);
});

test("the case file is rebuilt from the log, with sources, receipts, timing and history", () => {
  const session = createSession(world());
  session.step({ tool: "memory", mode: "note", text: "call first" });
  session.step({ tool: "contact", mode: "call", channels: ["patient_phone"] });
  session.step({ tool: "ask", party: "patient", request: "need" });
  session.step({
    tool: "act",
    party: "office",
    channel: "office_message",
    request: "order",
    share: [{ what: "born", value: "5/4/1961" }],
  });
  session.step({ tool: "ask", party: "office", channel: "office_message", request: "copy of the letter" });
  session.step({ tool: "submit_form", form: "claim", channel: "office_fax", fields: { need: "need value" } });
  session.step({ tool: "read_document", document: "playbook_close_the_loop" });
  const file = session.caseFile();
  expect(caseFileSchema.parse(file)).toEqual(file);
  expect(file.facts.map((f) => [f.fact, f.source])).toEqual([
    ["born", { kind: "document", id: "note", step: 0 }],
    ["need", { kind: "party", id: "patient", step: 3 }],
    ["reference", { kind: "receipt", id: "office", step: 4 }],
  ]);
  expect(file.statuses).toEqual([{ party: "office", label: "parcel", value: "sent", step: 4 }]);
  expect(file.receipts).toEqual([{ step: 4, party: "office", message: "Done: order." }]);
  expect(file.timing.map((t) => t.step)).toEqual([5, 6]);
  expect(file.forms.map((f) => f.state)).toEqual(["submitted"]);
  expect(file.open_call).toEqual(["patient"]);
  expect(file.plan_note).toBe("call first");
  expect(file.playbooks.filter((p) => p.text !== null).map((p) => p.playbook)).toEqual([
    "playbook_close_the_loop",
  ]);
  expect(file.parties.map((p) => p.party)).toEqual(["patient", "office", "shop"]);
  const waited = session.step({ tool: "wait", minutes: 60 });
  expect(waited.form_states).toEqual([{ form: "claim", state: "accepted", to_correct: [] }]);
  expect(session.caseFile().timing.map((t) => t.step)).toEqual([5]);
  expect(session.step({ tool: "memory", mode: "recall", text: "order" }).text).toContain("4 act");
});

test("C13 what an agent does to a result or a case file reaches neither the log nor the run", () => {
  const session = createSession(world());
  const agent = session.environment();
  const action = {
    tool: "ask" as const,
    party: "office",
    channel: "office_message",
    request: "parcel",
    share: [{ what: "born", value: "5/4/1961" }],
  };
  const result = agent.step(action);
  const before = JSON.stringify(session.log());
  result.parts[0]!.message = "altered";
  result.parts.length = 0;
  action.share[0]!.value = "altered";
  const file = agent.caseFile();
  file.facts[0]!.value.value = "altered";
  (session.log()[0] as { world: { brief: string } }).world.brief = "altered";
  expect(JSON.stringify(session.log())).toBe(before);
  expect(Object.keys(agent).sort()).toEqual(["caseFile", "finished", "step"]);
});

test("C13 runs of one world do not reach one another", () => {
  const shared = world();
  const [first, second] = [createSession(shared), createSession(shared)];
  const untouched = JSON.stringify(second.caseFile());
  first.step({ tool: "contact", mode: "call", channels: ["patient_phone"] });
  first.step({ tool: "ask", party: "patient", request: "need" });
  expect(JSON.stringify(second.caseFile())).toBe(untouched);
  expect(JSON.stringify(createSession(shared).caseFile())).toBe(untouched);
});
