import { expect, test } from "vitest";
import { buildWorld } from "../testing/build-world";
import { drive } from "../testing/drive";
import { friction } from "../testing/goals-and-frictions";
import { fact, paper, party, patient } from "../testing/world-parts";

const clinic = party("clinic", ["message"]);
const world = (handover: "at_once" | "collected" | "sent", delay = 0) =>
  buildWorld({
    entities: [patient(), clinic],
    knowledge: [fact("finding")],
    documents: [paper("letter", "clinic", handover, { facts: ["finding"] })],
    frictions: delay > 0 ? [friction("delay", "letter", { minutes: delay })] : [],
  });
const ask = (run: ReturnType<typeof drive>) => run.ask("clinic", "letter_request", {}, "clinic_message");

test("D1 documents of day one are held and read", () => {
  const run = drive(
    buildWorld({
      knowledge: [fact("need"), fact("number", [], { reveals: ["patient_phone"] })],
      documents: [paper("note", "patient", null, { facts: ["need", "number"] })],
      day_one: { contacts: [], documents: ["note"] },
    }),
  );
  expect([run.has("note"), run.knows("need"), run.reaches("patient_phone")]).toEqual([true, true, true]);
});

test("D2 reading a held document makes its facts known; one that is not held is refused", () => {
  const run = drive(world("at_once"));
  expect(run.read("letter")).toBe("not_shown");
  expect(ask(run)).toBe("handed_over");
  expect(run.knows("finding")).toBe(false);
  expect(run.read("letter")).toBe("done");
  expect(run.knows("finding")).toBe(true);
});

test("D3 at once with a delay works as collected", () => {
  const run = drive(world("at_once", 60));
  expect(ask(run)).toBe("requested");
  run.wait(59);
  expect(ask(run)).toBe("not_yet");
  run.wait(1);
  expect(run.has("letter")).toBe(false);
  expect(ask(run)).toBe("handed_over");
});

test("D3 collected is asked for twice, at once when there is no delay", () => {
  const run = drive(world("collected"));
  expect(ask(run)).toBe("requested");
  expect(run.has("letter")).toBe(false);
  expect(ask(run)).toBe("handed_over");
});

test("D3 sent arrives by itself", () => {
  const run = drive(world("sent", 60));
  expect(ask(run)).toBe("requested");
  run.wait(59);
  expect(ask(run)).toBe("not_yet");
  expect(run.has("letter")).toBe(false);
  run.wait(1);
  expect(run.has("letter")).toBe(true);
  const now = drive(world("sent"));
  ask(now);
  expect(now.has("letter")).toBe(true);
});

test("D3 E1 collecting is the same exchange again", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic],
      knowledge: [fact("name")],
      documents: [paper("letter", "clinic", "collected", { needs: { shares: ["name"] } })],
      day_one: { facts: ["name"] },
    }),
  );
  expect(run.ask("clinic", "letter_request", { name: "name value" }, "clinic_message")).toBe("requested");
  expect(ask(run)).toBe("shares");
  expect(run.ask("clinic", "letter_request", { name: "name value" }, "clinic_message")).toBe("handed_over");
});
