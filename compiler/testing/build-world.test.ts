import { expect, test } from "vitest";
import { buildWorld, on, worldInput } from "./build-world";
import { done, hands, known, reveals, sets, since, when } from "./conditions";
import { friction, goal } from "./goals-and-frictions";
import { consent, event, fact, form, operation, paper, party, patient, status } from "./world-parts";

test("a fixture world uses every kind of object and passes the strict schema", () => {
  const world = buildWorld({
    entities: [patient(), party("clinic", ["phone", "fax"])],
    knowledge: [
      fact("need", "patient"),
      fact("number", [{ party: "clinic", shares: ["need"] }], { reveals: ["clinic_fax"] }),
    ],
    documents: [paper("letter", "clinic", "collected", { facts: ["number"], needs: { shares: ["need"] } })],
    mutations: [
      operation("grant_clinic_consent", "patient"),
      operation("order", "clinic", { effects: [sets("delivery", "sent")] }),
    ],
    forms: [form("claim", "clinic", ["need"], { held_when: when(known("need")) })],
    status_surfaces: [status("delivery", "clinic", ["none", "sent", "arrived"])],
    time_events: [
      event("arrival", {
        starts: when(done("order"), since(on(1))),
        effects: [sets("delivery", "arrived"), reveals("number"), hands("letter")],
      }),
    ],
    authorities: [consent("clinic_consent", "clinic")],
    terminals: [goal("status_surfaces", "delivery", "arrived"), goal("knowledge", "need")],
    frictions: [
      friction("retry", "clinic_phone", { tries: 2 }),
      friction("delay", "arrival", { minutes: 60 }),
    ],
  });
  expect(world.groups.size).toBe(2);
  expect(world.spec.day_one.contacts).toEqual(["patient_phone", "clinic_phone", "clinic_fax"]);
});

test("a fixture that dangles says where", () => {
  expect(() => buildWorld({ knowledge: [fact("need", "nobody")] })).toThrow(/held_by\[0\]\.party/);
  expect(worldInput({}).brief).not.toBe("");
});
