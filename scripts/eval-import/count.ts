import type { ImportResult } from "../../lib/import/read-files";
import type { Sample } from "./samples";

/** What one file held and what became of it: found = kept + reported + lost. */
export interface Count {
  kind: string;
  unit: "units" | "words";
  found: number;
  kept: number;
  /** Not kept, and the report of the file says that something was left out. */
  reported: number;
  lost: number;
}

type Result = Pick<ImportResult, "cases" | "reports">;

/** All that a person can read of an import. */
const readable = ({ cases }: Result) =>
  cases
    .flatMap((one) => [
      one.title,
      ...one.records.flatMap((record) => [record.key, record.title, record.sender, record.text]),
    ])
    .join("\n");

/** What the reports say was left out, in one text; a count of technical values counts as one for each. */
function reportedIn({ reports }: Result): number {
  let count = 0;
  for (const { account, unread, warnings, outcome } of reports) {
    if (outcome === "refused") return Number.POSITIVE_INFINITY;
    count += unread.length + account.reduce((sum, one) => sum + one.leftOut, 0);
    for (const { code, message } of warnings)
      if (/technical|entries|doubled|twice|left_out|picture|plain_taken|html_taken/.test(code))
        count += Math.max(1, ...(message.match(/\d+/g) ?? []).map(Number));
  }
  return count;
}

/** Counts the words that a generated file holds, one for each unit of its content. */
export function countMarks(sample: Sample, result: Result): Count {
  const text = readable(result).toLowerCase();
  const missing = sample.marks.filter((mark) => !text.includes(mark.toLowerCase()));
  const reported = Math.min(missing.length, reportedIn(result));
  return {
    kind: sample.kind,
    unit: "units",
    found: sample.units,
    kept: sample.units - missing.length,
    reported,
    lost: missing.length - reported,
  };
}

/** A value of a JSON file; the names of types are no content, and the name of an extension is written in words. */
function wordsAt(key: string, value: string): string[] {
  if (key === "resourceType") return [];
  if (key === "url" && !value.includes("/")) return [value.replace(/([a-z])([A-Z])/g, "$1 $2")];
  return [key === "div" ? value.replace(/<[^>]*>|&#?\w+;/g, " ") : value];
}

/** The readable values of a file, by a count that shares nothing with the readers; null where there is none. */
function valuesOf(name: string, text: string): string[] | null {
  if (/\.(?:json|ndjson)$/.test(name)) {
    const values: string[] = [];
    const visit = (value: unknown, key: string) => {
      if (typeof value === "string") values.push(...wordsAt(key, value));
      else if (typeof value === "number") values.push(String(value));
      else if (typeof value === "object" && value !== null)
        for (const [inner, held] of Object.entries(value)) visit(held, Array.isArray(value) ? key : inner);
    };
    visit(JSON.parse(text), "");
    return values;
  }
  if (/\.TextGrid$/.test(name))
    return text
      .split("\n")
      .flatMap((line) =>
        /^\s*text = "/.test(line) ? [line.replace(/^\s*text = "|"\s*$/g, "").replace(/<[^>]*>/g, " ")] : [],
      );
  if (/\.csv$/.test(name)) return [text.slice(text.indexOf("\n") + 1)];
  if (/\.(?:md|txt)$/.test(name)) return [text];
  return null;
}

/** Counts the words of a real file; technical values (addresses, codes of systems) must be in the report. */
export function countRealFile(
  set: string,
  file: { name: string; bytes: Uint8Array },
  result: Result,
): Count | null {
  const values = valuesOf(file.name, new TextDecoder().decode(file.bytes));
  if (!values) return null;
  const kept = new Set(
    readable(result)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
  let [found, missing] = [0, 0];
  for (const value of values) {
    const words = value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    found += words.length;
    const gone = words.filter((word) => !kept.has(word)).length;
    missing += /^https?:|^urn:/.test(value) ? Math.min(1, gone) : gone;
  }
  const reported = Math.min(missing, reportedIn(result));
  return {
    kind: `${set}/${file.name}`,
    unit: "words",
    found,
    kept: found - missing,
    reported,
    lost: missing - reported,
  };
}
