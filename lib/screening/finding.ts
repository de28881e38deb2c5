import type { IdentifierKind } from "./kinds";

/** The part of an imported record that screening reads. */
export interface ScreenedRecord {
  key: string;
  text: string;
  title?: string | null;
  sender?: string | null;
}

/** Where in a record a finding stands: offsets count in this field. */
export type RecordField = "text" | "title" | "sender";

/**
 * One possible identifier. `start` and `end` are UTF-16 code unit offsets into the named field of the
 * record, exactly as stored; `text` is always `field.slice(start, end)`.
 */
export interface ScreeningFinding {
  recordKey: string;
  field: RecordField;
  start: number;
  end: number;
  text: string;
  kind: IdentifierKind;
  /** 0 to 1: how sure the rule is that this is an identifier of some kind. */
  confidence: number;
  reason: string;
}

/** A finding inside one text, before it is tied to a record. */
export interface TextSpan {
  start: number;
  end: number;
  kind: IdentifierKind;
  confidence: number;
  reason: string;
}

/**
 * Anything that can look for identifiers in a case: the rules of this folder, or a model pass. A finder's
 * spans are checked against the text before they are believed, so a finder that quotes wrongly loses the span.
 */
export interface SpanFinder {
  name: string;
  find(records: readonly ScreenedRecord[]): ScreeningFinding[] | Promise<ScreeningFinding[]>;
}
