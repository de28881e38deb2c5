import fc from "fast-check";
import { expect, test } from "vitest";
import type { Atom, Requirement } from "../spec/requirement";
import { buildWorld, on } from "../testing/build-world";
import { accepted, done, is, known, may, read, sets, since, until } from "../testing/conditions";
import { drive } from "../testing/drive";
import { consent, fact, form, operation, paper, party, patient, status } from "../testing/world-parts";

const MESSAGE = "clinic_message";
const atoms: Atom[] = [
  known("need"),
  read("note"),
  done("order"),
  accepted("claim"),
  is("parcel", "none"),
  is("parcel", "sent"),
  is("parcel", "arrived"),
  may("clinic_consent"),
  since(on(1)),
  since(on(2)),
  until(on(1)),
  until(on(2)),
];

const world = (requirement: Requirement) =>
  buildWorld({
    entities: [patient(), party("clinic", ["message"])],
    knowledge: [fact("need", "clinic"), fact("asked", [{ party: "clinic", requires: requirement }])],
    documents: [paper("note", "clinic", "at_once")],
    mutations: [
      operation("order", "clinic", { effects: [sets("parcel", "sent")] }),
      operation("deliver", "clinic", { effects: [sets("parcel", "arrived")] }),
      operation("grant", "clinic"),
    ],
    forms: [form("claim", "clinic", ["need"])],
    status_surfaces: [status("parcel", "clinic", ["none", "sent", "arrived"])],
    authorities: [consent("clinic_consent", "clinic", "grant")],
  });

type Run = ReturnType<typeof drive>;
const DEEDS: ((run: Run) => unknown)[] = [
  (run) => run.ask("clinic", "need", {}, MESSAGE),
  (run) => {
    run.ask("clinic", "note_request", {}, MESSAGE);
    run.read("note");
  },
  (run) => run.act("clinic", "order", {}, MESSAGE),
  (run) => run.act("clinic", "deliver", {}, MESSAGE),
  (run) => run.act("clinic", "grant", {}, MESSAGE),
  (run) => run.submit("claim", { need: "need value" }, MESSAGE),
  (run) => run.wait(720),
  (run) => run.wait(1440),
];

/** What an atom says, read off the driver one by one. */
function holds(run: Run, atom: Atom): boolean {
  const reached = (moment: string) => (run.now() ?? 0) - (moment === on(1) ? 1440 : 2880);
  switch (atom.kind) {
    case "fact_known":
      return run.knows(atom.fact);
    case "document_read":
      return run.has(atom.document);
    case "action_completed":
      return run.completed(atom.mutation);
    case "form_accepted":
      return run.accepted(atom.form);
    case "status_is":
      return (
        ["none", "sent", "arrived"].indexOf(run.truly(atom.status)) >=
        ["none", "sent", "arrived"].indexOf(atom.value)
      );
    case "authority_held":
      return run.may(atom.authority);
    case "time_reached":
      return reached(atom.at) >= 0;
    case "before_deadline":
      return reached(atom.at) <= 0;
  }
}

test("E1 T4 a condition is an OR of AND-sets over atoms, and an empty one always holds", () => {
  const requirement = fc.array(fc.array(fc.constantFrom(...atoms), { maxLength: 4 }), { maxLength: 3 });
  let met = 0;
  fc.assert(
    fc.property(requirement, fc.array(fc.nat(DEEDS.length - 1), { maxLength: 8 }), (sets, deeds) => {
      const run = drive(world(sets));
      for (const deed of deeds) DEEDS[deed]!(run);
      const expected = sets.length === 0 || sets.some((set) => set.every((atom) => holds(run, atom)));
      if (expected) met++;
      expect(run.ask("clinic", "asked", {}, MESSAGE)).toBe(expected ? "told" : "requires");
    }),
    { seed: 5, numRuns: 400 },
  );
  expect(met).toBeGreaterThan(50);
  expect(met).toBeLessThan(350);
});
