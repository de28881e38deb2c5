import { z } from "zod";

/** Free JSON of somebody else's format. */
const json = z.json();

const actionSchema = z.object({
  action_id: z.string().default(""),
  requestor: z.enum(["assistant", "user"]).default("assistant"),
  name: z.string().min(1),
  arguments: z.record(z.string(), json).default({}),
});
export type Tau2Action = z.infer<typeof actionSchema>;

const functionCall = {
  env_type: z.string(),
  func_name: z.string(),
  arguments: z.record(z.string(), json).default({}),
};

const basis = z.enum(["DB", "ENV_ASSERTION", "NL_ASSERTION", "COMMUNICATE", "ACTION"]);

/** What a missing reward_basis means to tau2 (v1.0.1). */
const DEFAULT_BASIS: z.infer<typeof basis>[] = ["DB", "COMMUNICATE"];

const criteriaSchema = z.object({
  actions: z
    .array(actionSchema)
    .nullish()
    .transform((list) => list ?? []),
  env_assertions: z
    .array(
      z.object({ ...functionCall, assert_value: z.boolean().default(true), message: z.string().nullish() }),
    )
    .nullish()
    .transform((list) => list ?? []),
  communicate_info: z
    .array(z.string())
    .nullish()
    .transform((list) => list ?? []),
  nl_assertions: z
    .array(z.string())
    .nullish()
    .transform((list) => list ?? []),
  reward_basis: z
    .array(basis)
    .nullish()
    .transform((list) => list ?? DEFAULT_BASIS),
});
export type Tau2Criteria = z.infer<typeof criteriaSchema>;

const instructionsSchema = z.union([
  z.string(),
  z.object({
    task_instructions: z.string().nullish(),
    domain: z.string().nullish(),
    reason_for_call: z.string().nullish(),
    known_info: z.string().nullish(),
    unknown_info: z.string().nullish(),
  }),
]);

/** A task as tau2 v1.0.1 loads it; fields it does not read are dropped. */
export const tau2TaskSchema = z.object({
  id: z.string().min(1),
  description: z.union([z.string(), z.record(z.string(), json)]).nullish(),
  user_scenario: z.object({ persona: json.nullish(), instructions: instructionsSchema }),
  ticket: z.string().nullish(),
  initial_state: z
    .object({
      initialization_data: json.nullish(),
      initialization_actions: z.array(z.object(functionCall)).nullish(),
      message_history: z.array(json).nullish(),
    })
    .nullish(),
  evaluation_criteria: criteriaSchema.nullish(),
});
export type Tau2Task = z.infer<typeof tau2TaskSchema>;

/** A row of PayerBench's subset "tasks": the task itself stands in it as a string of JSON. */
const rowSchema = z.object({ task_json: z.string().min(2) });

/** The tasks of a parsed file: a list of tasks, or rows that hold each as a string; the fault names the place. */
export function tasksOf(
  value: unknown,
): { ok: true; tasks: Tau2Task[] } | { ok: false; path: string; message: string } {
  const fault = (path: string, message: string) => ({ ok: false as const, path, message });
  if (!Array.isArray(value) || value.length === 0) return fault("$", "This is no list of tasks.");
  const tasks: Tau2Task[] = [];
  const seen = new Set<string>();
  for (const [i, entry] of value.entries()) {
    const row = rowSchema.safeParse(entry);
    let task = entry;
    if (row.success)
      try {
        task = JSON.parse(row.data.task_json);
      } catch {
        return fault(`$[${i}].task_json`, "The task in this row is not JSON.");
      }
    const read = tau2TaskSchema.safeParse(task);
    if (!read.success) {
      const [issue] = read.error.issues;
      const at = (issue?.path ?? [])
        .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
        .join("");
      return fault(`$[${i}]${row.success ? ".task_json" : ""}${at}`, issue?.message ?? "This is no task.");
    }
    if (seen.has(read.data.id))
      return fault(`$[${i}].id`, `The id ${read.data.id.slice(0, 80)} is used twice.`);
    seen.add(read.data.id);
    tasks.push(read.data);
  }
  return { ok: true, tasks };
}

/** The texts from which whoever plays the caller, and so the agent, can learn something. */
export function scenarioText({ user_scenario, ticket, initial_state }: Tau2Task): string {
  return JSON.stringify([user_scenario, ticket ?? "", initial_state ?? ""]);
}
