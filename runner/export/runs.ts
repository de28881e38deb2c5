import type { RunHeader, RunStep } from "@/compiler/engine";
import { readRunLog } from "@/compiler/engine";
import { type Grade, gradeRun } from "@/compiler/grade";
import { orBadInput, readText, unmarked } from "../input";
import { checkingPorts } from "../keys";

/** A run log that was read and graded again. */
export interface GradedRun {
  header: RunHeader;
  steps: RunStep[];
  grade: Grade;
}

/** Reads run logs for an export; one that was altered is refused. */
export function loadRuns(files: readonly string[]): GradedRun[] {
  return files.map((file) => {
    const records = orBadInput(readRunLog(unmarked(readText(file))));
    const [header, ...steps] = records;
    return { header, steps, grade: orBadInput(gradeRun(records, checkingPorts)) };
  });
}

/** The arguments of a step's tool call, without the tool's name. */
export function argumentsOf({ action }: RunStep): Record<string, unknown> {
  const { tool: _, ...rest } = action;
  return rest;
}

/** Version of this runner in the logs of others. */
export const RUNNER_VERSION = "0.1.0";

/** Things by their key, in the order in which each key first came. */
export function grouped<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const group = groups.get(keyOf(thing));
    if (group) group.push(thing);
    else groups.set(keyOf(thing), [thing]);
  }
  return groups;
}
