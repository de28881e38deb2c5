import { z } from "zod";
import type { DraftCase, ImportMessage, ReadResult } from "./imported-case";
import { writtenOut } from "./plain-text";
import { jsonReader } from "./read-json";
import { FIT, type Inside, type Reader, result } from "./reader";

/** A task of a conversation benchmark: a caller's instructions and what an agent is expected to do. */
const taskSchema = z.looseObject({
  id: z.string(),
  user_scenario: z.looseObject({ instructions: z.unknown() }),
  evaluation_criteria: z
    .looseObject({
      actions: z.array(z.looseObject({ action_id: z.string().optional() })).nullish(),
      reward_basis: z.array(z.string()).nullish(),
    })
    .nullish(),
});
const taskListSchema = z.array(taskSchema).min(1);
type Task = z.infer<typeof taskSchema>;

/** Tasks of a conversation benchmark. */
export const taskListReader: Reader = {
  name: "benchmark tasks",
  takes: (file) => (isTaskList(file.json) ? FIT.content : FIT.no),
  read: (file, inside) => readTasks(file.json, inside.companions()),
};

/** A list of task ids beside a task file: it checks that file and makes no record. */
export const taskSplitReader: Reader = {
  name: "task split",
  takes: (file) => (isSplit(file.json) ? FIT.form : FIT.no),
  read(file, inside) {
    const tasks = [...inside.companions()].some(([, other]) => isTaskList(other));
    if (!tasks) return jsonReader.read(file, inside);
    const message = "A list of task ids: used to check the task file of this import; it makes no record.";
    return result("task split", { warnings: [{ code: "tasks/split", message }] });
  },
};

function isSplit(value: unknown): value is Record<string, string[]> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).every(
      (list) => Array.isArray(list) && list.length > 0 && list.every((id) => typeof id === "string"),
    )
  );
}

function isTaskList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    typeof value[0] === "object" &&
    value[0] !== null &&
    "user_scenario" in value[0] &&
    taskListSchema.safeParse(value).success
  );
}

/**
 * Benchmark tasks, a case each: what the caller knows and wants, the ticket, where the systems stand, and what is
 * expected. Ids that are used twice are told apart; what a task lacks, and ids missing from a split, are said.
 */
function readTasks(value: unknown, companions: ReturnType<Inside["companions"]>): ReadResult {
  const tasks = taskListSchema.parse(value);
  const warnings: ImportMessage[] = [];
  const cases = tasks.map((task): DraftCase => {
    const { id, user_scenario, evaluation_criteria, ticket, description, initial_state, ...rest } = task;
    const records = [
      record("scenario", "note", "What the caller knows and wants", user_scenario),
      record("ticket", "message", "Ticket", ticket),
      record("state", "form", "Where the systems stand at the beginning", initial_state),
      record(
        "expected",
        "note",
        "What is expected of the agent",
        numbered(task, evaluation_criteria, warnings),
      ),
      record("about", "note", "About this task", {
        ...(typeof description === "object" ? description : { description }),
        ...rest,
      }),
    ].filter((one) => one.text !== "");
    if (!evaluation_criteria?.reward_basis)
      warnings.push({
        code: "tasks/no_reward_basis",
        message: `Task ${short(id)} does not say what it is graded on (no reward_basis).`,
      });
    return { sourceId: id, title: short(id), records };
  });
  for (const [file, other] of companions) {
    const base =
      typeof other === "object" && other !== null && "base" in other && Array.isArray(other.base)
        ? new Set(other.base)
        : undefined;
    if (!base) continue;
    const inside = tasks.filter((task) => base.has(task.id)).length;
    if (inside < tasks.length)
      warnings.push({
        code: "tasks/not_in_split",
        message: `Of ${tasks.length} tasks, ${inside} stand in the “base” list of ${file}; the other ${tasks.length - inside} were imported all the same.`,
      });
  }
  const account = [{ unit: "records" as const, found: tasks.length, kept: cases.length, leftOut: 0 }];
  return result("benchmark tasks", { cases, warnings, account });
}

const short = (id: string) => (id.length > 120 ? `${id.slice(0, 119)}…` : id);

function record(
  key: string,
  kind: "note" | "message" | "form",
  title: string,
  value: unknown,
): DraftCase["records"][number] {
  return { key, kind, title, text: writtenOut(value).join("\n") };
}

/** The criteria with every action id used once: a second use gets a number, and that is said. */
function numbered(task: Task, criteria: Task["evaluation_criteria"], warnings: ImportMessage[]): unknown {
  if (!criteria?.actions) return criteria;
  const seen = new Map<string, number>();
  const doubled = new Set<string>();
  const actions = criteria.actions.map((action) => {
    if (action.action_id === undefined) return action;
    const times = (seen.get(action.action_id) ?? 0) + 1;
    seen.set(action.action_id, times);
    if (times === 1) return action;
    doubled.add(action.action_id);
    return { ...action, action_id: `${action.action_id}_${times}` };
  });
  if (doubled.size > 0)
    warnings.push({
      code: "tasks/action_id_twice",
      message: `Task ${short(task.id)} uses the action id ${[...doubled].join(", ")} more than once; the later ones were numbered.`,
    });
  return { ...criteria, actions };
}
