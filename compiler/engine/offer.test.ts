import { describe, expect, test } from "vitest";
import { buildWorld } from "../testing/build-world";
import { fact, operation, party, patient } from "../testing/world-parts";
import { createSession } from "./session";

describe("E9 what was asked back is landed by saying yes", () => {
  const CHANNEL = "clinic_message";
  const unclear = { asked: "the thing", item: null, candidates: ["hours"] };
  const yes = { asked: "yes", item: "hours", candidates: [] };
  const say = (to = "clinic", channel = CHANNEL) => ({
    tool: "ask" as const,
    party: to,
    channel,
    request: "yes",
  });
  const given = (...parts: (typeof unclear | typeof yes)[]) => ({ parts, said: [], unplaced: [] });
  const begin = () =>
    createSession(
      buildWorld({
        entities: [patient(), party("clinic", ["message", "portal"]), party("shop", ["message"])],
        knowledge: [fact("hours", "clinic"), fact("stock", "shop")],
        mutations: [operation("book", "clinic")],
        red_lines: [{ id: "never", kind: "forbidden_action", target: "book", text: "Never." }],
        day_one: { contacts: ["clinic_message", "clinic_portal", "shop_message"] },
      }),
    );

  test("free of charge, once, from the same party and channel, with the next action", () => {
    const session = begin();
    const asked = session.apply(say(), given(unclear));
    expect(asked.parts[0]).toMatchObject({ outcome: "unclear", candidates: ["hours"] });
    expect(session.prepare(say("shop", "shop_message"))?.offered).toBeNull();
    expect(session.prepare(say("clinic", "clinic_portal"))?.offered).toBeNull();
    expect(session.prepare(say())?.offered).toBe("hours");
    session.step({ tool: "memory", mode: "note", text: "wait for it" });
    const landed = session.apply(say(), given(yes));
    expect([landed.parts[0]!.outcome, landed.actions_left]).toEqual(["told", asked.actions_left]);
    expect(session.prepare(say())?.offered).toBeNull();
    expect(session.apply(say(), given(yes)).actions_left).toBe(asked.actions_left - 1);
  });

  test("any other action ends the offer", () => {
    const session = begin();
    session.apply(say(), given(unclear));
    session.step({ tool: "wait", minutes: 1 });
    expect(session.prepare(say())?.offered).toBeNull();
  });

  test("what a red line prohibits is never offered, and looks like nothing at all", () => {
    const act = { ...say(), tool: "act" as const };
    const withheld = begin().apply(act, given({ ...unclear, candidates: ["book"] }));
    const nothing = begin().apply(act, given({ ...unclear, candidates: [] }));
    expect(withheld).toEqual(nothing);
    expect(begin().prepare(act)?.withheld).toEqual(new Set(["book"]));
  });
});
