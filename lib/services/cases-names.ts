import { randomBytes } from "node:crypto";
import type { CaseRecord } from "@/lib/contracts/case-file";
import { isPlainWord } from "@/lib/screening";

/** A case id that says nothing of the case. */
export const freshCaseId = (): string => randomBytes(5).toString("hex");

const KIND_WORDS: Record<CaseRecord["kind"], string> = {
  message: "message",
  call_note: "call note",
  call_transcript: "call",
  fax: "fax",
  email: "mail",
  note: "note",
  letter: "letter",
  form: "form",
  other: "document",
};

/** "Case of Dec 1, 4 records": what a case is called until a person has read what its source called it. */
export function neutralCaseTitle(at: Date, records: number, number: number | null): string {
  const day = at.toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
  const count = records === 1 ? "1 record" : `${records} records`;
  return `Case${number === null ? "" : ` ${number}`} of ${day}, ${count}`;
}

/** "Record 3, mail". */
export const neutralRecordTitle = (position: number, kind: CaseRecord["kind"]): string =>
  `Record ${position + 1}, ${KIND_WORDS[kind]}`;

const partsOf = (id: string) => id.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];

/**
 * Whether an id or key of a source can stay because nobody is in it: everyday words that are no names, and short numbers.
 */
export function saysNothing(id: string): boolean {
  if (/^[0-9a-f]{8}$/.test(id) && /[a-f]/.test(id) && /\d/.test(id)) return true;
  return partsOf(id).every((part) =>
    /^\d/.test(part) ? part.length <= 4 : part.length < 4 || isPlainWord(part),
  );
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whether a title only repeats the name of a file or folder: such a name was never written to be read by others. */
export function isFileName(title: string, files: readonly string[]): boolean {
  const wanted = bare(title);
  return (
    wanted.length > 0 &&
    files.some((file) =>
      file
        .split(/[/\\]/)
        .some(
          (part) => bare(part).includes(wanted) || wanted.includes(bare(part.replace(/\.\w+$/, "")) || "\0"),
        ),
    )
  );
}
