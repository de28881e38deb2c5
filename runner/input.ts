import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Finding, finding } from "@/compiler/spec/finding";
import { LIMITS } from "@/compiler/spec/limits";
import { type Read, readJson } from "@/compiler/spec/read";

/** What was given cannot be used: ends the command with exit code 2 and these findings. */
export class BadInput extends Error {
  constructor(readonly findings: readonly Finding[]) {
    super(findings[0]?.message ?? "bad input");
  }
}

/** The value, or BadInput with everything that is wrong with it. */
export function orBadInput<T>(read: Read<T>): T {
  if (read.ok) return read.value;
  throw new BadInput(read.findings);
}

/** Text of a file within the size limit, with every character that stands in it. */
export function readText(file: string): string {
  let size: number;
  try {
    const stat = statSync(file);
    if (!stat.isFile())
      throw new BadInput([finding("read/not-a-file", `${file} is not a file.`, { fix: "Name a file." })]);
    size = stat.size;
    if (size <= LIMITS.documentBytes) return decode(file, readFileSync(file));
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw new BadInput([
      finding("read/no-file", `${file} cannot be read.`, {
        fix: "Check the path and that you may read the file.",
      }),
    ]);
  }
  throw new BadInput([
    finding("read/too-large", `${file} has ${size} bytes; the limit is ${LIMITS.documentBytes}.`, {
      fix: "Give one packet, world, certificate, bundle or run at a time.",
    }),
  ]);
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BadInput([
      finding("read/not-utf8", `${file} is not text in UTF-8.`, { fix: "Save or export it as UTF-8." }),
    ]);
  }
}

/** A text without the byte order mark that some editors put before it. */
export const unmarked = (text: string) => text.replace(/^\ufeff/, "");

/** A JSON file within the limits. */
export function readJsonFile(file: string): unknown {
  return orBadInput(readJson(unmarked(readText(file))));
}

/** Writes beside the target and renames, so that a reader never meets half a file. */
export function writeWhole(file: string, content: string): void {
  const temporary = join(dirname(file), `.baba-${process.pid}.tmp`);
  try {
    writeFileSync(temporary, content, { flush: true });
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
    throw new BadInput([
      finding("write/failed", `${file} cannot be written.`, {
        fix: "Check that its folder exists and that you may write there.",
      }),
    ]);
  }
}
