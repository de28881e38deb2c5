import { z } from "zod";
import { LEXICAL_TRANSLATOR, runHeaderSchema } from "@/compiler/engine";
import { gradeRun } from "@/compiler/grade";
import { sameJson } from "@/compiler/spec/canonical";
import { finding } from "@/compiler/spec/finding";
import { readJson } from "@/compiler/spec/read";
import { mustBe } from "../documents";
import { BadInput, orBadInput, readText, unmarked } from "../input";
import { checkingPorts } from "../keys";
import { printGrade } from "../print-grade";
import { EXIT, say } from "../report";
import { loadWorld } from "../worlds";

interface Options {
  json?: boolean;
  world?: string;
}

/**
 * `baba grade`: the log is played again and graded; a log that was altered is refused. A strict pass that rests on
 * translations nobody can check is not decided.
 */
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
  const unchecked = uncheckedSteps(records, translator);
  if (unchecked.length === 0) return printGrade(graded, json);
  say(
    `What was meant in ${unchecked.length} of its steps is taken on trust: ${translator} is said to have translated them, and that cannot be repeated here.`,
  );
  const code = printGrade(graded, json, { unchecked_steps: unchecked });
  return code === EXIT.proved ? EXIT.unknown : code;
}

const claimSchema = z.object({ step: z.int(), translation: z.looseObject({}).nullable() });

/** Steps whose translation is only claimed: those of any translator but the lexical one, and every failure. */
function uncheckedSteps(records: readonly unknown[], translator: string): number[] {
  return records.slice(1).flatMap((record) => {
    const { step, translation } = claimSchema.parse(record);
    const claimed = translation && (translator !== LEXICAL_TRANSLATOR || "failed" in translation);
    return claimed ? [step] : [];
  });
}

/** The records of a run log: one JSON document a line. A last line without its end was cut off while it was written. */
function readRun(file: string): unknown[] {
  const text = unmarked(readText(file));
  const whole = readJson(text);
  if (whole.ok) mustBe(["run"], whole.value, file);
  const lines = text.trimEnd().split("\n");
  const cut = lines.length > 1 && !text.endsWith("\n") && !readJson(lines.at(-1) ?? "").ok;
  if (cut) {
    lines.pop();
    say("The last line is cut off. The run is graded as far as it goes.");
  }
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
