import type { CaseRecord, RecordKind } from "@/lib/contracts/case-file";

/** Limits of one import; what goes beyond them is refused or cut off with a message, never silently. */
export const IMPORT_LIMITS = {
  files: 2_000,
  fileBytes: 20 * 1024 * 1024,
  /** All files of one import together, and all that was unpacked from them. */
  totalBytes: 200 * 1024 * 1024,
  cases: 1_000,
  recordsPerCase: 5_000,
  recordsPerFile: 100_000,
  /** UTF-16 code units of all records of one import. */
  totalText: 50_000_000,
  /** Milliseconds that reading a whole import may take. */
  totalMs: 120_000,
  /** UTF-16 code units of one record's text. */
  recordText: 1_000_000,
  /** Titles, senders and the like. */
  label: 240,
  pdfPages: 500,
  /** Files inside files: mails in mails, archives in archives. */
  depth: 5,
} as const;

/**
 * A case as it is stored. Offsets of evidence and findings count UTF-16 code units of a record's `text`, exactly
 * as it stands here.
 */
export interface ImportedCase {
  id: string;
  /** The case's own name in its source, when that could not be its id. */
  sourceId: string | null;
  title: string;
  records: CaseRecord[];
  /** The files it was read from. */
  files: string[];
  /** What its files hold and nobody could read: such a case is never called free of identifiers. */
  unread: Unread[];
}

/**
 * Content that is there and could not be read: a scanned page, a picture, an encoded note, a locked attachment. It is in
 * none of the records, so nobody screened it.
 */
export interface Unread {
  /** What it is and where it lies: “page 3”, “attachment scan.tif (image/tiff, 20,113 bytes)”. */
  what: string;
  /** Why it was not read. */
  why: string;
  /** What a person can do about it. */
  fix: string;
}

/**
 * What was found in a file and what became of it, in one unit: found = kept + leftOut. Whatever is left out is named by a
 * warning or stands in `unread`.
 */
export interface Account {
  unit: "characters" | "rows" | "messages" | "records" | "pages" | "files";
  found: number;
  kept: number;
  leftOut: number;
}

export interface ImportMessage {
  code: string;
  message: string;
}

/** What became of one file. */
export interface FileReport {
  name: string;
  format: string;
  outcome: "read" | "refused";
  cases: number;
  records: number;
  /** Everything that was changed, left out or doubtful. */
  warnings: ImportMessage[];
  unread: Unread[];
  account: Account[];
  /** Set when refused: why, and what to do. */
  reason: string | null;
  fix: string | null;
}

/** Thrown by a reader for a file it cannot take; the message never quotes the file's text. */
export class RefusedFile extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly fix: string,
  ) {
    super(message);
    this.name = "RefusedFile";
  }
}

/** A record as a reader hands it over, before keys are made unique and texts are normalised. */
export interface DraftRecord {
  /** Taken out of a mail that quotes it: left out where the same message stands in the case already. */
  quoted?: boolean;
  key?: string;
  kind: RecordKind;
  sender?: string;
  at?: string | null;
  title?: string;
  text: string;
}

/** Where a case's bundle stands among the pages of a search or the files of a bulk export. */
export interface FhirPages {
  self: string;
  /** The address of the page that follows, when the bundle says that one does. */
  next: string;
  /** A file of a bulk export: resources of one type for many patients. */
  bulk: boolean;
  /** The patient all of it is about, as `Patient/p1`; empty when there is none. */
  subject: string;
  known: string[];
  missing: string[];
}

export interface DraftCase {
  sourceId?: string;
  title: string;
  records: DraftRecord[];
  /** For a FHIR bundle that may be a page of a search or a part of an export. */
  pages?: FhirPages;
}

/** One thing somebody said, with its start in seconds. */
export interface Turn {
  start: number;
  speaker: string;
  text: string;
}

export interface Track {
  turns: Turn[];
  /** Stretches the transcriber could not hear, and words they were unsure of. */
  inaudible: number;
  unsure: number;
}

/** What a reader made of one file. `loose` records wait to be gathered with those of other files. */
export interface ReadResult {
  format: string;
  cases: DraftCase[];
  loose: DraftRecord[];
  /** One speaker's side of a call, to be merged by time with the other sides. */
  track: Track | null;
  warnings: ImportMessage[];
  unread: Unread[];
  account: Account[];
}

export interface InputFile {
  /** The file's name, with its folders when it came from one. */
  name: string;
  bytes: Uint8Array;
  /** What carried it calls its kind: the content type of a mail's part. */
  mediaType?: string;
  /** What carried it calls its encoding. */
  charset?: string;
}
