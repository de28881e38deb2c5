import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { finding } from "@/compiler/spec/finding";
import { BadInput } from "../input";

/** A file of an export: text or bytes, and whether it is a program. */
export interface ExportFile {
  content: string | Uint8Array;
  program?: boolean;
}
export type ExportFiles = ReadonlyMap<string, ExportFile>;

/** The files of a part of an export, under a folder of their own. */
export function under(folder: string, files: ExportFiles): [string, ExportFile][] {
  return [...files].map(([path, file]) => [`${folder}/${path}`, file]);
}

/**
 * Writes an export as one folder: beside its place first, then renamed, so that nobody ever meets half of one. A folder that is there
 * and holds anything is not written over.
 */
export function writeFolder(out: string, files: ExportFiles): void {
  mustBeFree(out);
  const temporary = join(dirname(out), `.${basename(out)}.${process.pid}.tmp`);
  try {
    for (const [path, { content, program }] of files) {
      const file = join(temporary, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content, { flush: true });
      if (program) chmodSync(file, 0o755);
    }
    if (existsSync(out)) rmSync(out, { recursive: true });
    renameSync(temporary, out);
  } catch {
    rmSync(temporary, { recursive: true, force: true });
    throw new BadInput([
      finding("write/failed", `${out} cannot be written.`, {
        path: "--out",
        fix: "Check that the folder above it exists and that you may write there.",
      }),
    ]);
  }
}

/** Refuses a place that is taken, before any work is done. */
export function mustBeFree(out: string): void {
  let taken: boolean;
  try {
    taken = existsSync(out) && readdirSync(out).length > 0;
  } catch {
    taken = true;
  }
  if (!taken) return;
  throw new BadInput([
    finding("export/taken", `${out} is there already.`, {
      path: "--out",
      fix: "Name a folder that is new or empty.",
    }),
  ]);
}
