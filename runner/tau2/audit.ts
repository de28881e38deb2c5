import { z } from "zod";
import { type Finding, finding } from "@/compiler/spec/finding";
import type { Tau2Domain } from "./domain";
import { scenarioText, type Tau2Action, type Tau2Task } from "./task";

/** What happened when tau2 itself carried out the reference actions (audit.py). */
export const replaySchema = z.strictObject({
  tasks: z.array(
    z.strictObject({
      id: z.string(),
      errors: z.array(z.string().nullable()),
      idle_db_matches: z.boolean(),
      idle_assertions: z.array(z.boolean()),
      gold_assertions: z.array(z.boolean()),
      order_matters: z.array(z.strictObject({ action: z.int(), arguments: z.array(z.string()) })),
    }),
  ),
});
type Replayed = z.infer<typeof replaySchema>["tasks"][number];

export interface TaskAudit {
  id: string;
  /** Whether an agent that does nothing passes; null when that could not be decided. */
  idlePasses: boolean | null;
  raises: number;
  findings: Finding[];
}

export interface Tau2Audit {
  domain: string;
  /** Whether the reference actions were carried out by tau2, or the tasks only read. */
  replayed: boolean;
  /** Whether the database was there to look values up in. */
  lookedUp: boolean;
  tasks: TaskAudit[];
  figures: {
    tasks: number;
    reference_calls: number;
    raising_calls: number;
    tasks_with_raising_calls: number;
    idle_passes: number;
    idle_undecided: number;
    unscored_criteria: number;
    vacuous_criteria: number;
    unlearnable_values: number;
    order_dependent: number;
  };
}

/**
 * Looks for what makes a task unfair or empty: reference actions that fail, tasks that doing nothing passes, criteria that nobody
 * scores or that always hold, values nobody can learn, lists whose order alone decides.
 */
export function auditDomain(domain: Tau2Domain, replay: z.infer<typeof replaySchema> | null): Tau2Audit {
  const byId = new Map(replay?.tasks.map((task) => [task.id, task]));
  const tasks = domain.tasks.map((task, i) => auditTask(domain, task, `$[${i}]`, byId.get(task.id) ?? null));
  const count = (slug: string) =>
    tasks.reduce((sum, task) => sum + task.findings.filter((f) => f.code === `tau2/${slug}`).length, 0);
  return {
    domain: domain.name,
    replayed: replay !== null,
    lookedUp: domain.db !== null,
    tasks,
    figures: {
      tasks: tasks.length,
      reference_calls: domain.tasks.reduce((sum, t) => sum + (t.evaluation_criteria?.actions.length ?? 0), 0),
      raising_calls: tasks.reduce((sum, t) => sum + t.raises, 0),
      tasks_with_raising_calls: tasks.filter((t) => t.raises > 0).length,
      idle_passes: tasks.filter((t) => t.idlePasses === true).length,
      idle_undecided: tasks.filter((t) => t.idlePasses === null).length,
      unscored_criteria: count("criterion-unscored"),
      vacuous_criteria: count("criterion-vacuous"),
      unlearnable_values: count("value-unlearnable"),
      order_dependent: count("order-dependent"),
    },
  };
}

function auditTask(domain: Tau2Domain, task: Tau2Task, path: string, replayed: Replayed | null): TaskAudit {
  const at = `${path}.evaluation_criteria`;
  const errors = (replayed?.errors ?? []).flatMap((error, i) => (error === null ? [] : [{ error, i }]));
  const idlePasses = passesIdle(domain, task, replayed);
  const raised = errors.map(({ error, i }) =>
    finding("tau2/reference-raises", `A reference action fails: ${nameOf(task, i)} (${error}).`, {
      path: `${at}.actions[${i}]`,
      fix: "Correct the action, or leave it out: no agent can carry it out either.",
      nodes: [task.id],
    }),
  );
  const idle = idlePasses
    ? [
        finding("tau2/idle-passes", "An agent that does nothing passes this task.", {
          path: at,
          fix: "Ask for something that only happens when the agent acts.",
          nodes: [task.id],
        }),
      ]
    : [];
  const order = (replayed?.order_matters ?? []).map((o) =>
    finding(
      "tau2/order-dependent",
      `The order of ${o.arguments.join(" and ")} in ${nameOf(task, o.action)} alone decides whether the task is passed.`,
      {
        severity: "caution",
        path: `${at}.actions[${o.action}].arguments.${o.arguments[0] ?? ""}`,
        fix: "Compare such lists without their order.",
        nodes: [task.id],
      },
    ),
  );
  const findings = [
    ...raised,
    ...idle,
    ...criteriaFindings(task, at, replayed),
    ...unlearnable(domain, task, at),
    ...order,
  ];
  return { id: task.id, idlePasses, raises: errors.length, findings };
}

const nameOf = (task: Tau2Task, i: number) => task.evaluation_criteria?.actions[i]?.name ?? "an action";

/** Whether every part of the reward is 1 for an agent that does nothing; null when a part cannot be decided here. */
function passesIdle({ tools }: Tau2Domain, task: Tau2Task, replayed: Replayed | null): boolean | null {
  const criteria = task.evaluation_criteria;
  if (!criteria) return true;
  const kinds = criteria.actions.map((a) => tools?.get(a.name));
  const untouched = kinds.every((kind) => kind !== undefined && kind !== "WRITE");
  // What a model judges is never decided here: it may find that doing nothing was right.
  const parts: Record<(typeof criteria.reward_basis)[number], boolean | null> = {
    DB: replayed?.idle_db_matches ?? (untouched || (tools ? false : null)),
    ENV_ASSERTION:
      criteria.env_assertions.length === 0 || (replayed ? replayed.idle_assertions.every(Boolean) : null),
    NL_ASSERTION: criteria.nl_assertions.length === 0 ? true : null,
    COMMUNICATE: criteria.communicate_info.length === 0,
    ACTION: criteria.actions.length === 0,
  };
  const results = criteria.reward_basis.map((part) => parts[part]);
  return results.includes(false) ? false : results.includes(null) ? null : true;
}

/** Criteria that stand in a task and count for nothing, and parts of the reward that are always 1. */
function criteriaFindings(task: Tau2Task, at: string, replayed: Replayed | null): Finding[] {
  const criteria = task.evaluation_criteria;
  if (!criteria) return [];
  const scored = new Set<string>(criteria.reward_basis);
  const parts = [
    ["communicate_info", "COMMUNICATE", criteria.communicate_info.length],
    ["nl_assertions", "NL_ASSERTION", criteria.nl_assertions.length],
    ["env_assertions", "ENV_ASSERTION", criteria.env_assertions.length],
  ] as const;
  const unscored = parts
    .filter(([, basis, count]) => count > 0 && !scored.has(basis))
    .map(([field, basis]) =>
      finding("tau2/criterion-unscored", `${field} stands in this task, but its reward does not count it.`, {
        severity: "caution",
        path: `${at}.${field}`,
        fix: `Add ${basis} to reward_basis, or take ${field} out.`,
        nodes: [task.id],
      }),
    );
  const empty = parts
    .filter(([, basis, count]) => count === 0 && scored.has(basis))
    .map(([field, basis]) =>
      finding(
        "tau2/criterion-vacuous",
        `${basis} counts for the reward, but there is no ${field}: it is always 1.`,
        {
          severity: "caution",
          path: `${at}.reward_basis`,
          fix: `Give ${field}, or take ${basis} out.`,
          nodes: [task.id],
        },
      ),
    );
  const held = (replayed?.idle_assertions ?? []).flatMap((holds, i) =>
    holds && scored.has("ENV_ASSERTION")
      ? [
          finding(
            "tau2/criterion-vacuous",
            `${criteria.env_assertions[i]?.func_name ?? "An assertion"} holds before anything was done.`,
            {
              severity: "caution",
              path: `${at}.env_assertions[${i}]`,
              fix: "Assert something that the agent has to bring about.",
              nodes: [task.id],
            },
          ),
        ]
      : [],
  );
  return [...unscored, ...empty, ...held];
}

/** Values of reference actions that stand in no text an agent or caller is given, and not in the database. */
function unlearnable({ policy, db, tools }: Tau2Domain, task: Tau2Task, at: string): Finding[] {
  if (db === null) return [];
  const learned = `${scenarioText(task)}\n${policy}\n${db}`.toLowerCase();
  return (task.evaluation_criteria?.actions ?? []).flatMap((action, i) =>
    tools?.get(action.name) === "GENERIC"
      ? []
      : stringsOf(action)
          .filter(([, value]) => !learned.includes(JSON.stringify(value).slice(1, -1).toLowerCase()))
          .map(([argument, value]) =>
            finding(
              "tau2/value-unlearnable",
              `Nothing says ${JSON.stringify(value.slice(0, 80))}, which ${action.name} needs.`,
              {
                severity: "caution",
                path: `${at}.actions[${i}].arguments.${argument}`,
                fix: "Let the caller know it, or put it where a tool finds it. An address that is put together from parts may be right.",
                nodes: [task.id],
              },
            ),
          ),
  );
}

/** The texts among the arguments of an action, with the argument each stands in. */
function stringsOf(action: Tau2Action): [string, string][] {
  const inside = (name: string, value: unknown): [string, string][] => {
    if (typeof value === "string") return value.trim() === "" ? [] : [[name, value]];
    if (value === null || typeof value !== "object") return [];
    return Object.entries(value).flatMap(([key, part]) => inside(`${name}.${key}`, part));
  };
  return Object.entries(action.arguments).flatMap(([name, value]) => inside(name, value));
}
