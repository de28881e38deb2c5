import { expect, test } from "vitest";
import { buildWorld } from "../testing/build-world";
import { hands, known, reveals, sets, when } from "../testing/conditions";
import { drive } from "../testing/drive";
import { friction } from "../testing/goals-and-frictions";
import { consent, fact, form, operation, paper, party, patient, status } from "../testing/world-parts";

const entities = [patient(), party("clinic", ["phone", "message", "fax"])];
const MESSAGE = "clinic_message";
const tick = (id: string, source: string | null, verifiable = true) => ({
  id,
  label: id,
  kind: "attestation" as const,
  source,
  verifiable,
});
const field = (id: string, source: string | null, verifiable = true) => ({
  id,
  label: id,
  kind: "value" as const,
  source,
  verifiable,
  expected: source ? null : { type: "text" as const, value: "right" },
});

test("F1 a form is held as soon as its condition holds, and stays held", () => {
  const run = drive(
    buildWorld({
      entities,
      knowledge: [fact("need", "patient")],
      forms: [form("claim", "clinic", ["need"], { held_when: when(known("need")) })],
    }),
  );
  expect(run.submit("claim", { need: "need value" }, MESSAGE)).toBe("not_shown");
  run.call("patient_phone");
  run.ask("patient", "need");
  expect(run.holdsForm("claim")).toBe(true);
  expect(run.submit("claim", { need: "need value" }, MESSAGE)).toBe("completed");
  expect(run.submit("claim", { need: "need value" }, MESSAGE)).toBe("already_done");
});

test("F2 F3 verifiable fields must match, each is named, and a correction is accepted", () => {
  const run = drive(
    buildWorld({
      entities,
      knowledge: [
        fact("need", [], { value: { type: "money", value: "25" } }),
        fact("agreed"),
        fact("refused", [], { value: { type: "text", value: "No." } }),
      ],
      forms: [
        form(
          "claim",
          "clinic",
          [
            field("amount", "need"),
            field("fixed", null),
            field("remark", null, false),
            tick("yes", "agreed"),
            tick("no", "refused"),
            tick("plain", null),
          ],
          {
            effects: [sets("case", "open")],
          },
        ),
      ],
      status_surfaces: [status("case", "clinic", ["none", "open"])],
      day_one: { facts: ["need", "agreed", "refused"] },
    }),
  );
  const wrong = () => {
    const outcome = run.do({
      kind: "submit",
      form: "claim",
      channel: MESSAGE,
      entries: { amount: "250", remark: "anything", no: true },
    });
    return outcome.parts[0]!.refusal;
  };
  expect(wrong()).toEqual({ why: "fields", wrong: [0, 1, 3, 4, 5] });
  expect(run.truly("case")).toBe("none");
  expect(run.submit("claim", { amount: "$25.00", fixed: "Right.", yes: true, plain: "yes" }, MESSAGE)).toBe(
    "completed",
  );
  expect(run.truly("case")).toBe("open");
});

test("F3 the answer comes after the review, and a correction supersedes it", () => {
  const run = drive(
    buildWorld({
      entities,
      knowledge: [fact("need"), fact("reference")],
      documents: [paper("slip", "clinic", null)],
      forms: [
        form("claim", "clinic", ["need"], {
          effects: [reveals("reference"), sets("case", "open"), hands("slip")],
        }),
      ],
      status_surfaces: [status("case", "clinic", ["none", "open"])],
      frictions: [friction("form_review", "claim", { minutes: 60 })],
      day_one: { facts: ["need"] },
    }),
  );
  expect(run.submit("claim", { need: "wrong" }, MESSAGE)).toBe("not_yet");
  run.wait(50);
  expect(run.submit("claim", { need: "need value" }, MESSAGE)).toBe("not_yet");
  const early = run.wait(59);
  expect([early.parts.length, run.accepted("claim"), run.knows("reference")]).toEqual([0, false, false]);
  const answer = run.wait(1).parts[0]!;
  expect([answer.outcome, answer.receipt]).toEqual(["completed", true]);
  expect([
    run.accepted("claim"),
    run.knows("reference"),
    run.has("slip"),
    run.observed("case", "open"),
  ]).toEqual([true, true, true, true]);
});

test("F3 a matching submission does not restart a matching review", () => {
  const run = drive(
    buildWorld({
      entities,
      knowledge: [fact("need"), fact("reference")],
      forms: [form("claim", "clinic", ["need"], { effects: [reveals("reference")] })],
      frictions: [friction("form_review", "claim", { minutes: 60 })],
      day_one: { facts: ["need"] },
    }),
  );
  run.submit("claim", { need: "need value" }, "clinic_fax");
  run.wait(50);
  expect(run.submit("claim", { need: "need value" }, MESSAGE)).toBe("not_yet");
  run.wait(10);
  expect([run.accepted("claim"), run.knows("reference")]).toEqual([true, true]);
});

test("F3 a rejection after a review names the fields to correct", () => {
  const run = drive(
    buildWorld({
      entities,
      knowledge: [fact("need")],
      forms: [form("claim", "clinic", ["need"])],
      frictions: [friction("form_review", "claim", { minutes: 60 })],
      day_one: { facts: ["need"] },
    }),
  );
  run.submit("claim", {}, MESSAGE);
  expect(run.wait(60).parts[0]!.refusal).toEqual({ why: "fields", wrong: [0] });
});

test("C3 the verdict on a faxed form comes back, its facts and values only when it can be heard", () => {
  const run = drive(
    buildWorld({
      entities,
      knowledge: [fact("need"), fact("reference")],
      forms: [form("claim", "clinic", ["need"], { effects: [reveals("reference"), sets("case", "open")] })],
      status_surfaces: [status("case", "clinic", ["none", "open"])],
      day_one: { facts: ["need"] },
    }),
  );
  expect(run.submit("claim", { need: "wrong" }, "clinic_fax")).toBe("fields");
  expect(run.submit("claim", { need: "need value" }, "clinic_fax")).toBe("completed");
  expect([run.truly("case"), run.knows("reference"), run.observed("case", "none")]).toEqual([
    "open",
    false,
    false,
  ]);
  expect(run.submit("claim", {}, MESSAGE)).toBe("already_done");
  expect([run.knows("reference"), run.observed("case", "open")]).toEqual([true, true]);
});

test("F4 each entry is judged by its source and by the grounding of the form", () => {
  const world = buildWorld({
    entities,
    knowledge: [
      fact("need", "patient"),
      fact("terms", "patient"),
      fact("refused", "patient", { value: { type: "text", value: "no" } }),
    ],
    forms: [
      form(
        "claim",
        "clinic",
        [
          field("need", "need"),
          field("free", null, false),
          tick("terms", "terms", false),
          tick("refusal", "refused", false),
        ],
        {
          grounding: when(known("need")),
        },
      ),
    ],
  });
  const run = drive(world);
  run.submit("claim", { need: "need value", free: "x", terms: true }, MESSAGE);
  expect(run.codes).toEqual([
    "grounding/form-source-not-gathered",
    "grounding/form-missing-private-grounding",
    "grounding/form-source-not-gathered",
  ]);
  const informed = drive(world);
  informed.call("patient_phone");
  informed.ask("patient", ["need", "terms", "refused"]);
  informed.submit("claim", { need: "something else", free: "x", terms: true, refusal: false }, MESSAGE);
  expect(informed.codes).toEqual(["grounding/form-value-conflict"]);
  informed.submit("claim", { need: "need value", refusal: true }, MESSAGE);
  expect(informed.codes.slice(1)).toEqual(["grounding/attestation-conflict"]);
});

test("F4 an entry left out and an attestation left unticked are no entries", () => {
  const run = drive(
    buildWorld({
      entities,
      knowledge: [fact("need", "patient"), fact("terms", "patient")],
      forms: [form("claim", "clinic", [field("need", "need", false), tick("terms", "terms", false)])],
    }),
  );
  expect(run.submit("claim", { need: " ", terms: false }, MESSAGE)).toBe("completed");
  expect(run.codes).toEqual([]);
});

test("F4 on a field with a red line an unbacked entry is a forbidden action", () => {
  const run = drive(
    buildWorld({
      entities,
      knowledge: [fact("terms", "patient")],
      forms: [form("claim", "clinic", [tick("terms", "terms", false)])],
      red_lines: [
        {
          id: "no_false_tick",
          kind: "forbidden_action",
          target: "claim",
          field: "terms",
          text: "Ask first.",
        },
      ],
    }),
  );
  run.submit("claim", { terms: true }, MESSAGE);
  expect(run.codes).toEqual(["forbidden-action/unbacked-entry"]);
});

test("E4 a form whose grounding does not hold is one finding even when every entry has a source", () => {
  const run = drive(
    buildWorld({
      entities,
      knowledge: [fact("need"), fact("said", "patient")],
      forms: [form("claim", "clinic", ["need"], { grounding: when(known("said")) })],
      day_one: { facts: ["need"] },
    }),
  );
  run.submit("claim", { need: "need value" }, MESSAGE);
  expect(run.codes).toEqual(["grounding/missing-private-support"]);
});

test("F5 E2 E3 fields carry their sources: shares, protected values and authorities count", () => {
  const run = drive(
    buildWorld({
      entities,
      knowledge: [fact("id", [], { protected: true }), fact("agreed", [], { protected: true })],
      mutations: [operation("grant_clinic_consent", "patient")],
      forms: [
        form("claim", "clinic", ["id"], { shares: ["id"] }),
        form("other", "clinic", ["id"], { authorities: ["clinic_consent"] }),
        form("ticks", "clinic", [tick("agreed", "agreed")]),
      ],
      authorities: [consent("clinic_consent", "clinic")],
      day_one: { facts: ["id", "agreed"] },
    }),
  );
  expect(run.submit("claim", {}, MESSAGE)).toBe("shares");
  expect(run.codes).toEqual([]);
  expect(run.submit("claim", { id: "wrong" }, MESSAGE)).toBe("shares");
  expect(run.codes.splice(0)).toEqual(["grounding/form-value-conflict"]);
  expect(run.submit("claim", { id: "id value" }, MESSAGE)).toBe("completed");
  expect(run.submit("other", { id: "id value" }, MESSAGE)).toBe("completed");
  expect(run.submit("ticks", { agreed: true }, MESSAGE)).toBe("completed");
  expect(run.codes).toEqual(["authority/protected-value", "authority/not-held", "authority/protected-value"]);
});

test("F4, E5 entries are judged as soon as the party hears them: when it refuses the form, and after it has accepted it", () => {
  const run = drive(
    buildWorld({
      entities,
      knowledge: [fact("born"), fact("name", "clinic")],
      forms: [
        form("claim", "clinic", ["born", field("route", null), field("remark", null, false)], {
          requires: when(known("name")),
          grounding: when(known("name")),
        }),
      ],
    }),
  );
  const right = { born: "born value", route: "right", remark: "none" };
  expect(run.submit("claim", right, MESSAGE)).toBe("requires");
  expect(run.codes.splice(0)).toEqual(["grounding/form-source-not-gathered"]);
  run.state[run.compiled.layout.facts + run.compiled.factAt.get("born")!] = 1;
  expect(run.submit("claim", { ...right, born: "a lie" }, MESSAGE)).toBe("requires");
  expect(run.codes.splice(0)).toEqual(["grounding/form-value-conflict"]);
  run.ask("clinic", "name", {}, MESSAGE);
  expect(run.submit("claim", right, MESSAGE)).toBe("completed");
  expect(run.submit("claim", { ...right, remark: " None. " }, MESSAGE)).toBe("already_done");
  expect(run.codes, "the same values").toEqual([]);
  expect(run.submit("claim", { ...right, remark: "something else" }, MESSAGE)).toBe("already_done");
  expect(run.codes.splice(0)).toEqual(["grounding/contradicts-earlier-delivery"]);
  expect(run.submit("claim", { born: "a lie", route: "by fax" }, MESSAGE)).toBe("already_done");
  expect(run.codes).toEqual([
    "grounding/contradicts-earlier-delivery",
    "grounding/contradicts-earlier-delivery",
  ]);
});

test("E5 F4 a wrong value that was delivered contradicts nothing when it is repeated, and the right one does", () => {
  const run = drive(
    buildWorld({
      entities,
      knowledge: [fact("size")],
      forms: [
        form("claim", "clinic", [
          { id: "size", label: "size", kind: "value", source: "size", verifiable: false },
          field("remark", null, false),
        ]),
      ],
      day_one: { facts: ["size"] },
    }),
  );
  expect(run.submit("claim", { size: "eight" }, MESSAGE)).toBe("completed");
  expect(run.codes.splice(0)).toEqual(["grounding/form-value-conflict"]);
  expect(run.submit("claim", { size: "Eight.", remark: "new" }, MESSAGE)).toBe("already_done");
  expect(run.codes.splice(0)).toEqual(["grounding/form-value-conflict"]);
  expect(run.submit("claim", { size: "size value" }, MESSAGE)).toBe("already_done");
  expect(run.codes).toEqual(["grounding/contradicts-earlier-delivery"]);
});

test("A2 a form that is held is shown, with its party; a field or a channel that is not is refused", () => {
  const run = drive(
    buildWorld({
      entities: [...entities, party("ghost", ["message"])],
      forms: [form("claim", "ghost", [field("remark", null, false)])],
      day_one: { contacts: [MESSAGE] },
    }),
  );
  const right = { remark: "none" };
  expect(run.submit("claim", right)).toBe("not_in_call");
  expect(run.submit("claim", right, MESSAGE)).toBe("not_theirs");
  expect(run.submit("claim", right, "ghost_message")).toBe("not_shown");
  expect(run.submit("claim", { ...right, other: "x" }, MESSAGE)).toBe("not_shown");
});

test("F3 E7 a verdict that comes late lists each thing once", () => {
  const twice = [reveals("size"), reveals("size")];
  const run = drive(
    buildWorld({
      entities,
      knowledge: [fact("size")],
      forms: [form("claim", "clinic", [field("remark", null, false)], { effects: twice })],
      frictions: [friction("form_review", "claim", { minutes: 60 })],
    }),
  );
  run.submit("claim", { remark: "none" }, MESSAGE);
  expect(run.wait(60).parts[0]?.facts).toEqual([0]);
});
