import { expect, test } from "vitest";
import { buildWorld, on, type WorldInput, worldOf } from "../testing/build-world";
import {
  accepted,
  done,
  hands,
  is,
  known,
  read,
  reveals,
  sets,
  since,
  until,
  when,
} from "../testing/conditions";
import { friction, goal } from "../testing/goals-and-frictions";
import { runWitness } from "../testing/run-witness";
import { PRINTED_WITNESS, walkerWorld } from "../testing/walker-world";
import { consent, event, fact, form, operation, paper, party, patient, status } from "../testing/world-parts";
import { proveReachable } from "./prove";
import type { WitnessStep } from "./witness";

const DAY = 1440;

function walker(change: (world: WorldInput) => void = () => {}) {
  const input = walkerWorld();
  change(input);
  return worldOf(input);
}

/** Steps as "op party what", waits as "wait n" in minutes. */
const told = (steps: readonly WitnessStep[]) =>
  steps.map((s) =>
    s.op === "wait"
      ? `wait ${s.minutes ?? (s.days ?? 0) * DAY}`
      : [s.op, s.channel, ...(s.obtain ?? s.request ?? s.observe ?? [s.complete ?? s.document ?? ""])]
          .filter(Boolean)
          .join(" "),
  );

test("O3 the printed world gives its 27 operations in the printed order, over five days and nine groups", () => {
  const result = proveReachable(walker());
  const printed = result.witness.map(({ at: _, channel: __, document: ___, form: ____, ...step }) => step);
  expect(printed).toEqual(PRINTED_WITNESS);
  expect(result).toMatchObject({
    verdict: "proved",
    operations: 27,
    days: 5,
    required_groups: 9,
    findings: [],
  });
});

test("O6 the printed world has a shortened route of 25 and a proved shortest of 24", () => {
  const { shortened, shortest } = proveReachable(walker());
  expect(shortened).toHaveLength(25);
  expect(told(shortened)).not.toContain("read_document non_repairable_letter_document");
  expect(shortest).toMatchObject({ proved: true, length: 24 });
  expect(shortest?.route).toHaveLength(24);
  expect(proveReachable(walker(), { routes: false }).shortest).toBeNull();
});

test("O2 optional work drops out of the witness but keeps its earliest minute", () => {
  const result = proveReachable(walker());
  expect(told(result.witness).join("\n")).not.toContain("loaner");
  expect(result.groups.find((g) => g.group === "out_loaner_request_cancelled")?.reached_at).toBe(4 * DAY);
});

test("O2 a condition that holds at first and lapses is looked behind", () => {
  const world = buildWorld({
    entities: [patient(), party("clinic")],
    knowledge: [fact("need")],
    mutations: [
      operation("order", "clinic", {
        shares: ["need"],
        requires: [[until(on(0, "09:00"))], [done("renew")]],
      }),
      operation("renew", "clinic"),
    ],
    time_events: [event("letter", { not_before: on(2), effects: [reveals("need")] })],
    terminals: [goal("mutations", "order")],
  });
  const { verdict, witness } = proveReachable(world);
  expect(verdict).toBe("proved");
  expect(told(witness)).toEqual([
    "submit_form clinic_phone renew",
    `wait ${2 * DAY}`,
    "submit_form clinic_phone order",
  ]);
});

test("O6 the shortest route waits once where acting later brings at once what has its time", () => {
  const shortest = (starts: ReturnType<typeof when>, not_before: string | null) => {
    const world = buildWorld({
      entities: [patient()],
      documents: [paper("letter", "patient", null)],
      knowledge: [fact("answer")],
      time_events: [
        event("post", { not_before: on(1), effects: [hands("letter")] }),
        event("notice", { starts, not_before, effects: [reveals("answer")] }),
      ],
      terminals: [goal("knowledge", "answer")],
    });
    const { shortest, witness } = proveReachable(world);
    expect(witness).toHaveLength(3);
    return { proved: shortest?.proved, route: told(shortest?.route ?? []) };
  };
  const route = { proved: true, route: [`wait ${2 * DAY}`, "read_document letter"] };
  expect(shortest(when(read("letter")), on(2))).toEqual(route);
  expect(shortest(when(read("letter"), since(on(2))), null)).toEqual(route);
});

test("O2 what is on file already needs no work, however it could be had", () => {
  const world = buildWorld({
    entities: [patient(), party("payer")],
    day_one: { facts: ["member_id"] },
    knowledge: [
      fact("member_id", [{ party: "payer", authorities: ["consent_payer"] }]),
      fact("coverage", [{ party: "payer", shares: ["member_id"] }]),
    ],
    mutations: [operation("grant_consent_payer", "patient")],
    authorities: [consent("consent_payer", "payer")],
    terminals: [goal("knowledge", "coverage")],
  });
  expect(told(proveReachable(world).witness)).toEqual(["ask payer_phone coverage"]);
});

test("O1 a helpline that no longer tells the number is named, with the group and the number in plain words", () => {
  const result = proveReachable(
    walker((w) => {
      w.knowledge = w.knowledge?.map((k) => (k.id === "parish_charity_contact" ? { ...k, held_by: [] } : k));
    }),
  );
  expect(result.verdict).toBe("refuted");
  expect(result.witness).toEqual([]);
  const [found, ...others] = result.findings;
  expect(others).toEqual([]);
  expect(found?.code).toBe("oracle/unreachable-group");
  expect(found?.message).toBe(
    "“out walker delivery delivered” cannot be reached. Nobody in this case can give you the phone number of parish charity (“parish charity contact”).",
  );
  expect(found?.nodes).toEqual([
    "parish_charity_contact",
    "parish_charity_phone",
    "walker_home_receipt_confirmation",
  ]);
});

test("O1 the same when the fact is gone altogether", () => {
  const result = proveReachable(
    walker((w) => {
      w.knowledge = w.knowledge?.filter((k) => k.id !== "parish_charity_contact");
    }),
  );
  expect(result.findings.map((f) => f.message)).toEqual([
    "“out walker delivery delivered” cannot be reached. Nobody in this case can give you the phone number of parish charity.",
  ]);
});

test("O1 several missing things of one group are named together, and only those", () => {
  const world = buildWorld({
    entities: [patient(), party("clinic"), party("payer")],
    day_one: { contacts: ["patient_phone", "clinic_phone"] },
    knowledge: [
      fact("form_number"),
      fact("approval", [
        { party: "payer", shares: ["form_number"] },
        { party: "clinic", authorities: ["release"] },
      ]),
      fact("plan", [{ party: "clinic", shares: ["approval", "date"] }]),
      fact("date"),
    ],
    authorities: [consent("release", "clinic", null)],
    terminals: [goal("knowledge", "plan")],
  });
  const [group] = proveReachable(world).groups;
  expect(group?.missing.map((m) => m.nodes[0])).toEqual(["date", "release"]);
});

test("O1 a circle is called one", () => {
  const world = buildWorld({
    entities: [patient(), party("clinic")],
    knowledge: [
      fact("slot", [{ party: "clinic", requires: when(known("referral")) }]),
      fact("referral", [{ party: "clinic", requires: when(known("slot")) }]),
    ],
    terminals: [goal("knowledge", "slot")],
  });
  const [group] = proveReachable(world).groups;
  expect(group?.missing).toMatchObject([{ kind: "cycle", nodes: ["slot", "referral"] }]);
});

test("O1 what is prohibited and who is a decoy is never part of a route", () => {
  const world = (decoy: boolean, forbidden: boolean) =>
    buildWorld({
      entities: [patient(), party("clinic", ["phone"], { decoy })],
      mutations: [operation("book", "clinic")],
      red_lines: forbidden
        ? [{ id: "never", kind: "forbidden_action", target: "book", text: "Never book." }]
        : [],
      terminals: [goal("mutations", "book")],
    });
  expect(proveReachable(world(false, false)).verdict).toBe("proved");
  expect(proveReachable(world(true, false)).groups[0]?.missing).toMatchObject([{ kind: "decoy" }]);
  expect(proveReachable(world(false, true)).groups[0]?.missing).toMatchObject([{ kind: "prohibited" }]);
});

test("O1 a decoy is not taken onto a call either (found by npm run prove)", () => {
  const world = buildWorld({
    entities: [patient(), party("old_clinic", ["phone"], { decoy: true })],
    knowledge: [fact("plan", [{ party: "patient", participants: ["old_clinic"] }])],
    terminals: [goal("knowledge", "plan")],
  });
  const [group] = proveReachable(world).groups;
  expect(group?.missing).toMatchObject([{ kind: "decoy", nodes: ["plan", "old_clinic"] }]);
});

test("O1 protected facts go to others only with a permission for them", () => {
  const world = (kind: "provider" | "patient") =>
    buildWorld({
      entities: [patient(), party("clinic", ["phone"], { kind })],
      day_one: { facts: ["diagnosis"] },
      knowledge: [
        fact("diagnosis", [], { protected: true }),
        fact("advice", [{ party: "clinic", shares: ["diagnosis"] }]),
      ],
      mutations: [operation("grant_release", "patient")],
      authorities: [consent("release", "clinic")],
      terminals: [goal("knowledge", "advice")],
    });
  expect(told(proveReachable(world("provider")).witness)).toEqual([
    "submit_form patient_phone grant_release",
    "ask clinic_phone advice",
  ]);
  expect(told(proveReachable(world("patient")).witness)).toEqual(["ask clinic_phone advice"]);
});

test("O3 asking goes in declaration order, what becomes possible behind waits for the next round", () => {
  const world = buildWorld({
    entities: [patient(), party("clinic")],
    knowledge: [
      fact("late", [{ party: "clinic", shares: ["clue"] }]),
      fact("clue", "patient"),
      fact("follow", [{ party: "clinic", shares: ["clue"] }]),
    ],
    terminals: [goal("knowledge", "late"), goal("knowledge", "follow")],
  });
  expect(told(proveReachable(world).witness)).toEqual([
    "ask patient_phone clue",
    "ask clinic_phone follow",
    "ask clinic_phone late",
  ]);
});

test("O3 events that nothing waits for are passed through in one wait", () => {
  const world = buildWorld({
    entities: [patient()],
    mutations: [operation("send", "patient")],
    status_surfaces: [status("parcel", "patient", ["none", "sent", "near", "there"])],
    time_events: [
      event("near", { starts: when(done("send")), effects: [sets("parcel", "near")] }),
      event("there", { starts: when(is("parcel", "near")), effects: [sets("parcel", "there")] }),
    ],
    frictions: [friction("delay", "near", { minutes: 90 }), friction("delay", "there", { minutes: 30 })],
    terminals: [goal("status_surfaces", "parcel", "there")],
  });
  const { witness, days } = proveReachable(world);
  expect(told(witness)).toEqual([
    "submit_form patient_phone send",
    "wait 120",
    "check_status patient_phone parcel",
  ]);
  expect(days).toBe(1);
});

test("O4 a receipt shows what its operation sets, so no check follows", () => {
  const world = buildWorld({
    entities: [patient()],
    mutations: [operation("book", "patient", { effects: [sets("visit", "booked")] })],
    status_surfaces: [status("visit", "patient", ["none", "booked"])],
    terminals: [goal("status_surfaces", "visit", "booked")],
  });
  expect(told(proveReachable(world).witness)).toEqual(["submit_form patient_phone book"]);
});

test("C4 missed calls are operations; with a gap the call gets through later", () => {
  const world = (gap: number, tries: number) =>
    buildWorld({
      entities: [patient()],
      knowledge: [fact("need", "patient")],
      frictions: [friction("retry", "patient_phone", { tries, gap_minutes: gap })],
      terminals: [goal("knowledge", "need")],
    });
  expect(told(proveReachable(world(0, 3)).witness)).toEqual([
    "contact patient_phone",
    "contact patient_phone",
    "ask patient_phone need",
  ]);
  expect(told(proveReachable(world(60, 2)).witness)).toEqual([
    "contact patient_phone",
    "wait 60",
    "ask patient_phone need",
  ]);
});

test("C4 a channel that never answers leads to the other one", () => {
  const world = buildWorld({
    entities: [party("clinic", ["phone", "portal"])],
    day_one: { contacts: ["clinic_phone"] },
    knowledge: [fact("slot", "clinic")],
    frictions: [friction("retry", "clinic_phone", { tries: 2, other_channel: "clinic_portal" })],
    terminals: [goal("knowledge", "slot")],
  });
  expect(told(proveReachable(world).witness)).toEqual([
    "contact clinic_phone",
    "contact clinic_phone",
    "ask clinic_portal slot",
  ]);
});

test("C2 hours that recur are waited for, and hours that never meet end the search", () => {
  const world = (from: string, to: string) =>
    buildWorld({
      entities: [patient(), party("payer")],
      knowledge: [fact("plan", [{ party: "payer", participants: ["patient"] }])],
      frictions: [
        friction("availability_window", "patient_phone", {
          daily: { from: "10:00", to: "12:00", weekdays: [3] },
        }),
        friction("availability_window", "payer_phone", { daily: { from, to } }),
      ],
      terminals: [goal("knowledge", "plan")],
    });
  const met = proveReachable(world("11:30", "14:00"));
  expect(told(met.witness)).toEqual([`wait ${2 * DAY + 210}`, "ask payer_phone plan"]);
  const unmet = proveReachable(world("12:00", "14:00"));
  expect(unmet.verdict).toBe("refuted");
  expect(unmet.findings[0]?.message).toContain("There is no time at which “plan” can happen");
});

test("E1 a deadline before the earliest minute is a missing thing with both times", () => {
  const world = buildWorld({
    entities: [patient()],
    mutations: [operation("appeal", "patient", { requires: when(since(on(3))) })],
    frictions: [friction("deadline", "appeal", { at: on(2, "17:00") })],
    terminals: [goal("mutations", "appeal")],
  });
  expect(proveReachable(world).findings[0]?.message).toContain(
    "“appeal” has to happen by 2026-03-04 at 17:00, but everything it needs is there on 2026-03-05 at 08:00 at the earliest.",
  );
});

test("T4 an alternative that lapses is used only while it holds", () => {
  const world = (other: boolean) =>
    buildWorld({
      entities: [patient()],
      knowledge: [
        fact("grace", "patient"),
        fact("answer", [
          {
            party: "patient",
            requires: [
              [known("grace"), until(on(0, "09:00"))],
              [since(on(1)), until(other ? on(2) : on(0))],
            ],
          },
        ]),
      ],
      frictions: [
        friction("availability_window", "patient_phone", { daily: { from: "09:30", to: "10:00" } }),
      ],
      terminals: [goal("knowledge", "answer")],
    });
  expect(told(proveReachable(world(true)).witness).at(-2)).toBe(`wait ${DAY}`);
  expect(proveReachable(world(false)).verdict).toBe("refuted");
});

test("E7 what went out by fax takes effect, and asking again brings the receipt", () => {
  const world = buildWorld({
    entities: [party("clinic", ["fax", "phone"])],
    knowledge: [fact("ticket")],
    documents: [paper("letter", "clinic", null)],
    mutations: [
      operation("refer", "clinic", {
        via: ["clinic_fax", "clinic_phone"],
        requires: when(until(on(0, "09:00"))),
        effects: [reveals("ticket"), hands("letter")],
      }),
    ],
    frictions: [friction("availability_window", "clinic_phone", { daily: { from: "10:00", to: "12:00" } })],
    terminals: [goal("knowledge", "ticket"), goal("documents", "letter")],
  });
  const { witness, earliest } = proveReachable(world);
  expect(told(witness)).toEqual([
    "submit_form clinic_fax refer",
    "read_document clinic_fax letter",
    "wait 120",
    "submit_form clinic_phone refer",
  ]);
  expect(earliest).toMatchObject({ letter: 0, ticket: 120 });
});

test("F3 a form waits for its sources, its review and its receipt", () => {
  const world = buildWorld({
    entities: [party("payer", ["portal"]), patient()],
    knowledge: [fact("member_id", "patient"), fact("decision")],
    mutations: [],
    forms: [
      form("claim", "payer", ["member_id"], {
        effects: [reveals("decision")],
        held_when: when(known("member_id")),
      }),
    ],
    frictions: [friction("form_review", "claim", { minutes: 2 * DAY })],
    terminals: [goal("forms", "claim"), goal("knowledge", "decision")],
  });
  const { witness, earliest } = proveReachable(world);
  expect(told(witness)).toEqual([
    "ask patient_phone member_id",
    "submit_form payer_portal claim",
    `wait ${2 * DAY}`,
  ]);
  expect(witness[1]?.transmit).toEqual(["member_id"]);
  expect(earliest.decision).toBe(2 * DAY);
});

test("T3 an accepted form starts what waits for it, and events due at the start come first", () => {
  const world = buildWorld({
    entities: [party("payer", ["portal"])],
    knowledge: [fact("reply"), fact("notice")],
    forms: [form("claim", "payer", [{ id: "ok", label: "ok", kind: "attestation", verifiable: true }])],
    time_events: [
      event("notice_comes", { effects: [reveals("notice")] }),
      event("reply_comes", { starts: when(accepted("claim"), known("notice")), effects: [reveals("reply")] }),
    ],
    terminals: [goal("knowledge", "reply")],
  });
  expect(told(proveReachable(world).witness)).toEqual(["submit_form payer_portal claim"]);
});

test("T4 an alternative that does not lapse keeps a requirement open after one that does (found by npm run prove)", () => {
  const world = buildWorld({
    entities: [patient()],
    day_one: { facts: ["note"] },
    knowledge: [fact("note")],
    mutations: [
      operation("book", "patient", {
        requires: [[known("note")], [until(on(0, "09:00"))]],
        grounding: when(since(on(2))),
      }),
    ],
    terminals: [goal("mutations", "book")],
  });
  expect(told(proveReachable(world).witness)).toEqual([`wait ${2 * DAY}`, "submit_form patient_phone book"]);
});

test("O1 E3 what is passed on in a call needs a permission for everybody on it", () => {
  const world = (authorities: string[]) =>
    buildWorld({
      entities: [patient(), party("plan"), party("shop")],
      knowledge: [fact("secret", "plan", { protected: true })],
      mutations: [operation("order", "plan", { shares: ["secret"], participants: ["shop", "patient"] })],
      authorities: [consent("shop_consent", "shop", null)],
      terminals: [goal("mutations", "order")],
      day_one: { facts: ["secret"], authorities },
    });
  const refuted = proveReachable(world([]));
  expect(refuted.verdict).toBe("refuted");
  expect(refuted.findings[0]?.message).toMatch(/shop/);
  const proved = world(["shop_consent"]);
  const { verdict, witness } = proveReachable(proved);
  expect(verdict).toBe("proved");
  expect(runWitness(proved, witness)).toBeNull();
});

test("O6 where hours recur, a search that has ended proves nothing by having ended", () => {
  const daily = { from: "08:00", to: "17:00", weekdays: [] };
  const hours = ["clinic_phone", "payer_phone"].map((channel) =>
    friction("availability_window", channel, { daily, single: null }),
  );
  const shortest = (frictions: typeof hours) =>
    proveReachable(
      buildWorld({
        entities: [patient(), party("clinic"), party("payer")],
        knowledge: [
          fact("result", [
            { party: "clinic", shares: ["a"] },
            { party: "payer", shares: ["b"] },
          ]),
          fact("a", "patient"),
          fact("b", "patient"),
        ],
        frictions,
        terminals: [goal("knowledge", "result")],
      }),
    ).shortest;
  expect(shortest([])).toMatchObject({ proved: true, length: 2 });
  expect(shortest(hours)).toMatchObject({ proved: false, length: 2 });
});
