import { expect, test } from "vitest";
import { buildWorld, on } from "../testing/build-world";
import { done, hands, is, known, reveals, sets, since, until, when } from "../testing/conditions";
import { drive } from "../testing/drive";
import { friction } from "../testing/goals-and-frictions";
import { event, fact, operation, paper, party, patient, status } from "../testing/world-parts";

const DAY = 1440;

test("T1 only a wait moves the clock", () => {
  const run = drive(
    buildWorld({
      entities: [patient()],
      knowledge: [fact("need", "patient")],
      mutations: [operation("order", "patient")],
      documents: [paper("note", "patient", null)],
      day_one: { documents: ["note"] },
    }),
  );
  run.call("patient_phone");
  run.ask("patient", "need");
  run.act("patient", "order");
  run.read("note");
  run.hangUp();
  expect(run.now()).toBe(0);
  run.wait(7);
  expect(run.now()).toBe(7);
});

test("T2 a wait closes an open call", () => {
  const run = drive(buildWorld({ knowledge: [fact("need", "patient")] }));
  run.call("patient_phone");
  run.wait(1);
  expect(run.ask("patient", "need")).toBe("not_in_call");
});

test("T2 a wait passes through due events in order of time, and through what they start", () => {
  const run = drive(
    buildWorld({
      status_surfaces: [status("parcel", "patient", ["none", "sent", "arrived", "opened"])],
      time_events: [
        event("opening", { starts: when(is("parcel", "arrived")), effects: [sets("parcel", "opened")] }),
        event("arrival", { starts: when(is("parcel", "sent")), effects: [sets("parcel", "arrived")] }),
        event("sending", { not_before: on(1), effects: [sets("parcel", "sent")] }),
      ],
      frictions: [
        friction("delay", "arrival", { minutes: DAY }),
        friction("delay", "opening", { minutes: DAY }),
      ],
    }),
  );
  run.wait(2 * DAY - 1);
  expect(run.truly("parcel")).toBe("sent");
  run.wait(1);
  expect(run.truly("parcel")).toBe("arrived");
  run.wait(10 * DAY);
  expect(run.truly("parcel")).toBe("opened");
});

test("T2 T3 events of one minute start one another in that minute, whatever their order", () => {
  const run = drive(
    buildWorld({
      knowledge: [fact("news")],
      status_surfaces: [status("a", "patient", ["no", "yes"]), status("b", "patient", ["no", "yes"])],
      time_events: [
        event("third", { starts: when(is("b", "yes")), effects: [reveals("news")] }),
        event("second", { starts: when(is("a", "yes")), effects: [sets("b", "yes")] }),
        event("first", { not_before: on(1), effects: [sets("a", "yes")] }),
      ],
    }),
  );
  run.wait(DAY - 1);
  expect(run.knows("news")).toBe(false);
  run.wait(1);
  expect(run.knows("news")).toBe(true);
});

test("T3 a delay counts from the first minute in which the start held and not_before was reached", () => {
  const run = drive(
    buildWorld({
      mutations: [operation("order", "patient")],
      documents: [paper("walker", "patient", null)],
      time_events: [
        event("delivery", { starts: when(done("order")), not_before: on(3), effects: [hands("walker")] }),
      ],
      frictions: [
        friction("delay", "delivery", { minutes: DAY }),
        friction("delay", "delivery", { id: "more", minutes: 60 }),
      ],
    }),
  );
  run.wait(DAY);
  run.call("patient_phone");
  run.act("patient", "order");
  run.wait(3 * DAY + 59);
  expect(run.has("walker")).toBe(false);
  run.wait(1);
  expect(run.has("walker")).toBe(true);
});

test("T3 an event that is due applies inside the action that made it due", () => {
  const run = drive(
    buildWorld({
      knowledge: [fact("news")],
      mutations: [operation("order", "patient")],
      time_events: [event("answer", { starts: when(done("order")), effects: [reveals("news")] })],
    }),
  );
  run.call("patient_phone");
  run.act("patient", "order");
  expect(run.knows("news")).toBe(true);
});

test("T3 events due at minute 0 apply before the first action", () => {
  const run = drive(
    buildWorld({ knowledge: [fact("news")], time_events: [event("letter", { effects: [reveals("news")] })] }),
  );
  expect(run.knows("news")).toBe(true);
});

test("T3 a start that needs a time holds from that minute, and a deadline in it ends it", () => {
  const world = (deadline: string) =>
    buildWorld({
      knowledge: [fact("news"), fact("key", "patient")],
      time_events: [
        event("answer", {
          starts: when(known("key"), since(on(2)), until(deadline)),
          effects: [reveals("news")],
        }),
      ],
      frictions: [friction("delay", "answer", { minutes: 10 })],
    });
  const late = drive(world(on(1)));
  const inTime = drive(world(on(2)));
  for (const run of [late, inTime]) {
    run.call("patient_phone");
    run.ask("patient", "key");
    run.wait(2 * DAY + 9);
    expect(run.knows("news")).toBe(false);
    run.wait(1);
  }
  expect(late.knows("news")).toBe(false);
  expect(inTime.knows("news")).toBe(true);
});

test("T4 deadlines hold up to and including their minute, time_reached from its minute on", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), party("clinic", ["message"])],
      knowledge: [
        fact("early", [{ party: "clinic", requires: when(until(on(1))) }]),
        fact("late", [{ party: "clinic", requires: when(since(on(1))) }]),
        fact("due", "clinic"),
      ],
      frictions: [friction("deadline", "due", { at: on(1) })],
    }),
  );
  const ask = () => ["early", "late", "due"].map((item) => run.ask("clinic", item, {}, "clinic_message"));
  run.wait(DAY - 1);
  expect(ask()).toEqual(["told", "requires", "told"]);
  run.wait(1);
  expect(ask()).toEqual(["told", "told", "told"]);
  run.wait(1);
  expect(ask()).toEqual(["requires", "told", "deadline"]);
});

test("T5 a run ends after twenty years", () => {
  const run = drive(buildWorld({ action_limit: 1000 }));
  const year = 366 * DAY;
  for (let i = 0; i < 20; i++) expect(run.wait(year).outcome).toBe("done");
  expect(run.wait(1).refusal?.why).toBe("too_long");
  expect(drive(buildWorld({ clock_start: "9999-12-31T23:00" })).wait(60).refusal?.why).toBe("too_long");
});
