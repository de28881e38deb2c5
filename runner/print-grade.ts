import type { Grade } from "@/compiler/grade";
import { EXIT, print, printJson, say } from "./report";

/** Shows a grade and gives the exit code: 0 for a strict pass, else 10. */
export function printGrade(
  grade: Grade,
  json: boolean | undefined,
  more: Record<string, unknown> = {},
): number {
  if (json) printJson({ ...grade, ...more });
  else {
    for (const group of grade.groups)
      say(
        `${group.passed ? "✓" : group.required ? "✗" : "–"} ${group.label}${group.required ? "" : " (optional)"}`,
      );
    for (const f of grade.findings) say(`! step ${f.step}: ${f.message}`);
    const required = grade.groups.filter((g) => g.required);
    const reached = required.filter((g) => g.passed).length;
    print(
      `${grade.class}: ${reached} of ${required.length} required outcomes, ${grade.findings.length} findings, ${grade.actions_used} actions used.`,
    );
  }
  return grade.strict_pass ? EXIT.proved : EXIT.refuted;
}
