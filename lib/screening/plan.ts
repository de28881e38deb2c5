import type { RecordField } from "./finding";
import type { IdentifierKind } from "./kinds";

/** A record with what replacement touches; anything else it holds is passed through. */
export interface ReplaceableRecord {
  key: string;
  text: string;
  title: string;
  sender: string;
  /** A moment `YYYY-MM-DDTHH:MM`, moved with the dates of the text. */
  at: string | null;
}

/** What a person decided for a group of equal values: stand-in, its kind in brackets, or left as it is. */
export type GroupDecision = "undecided" | "replace" | "remove" | "keep";

/** One person, one number, one place or all dates of a case, with every way it is written. */
export interface ValueGroup {
  /** Says nothing of the value to whoever has not the case's secret. */
  key: string;
  kind: IdentifierKind;
  /** The fullest spelling. */
  label: string;
  spellings: { key: string; text: string; becomes: string; count: number }[];
  /** How many places it has in the case. */
  places: number;
  /** 0 to 1: how sure the surest of its findings is. */
  confidence: number;
  reason: string;
}

/** Where a value stands, and what stands there once it is replaced. */
export interface Place {
  recordKey: string;
  field: RecordField;
  start: number;
  end: number;
  text: string;
  kind: IdentifierKind;
  /** It is replaced when one of these groups is. */
  groups: string[];
  becomes: string;
  /** A detector or a person marked it; otherwise it follows from a group that has the same value. */
  marked: boolean;
}

export interface Plan {
  groups: ValueGroup[];
  /** In the order of the records; they do not overlap within a field. */
  places: Place[];
  /** By how many whole weeks the dates of the case move. */
  weeks: number;
}

/** Where a replacement stands in the new text, and where the identifier stood in the old one. */
export interface ReplacedSpan {
  recordKey: string;
  field: RecordField;
  start: number;
  end: number;
  formerStart: number;
  formerEnd: number;
  kind: IdentifierKind;
}

export interface PlanOptions {
  /** Keys of spellings that somebody said are another person's or another value. */
  apart?: ReadonlySet<string>;
  /** What somebody typed for a group, by the key of one of its spellings. */
  typed?: ReadonlyMap<string, string>;
}
