import { type Finding, finding } from "../spec/finding";
import type { Metrics, RunFigures } from "./metrics";

/**
 * Whether figures account for every run they were made from: counted or excluded with a reason, never gone, and each
 * counted run in one class (faults.md, C11, C20). A report shows these findings beside its figures.
 */
export function checkAccounting(all: readonly RunFigures[], metrics: Metrics): Finding[] {
  const findings: Finding[] = [];
  const worlds = [...new Set(all.map((run) => run.world))];
  const sum = (counts: readonly number[]) => counts.reduce((total, n) => total + n, 0);
  const excluded = sum(Object.values(metrics.excluded));
  if (metrics.runs + excluded !== all.length)
    findings.push(
      finding(
        "metrics/runs-vanished",
        `${all.length} runs were made, but ${metrics.runs} are counted and ${excluded} excluded.`,
        {
          path: "$.excluded",
          fix: "Count every run, and name the reason of each that is left out.",
          nodes: worlds,
        },
      ),
    );
  const classed = sum(Object.values(metrics.classes));
  if (classed !== metrics.runs)
    findings.push(
      finding("metrics/classes", `${metrics.runs} runs are counted, but ${classed} have a class.`, {
        path: "$.classes",
        fix: "Give every counted run exactly one class.",
        nodes: worlds,
      }),
    );
  return findings;
}
