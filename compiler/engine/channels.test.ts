import { expect, test } from "vitest";
import { buildWorld } from "../testing/build-world";
import { done, reveals, sets, when } from "../testing/conditions";
import { drive } from "../testing/drive";
import { friction } from "../testing/goals-and-frictions";
import { fact, form, operation, paper, party, patient, status } from "../testing/world-parts";
import { createSession } from "./session";

const DAY = 1440;
const clinic = (...kinds: Parameters<typeof party>[1] & object) => party("clinic", kinds);

test("C1 a channel is known from day one, by a fact, by an observed status, or by a retry", () => {
  const run = drive(
    buildWorld({
      entities: [
        patient(),
        party("office", ["phone", "message"]),
        party("shop"),
        party("clinic", ["phone", "portal"]),
      ],
      knowledge: [fact("number", "patient", { reveals: ["office_phone"] })],
      status_surfaces: [
        status("order", "office", ["none", "placed"], {
          reveals: [{ from: "none", channels: ["shop_phone"] }],
        }),
      ],
      frictions: [friction("retry", "shop_phone", { tries: 2, other_channel: "clinic_portal" })],
      day_one: { contacts: ["patient_phone"] },
    }),
  );
  expect(run.call("office_phone")).toBe("not_shown");
  run.call("patient_phone");
  run.ask("patient", "number");
  run.hangUp();
  expect(run.call("office_phone")).toBe("done");
  expect(run.reaches("shop_phone")).toBe(false);
  run.ask("office", "order");
  expect(run.reaches("shop_phone")).toBe(true);
  run.hangUp();
  run.call("shop_phone");
  expect(run.reaches("clinic_portal")).toBe(false);
  run.call("shop_phone");
  expect(run.reaches("clinic_portal")).toBe(true);
});

test("C1 a status reveals only once it is observed at the value or later", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), party("shop")],
      mutations: [operation("order", "patient", { effects: [sets("parcel", "sent")] })],
      status_surfaces: [
        status("parcel", "patient", ["none", "packed", "sent"], {
          reveals: [{ from: "packed", channels: ["shop_phone"] }],
        }),
      ],
      day_one: { contacts: ["patient_phone"] },
    }),
  );
  run.call("patient_phone");
  run.ask("patient", "parcel");
  expect(run.reaches("shop_phone")).toBe(false);
  run.act("patient", "order");
  expect(run.reaches("shop_phone")).toBe(true);
});

test("C2 a channel is open when every window contains the minute", () => {
  const run = drive(
    buildWorld({
      clock_start: "2026-03-06T08:59",
      entities: [clinic("phone")],
      frictions: [
        friction("availability_window", "clinic_phone", {
          daily: { from: "09:00", to: "17:00", weekdays: [1, 5] },
        }),
        friction("availability_window", "clinic_phone", {
          id: "march",
          single: { from: "2026-03-06T09:00", to: "2026-03-09T16:00" },
        }),
      ],
    }),
  );
  const tryAfter = (minutes: number) => {
    if (minutes > 0) run.wait(minutes);
    const outcome = run.call("clinic_phone");
    run.hangUp();
    return outcome;
  };
  expect(tryAfter(0), "Friday 08:59").toBe("no_answer");
  expect(tryAfter(1), "Friday 09:00").toBe("done");
  expect(tryAfter(479), "Friday 16:59").toBe("done");
  expect(tryAfter(1), "Friday 17:00").toBe("no_answer");
  expect(tryAfter(DAY - 60), "Saturday 16:00").toBe("no_answer");
  expect(tryAfter(2 * DAY - 1), "Monday 15:59").toBe("done");
  expect(tryAfter(1), "Monday 16:00, after the single window").toBe("no_answer");
});

test("C2 a relative opening passes some minutes after its condition first held", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic("phone", "message")],
      knowledge: [fact("hours", "clinic")],
      mutations: [operation("refer", "patient")],
      frictions: [
        friction("relative_opening", "clinic_phone", { after: when(done("refer")), minutes: 60 }),
        friction("relative_opening", "clinic_message", { minutes: 30 }),
      ],
    }),
  );
  run.wait(29);
  expect(run.ask("clinic", "hours", {}, "clinic_message")).toBe("closed");
  run.wait(1);
  expect(run.ask("clinic", "hours", {}, "clinic_message")).toBe("told");
  run.wait(120);
  run.call("patient_phone");
  run.act("patient", "refer");
  run.wait(59);
  expect(run.call("clinic_phone")).toBe("no_answer");
  run.wait(1);
  expect(run.call("clinic_phone")).toBe("done");
});

test("C3 live channels need the open call, written ones need none", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic("phone", "in_person", "message", "portal", "email")],
      knowledge: [fact("hours", "clinic")],
    }),
  );
  for (const live of ["clinic_phone", "clinic_in_person"])
    expect(run.ask("clinic", "hours", {}, live)).toBe("needs_call");
  expect(run.ask("clinic", "hours")).toBe("not_in_call");
  for (const written of ["clinic_message", "clinic_portal", "clinic_email"])
    expect(run.ask("clinic", "hours", {}, written)).toBe("told");
  expect(run.call("clinic_in_person")).toBe("done");
  expect(run.ask("clinic", "hours")).toBe("told");
});

test.each(["fax", "mail", "voicemail"] as const)(
  "C3 %s carries operations and requests, and brings no answer",
  (kind) => {
    const via = [`clinic_${kind}`, "clinic_phone"];
    const run = drive(
      buildWorld({
        entities: [patient(), clinic(kind, "phone")],
        knowledge: [fact("hours", [{ party: "clinic", via }]), fact("slot")],
        documents: [
          paper("letter", "clinic", "sent", { needs: { via } }),
          paper("card", "clinic", "at_once", { needs: { via } }),
          paper("chart", "clinic", "collected", { needs: { via } }),
        ],
        mutations: [
          operation("book", "clinic", { via, effects: [sets("visit", "booked"), reveals("slot")] }),
        ],
        status_surfaces: [status("visit", "clinic", ["none", "booked"], { observe: { via } })],
        frictions: [friction("delay", "letter", { minutes: 5 })],
      }),
    );
    const send = (item: string) =>
      kind === "voicemail"
        ? run.voicemail("clinic_voicemail", item)
        : run.do({
            kind: "request",
            tool: "act",
            party: "clinic",
            channel: `clinic_${kind}`,
            parts: [{ asked: item, item }],
            said: [],
          });
    const request = (item: string) =>
      kind === "voicemail"
        ? run.voicemail("clinic_voicemail", item)
        : run.ask("clinic", item, {}, `clinic_${kind}`);
    for (const item of ["hours", "visit", "letter_request", "card_request", "chart_request", "chart_request"])
      expect(request(item)).toBe("noted");
    send("book");
    expect(run.completed("book")).toBe(true);
    expect(run.truly("visit")).toBe("booked");
    expect(run.observed("visit", "none")).toBe(false);
    expect(["hours", "slot"].map((id) => run.knows(id))).toEqual([false, false]);
    run.wait(5);
    expect(["letter", "card", "chart"].map((id) => run.has(id))).toEqual([true, false, false]);
    run.call("clinic_phone");
    expect(run.act("clinic", "book")).toBe("already_done");
    expect(run.knows("slot"), "the receipt is repeated where it can be heard").toBe(true);
    expect(run.observed("visit", "booked")).toBe(true);
    expect(run.ask("clinic", "chart_request")).toBe("handed_over");
  },
);

test("C4 a try counts only in open hours, and gets through by number and gap", () => {
  const run = drive(
    buildWorld({
      entities: [clinic("phone")],
      frictions: [
        friction("retry", "clinic_phone", { tries: 3, gap_minutes: 100 }),
        friction("availability_window", "clinic_phone", { daily: { from: "09:00", to: "17:00" } }),
      ],
    }),
  );
  for (let i = 0; i < 5; i++) expect(run.call("clinic_phone"), "before opening").toBe("no_answer");
  run.wait(60);
  expect(run.call("clinic_phone"), "first").toBe("no_answer");
  expect(run.call("clinic_phone"), "second").toBe("no_answer");
  expect(run.call("clinic_phone"), "third, too soon").toBe("no_answer");
  run.wait(99);
  expect(run.call("clinic_phone")).toBe("no_answer");
  run.wait(1);
  expect(run.call("clinic_phone")).toBe("done");
  run.hangUp();
  expect(run.call("clinic_phone"), "from then on every try does").toBe("done");
});

test("C5 one call at a time, with a live channel for each of different parties", () => {
  const run = drive(
    buildWorld({ entities: [patient(), clinic("phone", "in_person", "message"), party("shop")] }),
  );
  expect(run.call("clinic_message")).toBe("not_live");
  expect(run.call("clinic_phone", "clinic_in_person")).toBe("same_party");
  expect(run.call("clinic_phone", "patient_phone")).toBe("done");
  expect(run.call("shop_phone")).toBe("call_open");
});

test("C5 each open channel that misses counts its own try", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic("phone"), party("shop"), party("bank")],
      frictions: [
        friction("retry", "clinic_phone", { tries: 2 }),
        friction("retry", "shop_phone", { tries: 3 }),
        friction("relative_opening", "bank_phone", { minutes: 60 }),
      ],
    }),
  );
  expect(run.call("clinic_phone", "shop_phone", "bank_phone")).toBe("no_answer");
  expect(run.call("clinic_phone", "shop_phone"), "the shop misses").toBe("no_answer");
  expect(run.call("clinic_phone", "shop_phone")).toBe("done");
});

test("C6 an empty via is every live and written channel, for forms also fax and mail", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic("message", "fax", "mail", "voicemail")],
      mutations: [operation("book", "clinic"), operation("cancel", "clinic")],
      forms: [form("claim", "clinic", ["need"]), form("other", "clinic", ["need"])],
      knowledge: [fact("need")],
      day_one: { facts: ["need"] },
    }),
  );
  run.voicemail("clinic_voicemail", "book");
  run.act("clinic", "book", {}, "clinic_fax");
  run.act("clinic", "book", {}, "clinic_mail");
  expect(run.completed("book")).toBe(false);
  run.act("clinic", "book", {}, "clinic_message");
  expect(run.completed("book")).toBe(true);
  expect(run.submit("claim", { need: "need value" }, "clinic_voicemail")).toBe("channel");
  expect(run.submit("claim", { need: "need value" }, "clinic_fax")).toBe("completed");
  expect(run.submit("other", { need: "need value" }, "clinic_mail")).toBe("completed");
});

test("C6 via narrows the channels", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), clinic("phone", "message", "fax")],
      knowledge: [fact("hours", [{ party: "clinic", via: ["clinic_phone"] }])],
      mutations: [operation("book", "clinic", { via: ["clinic_fax"] })],
    }),
  );
  expect(run.ask("clinic", "hours", {}, "clinic_message")).toBe("channel");
  expect(run.act("clinic", "book", {}, "clinic_message")).toBe("channel");
  run.act("clinic", "book", {}, "clinic_fax");
  expect(run.completed("book")).toBe(true);
  run.call("clinic_phone");
  expect(run.ask("clinic", "hours")).toBe("told");
  expect(
    run.do({ kind: "request", tool: "ask", party: "clinic", channel: "patient_phone", parts: [], said: [] })
      .refusal?.why,
  ).toBe("not_theirs");
});

test("C3, A3 over a channel that brings no answer, not even how a request was understood shows", () => {
  const [spoken, silent] = [true, false].map((asks) => {
    const session = createSession(
      buildWorld({
        entities: [patient(), party("clinic", ["voicemail", "fax"])],
        knowledge: [fact("member_number")],
        mutations: [
          operation("renew", "clinic", {
            via: ["clinic_voicemail", "clinic_fax"],
            shares: asks ? ["member_number"] : [],
          }),
          operation(asks ? "cancel_the_visit" : "paint_the_fence", "clinic"),
        ],
      }),
    );
    const request = "Renew and cancel the visit";
    const share = [{ what: "member number", value: "17" }];
    return [
      session.step({ tool: "contact", mode: "voicemail", channels: ["clinic_voicemail"], request, share }),
      session.step({ tool: "act", party: "clinic", channel: "clinic_fax", request, share }),
    ];
  });
  expect(spoken).toEqual(silent);
  expect(spoken?.map(({ message, parts }) => [message, parts.map((part) => part.asked)])).toEqual([
    ["", ["Renew and cancel the visit"]],
    ["", ["Renew and cancel the visit"]],
  ]);
});
