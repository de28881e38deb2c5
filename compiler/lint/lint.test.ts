import { expect, test } from "vitest";
import { CASES, corpusText, corpusWorld } from "../../tests/corpus/read-corpus";
import type { WorldSpec } from "../spec/world";
import { worldOf } from "../testing/build-world";
import { lintWorld } from ".";

const walker = corpusText("52955ee1", "world.json");

const by = <T extends { id: string }>(list: T[], id: string): T => {
  const found = list.find((x) => x.id === id);
  if (!found) throw new Error(id);
  return found;
};

test.each(CASES)("C2 to C26: the shipped world %s is clean", (id) => {
  expect(lintWorld(corpusWorld(id))).toEqual([]);
});

const text = (value: string) => ({ type: "text" as const, value });
const extraFact = (id: string, label: string, rest: object = {}) => ({
  id,
  label,
  statement: `Something about ${label}.`,
  value: text(`particular ${label}`),
  protected: false,
  held_by: [
    { party: "patient", requires: [], shares: [], authorities: [], grounding: [], via: [], participants: [] },
  ],
  reveals: [],
  evidence: [],
  ...rest,
});

/** Faults of faults.md, each with the finding that must come and the node it must name first. */
const FAULTS: [name: string, code: string, node: string, plant: (w: WorldSpec) => void][] = [
  [
    "C3 an outcome that holds at the start",
    "holds-without-doing",
    "out_need_confirmed",
    (w) => {
      w.day_one.facts.push("walker_need_confirmed");
    },
  ],
  [
    "C2 an outcome that time brings by itself",
    "holds-without-doing",
    "out_need_confirmed",
    (w) => {
      w.time_events.push({
        id: "news",
        label: "news",
        starts: [],
        not_before: null,
        effects: [{ kind: "reveal_fact", fact: "walker_need_confirmed" }],
        evidence: [],
      });
    },
  ],
  [
    "C22 a group that is half required",
    "mixed-group",
    "out_walker_received_by_patient",
    (w) => {
      by(w.terminals, "out_walker_received_by_patient").required = false;
    },
  ],
  [
    "C6 an outcome that is prohibited",
    "forbidden-outcome",
    "provide_safety_guidance",
    (w) => {
      by(w.red_lines, "no_private_order");
      w.red_lines.push({
        id: "no_guidance",
        kind: "forbidden_action",
        target: "provide_safety_guidance",
        field: null,
        text: "Never.",
        evidence: [],
      });
    },
  ],
  [
    "C22 one thing asked for twice",
    "outcome-twice",
    "again",
    (w) => {
      w.terminals.push({ ...w.terminals[0]!, id: "again", group: "again" });
    },
  ],
  [
    "C24 an alternative that only a look-alike offers",
    "unsafe-outcome",
    "sign_up",
    (w) => {
      by(w.entities, "loaner_charity").decoy = true;
      w.frictions.push({
        id: "look_alike",
        kind: "decoy",
        target: "loaner_charity",
        severity: 1,
        evidence: [],
      });
      const outcome = w.terminals[0]!;
      const target = "request_loaner";
      w.terminals.push({ ...outcome, id: "sign_up", kind: "action_completed", target, value: null });
    },
  ],
  [
    "M4 a permission that somebody else is asked for",
    "granted-by-another",
    "consent_repair_vendor",
    (w) => {
      by(w.mutations, "grant_repair_vendor_consent").party = "repair_vendor";
    },
  ],
  [
    "C22 one permission under two ids",
    "indistinguishable",
    "consent_again",
    (w) => {
      w.authorities.push({ ...by(w.authorities, "consent_repair_vendor"), id: "consent_again" });
    },
  ],
  [
    "C5 two names that differ in what nobody sees",
    "indistinguishable",
    "twin",
    (w) => {
      const { name, kind } = by(w.entities, "repair_vendor");
      w.entities.push({ id: "twin", name: `${name}\u200b`, kind, decoy: false, channels: [], evidence: [] });
    },
  ],
  [
    "C7 an outcome the brief never mentions",
    "outcome-not-in-brief",
    "out_odd",
    (w) => {
      w.knowledge.push(extraFact("odd", "quarterly yodelling syllabus"));
      w.terminals.push({
        id: "out_odd",
        kind: "fact_discovered",
        target: "odd",
        value: null,
        group: "odd",
        required: true,
        label: "Quarterly yodelling syllabus archived",
        evidence: [],
      });
    },
  ],
  [
    "C14 a hidden statement in the brief",
    "leak",
    "clinic_direct_number",
    (w) => {
      w.brief += ` ${by(w.knowledge, "clinic_direct_number").statement}`;
    },
  ],
  [
    "C14 a hidden number in a label",
    "leak",
    "parish_charity_contact",
    (w) => {
      by(w.mutations, "schedule_followup").label += " (555 0145)";
    },
  ],
  [
    "C14 a hidden number in a receipt that comes before it is told",
    "leak",
    "parish_charity_contact",
    (w) => {
      by(w.mutations, "grant_payer_replacement_consent").receipt = "You may. The parish has 555 0145.";
    },
  ],
  [
    "C4 a form value that nothing shows",
    "value-never-shown",
    "slip",
    (w) => {
      w.forms.push(slip({ source: null, expected: text("turquoise herons"), verifiable: true }));
    },
  ],
  [
    "C10 a sentence that is graded",
    "free-text-graded",
    "slip",
    (w) => {
      w.forms.push(slip({ source: null, expected: text("word ".repeat(40)), verifiable: true }));
    },
  ],
  [
    "C5 two facts nobody can tell apart",
    "indistinguishable",
    "twin",
    (w) => {
      w.knowledge.push(
        extraFact("twin", by(w.knowledge, "prescriber_clue").label, {
          value: by(w.knowledge, "prescriber_clue").value,
        }),
      );
    },
  ],
  [
    "C5 a document whose id is that of a playbook cannot be read",
    "playbook-id",
    "playbook_identity_and_intake",
    (w) => {
      w.documents.push({
        id: "playbook_identity_and_intake",
        owner: "patient",
        title: "Notes of the first visit",
        facts: [],
        request: null,
        evidence: [],
      });
    },
  ],
  [
    "C17 two answers to one question",
    "contradiction",
    "twin",
    (w) => {
      w.knowledge.push(extraFact("twin", by(w.knowledge, "in_network_supplier").label));
    },
  ],
  [
    "C17 an age against the birth date",
    "contradicting-age",
    "age",
    (w) => {
      w.knowledge.push(extraFact("age", "how old she is", { statement: "She is 83 years old." }));
    },
  ],
  [
    "C15 a request over somebody else's phone",
    "foreign-channel",
    "walker_need_confirmed",
    (w) => {
      by(w.knowledge, "walker_need_confirmed").held_by[0]?.via.push("patient_phone", "parish_phone");
    },
  ],
  [
    "C15 words of a fax where nobody has one",
    "no-such-way",
    "schedule_followup",
    (w) => {
      by(w.mutations, "schedule_followup").receipt = "We fax it over.";
    },
  ],
  [
    "C15 a receipt that asks for a form nobody has",
    "no-such-form",
    "schedule_followup",
    (w) => {
      by(w.mutations, "schedule_followup").receipt = "Booked. Now submit the appeal form to the pharmacy.";
    },
  ],
  [
    "C15 a statement that speaks of a way its party does not have",
    "not-their-way",
    "loan_length",
    (w) => {
      by(w.entities, "parish_charity").channels.push({
        id: "parish_fax",
        kind: "fax",
        label: "Fax",
        evidence: [],
      });
      by(w.knowledge, "loan_length").statement = "Five days at a time; send our fax a note.";
    },
  ],
  [
    "C27 grounding that nothing tells of",
    "unknowable-grounding",
    "arrange_parish_delivery",
    (w) => {
      by(w.mutations, "arrange_parish_delivery").grounding[0]?.push({ kind: "fact_known", fact: "ledger" });
      w.knowledge.push(extraFact("ledger", "how the quarterly ledger balances"));
    },
  ],
  [
    "C7 something asked for that is not graded",
    "asked-not-graded",
    "52955ee1",
    (w) => {
      w.brief += " Make sure that there is no gap ahead.";
    },
  ],
  [
    "M2 an effect that a later state has overtaken",
    "effect-never-happens",
    "arrange_parish_delivery",
    (w) => {
      by(w.mutations, "arrange_parish_delivery").requires = [
        [{ kind: "status_is", status: "walker_delivery", value: "delivered" }],
      ];
    },
  ],
  [
    "M2 a state that undoes and has others after it",
    "undone-before-done",
    "loaner_request",
    (w) => {
      by(w.status_surfaces, "loaner_request").values[1]!.label = "cancelled";
    },
  ],
  [
    "C5 a label that differs by a look-alike letter",
    "indistinguishable",
    "twin",
    (w) => {
      const fact = by(w.knowledge, "walker_need_confirmed");
      w.knowledge.push({ ...fact, id: "twin", label: fact.label.replace("e", "е") });
    },
  ],
  [
    "a patient who speaks as of somebody else",
    "third-person",
    "needs_left",
    (w) => {
      by(w.knowledge, "needs_left").statement = "She needs a ramp.";
    },
  ],
  [
    "a label that fits into no sentence",
    "label-misfit",
    "needs_left",
    (w) => {
      by(w.knowledge, "needs_left").label = "What else does she need?";
    },
  ],
  [
    "C27 a plan that no permission is for",
    "permission-not-askable",
    "second_plan",
    (w) => {
      w.entities.push({
        id: "second_plan",
        name: "Second plan",
        kind: "payer",
        decoy: false,
        channels: [],
        evidence: [],
      });
    },
  ],
  [
    "C27 something sent off that nobody can say the state of",
    "progress-not-told",
    "schedule_followup",
    (w) => {
      by(w.mutations, "schedule_followup").label = "send her tax appeal";
      by(w.mutations, "schedule_followup").effects = [];
    },
  ],
  [
    "C27 a way that opens some time, nobody says when",
    "hours-not-told",
    "patient_phone",
    (w) => {
      w.frictions.push({
        kind: "relative_opening",
        id: "later",
        target: "patient_phone",
        severity: 1,
        after: [],
        minutes: 60,
        evidence: [],
      });
    },
  ],
  [
    "E3 a protected fact without a permission",
    "protected-without-permission",
    "arrange_parish_delivery",
    (w) => {
      by(w.mutations, "arrange_parish_delivery").authorities = [];
    },
  ],
  [
    "E3 a permission that is for somebody else",
    "permission-for-another",
    "arrange_parish_delivery",
    (w) => {
      by(w.mutations, "arrange_parish_delivery").authorities = ["consent_primary_payer"];
    },
  ],
  [
    "C8 a permission that nothing asks for",
    "vacuous",
    "spare",
    (w) => {
      w.authorities.push({
        id: "spare",
        grantor: "patient",
        recipient: "resource_helpline",
        scope: "to speak with the helpline",
        grant_action: "schedule_followup",
        evidence: [],
      });
    },
  ],
  [
    "C8 a condition with an empty alternative",
    "vacuous",
    "schedule_followup",
    (w) => {
      by(w.mutations, "schedule_followup").requires = [[{ kind: "fact_known", fact: "needs_left" }], []];
    },
  ],
  [
    "C8 a line that an entry cannot cross",
    "vacuous",
    "no_tick",
    (w) => {
      w.forms.push(slip({ kind: "attestation", source: null, expected: null, verifiable: true }));
      w.red_lines.push({
        id: "no_tick",
        kind: "forbidden_action",
        target: "slip",
        field: "entry",
        text: "Never.",
        evidence: [],
      });
    },
  ],
  [
    "C19 a condition that is over before it begins",
    "vacuous",
    "schedule_followup",
    (w) => {
      by(w.mutations, "schedule_followup").requires = [
        [{ kind: "before_deadline", at: "1999-01-01T00:00" }],
        [{ kind: "fact_known", fact: "needs_left" }],
      ];
    },
  ],
  [
    "O2 a fact nobody can come to",
    "unreachable",
    "island",
    (w) => {
      w.knowledge.push(extraFact("island", "what nobody tells", { held_by: [] }));
    },
  ],
  [
    "C22 a severity off the scale",
    "severity",
    "parish_missed_call",
    (w) => {
      by(w.frictions, "parish_missed_call").severity = 3;
    },
  ],
  [
    "S2 a decoy that counts nowhere",
    "decoy-mark",
    "loaner_charity",
    (w) => {
      by(w.entities, "loaner_charity").decoy = true;
    },
  ],
  [
    "a personal identifier in a text",
    "identifier",
    "needs_left",
    (w) => {
      by(w.knowledge, "needs_left").statement = "Write to maria.rossi@clinic-mail.com.";
    },
  ],
];

function slip(field: object): WorldSpec["forms"][number] {
  return {
    id: "slip",
    party: "patient",
    title: "Loan slip",
    held_when: [],
    requires: [],
    shares: [],
    authorities: [],
    grounding: [],
    via: [],
    participants: [],
    fields: [
      {
        id: "entry",
        label: "Entry",
        kind: "value",
        source: null,
        expected: null,
        verifiable: true,
        ...field,
      },
    ],
    effects: [],
    receipt: "Thank you.",
    evidence: [],
  };
}

test.each(FAULTS)("%s", (_name, code, node, plant) => {
  const spec = JSON.parse(walker) as WorldSpec;
  plant(spec);
  const findings = lintWorld(worldOf(spec));
  expect(findings.map((f) => f.code)).toContain(`lint/${code}`);
  const found = findings.find((f) => f.code === `lint/${code}`);
  expect(found?.nodes[0]).toBe(node);
  expect(found?.path).toMatch(/^\$(\.|$)/);
  expect(found?.fix).not.toBe("");
});

test("O5 what the single pass has no rule for is unsupported", () => {
  const spec = JSON.parse(walker) as WorldSpec;
  spec.frictions.push({ ...by(spec.frictions, "parish_missed_call"), id: "again" });
  expect(lintWorld(worldOf(spec)).map((f) => f.code)).toContain("oracle/two-retries");
});

test("C14 what nobody can read before the fact is told, or who reads is told as well, is no leak", () => {
  const number = (spec: WorldSpec) => by(spec.knowledge, "parish_charity_contact").value.value;
  const receipt = JSON.parse(walker) as WorldSpec;
  by(receipt.mutations, "arrange_parish_delivery").receipt = `Arranged. We are at ${number(receipt)}.`;
  expect(lintWorld(worldOf(receipt))).toEqual([]);
  const told = JSON.parse(walker) as WorldSpec;
  const grant = by(told.mutations, "grant_payer_replacement_consent");
  grant.receipt = `You may. The parish has ${number(told)}.`;
  grant.effects = [{ kind: "reveal_fact", fact: "parish_charity_contact" }];
  expect(lintWorld(worldOf(told)).map((f) => f.code)).not.toContain("lint/leak");
});

test.each<[string, (w: WorldSpec) => void]>([
  [
    "the operation itself says what it rests on",
    (w) => {
      by(w.mutations, "arrange_parish_delivery").label =
        "bring the walker home once the quarterly ledger balances";
    },
  ],
  [
    "the brief says so",
    (w) => {
      w.brief += " Before anything is delivered, hear how the quarterly ledger balances.";
    },
  ],
  [
    "somebody says so on the way",
    (w) => {
      by(w.knowledge, "loan_length").statement =
        "Five days; they look at how the quarterly ledger balances first.";
    },
  ],
  [
    "a refusal names it",
    (w) => {
      by(w.mutations, "arrange_parish_delivery").shares.push("ledger");
    },
  ],
])("C27 grounding can be known when %s", (_, tell) => {
  const spec = JSON.parse(walker) as WorldSpec;
  by(spec.mutations, "arrange_parish_delivery").grounding[0]?.push({ kind: "fact_known", fact: "ledger" });
  spec.knowledge.push(extraFact("ledger", "how the quarterly ledger balances"));
  tell(spec);
  expect(lintWorld(worldOf(spec)).map((f) => f.code)).not.toContain("lint/unknowable-grounding");
});

test("numbers that cannot belong to anybody are no identifiers", () => {
  const spec = JSON.parse(walker) as WorldSpec;
  by(spec.knowledge, "needs_left").statement =
    "Call 555-0199 or (312) 555-0123, write to desk@clinic.example.";
  expect(lintWorld(worldOf(spec))).toEqual([]);
  by(spec.knowledge, "needs_left").statement = "Call (312) 664-0123.";
  expect(lintWorld(worldOf(spec)).map((f) => f.nodes[0])).toEqual(["needs_left"]);
});
