import { expect, test } from "vitest";
import { packetSchema } from "@/compiler/packet";
import { caseFileSchema } from "@/lib/contracts/case-file";
import type { Tau2Domain } from "./domain";
import { importDomain } from "./import";
import { tau2TaskSchema } from "./task";

/** A domain of the shape that tau2 and PayerBench publish, made here. */
const domain: Tau2Domain = {
  name: "plan",
  tasksFile: "tasks.json",
  policy:
    "# Policy\n\nVerify the member first.\n\nNever change an address before the member is verified.\n\n- You must not promise a date.",
  db: null,
  tools: new Map([
    ["get_member", "READ"],
    ["verify_identity", "WRITE"],
    ["set_address", "WRITE"],
  ]),
  tasks: [
    {
      id: "7/a b",
      user_scenario: {
        instructions: {
          reason_for_call: "You moved.",
          known_info: "You are Mara Lind. Your member number is M-1001.",
          unknown_info: "You do not know your plan's name.",
        },
      },
      evaluation_criteria: {
        actions: [
          { name: "get_member", arguments: { member_id: "M-1001" } },
          { name: "verify_identity", arguments: { member_id: "M-1001" } },
          { name: "set_address", arguments: { member_id: "M-1001", city: "Northfield" } },
        ],
        env_assertions: [
          { env_type: "assistant", func_name: "assert_address", arguments: { city: "Northfield" } },
        ],
        nl_assertions: ["The agent is polite."],
        communicate_info: ["Northfield"],
      },
    },
    { id: "7_a_b", user_scenario: { instructions: "Ask for a card." } },
  ].map((task) => tau2TaskSchema.parse(task)),
};
const files = importDomain(domain);
const read = (path: string) => JSON.parse(String(files.get(path)?.content));
const packet = packetSchema.parse(read("plan_7_a_b/packet.draft.json"));

test("each task is a case of its own that the import page takes; ids that look alike stay apart", () => {
  expect(read("index.json")).toEqual([
    { case: "plan_7_a_b", task: "7/a b", pointer: "/0", domain: "plan" },
    { case: "plan_7_a_b_2", task: "7_a_b", pointer: "/1", domain: "plan" },
  ]);
  for (const id of ["plan_7_a_b", "plan_7_a_b_2"])
    expect(caseFileSchema.parse(read(`${id}/case.json`)).id).toBe(id);
  expect(read("plan_7_a_b/case.json").records[0].title).toContain("/0/user_scenario/instructions");
});

test("what the caller knows is told by them, what they do not know by nobody yet", () => {
  const tellers = packet.exchanges.map((e) => [e.statement, e.teller]);
  expect(tellers).toContainEqual(["You are Mara Lind.", "caller"]);
  expect(tellers).toContainEqual(["You do not know your plan's name.", null]);
});

test("writing calls are operations with their values, identity is a permission, reading is neither", () => {
  expect(packet.steps.map((s) => [s.kind, s.what])).toEqual([
    ["permission", "verify identity"],
    ["action", "set address"],
  ]);
  const step = packet.steps[1];
  const values = packet.exchanges.filter((e) => step?.kind === "action" && step.give_first.includes(e.id));
  expect(values.map((e) => e.value)).toEqual([
    { type: "text", value: "M-1001" },
    { type: "text", value: "Northfield" },
  ]);
  expect(packet.outcomes.map((o) => [o.text.slice(0, 14), o.alternatives.length])).toEqual([
    ["Done: set addr", 1],
    ["assert address", 0],
  ]);
});

test("what is judged or said is a rule that nobody scores; the policy gives candidates for prohibitions", () => {
  expect(packet.prohibited.map((p) => [p.text, p.step])).toEqual([
    ["The agent is polite.", null],
    ["The caller is told: Northfield", null],
    ["Never change an address before the member is verified.", null],
    ["- You must not promise a date.", null],
  ]);
});

test("nothing is decided, and every item quotes its record where it says", () => {
  const records = new Map<string, { text: string }>(
    read("plan_7_a_b/case.json").records.map((r: { key: string }) => [r.key, r]),
  );
  for (const item of [...packet.exchanges, ...packet.steps, ...packet.outcomes, ...packet.prohibited]) {
    expect(item).toMatchObject({ origin: "draft", decision: "undecided" });
    expect(item.evidence).toHaveLength(1);
    for (const { record, start, end, quote } of item.evidence)
      expect(records.get(record)?.text.slice(start, end)).toBe(quote);
  }
});
