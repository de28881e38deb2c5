import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import type { RunLogRecord, RunStep } from "@/compiler/engine";
import { readRunLog } from "@/compiler/engine";
import { finding } from "@/compiler/spec/finding";
import { BadInput, orBadInput, readText } from "../input";

/** A run log that is written while the run goes on: each record stands in the file before its result is shown. */
export interface RunFile {
  append(records: readonly RunLogRecord[]): void;
}

const lines = (records: readonly RunLogRecord[]) => records.map((r) => `${JSON.stringify(r)}\n`).join("");

/** A new run log. An existing file is never written over. */
export function newRunFile(file: string): RunFile {
  if (existsSync(file))
    throw new BadInput([
      finding("play/log-exists", `${file} is there already.`, {
        fix: "Name another file, or go on with that run: --resume",
      }),
    ]);
  return { append: (records) => write(file, () => appendFileSync(file, lines(records))) };
}

/** A log to go on with: its steps, without a last line that was only half written. */
export function keptRunFile(file: string): { run: RunFile; steps: RunStep[]; header: RunLogRecord } {
  const text = readText(file);
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const [header, ...steps] = orBadInput(readRunLog(whole));
  if (whole.length < text.length) write(file, () => writeFileSync(file, whole, { flush: true }));
  return {
    run: { append: (records) => write(file, () => appendFileSync(file, lines(records))) },
    steps,
    header,
  };
}

function write(file: string, act: () => void): void {
  try {
    act();
  } catch {
    throw new BadInput([
      finding("write/failed", `${file} cannot be written.`, {
        fix: "Check that its folder exists and that you may write there.",
      }),
    ]);
  }
}
