import { gradeRun } from "@/compiler/grade";
import { finding } from "@/compiler/spec/finding";
import { readJson } from "@/compiler/spec/read";
import { mustBe } from "../documents";
import { BadInput, orBadInput, readText } from "../input";
import { printGrade } from "../print-grade";

/** `baba grade`: the log is played again and graded; a log that was altered is refused. */
export function grade(file: string, { json }: { json?: boolean }): number {
  return printGrade(orBadInput(gradeRun(readRun(file))), json);
}

/** The records of a run log: one JSON document a line. */
function readRun(file: string): unknown[] {
  const text = readText(file);
  const whole = readJson(text);
  if (whole.ok) mustBe(["run"], whole.value, file);
  const lines = text.trimEnd().split("\n");
  return lines.map((line, i) => {
    const read = readJson(line);
    if (read.ok) return read.value;
    throw new BadInput([
      finding("run/not-json", `Line ${i + 1} is not one JSON document.`, {
        path: `$[${i}]`,
        fix: "Give a log as play --out writes it.",
      }),
    ]);
  });
}
