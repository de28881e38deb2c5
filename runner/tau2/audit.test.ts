import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { BadInput } from "../input";
import { auditDomain } from "./audit";
import { readDomain } from "./domain";
import { reportPage } from "./report";

const root = mkdtempSync(join(tmpdir(), "baba-tau2-"));
afterAll(() => rmSync(root, { recursive: true }));
const folder = join(root, "data/tau2/domains/plan");
mkdirSync(folder, { recursive: true });
mkdirSync(join(root, "src/tau2/domains/plan"), { recursive: true });

/** A task of the shape that tau2 and PayerBench publish, made here. */
const task = (id: string, criteria: object | null, known = "You are Mara Lind, member M-1001.") => ({
  id,
  user_scenario: {
    persona: null,
    instructions: { reason_for_call: "Ask about a claim.", known_info: known },
  },
  initial_state: null,
  evaluation_criteria: criteria,
});
const read = { name: "get_member", arguments: { member_id: "M-1001" } };
const write = {
  name: "set_address",
  arguments: { member_id: "M-1001", codes: ["b", "a"], city: "Northfield" },
};
const TASKS = [
  task("reads", { actions: [read], reward_basis: ["DB", "COMMUNICATE"], communicate_info: [] }),
  task("says", { actions: [read], reward_basis: ["DB", "COMMUNICATE"], communicate_info: ["25"] }),
  task("writes", { actions: [read, write], reward_basis: ["DB"], nl_assertions: ["The agent is polite."] }),
  task("judged", { actions: [], reward_basis: ["NL_ASSERTION"], nl_assertions: ["The agent refuses."] }),
  task("asserted", {
    actions: [write],
    env_assertions: [{ env_type: "assistant", func_name: "assert_address", arguments: {} }],
    reward_basis: ["ENV_ASSERTION"],
  }),
  task("<b>open</b>", null),
];
const writeIn = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
writeIn("tasks.json", TASKS);
writeIn("policy.md", "Verify the member first.");
writeIn("db.json", { members: { "M-1001": { codes: ["a", "b"] } } });
writeFileSync(
  join(root, "src/tau2/domains/plan/tools.py"),
  "@is_tool(ToolType.READ)\n    def get_member(self): ...\n    @is_tool(ToolType.WRITE)\n    def set_address(self): ...\n",
);

const replay = {
  tasks: TASKS.map(({ id, evaluation_criteria }) => {
    const { actions = [], env_assertions = [] } = (evaluation_criteria ?? {}) as {
      actions?: object[];
      env_assertions?: object[];
    };
    return {
      id,
      errors: actions.map((_, i) => (id === "writes" && i === 0 ? "ValueError: Member not found" : null)),
      idle_db_matches: !actions.includes(write),
      idle_assertions: env_assertions.map(() => true),
      gold_assertions: env_assertions.map(() => true),
      order_matters: id === "writes" ? [{ action: 1, arguments: ["codes"] }] : [],
    };
  }),
};
const codes = (audit: ReturnType<typeof auditDomain>, id: string) =>
  audit.tasks.find((t) => t.id === id)?.findings.map((f) => f.code.slice("tau2/".length));

test("tasks that are only read: what passes by itself is told from what cannot be decided", () => {
  const audit = auditDomain(readDomain(folder), null);
  expect(Object.fromEntries(audit.tasks.map((t) => [t.id, t.idlePasses]))).toEqual({
    reads: true,
    says: false,
    writes: false,
    judged: null,
    asserted: null,
    "<b>open</b>": true,
  });
  expect(codes(audit, "reads")).toEqual(["idle-passes", "criterion-vacuous"]);
  expect(codes(audit, "writes")).toEqual(["criterion-unscored", "value-unlearnable"]);
});

test("with tau2's own replay: failing references, assertions that hold before, lists whose order decides", () => {
  const audit = auditDomain(readDomain(folder), replay);
  expect(codes(audit, "writes")).toEqual([
    "reference-raises",
    "criterion-unscored",
    "value-unlearnable",
    "order-dependent",
  ]);
  expect(codes(audit, "asserted")).toEqual(["idle-passes", "criterion-vacuous", "value-unlearnable"]);
  expect(audit.figures).toMatchObject({
    tasks: 6,
    reference_calls: 5,
    raising_calls: 1,
    tasks_with_raising_calls: 1,
    idle_passes: 3,
    idle_undecided: 1,
    order_dependent: 1,
  });
});

test("the page says every finding and runs nothing that stands in a task", () => {
  const page = reportPage(auditDomain(readDomain(folder), replay));
  expect(page).toContain("Member not found");
  expect(page).toContain("&lt;b&gt;open&lt;/b&gt;");
  expect(page).not.toMatch(/<b>|<script/);
});

test("rows that hold each task as a string, as JSON lines, give the same tasks", () => {
  const rows = TASKS.map((t) =>
    JSON.stringify({ task_id: t.id, task_json: JSON.stringify(t), initial_state: "null" }),
  );
  writeIn("rows.jsonl", `${rows.join("\n")}\n`);
  expect(readDomain(folder, { tasks: join(folder, "rows.jsonl") }).tasks).toEqual(readDomain(folder).tasks);
});

test.each([
  ["no list of tasks", "{}", "$", "no list"],
  ["a task without a scenario", '[{"id":"a"}]', "$[0].user_scenario", ""],
  ["an id used twice", JSON.stringify([TASKS[0], TASKS[0]]), "$[1].id", "used twice"],
  ["a row whose task is cut off", '[{"task_json":"{\\"id\\":"}]', "$[0].task_json", "not JSON"],
])("bad input is named by its place: %s", (_, text, path, message) => {
  writeIn("bad.json", text);
  try {
    readDomain(folder, { tasks: join(folder, "bad.json") });
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    expect(error.findings[0]).toMatchObject({ path, message: expect.stringContaining(message) });
  }
});

test("a folder without tasks or policy is refused with the file that is missing", () => {
  const empty = join(root, "empty");
  mkdirSync(empty);
  expect(() => readDomain(empty)).toThrow(/no tasks.json/);
  writeFileSync(join(empty, "tasks.json"), JSON.stringify(TASKS));
  expect(() => readDomain(empty)).toThrow(/no policy.md/);
  expect(() => readDomain(join(root, "nothing"))).toThrow(/not a folder/);
});
