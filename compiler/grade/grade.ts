import { z } from "zod";
import { compileWorld, runFindingSchema, type SessionSnapshot } from "../engine";
import type { Terminal } from "../spec/world";
import type { World } from "../spec/world-index";
import { terminalPasses } from "./terminals";

/** How a run ended: the two complete classes, then the four of incomplete runs (G3). */
export const runClassSchema = z.enum([
  "strict_pass",
  "outcome_complete",
  "step_cap",
  "discovery_open",
  "action_open",
  "both_open",
]);
export type RunClass = z.infer<typeof runClassSchema>;

export const gradeSchema = z.strictObject({
  strict_pass: z.boolean(),
  outcome_complete: z.boolean(),
  class: runClassSchema,
  /** Every group of the world, optional ones included. */
  groups: z.array(
    z.strictObject({ group: z.string(), label: z.string(), required: z.boolean(), passed: z.boolean() }),
  ),
  /** In the order in which they happened. */
  findings: z.array(runFindingSchema.extend({ step: z.int() })),
  actions_used: z.int(),
  cap_hit: z.boolean(),
  finished: z.boolean(),
  /** Requests that could not be translated; a run with any is not the agent's alone to answer for. */
  infrastructure_failures: z.int(),
});
export type Grade = z.infer<typeof gradeSchema>;

const DISCOVERY: ReadonlySet<Terminal["kind"]> = new Set([
  "fact_discovered",
  "document_obtained",
  "required_state_observed",
]);

/**
 * Grades a state and the findings that were logged on the way (G1 to G3). A world without a required
 * group has no outcome that could be complete.
 */
export function gradeSnapshot(world: World, { state, findings, failures }: SessionSnapshot): Grade {
  const compiled = compileWorld(world);
  const judged = [...world.groups].map(([group, { required, terminals }]) => ({
    group,
    label: terminals[0]!.label,
    required,
    passed: terminals.some((terminal) => terminalPasses(compiled, state, terminal)),
    terminals,
  }));
  const required = judged.filter((group) => group.required);
  const open = required.filter((group) => !group.passed);
  const outcomeComplete = required.length > 0 && open.length === 0;
  const strict = outcomeComplete && findings.length === 0;
  const used = state[compiled.layout.used]!;
  const cap = used >= compiled.limit;
  return {
    strict_pass: strict,
    outcome_complete: outcomeComplete,
    class: strict
      ? "strict_pass"
      : outcomeComplete
        ? "outcome_complete"
        : cap
          ? "step_cap"
          : openClass(open.flatMap((group) => group.terminals)),
    groups: judged.map(({ terminals: _, ...group }) => group),
    findings: findings.map(({ step, finding }) => ({ ...finding, step })),
    actions_used: used,
    cap_hit: cap,
    finished: state[compiled.layout.finished] === 1,
    infrastructure_failures: failures,
  };
}

function openClass(terminals: readonly Terminal[]): RunClass {
  const discovery = terminals.some(({ kind }) => DISCOVERY.has(kind));
  const action = terminals.some(({ kind }) => !DISCOVERY.has(kind));
  if (discovery !== action) return discovery ? "discovery_open" : "action_open";
  return "both_open";
}
