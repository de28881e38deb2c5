import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { corpusWorld } from "../../tests/corpus/read-corpus";
import { ORDINARY_TOPICS, type Ordinary } from "../language/translation";
import type { PublicActionInput } from "../public/action";
import type { World } from "../spec/world-index";
import { buildWorld, on, worldOf } from "../testing/build-world";
import { done, known, sets, when } from "../testing/conditions";
import { everythingInput } from "../testing/everything-world";
import { friction } from "../testing/goals-and-frictions";
import { otherwiseHidden } from "../testing/otherwise-hidden";
import { randomCall } from "../testing/random-calls";
import { randomWorld, Seeded } from "../testing/random-world";
import { consent, event, fact, form, operation, paper, party, patient, status } from "../testing/world-parts";
import { compileWorld } from "./compile-world";
import { createSession, type Session } from "./session";
import { stateKey } from "./state";

const seeds = fc.integer({ min: 1, max: 1_000_000 });

/** Puts an ordinary question to a party, in the open call or in writing. */
function ask(
  session: Session,
  to: string,
  topic: Ordinary["topic"],
  about: string | null = null,
  channel: string | null = null,
) {
  const part = { asked: "?", item: null, candidates: [], ordinary: { topic, about } };
  const action = { tool: "ask" as const, party: to, channel, request: "?" };
  return session.apply(action, { parts: [part], said: [], unplaced: [] });
}

const answer = (...of: Parameters<typeof ask>) => ask(...of).parts[0]?.message;

/** A party over a channel that is open to the agent now, and a question about anything at all. */
function randomQuestion(world: World, session: Session, random: Seeded) {
  const pick = <T>(list: readonly T[]): T | undefined => list[random.below(list.length)];
  const file = session.caseFile();
  const to = pick(file.parties);
  const written = to?.channels.filter((c) => ["message", "portal", "email"].includes(c.kind)) ?? [];
  const menu = compileWorld(world).parties.flatMap((p) => p.menu.map((item) => item.id));
  const about = pick([
    ...menu,
    ...[...world.channels.keys()],
    ...world.spec.entities.map((e) => e.id),
    "nothing_of_this_name",
  ]);
  return {
    to: to?.party ?? "nobody",
    topic: pick(ORDINARY_TOPICS)!,
    about: random.below(5) === 0 ? null : (about ?? null),
    channel: file.open_call.includes(to?.party ?? "") ? null : (pick(written)?.channel ?? null),
  };
}

type Move = PublicActionInput | ReturnType<typeof randomQuestion>;
const move = (session: Session, one: Move) =>
  "tool" in one ? session.step(one) : ask(session, one.to, one.topic, one.about, one.channel);

function playAsking(world: World, session: Session, seed: number, turns: number): Move[] {
  const random = new Seeded(seed);
  return Array.from({ length: turns }, () => {
    const one =
      random.below(2) === 0
        ? randomCall(world, session.caseFile(), random)
        : randomQuestion(world, session, random);
    move(session, one);
    return one;
  });
}

const WORLDS: [string, (seed: number) => World][] = [
  ["random worlds", randomWorld],
  ["everything", () => worldOf(everythingInput())],
  ["52955ee1", () => corpusWorld("52955ee1")],
  ["8e11c075", () => corpusWorld("8e11c075")],
];

describe.each(WORLDS)("ordinary questions in %s", (name, worldFor) => {
  const numRuns = name === "random worlds" ? 60 : 12;

  test("A3 Q1 the answers are the same bytes in worlds that differ only in what was not disclosed", () => {
    let answered = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const world = worldFor(seed);
        const session = createSession(world);
        const moves = playAsking(world, session, seed, 60);
        const asked = new Set(
          moves.flatMap((m) => ("topic" in m && m.about !== null && m.topic === "needed" ? [m.about] : [])),
        );
        const calls = moves.filter((m): m is PublicActionInput => "tool" in m);
        const other = createSession(otherwiseHidden(world, calls, session.snapshot().state, asked));
        const again = createSession(world);
        for (const one of moves) {
          const seen = move(again, one);
          expect(JSON.stringify(move(other, one))).toBe(JSON.stringify(seen));
          if (seen.parts.some((part) => part.outcome === "answered")) answered++;
        }
      }),
      { seed: 41, numRuns },
    );
    expect(answered).toBeGreaterThan(numRuns);
  });

  test("Q1 a question costs an action and otherwise changes nothing, shows nothing of the menu and is no finding", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const world = worldFor(seed);
        const compiled = compileWorld(world);
        const session = createSession(world);
        const random = new Seeded(seed);
        for (let i = 0; i < 40; i++) {
          session.step(randomCall(world, session.caseFile(), random));
          const before = session.snapshot();
          const question = randomQuestion(world, session, random);
          const result = move(session, question);
          const [part] = result.parts;
          if (part?.outcome !== "answered") continue;
          const after = session.snapshot();
          expect(stateKey(compiled, after.state)).toBe(stateKey(compiled, before.state));
          expect(after.findings).toEqual(before.findings);
          expect(part).toMatchObject({ facts: [], documents: [], statuses: [], candidates: [] });
          expect(part.message).toMatch(/^[A-Z].*[.?]$/u);
        }
      }),
      { seed: 42, numRuns: Math.ceil(numRuns / 3) },
    );
  });
});

const clinic = party("clinic", ["message", "phone", "fax"]);

describe("what is answered", () => {
  test("Q2 hours are where all windows of a channel meet, of the party's own channels that are known", () => {
    const session = createSession(
      buildWorld({
        entities: [patient(), clinic, party("shop", ["message"])],
        frictions: [
          friction("availability_window", "clinic_phone", {
            daily: { from: "08:00", to: "12:00", weekdays: [1, 2, 3] },
          }),
          friction("availability_window", "clinic_phone", {
            id: "later",
            daily: { from: "09:30", to: "17:00", weekdays: [2, 3, 4] },
          }),
        ],
        day_one: { contacts: ["clinic_message", "clinic_phone", "shop_message"] },
      }),
    );
    const hours = "open from 09:30 to 12:00 on Tuesday and Wednesday";
    expect(answer(session, "clinic", "hours", null, "clinic_message")).toBe(
      `Clinic message: open now. Clinic phone: ${hours}.`,
    );
    expect(answer(session, "clinic", "hours", "clinic_phone", "clinic_message")).toBe(
      `Clinic phone: ${hours}.`,
    );
    expect(answer(session, "clinic", "hours", "clinic_fax", "clinic_message"), "not shown").toBe(
      "I do not have that.",
    );
    expect(answer(session, "shop", "hours", "clinic_phone", "shop_message"), "of others").toBe(
      "I do not have that.",
    );
    const call = session.step({ tool: "contact", mode: "call", channels: ["clinic_phone"] });
    expect(call.message).toBe(`This is not open now: clinic phone. It is ${hours}.`);
  });

  test("Q3 a party tells how it is reached, and of others only what it told before", () => {
    const session = createSession(
      buildWorld({
        entities: [patient(), clinic, party("shop", ["message", "phone"]), party("plan", ["message"])],
        knowledge: [
          fact("shop_number", "clinic", {
            reveals: ["shop_phone"],
            statement: "The shop answers at 555-0100",
          }),
        ],
        day_one: { contacts: ["clinic_message", "shop_message", "plan_message"] },
      }),
    );
    expect(answer(session, "shop", "contact", null, "shop_message")).toBe(
      "These are the ways to reach us: shop message (by message).",
    );
    expect(answer(session, "plan", "contact", "shop", "plan_message")).toBe("I do not have that.");
    expect(answer(session, "clinic", "contact", "shop", "clinic_message")).toBe(
      "Please say exactly what it is about.",
    );
    session.step({ tool: "ask", party: "clinic", channel: "clinic_message", request: "shop number" });
    expect(answer(session, "clinic", "contact", "shop", "clinic_message")).toBe(
      "The shop answers at 555-0100.",
    );
    expect(answer(session, "plan", "contact", "shop", "plan_message"), "another party").toBe(
      "I do not have that.",
    );
  });

  test("Q4 what is needed: what has to be in place, who is on the call, values, permissions, until when", () => {
    const session = createSession(
      buildWorld({
        entities: [patient(), clinic],
        knowledge: [fact("born"), fact("plan_number"), fact("report")],
        mutations: [
          operation("allow", "patient"),
          operation("book", "clinic", {
            requires: when(known("report")),
            shares: ["born", "plan_number"],
            authorities: ["may_book"],
            participants: ["patient"],
            via: ["clinic_phone"],
          }),
          operation("greet", "clinic"),
        ],
        forms: [form("slip", "clinic", ["born"])],
        authorities: [consent("may_book", "clinic", "allow")],
        frictions: [friction("deadline", "book", { at: on(3) })],
      }),
    );
    expect(answer(session, "clinic", "needed", "book", "clinic_message")).toBe(
      [
        "There is something that you have to find out first.",
        "It works only with patient on the same call.",
        "It is done over this: clinic phone.",
        "This is needed from you: born and plan number.",
        "It takes a permission from patient: may book.",
        `It has to be done by ${on(3)}.`,
      ].join(" "),
    );
    expect(answer(session, "clinic", "needed", "greet", "clinic_message")).toBe(
      "Nothing more is needed for that.",
    );
    session.step({ tool: "act", party: "clinic", channel: "clinic_message", request: "greet" });
    expect(answer(session, "clinic", "needed", "greet", "clinic_message")).toMatch(/^That was done before/u);
    expect(answer(session, "clinic", "needed", "slip", "clinic_message")).toBe(
      "This form has to be filled in: slip form.",
    );
    expect(answer(session, "clinic", "needed", "allow", "clinic_message"), "of another party").toBe(
      "Please say exactly what it is about.",
    );
  });

  test("Q5 how far something is and when to ask again, only of what was set in motion", () => {
    const session = createSession(
      buildWorld({
        entities: [patient(), clinic],
        knowledge: [fact("born", "patient")],
        documents: [paper("letter", "clinic", "collected")],
        mutations: [operation("order", "clinic", { effects: [sets("parcel", "sent")] })],
        forms: [form("claim", "clinic", ["born"])],
        status_surfaces: [status("parcel", "clinic", ["none", "sent", "arrived"])],
        time_events: [
          event("arrival", { starts: when(done("order")), effects: [sets("parcel", "arrived")] }),
        ],
        frictions: [
          friction("delay", "letter", { minutes: 60 }),
          friction("delay", "arrival", { minutes: 1440 }),
          friction("form_review", "claim", { minutes: 30 }),
        ],
      }),
    );
    const far = (about: string | null) => answer(session, "clinic", "progress", about, "clinic_message");
    expect(far(null)).toBe("Nothing that you asked for is under way here.");
    expect([far("order"), far("letter_request"), far("claim")]).toEqual(
      Array(3).fill("You have not asked for that yet."),
    );
    const say = (tool: "ask" | "act", request: string) =>
      session.step({ tool, party: "clinic", channel: "clinic_message", request });
    say("act", "order");
    say("ask", "copy of the letter");
    session.step({ tool: "submit_form", form: "claim", channel: "clinic_message", fields: {} });
    expect(far("letter_request")).toBe(`It is being prepared. Ask for it from ${on(0, "09:00")} on.`);
    expect(far(null)).toContain(`Order: that was done. It is still under way. Ask again from ${on(1)} on.`);
    session.step({ tool: "wait", minutes: 60 });
    expect(far("letter_request")).toBe("It is ready. Ask for it.");
    expect(say("ask", "copy of the letter").parts[0]?.outcome, "and so it is").toBe("handed_over");
    session.step({ tool: "wait", minutes: 1440 });
    expect(far("order")).toBe("That was done.");
    const looked = ask(session, "clinic", "progress", "parcel", "clinic_message").parts[0];
    expect(looked, "a status is looked up").toMatchObject({ outcome: "told", message: "Parcel: arrived." });
  });

  test("Q6 whether something is offered", () => {
    const session = createSession(
      buildWorld({ entities: [patient(), clinic], mutations: [operation("book", "clinic")] }),
    );
    expect(answer(session, "clinic", "offered", "book", "clinic_message")).toBe(
      "Yes, that can be done here. Use act for it.",
    );
    expect(answer(session, "clinic", "offered", null, "clinic_message")).toBe(
      "That is not something we do here.",
    );
  });

  test("E3 Q1 a protected value that is said in a question is passed on all the same", () => {
    const session = createSession(
      buildWorld({
        entities: [patient(), clinic],
        knowledge: [fact("diagnosis", "patient", { protected: true })],
        day_one: { contacts: ["clinic_message"], facts: ["diagnosis"] },
      }),
    );
    const action = {
      tool: "ask" as const,
      party: "clinic",
      channel: "clinic_message",
      request: "When are you open? He has this:",
      share: [{ what: "diagnosis", value: "diagnosis value" }],
    };
    session.apply(action, {
      parts: [
        {
          asked: "When are you open?",
          item: null,
          candidates: [],
          ordinary: { topic: "hours", about: null },
        },
      ],
      said: [{ fact: "diagnosis", value: "diagnosis value" }],
      unplaced: [],
    });
    expect(session.snapshot().findings.map(({ finding }) => finding.code)).toEqual([
      "authority/protected-value",
    ]);
  });
});
