import { expect, test } from "vitest";
import type { Paraphrases } from "../language/paraphrases";
import { noParaphrases } from "../language/paraphrases";
import { buildWorld } from "../testing/build-world";
import { goal } from "../testing/goals-and-frictions";
import { fact, party, patient } from "../testing/world-parts";
import { certifyWorld } from "./index";
import { checkParaphrases, completeParaphrases } from "./paraphrase-check";

const world = buildWorld({
  entities: [patient(), party("clinic")],
  knowledge: [
    { ...fact("opening_hours", "clinic"), label: "when the clinic opens" },
    { ...fact("parking_rules", "clinic"), label: "where one can park" },
  ],
  terminals: [goal("knowledge", "opening_hours"), goal("knowledge", "parking_rules")],
});
const given = (rest: Partial<Paraphrases> = {}): Paraphrases => ({
  ...noParaphrases(world.spec.id),
  items: {
    opening_hours: {
      written: [
        "When does the clinic open?",
        "What time do you open?",
        "When is the clinic open?",
        "Please tell me when the clinic opens.",
        "I need to know when you open the clinic.",
      ],
    },
  },
  no_fit: [{ party: "clinic", tool: "ask", text: "What did the blood test show?", fits: [] }],
  ...rest,
});
const route = new Set(["opening_hours"]);
const codes = (paraphrases: Paraphrases, of: ReadonlySet<string> = route) =>
  checkParaphrases(world, of, paraphrases).findings.map((f) => [f.code, f.nodes[0]]);

test("paraphrases that lead to their item are no finding, and are counted", () => {
  expect(checkParaphrases(world, route, given())).toMatchObject({
    findings: [],
    tried: 5,
    landed: 5,
    sources: { written: 5, model: 0, framing: 0 },
    wrong: 0,
  });
});

test("a wrong landing, of an item or of what fits nothing, is found", () => {
  const swapped = given({
    items: {
      opening_hours: { ...given().items.opening_hours, model: ["Where one can park"] },
    },
  });
  expect(codes(swapped)).toEqual([["language/wrong-landing", "parking_rules"]]);
  const guessed = given({
    no_fit: [{ party: "clinic", tool: "ask", text: "Where can one park?", fits: [] }],
  });
  expect(codes(guessed)).toEqual([["language/wrong-landing", "parking_rules"]]);
});

const opaque = ["Zeppelins?", "Marmalade?", "Quartz?", "Umbrellas?"];

test("L4 an item of the route to which fewer than five lead, or not two of three, is named", () => {
  expect(codes(given(), new Set(["opening_hours", "parking_rules"]))).toEqual([
    ["language/too-few-paraphrases", "parking_rules"],
  ]);
  const { written = [] } = given().items.opening_hours ?? {};
  const items = (...texts: string[]) => given({ items: { opening_hours: { written: texts } } });
  expect(codes(items(...written.slice(1), ...opaque))).toEqual([
    ["language/too-few-paraphrases", "opening_hours"],
  ]);
  expect(codes(items(...written, ...opaque.slice(0, 2)))).toEqual([]);
  expect(codes(items(...written, ...opaque))).toEqual([["language/not-understood", "opening_hours"]]);
  const twice = given({ items: { opening_hours: { written: written.slice(1), model: written.slice(1) } } });
  expect(codes(twice)).toEqual([["language/too-few-paraphrases", "opening_hours"]]);
});

test("L6 frames around the label fill up what is lacking, no more, and keep what was given", () => {
  const { written = [] } = given().items.opening_hours ?? {};
  const some = given({ items: { opening_hours: { written: [...written.slice(0, 3), opaque[0]!] } } });
  const both = new Set(["opening_hours", "parking_rules"]);
  const completed = completeParaphrases(world, both, some);
  expect(completed.items.opening_hours?.written).toEqual(some.items.opening_hours?.written);
  expect(completed.items.opening_hours?.framing).toHaveLength(2);
  expect(completed.items.parking_rules).toEqual({ framing: expect.any(Array) });
  expect(completed.items.parking_rules?.framing).toHaveLength(5);
  expect(checkParaphrases(world, both, completed).findings).toEqual([]);
  expect(completeParaphrases(world, both, completed)).toEqual(completed);
  const gone = {
    items: { ...some.items, closed_desk: { written: ["Is the desk closed?"] } },
    no_fit: [...some.no_fit, { party: "nobody", tool: "ask" as const, text: "Hello?", fits: [] }],
  };
  expect(completeParaphrases(world, both, given(gone))).toEqual(completed);
});

test("a paraphrase with what looks like a person's number is refused, an invented one is not", () => {
  const asked = (text: string) => given({ no_fit: [{ party: "clinic", tool: "ask", text, fits: [] }] });
  expect(codes(asked("Is 212-867-5309 the number of the lab?"))).toEqual([
    ["language/identifier", undefined],
  ]);
  expect(codes(asked("Is 212-555-0142 the number of the lab?"))).toEqual([]);
});

test("paraphrases of another world are refused", () => {
  expect(codes(given({ world: "elsewhere" }))).toEqual([["language/other-world", world.spec.id]]);
});

test("L4 the gate says whether paraphrases were given, where they come from, and records every ballot", async () => {
  const ports = { sha256: () => "0".repeat(64) };
  const certify = (paraphrases: Paraphrases | null) =>
    certifyWorld(world.spec, ports, undefined, undefined, paraphrases);
  const { gates, ballots } = await certify(given());
  const gate = gates.find((one) => one.gate === "language");
  expect(gate).toMatchObject({
    verdict: "proved",
    figures: { requests: 2, paraphrases: 10, written: 5, framing: 5, ballots: 13 },
  });
  expect(gate?.summary).toContain("5 written, 5 framed from labels");
  expect(ballots?.translator).toMatch(/^lexical\//);
  expect(ballots?.ballots).toHaveLength(2 + 10 + 1);
  expect(ballots?.ballots[0]).toMatchObject({ of: "route", party: "clinic", verdict: "hit" });
  expect(ballots?.ballots).toContainEqual({
    of: "written",
    party: "clinic",
    asked: "When does the clinic open?",
    intended: ["opening_hours"],
    understood: ["opening_hours"],
    offered: [],
    verdict: "hit",
  });
  const without = await certify(null);
  expect(without.gates.find((one) => one.gate === "language")?.summary).toContain(
    "No paraphrases were given.",
  );
});
