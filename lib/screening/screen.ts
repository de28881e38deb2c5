import { findCodes } from "./find-codes";
import { findDates } from "./find-dates";
import { carryNames, coordinatedNames, findNames } from "./find-names";
import { findPlaces } from "./find-places";
import type { RecordField, ScreenedRecord, ScreeningFinding, SpanFinder, TextSpan } from "./finding";
import { type Token, tokenise } from "./tokens";
import { restoreCapitals } from "./truecase";

const PICTURES =
  /\b(?:full[- ]face|face|facial|head ?shot|selfie)\s(?:photo(?:graph)?s?|pictures?|images?|scans?)\b|\b(?:photo(?:graph)?s?|pictures?|selfies?|images?) of (?:the patient|him|her|them|me|my face|(?:his|her|their|the) face)\b/giu;
const BIOMETRICS =
  /\b(?:finger ?prints?|thumb ?prints?|voice ?prints?|retina(?:l)? scans?|iris scans?|palm ?prints?|face ?id|facial recognition|dna (?:profile|sample id)|genetic profile)\b/giu;

/** Findings below this confidence are not reported. */
export const REPORTING_THRESHOLD = 0.5;
const CARRY_THRESHOLD = 0.7;

export interface ScreeningOptions {
  /** Findings below this confidence are left out (default 0.5). */
  threshold?: number;
}

interface Read {
  record: ScreenedRecord;
  field: RecordField;
  text: string;
  tokens: Token[];
  spans: TextSpan[];
}

/**
 * Looks through every record of one case for what is left of the 18 Safe Harbor identifiers, by rules alone.
 * A name confirmed in one record is followed through all of them. Findings are sorted by record, field and offset
 * and do not overlap. Screened does not mean free of identifiers: a person decides on every finding.
 */
export function screenCase(
  records: readonly ScreenedRecord[],
  options: ScreeningOptions = {},
): ScreeningFinding[] {
  const threshold = options.threshold ?? REPORTING_THRESHOLD;
  const reads: Read[] = records.flatMap((record) =>
    (["title", "sender", "text"] as const).flatMap((field) => {
      const text = record[field];
      return text ? [{ record, field, text, tokens: restoreCapitals(tokenise(text)), spans: [] }] : [];
    }),
  );
  const confirmed = new Set<string>();
  for (const read of reads) {
    read.spans = [
      ...findCodes(read.text),
      ...findDates(read.text),
      ...findPlaces(read.text, read.tokens),
      ...findNames(read.text, read.tokens),
      ...mentions(
        read.text,
        PICTURES,
        "photo",
        "a picture of a person is mentioned: see that it is not attached",
      ),
      ...mentions(read.text, BIOMETRICS, "biometric", "a biometric identifier is mentioned"),
    ];
    read.spans.push(
      ...coordinatedNames(
        read.text,
        read.tokens,
        read.spans.filter((span) => span.kind === "name"),
      ),
    );
    let at = 0;
    for (const span of read.spans
      .filter((one) => one.kind === "name" && one.confidence >= CARRY_THRESHOLD)
      .sort((a, b) => a.start - b.start)) {
      while (at < read.tokens.length && read.tokens[at]!.start < span.start) at++;
      for (let i = at; i < read.tokens.length && read.tokens[i]!.end <= span.end; i++) {
        const token = read.tokens[i]!;
        if (token.text.length > 2 && token.shape !== "mark") confirmed.add(token.base);
      }
    }
  }
  return reads.flatMap((read) => {
    const spans = resolveOverlaps(read.text, [...read.spans, ...carryNames(read.tokens, confirmed)]);
    return spans
      .filter((span) => span.confidence >= threshold)
      .map((span) => ({
        recordKey: read.record.key,
        field: read.field,
        text: read.text.slice(span.start, span.end),
        ...span,
      }));
  });
}

/** The rules of this folder as one finder among others. */
export const ruleFinder: SpanFinder = { name: "rules", find: (records) => screenCase(records) };

/**
 * Runs several finders over a case and unites what they find. A span whose quoted text does not stand at its
 * offsets is dropped: `refused` counts those for each finder.
 */
export async function screenWith(
  finders: readonly SpanFinder[],
  records: readonly ScreenedRecord[],
): Promise<{ findings: ScreeningFinding[]; refused: Record<string, number> }> {
  const refused: Record<string, number> = {};
  const byField = new Map<
    string,
    { recordKey: string; field: RecordField; text: string; spans: TextSpan[] }
  >();
  for (const record of records) {
    for (const field of ["title", "sender", "text"] as const) {
      const text = record[field];
      if (text) byField.set(`${field} ${record.key}`, { recordKey: record.key, field, text, spans: [] });
    }
  }
  for (const finder of finders) {
    refused[finder.name] = 0;
    for (const finding of await finder.find(records)) {
      const home = byField.get(`${finding.field} ${finding.recordKey}`);
      if (
        !home ||
        finding.end <= finding.start ||
        home.text.slice(finding.start, finding.end) !== finding.text
      )
        refused[finder.name]!++;
      else
        home.spans.push({
          start: finding.start,
          end: finding.end,
          kind: finding.kind,
          confidence: finding.confidence,
          reason: finding.reason,
        });
    }
  }
  const findings = [...byField.values()].flatMap(({ recordKey, field, text, spans }) =>
    resolveOverlaps(text, spans).map((span) => ({
      recordKey,
      field,
      text: text.slice(span.start, span.end),
      ...span,
    })),
  );
  return { findings, refused };
}

function mentions(text: string, pattern: RegExp, kind: TextSpan["kind"], reason: string): TextSpan[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    kind,
    confidence: 0.6,
    reason,
  }));
}

const FORMAL = new Set(["email", "url", "ip_address", "ssn"]);

/** Sure forms first, then the longest; what a stronger span leaves of a weaker one is kept where it holds a letter or digit. */
export function resolveOverlaps(text: string, spans: readonly TextSpan[]): TextSpan[] {
  const owner = new Uint8Array(text.length);
  const rank = (span: TextSpan) =>
    (FORMAL.has(span.kind) && span.confidence >= 0.9 ? 1e9 : 0) + (span.end - span.start) + span.confidence;
  const kept: TextSpan[] = [];
  for (const span of [...spans].sort((a, b) => rank(b) - rank(a) || a.start - b.start)) {
    let start = span.start;
    while (start < span.end) {
      while (start < span.end && owner[start]) start++;
      let end = start;
      while (end < span.end && !owner[end]) end++;
      if (end > start) {
        owner.fill(1, start, end);
        const piece = text.slice(start, end);
        const whole = end - start === span.end - span.start;
        const lead = whole ? 0 : piece.length - piece.replace(/^[^\p{L}\p{N}]+/u, "").length;
        const tail = whole ? 0 : piece.length - piece.replace(/[^\p{L}\p{N}]+$/u, "").length;
        if (end - tail > start + lead) kept.push({ ...span, start: start + lead, end: end - tail });
      }
      start = end;
    }
  }
  return kept.sort((a, b) => a.start - b.start);
}
