import { expect, test } from "vitest";
import type { Paraphrases } from "../language/paraphrases";
import { buildWorld, fact, goal, party, patient } from "../testing/build-world";
import { certifyWorld } from "./index";
import { checkParaphrases } from "./paraphrase-check";

const world = buildWorld({
  entities: [patient(), party("clinic")],
  knowledge: [
    { ...fact("opening_hours", "clinic"), label: "when the clinic opens" },
    { ...fact("parking_rules", "clinic"), label: "where one can park" },
  ],
  terminals: [goal("knowledge", "opening_hours"), goal("knowledge", "parking_rules")],
});
const given = (rest: Partial<Paraphrases> = {}): Paraphrases => ({
  schema_version: 1,
  kind: "paraphrases",
  world: world.spec.id,
  items: {
    opening_hours: [
      "When does the clinic open?",
      "What time do you open?",
      "When is the clinic open?",
      "Please tell me when the clinic opens.",
      "I need to know when you open the clinic.",
    ],
  },
  requests: [],
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
    wrong: 0,
    ballots: 6,
  });
});

test("a wrong landing, of an item or of what fits nothing, is found", () => {
  const swapped = given({
    items: { opening_hours: [...given().items.opening_hours!, "Where one can park"] },
  });
  expect(codes(swapped)).toEqual([["language/wrong-landing", "parking_rules"]]);
  const guessed = given({
    no_fit: [{ party: "clinic", tool: "ask", text: "Where can one park?", fits: [] }],
  });
  expect(codes(guessed)).toEqual([["language/wrong-landing", "parking_rules"]]);
});

test("an item of the route with fewer than five, or whose paraphrases do not lead to it, is named", () => {
  expect(codes(given(), new Set(["opening_hours", "parking_rules"]))).toEqual([
    ["language/too-few-paraphrases", "parking_rules"],
  ]);
  const opaque = given({
    items: { opening_hours: ["Zeppelins?", "Marmalade?", "Quartz?", "Umbrellas?", "When does it open?"] },
  });
  expect(codes(opaque)).toEqual([["language/not-understood", "opening_hours"]]);
});

test("paraphrases of another world are refused", () => {
  expect(codes(given({ world: "elsewhere" }))).toEqual([["language/other-world", world.spec.id]]);
});

test("the gate says whether paraphrases were given", async () => {
  const items = {
    ...given().items,
    parking_rules: [
      "Where can I park?",
      "Where is parking?",
      "Where may one park the car?",
      "Please tell me where one can park.",
      "Where do visitors park?",
    ],
  };
  const language = async (paraphrases: Paraphrases | null) => {
    const ports = { sha256: () => "0".repeat(64) };
    const made = await certifyWorld(world.spec, ports, undefined, undefined, paraphrases);
    return made.gates.find((gate) => gate.gate === "language");
  };
  expect(await language(given({ items }))).toMatchObject({
    verdict: "proved",
    figures: { requests: 2, paraphrases: 10 },
  });
  expect((await language(null))?.summary).toContain("No paraphrases were given.");
});
