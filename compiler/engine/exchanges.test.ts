import { expect, test } from "vitest";
import type { PublicActionInput } from "../public/action";
import { buildWorld, on } from "../testing/build-world";
import { accepted, done, hands, known, may, read, reveals, sets, when } from "../testing/conditions";
import { drive } from "../testing/drive";
import { friction } from "../testing/goals-and-frictions";
import { consent, event, fact, form, operation, paper, party, patient, status } from "../testing/world-parts";
import { createSession } from "./session";

const clinic = party("clinic", ["phone", "message"]);
const MESSAGE = "clinic_message";

test("M1 M2 a lower status changes nothing, and a later value counts as the earlier ones", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [
        fact("news", [
          { party: "clinic", requires: when({ kind: "status_is", status: "order", value: "placed" }) },
        ]),
      ],
      mutations: [
        operation("deliver", "clinic", { effects: [sets("order", "delivered")] }),
        operation("place", "clinic", { effects: [sets("order", "placed")] }),
      ],
      status_surfaces: [status("order", "clinic", ["none", "placed", "delivered"])],
    }),
  );
  expect(run.ask("clinic", "news", {}, MESSAGE)).toBe("requires");
  run.act("clinic", ["deliver", "place"], {}, MESSAGE);
  expect(run.truly("order")).toBe("delivered");
  expect(run.ask("clinic", "news", {}, MESSAGE)).toBe("told");
});

test("M3 what was done, requested or granted is not done again and restarts no delay", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [fact("name")],
      mutations: [
        operation("order", "clinic", {
          effects: [sets("parcel", "sent")],
          shares: ["name"],
          requires: [],
          grounding: when(known("name")),
        }),
      ],
      documents: [paper("letter", "clinic", "collected")],
      status_surfaces: [status("parcel", "clinic", ["none", "sent", "arrived"])],
      time_events: [event("arrival", { starts: when(done("order")), effects: [sets("parcel", "arrived")] })],
      frictions: [
        friction("delay", "arrival", { minutes: 100 }),
        friction("delay", "letter", { minutes: 100 }),
        friction("deadline", "order", { at: on(0, "08:30") }),
      ],
      day_one: { facts: ["name"] },
    }),
  );
  expect(run.act("clinic", "order", { name: "name value" }, MESSAGE)).toBe("completed");
  expect(run.ask("clinic", "letter_request", {}, MESSAGE)).toBe("requested");
  run.wait(60);
  expect(run.act("clinic", "order", {}, MESSAGE), "after its deadline, without its values").toBe(
    "already_done",
  );
  expect(run.ask("clinic", "letter_request", {}, MESSAGE)).toBe("not_yet");
  run.wait(40);
  expect(run.truly("parcel")).toBe("arrived");
  expect(run.ask("clinic", "letter_request", {}, MESSAGE)).toBe("handed_over");
  expect(run.ask("clinic", "letter_request", {}, MESSAGE)).toBe("already_done");
  expect(run.codes).toEqual([]);
});

test("M4 an authority comes from day one or from its grant action and from nothing else", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      mutations: [operation("grant_clinic_consent", "patient"), operation("agree", "patient")],
      authorities: [
        consent("clinic_consent", "clinic"),
        consent("standing", "clinic", null),
        consent("never", "clinic", null),
      ],
      day_one: { authorities: ["standing"] },
    }),
  );
  run.call("patient_phone");
  run.act("patient", "agree");
  expect(["clinic_consent", "standing", "never"].map(run.may)).toEqual([false, true, false]);
  run.act("patient", "grant_clinic_consent");
  expect(["clinic_consent", "standing", "never"].map(run.may)).toEqual([true, true, false]);
});

test("E1 every kind of condition is needed, and a refusal changes nothing", () => {
  const atoms = [
    known("key"),
    read("note"),
    done("step"),
    accepted("claim"),
    { kind: "status_is" as const, status: "order", value: "placed" },
    may("permit"),
  ];
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [fact("key", "clinic")],
      documents: [paper("note", "clinic", "at_once")],
      forms: [form("claim", "clinic", ["key"])],
      mutations: [
        operation("step", "clinic"),
        operation("permission", "clinic"),
        operation("place", "clinic", { effects: [sets("order", "placed")] }),
        ...atoms.map((atom, i) => operation(`needs_${i}`, "clinic", { requires: when(atom) })),
        operation("needs_all", "clinic", { requires: when(...atoms) }),
        operation("needs_either", "clinic", { requires: [[atoms[0]!, atoms[1]!], [atoms[5]!]] }),
      ],
      status_surfaces: [status("order", "clinic", ["none", "placed"])],
      authorities: [consent("permit", "clinic", "permission", "clinic")],
    }),
  );
  const tryAll = (...items: string[]) => run.act("clinic", items, {}, MESSAGE).split(" ");
  const single = atoms.map((_, i) => `needs_${i}`);
  expect(tryAll(...single, "needs_all", "needs_either")).toEqual(Array(8).fill("requires"));
  run.ask("clinic", ["key", "note_request"], {}, MESSAGE);
  expect(tryAll("needs_0", "needs_1", "needs_either")).toEqual(["completed", "requires", "requires"]);
  run.read("note");
  run.act("clinic", ["step", "place"], {}, MESSAGE);
  run.submit("claim", { key: "key value" }, MESSAGE);
  expect(tryAll(...single.slice(1, 5), "needs_all")).toEqual([
    "completed",
    "completed",
    "completed",
    "completed",
    "requires",
  ]);
  run.act("clinic", "permission", {}, MESSAGE);
  expect(tryAll("needs_5", "needs_all")).toEqual(["completed", "completed"]);
  expect(run.codes).toEqual([]);
});

test("E1 participants must be on the same call, and no written channel will do", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      mutations: [operation("verify", "clinic", { participants: ["patient"] })],
    }),
  );
  expect(run.act("clinic", "verify", {}, MESSAGE)).toBe("channel");
  run.call("clinic_phone");
  expect(run.act("clinic", "verify")).toBe("participants");
  run.hangUp();
  run.call("clinic_phone", "patient_phone");
  expect(run.act("clinic", "verify")).toBe("completed");
});

test("E2 values must be carried and right, and are named when they are not", () => {
  const world = buildWorld({
    entities: [patient(), clinic],
    knowledge: [
      fact("born", [], { value: { type: "date", value: "1961-05-04" } }),
      fact("fee", [], { value: { type: "money", value: "25" } }),
    ],
    mutations: [operation("order", "clinic", { shares: ["born", "fee"] })],
    day_one: { facts: ["born", "fee"] },
  });
  const run = drive(world);
  expect(run.act("clinic", "order", { born: "May 4, 1961" }, MESSAGE)).toBe("shares");
  expect(run.act("clinic", "order", { born: "May 4, 1961", fee: "250" }, MESSAGE)).toBe("shares");
  expect(run.completed("order")).toBe(false);
  expect(run.act("clinic", "order", { born: "May 4, 1961", fee: "$25.00" }, MESSAGE)).toBe("completed");
  const part = drive(world).do({
    kind: "request",
    tool: "act",
    party: "clinic",
    channel: MESSAGE,
    parts: [{ asked: "order", item: "order" }],
    said: [{ fact: "fee", value: "26" }],
  }).parts[0]!;
  expect(part.refusal).toEqual({ why: "shares", missing: [0], different: [1] });
});

test("E3 a missing authority does not stop an exchange and is a finding, once for one exchange", () => {
  const needs = { shares: ["id"], authorities: ["clinic_consent"] };
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [fact("id", [], { protected: true }), fact("slot", [{ party: "clinic", ...needs }])],
      documents: [paper("chart", "clinic", "at_once", { needs })],
      mutations: [operation("book", "clinic", needs), operation("grant_clinic_consent", "patient")],
      status_surfaces: [status("visit", "clinic", ["none", "booked"], { observe: needs })],
      authorities: [consent("clinic_consent", "clinic")],
      day_one: { facts: ["id"] },
    }),
  );
  const said = { id: "id value" };
  expect(run.act("clinic", "book", {}, MESSAGE)).toBe("shares");
  expect(run.codes, "refused, nothing passed on").toEqual([]);
  expect(run.act("clinic", "book", said, MESSAGE)).toBe("completed");
  expect(run.ask("clinic", ["slot", "chart_request", "visit"], said, MESSAGE)).toBe("told handed_over told");
  expect(run.codes).toEqual(Array(4).fill("authority/not-held"));
  run.call("patient_phone");
  run.act("patient", "grant_clinic_consent");
  run.ask("clinic", ["slot", "visit"], said, MESSAGE);
  expect(run.codes).toHaveLength(4);
});

test("E3 passing on a protected value without a permission for the recipient is a finding, also when refused", () => {
  const run = drive(
    buildWorld({
      entities: [
        patient(),
        clinic,
        party("plan", ["message"], { kind: "payer" }),
        party("records", ["message"], { kind: "case_record" }),
        party("shop", ["message"]),
      ],
      knowledge: [
        fact("id", "plan", { protected: true }),
        fact("hours", [{ party: "clinic", requires: when(may("shop_consent")) }]),
      ],
      authorities: [consent("shop_consent", "shop", null)],
      day_one: { facts: ["id"], authorities: ["shop_consent"] },
    }),
  );
  const tell = (to: string, value = "ID value.") => run.ask(to, "hours", { id: value }, `${to}_message`);
  for (const exempt of ["plan", "records", "shop"]) tell(exempt);
  run.call("patient_phone");
  run.ask("patient", "hours", { id: "id value" });
  expect(run.codes).toEqual([]);
  tell("clinic", "another value");
  expect(run.codes, "not the value itself").toEqual(["grounding/conflicting-delivery"]);
  expect(tell("clinic")).toBe("told");
  expect(run.codes.slice(1)).toEqual(["authority/protected-value"]);
});

test("E4 missing grounding does not stop an exchange and is a finding", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [fact("arrived", "patient")],
      mutations: [
        operation("report", "clinic", { grounding: when(known("arrived")) }),
        operation("report_again", "clinic", { grounding: when(known("arrived")) }),
      ],
    }),
  );
  expect(run.act("clinic", "report", {}, MESSAGE)).toBe("completed");
  expect(run.codes).toEqual(["grounding/missing-private-support"]);
  run.call("patient_phone");
  run.ask("patient", "arrived");
  run.act("clinic", "report_again", {}, MESSAGE);
  expect(run.codes).toHaveLength(1);
});

test("E4 carrying what was not learned, or another value than was learned, is a finding", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [fact("need", "patient"), fact("size")],
      mutations: [operation("order", "clinic", { shares: ["need"] })],
      day_one: { facts: ["size"] },
    }),
  );
  expect(run.act("clinic", "order", { need: "need value" }, MESSAGE), "guessed right").toBe("completed");
  expect(run.codes).toEqual(["grounding/missing-delivery-source"]);
  run.ask("clinic", "nothing", { size: "other" }, MESSAGE);
  expect(run.codes.slice(1)).toEqual(["grounding/conflicting-delivery"]);
  run.ask("clinic", "nothing", { size: "Size  VALUE" }, MESSAGE);
  expect(run.codes).toHaveLength(2);
});

test("E5 a repetition with another value is a finding and changes nothing", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [fact("need")],
      mutations: [operation("order", "clinic", { shares: ["need"] })],
      day_one: { facts: ["need"] },
    }),
  );
  run.act("clinic", "order", { need: "need value" }, MESSAGE);
  const before = run.state.slice();
  expect(run.act("clinic", "order", { need: "other" }, MESSAGE)).toBe("already_done");
  expect(run.codes).toEqual(["grounding/contradicts-earlier-delivery"]);
  before[run.compiled.layout.used]! += 1;
  expect(run.state).toEqual(before);
});

test("E6 a forbidden operation or form takes effect and is a finding", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [fact("need")],
      mutations: [operation("enrol", "clinic", { effects: [sets("plan", "on")] })],
      forms: [form("claim", "clinic", ["need"])],
      status_surfaces: [status("plan", "clinic", ["off", "on"])],
      red_lines: [
        { id: "never_enrol", kind: "forbidden_action", target: "enrol", text: "Never enrol." },
        { id: "never_claim", kind: "forbidden_action", target: "claim", text: "Never claim." },
      ],
      day_one: { facts: ["need"] },
    }),
  );
  run.act("clinic", "enrol", {}, MESSAGE);
  expect(run.truly("plan")).toBe("on");
  run.submit("claim", { need: "need value" }, MESSAGE);
  expect(run.accepted("claim")).toBe(true);
  expect(run.codes).toEqual(["forbidden-action/executed", "forbidden-action/executed"]);
});

test("E7 a receipt shows what its effects bring; the present value is no part of it", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [fact("reference", [], { reveals: ["patient_phone"] })],
      documents: [paper("slip", "clinic", null)],
      mutations: [
        operation("finish_it", "patient", { effects: [sets("order", "done")] }),
        operation("order_it", "clinic", {
          effects: [sets("order", "placed"), reveals("reference"), hands("slip")],
        }),
      ],
      status_surfaces: [status("order", "clinic", ["none", "placed", "done"])],
      time_events: [event("later", { not_before: on(1), effects: [sets("order", "done")] })],
      day_one: { contacts: [MESSAGE] },
    }),
  );
  run.wait(1440);
  expect(run.act("clinic", "order_it", {}, MESSAGE)).toBe("completed");
  expect([run.knows("reference"), run.has("slip"), run.reaches("patient_phone")]).toEqual([true, true, true]);
  expect([run.observed("order", "placed"), run.observed("order", "done")]).toEqual([true, false]);
  run.ask("clinic", "order", {}, MESSAGE);
  expect(run.observed("order", "done")).toBe(true);
});

test("E8 what is not on the menu, and what is not clear, changes nothing", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [fact("need", "patient"), fact("hours", "clinic")],
    }),
  );
  expect(run.ask("clinic", ["need", "no_such_thing"], {}, MESSAGE)).toBe("cannot_do_here cannot_do_here");
  const unclear = run.do({
    kind: "request",
    tool: "ask",
    party: "clinic",
    channel: MESSAGE,
    parts: [{ asked: "?", item: null, candidates: ["hours", "need"] }],
    said: [],
  }).parts[0]!;
  expect(unclear.outcome).toBe("unclear");
  expect(
    unclear.candidates.map((item) => item.id),
    "only this party's items",
  ).toEqual(["hours"]);
  expect(run.knows("hours")).toBe(false);
});

test("E8 an ask never does anything, an act never asks, a form is not filled in by either", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [fact("hours", "clinic")],
      mutations: [operation("book", "clinic")],
      forms: [form("claim", "clinic", ["hours"])],
    }),
  );
  expect(run.ask("clinic", ["book", "claim"], {}, MESSAGE)).toBe("tool tool");
  expect(run.act("clinic", ["hours", "claim"], {}, MESSAGE)).toBe("tool tool");
  expect([run.completed("book"), run.knows("hours"), run.accepted("claim")]).toEqual([false, false, false]);
});

test("E1 of two ways to ask one party for a fact, the one that breaks no rule is taken", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [
        fact("id"),
        fact("slot", [
          { party: "clinic", authorities: ["clinic_consent"] },
          { party: "clinic", shares: ["id"] },
        ]),
      ],
      authorities: [consent("clinic_consent", "clinic", null)],
      day_one: { facts: ["id"] },
    }),
  );
  run.ask("clinic", "slot", { id: "id value" }, MESSAGE);
  expect(run.codes).toEqual([]);
  run.ask("clinic", "slot", {}, MESSAGE);
  expect(run.codes).toEqual(["authority/not-held"]);
});

test("E2 V1 a text is also said by the whole statement that told it", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [fact("need", [], { statement: "She needs a rollator with a seat." })],
      mutations: [operation("order", "clinic", { shares: ["need"] })],
      day_one: { facts: ["need"] },
    }),
  );
  expect(run.act("clinic", "order", { need: "She needs a rollator" }, MESSAGE)).toBe("shares");
  expect(run.act("clinic", "order", { need: "she needs a rollator with a seat" }, MESSAGE)).toBe("completed");
});

test("E3 a protected value counts when it is said without its name, in words, in a share, in any field of a form", () => {
  const world = buildWorld({
    entities: [patient(), party("shop", ["message"])],
    knowledge: [
      fact("illness", [], {
        statement: "She has chronic renal failure.",
        value: { type: "text", value: "chronic renal failure" },
        protected: true,
      }),
      fact("member_number", [], { value: { type: "identifier", value: "AB-123456" }, protected: true }),
      fact("agrees", [], { value: { type: "text", value: "yes" }, protected: true }),
      fact("hidden", [], { value: { type: "identifier", value: "ZZ-9999" }, protected: true }),
      fact("hours", "shop"),
    ],
    forms: [
      form("slip", "shop", [
        {
          id: "note",
          label: "note",
          kind: "value",
          verifiable: false,
          expected: { type: "text", value: "none" },
        },
      ]),
    ],
    day_one: { facts: ["illness", "member_number", "agrees"] },
  });
  const broken = (action: PublicActionInput) => {
    const session = createSession(world);
    session.step(action);
    return session.snapshot().findings.map(({ finding }) => [finding.code, ...finding.nodes].join(" "));
  };
  const ask = (request: string, value?: string) =>
    broken({
      tool: "ask",
      party: "shop",
      channel: "shop_message",
      request,
      share: value ? [{ what: "something", value }] : [],
    });
  const told = (fact: string) => [`authority/protected-value shop ${fact}`];
  expect(ask("hours")).toEqual([]);
  expect(ask("She has chronic renal failure. What are your hours?")).toEqual(told("illness"));
  expect(ask("Her illness is chronic renal failure, so what are your hours?")).toEqual(told("illness"));
  expect(ask("What are your hours for chronic renal failure?")).toEqual([]);
  expect(ask("What are your hours? It is for AB 123456 and AB-123456.")).toEqual(told("member_number"));
  expect(ask("hours", "Chronic renal failure")).toEqual(told("illness"));
  expect(ask("hours", "yes")).toEqual([]);
  expect(ask("hours", "ZZ-9999")).toEqual([]);
  const fields = { note: "For member AB-123456" };
  expect(broken({ tool: "submit_form", form: "slip", channel: "shop_message", fields })).toEqual(
    told("member_number"),
  );
});
