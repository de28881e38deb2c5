import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Packet, packetSchema } from "../packet";
import { applyEdits, type Edit, weakenings } from "./edits";
import { type Attempt, MOST_REPAIRS, proposeWithRepair, type Repairer } from "./repair";
import { proposeByRules } from "./rules";

const packetOf = (id: string): Packet =>
  packetSchema.parse(
    JSON.parse(readFileSync(new URL(`../../corpus/${id}/packet.json`, import.meta.url), "utf8")),
  );
const ports = { sha256: () => "0".repeat(64) };

/** The packet with one link cut: the flag's state never shows that it was resolved. */
function broken(): Packet {
  const packet = packetOf("7ffc1903");
  for (const step of packet.steps) if (step.kind === "action") step.leaves = [];
  return packet;
}
const mend: Edit = {
  list: "mutations",
  id: "resolve_flag",
  field: "effects",
  json: '[{"kind":"set_status","status":"flag_state","value":"resolved"}]',
};
const run = async (packet: Packet, ...answers: Edit[][]) => {
  const given: Parameters<Repairer>[0][] = [];
  const attempts = await proposeWithRepair(
    packet,
    async (question) => {
      given.push(question);
      return { edits: answers[question.repair - 1] ?? [], why: "because" };
    },
    ports,
  );
  return { attempts, given };
};
const passed = (attempts: readonly Attempt[]) => attempts.map((attempt) => attempt.passed);

describe("a proposal with repair", () => {
  test("a sound packet needs none", async () => {
    const { attempts, given } = await run(packetOf("7ffc1903"));
    expect(passed(attempts)).toEqual([true]);
    expect(given).toEqual([]);
  });

  test("the findings are handed back, and a repair that mends them passes", async () => {
    const { attempts, given } = await run(broken(), [mend]);
    expect(passed(attempts)).toEqual([false, true]);
    expect(given[0]?.findings.length).toBeGreaterThan(0);
    expect(attempts[1]).toMatchObject({
      by: "model",
      why: "because",
      differences: [{ id: "resolve_flag", field: "effects", before: [] }],
    });
  });

  test("whoever repairs sees the packet, the world and the findings: no key, no gate", async () => {
    const { given } = await run(broken());
    expect(Object.keys(given[0] ?? {}).sort()).toEqual(["findings", "packet", "repair", "spec"]);
  });

  test("after three repairs a person decides", async () => {
    const { attempts } = await run(broken());
    expect(attempts).toHaveLength(1 + MOST_REPAIRS);
    expect(passed(attempts)).not.toContain(true);
  });

  const spec = proposeByRules(packetOf("52955ee1"));
  if (!spec.ok) throw new Error("the packet of the corpus does not compile");
  const world = spec.value;
  const fact = world.knowledge.find((k) => k.held_by.some((h) => h.authorities.length > 0));
  if (!fact) throw new Error("the world has no fact that needs a permission");

  test.each<[string, Edit]>([
    [
      "take an outcome away",
      { list: "terminals", id: world.terminals[0]!.id, field: "required", json: "false" } as unknown as Edit,
    ],
    ["lift a prohibition", { list: "red_lines", id: "x", field: "text", json: '""' } as unknown as Edit],
    ["open a protected fact", { list: "knowledge", id: fact.id, field: "protected", json: "false" }],
    ["change what a fact says", { list: "knowledge", id: fact.id, field: "statement", json: '"yes"' }],
    ["add an object", { list: "knowledge", id: "a_new_fact", field: "label", json: '"new"' }],
    ["write something that is no JSON", { list: "knowledge", id: fact.id, field: "label", json: "{" }],
  ])("a repair cannot %s", (_, edit) => {
    const result = applyEdits(world, [edit]);
    expect(result.ok ? [] : result.findings.map((f) => f.code)).toEqual(["propose/edit-refused"]);
  });

  test("a repair cannot drop a permission from an exchange", () => {
    const free = fact.held_by.map((holder) => ({ ...holder, authorities: [] }));
    const edited = applyEdits(world, [
      { list: "knowledge", id: fact.id, field: "held_by", json: JSON.stringify(free) },
    ]);
    expect(
      edited.ok && weakenings(world, edited.value as typeof world).map((f) => [f.code, f.nodes]),
    ).toEqual([["propose/weakened", [fact.id]]]);
  });

  test("a repair that reaches too far is a failed attempt, and the next one starts from the world before", async () => {
    const tooFar: Edit = { list: "mutations", id: "resolve_flag", field: "party", json: '"patient"' };
    const { attempts, given } = await run(broken(), [tooFar], [mend]);
    expect(passed(attempts)).toEqual([false, false, true]);
    expect(attempts[1]).toMatchObject({ spec: null, findings: [{ code: "propose/edit-refused" }] });
    expect(given[1]?.spec).toEqual(given[0]?.spec);
  });
});
