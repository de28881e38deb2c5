import {
  type DraftRecord,
  type FhirPages,
  IMPORT_LIMITS,
  type ImportMessage,
  type ReadResult,
  RefusedFile,
  type Unread,
} from "./imported-case";
import { storeText } from "./plain-text";

/** A record whose text and labels have their stored form; what that changed is counted. */
export interface StoredDraft extends DraftRecord {
  changed: { newlines: boolean; characters: number; labels: number; cut: number };
}

/** A file's result in its stored form. Records lie apart: `of` is the case's place in `cases`, or null for a loose one. */
export interface StoredResult extends Omit<ReadResult, "cases" | "loose"> {
  cases: { sourceId?: string; title: string; pages?: FhirPages }[];
}
export interface PlacedRecord {
  of: number | null;
  record: StoredDraft;
}

/** Messages of one file beyond this many are counted, not listed. */
const MOST_MESSAGES = 200;
const LONGEST_NAME = 1_000;

/**
 * Brings a result into its stored form, within the limits. It is work for the thread, so that the server itself never
 * walks through a hostile file's text.
 * @throws {RefusedFile} when there is more text than one import may hold
 */
export function storeResult(read: ReadResult): { result: StoredResult; records: PlacedRecord[] } {
  const records: PlacedRecord[] = [];
  let characters = 0;
  let left = 0;
  const unread = [...read.unread];
  const warnings = firstOf(read.warnings);
  const add = (of: number | null, drafts: readonly DraftRecord[]) => {
    for (const draft of drafts) {
      if (records.length >= IMPORT_LIMITS.recordsPerFile) {
        left++;
        continue;
      }
      const record = storeDraft(draft);
      unread.push(...encodedIn(record));
      characters += record.text.length;
      if (characters > IMPORT_LIMITS.totalText)
        throw new RefusedFile(
          "import/too_much_text",
          `The file holds more than ${IMPORT_LIMITS.totalText / 1_000_000} million characters of text.`,
          "Split it into smaller files.",
        );
      records.push({ of, record });
    }
  };
  read.cases.forEach((one, position) => {
    add(position, one.records);
  });
  add(null, read.loose);
  if (left > 0)
    warnings.push({
      code: "import/too_many_records",
      message: `A file makes at most ${IMPORT_LIMITS.recordsPerFile} records; ${left} were left out.`,
    });
  const cases = read.cases.map(({ sourceId, title, pages }) => ({
    pages,
    sourceId: sourceId?.slice(0, LONGEST_NAME),
    title: title.slice(0, LONGEST_NAME),
  }));
  const { loose: _, ...rest } = read;
  return { result: { ...rest, cases, warnings, unread: unread.slice(0, MOST_MESSAGES) }, records };
}

function firstOf(all: readonly ImportMessage[]): ImportMessage[] {
  const told = new Map<string, ImportMessage>();
  for (const one of all) told.set(`${one.code} ${one.message}`, one);
  const distinct = [...told.values()];
  if (distinct.length <= MOST_MESSAGES) return distinct;
  return [
    ...distinct.slice(0, MOST_MESSAGES),
    { code: "import/more", message: `${distinct.length - MOST_MESSAGES} further messages are not listed.` },
  ];
}

/** A record in its stored form: text and labels. */
export function storeDraft(draft: DraftRecord): StoredDraft {
  const stored = storeText(draft.text);
  let labels = 0;
  const label = (value: string | undefined) => {
    const whole = storeText((value ?? "").slice(0, 10_000))
      .text.replace(/\s+/g, " ")
      .trim();
    const short = cut(whole, IMPORT_LIMITS.label);
    if (short !== whole) labels++;
    return short;
  };
  const long = stored.text.length > IMPORT_LIMITS.recordText;
  return {
    key: draft.key?.slice(0, LONGEST_NAME),
    quoted: draft.quoted,
    kind: draft.kind,
    sender: label(draft.sender),
    at: draft.at ?? null,
    title: label(draft.title),
    text: long ? stored.text.slice(0, IMPORT_LIMITS.recordText).replace(/[\ud800-\udbff]$/, "") : stored.text,
    changed: {
      newlines: stored.newlines,
      characters: stored.replaced,
      labels,
      cut: long ? stored.text.length : 0,
    },
  };
}

/** A run of letters this long that is no word, or lines of them, is something encoded (a key, a picture, another text). */
const ENCODED = /(?:[A-Za-z0-9+/]{60,78}={0,2}\s?\n){2,}|[A-Za-z0-9+/_=-]{120,}/g;

/** Encoded stretches that no reader decoded: they stand in the text, and nobody can see what they say. */
function encodedIn({ title, text }: StoredDraft): Unread[] {
  let length = 0;
  for (const { 0: run, index } of text.matchAll(ENCODED)) {
    if (!/[a-z]/.test(run) || !/[A-Z]/.test(run) || !/[0-9]/.test(run)) continue;
    if (/:\/\/\S*$/.test(text.slice(Math.max(0, index - 200), index))) continue;
    length += run.length;
  }
  if (length === 0) return [];
  return [
    {
      what: `${length} encoded characters in “${title || "a record"}”`,
      why: "They are no readable text, and how they are encoded is not known.",
      fix: "Find out what they hold; take them out of the file, or import what they hold by itself.",
    },
  ];
}

/** A label cut to a length, never in the middle of a character. */
export const cut = (value: string, length: number) =>
  value.length <= length ? value : `${value.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;
