import { LEXICAL_TRANSLATOR, runHeaderSchema } from "@/compiler/engine";
import { gradeRun } from "@/compiler/grade";
import { sameJson } from "@/compiler/spec/canonical";
import { finding } from "@/compiler/spec/finding";
import { readJson } from "@/compiler/spec/read";
import { mustBe } from "../documents";
import { BadInput, orBadInput, readText, unmarked } from "../input";
import { checkingPorts } from "../keys";
import { printGrade } from "../print-grade";
import { say } from "../report";
import { loadWorld } from "../worlds";

interface Options {
  json?: boolean;
  world?: string;
}

/** `baba grade`: the log is played again and graded; a log that was altered is refused. */
export async function grade(file: string, { json, world }: Options): Promise<number> {
  const records = readRun(file);
  const graded = orBadInput(gradeRun(records, checkingPorts));
  const { world: played, translator } = runHeaderSchema.parse(records[0]);
  if (world && !sameJson(played, (await loadWorld(world)).spec))
    throw new BadInput([
      finding("run/other-world", `This run was not played in the world of ${world}.`, {
        path: "$[0].world",
        fix: "Name the world that was played, or ask whoever ran it.",
      }),
    ]);
  if (translator !== LEXICAL_TRANSLATOR)
    say(
      `Its requests were translated by ${translator}, which cannot be repeated here: what they meant is taken on trust.`,
    );
  return printGrade(graded, json);
}

/** The records of a run log: one JSON document a line. */
function readRun(file: string): unknown[] {
  const text = unmarked(readText(file));
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
