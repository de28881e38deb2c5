import { fieldPlaces } from "./field-places";
import { findAddresses, findCoordinates, findPostcodes } from "./find-addresses";
import { findContacts } from "./find-contacts";
import { findDates } from "./find-dates";
import { findFacilities } from "./find-facilities";
import { confirmedWords, findNames, type NameKnowledge, NOTHING_KNOWN } from "./find-names";
import { findNumbers } from "./find-numbers";
import { findTowns } from "./find-towns";
import type { RecordField, ScreenedRecord, ScreeningFinding, SpanFinder, TextSpan } from "./finding";
import { namesBeside } from "./names-beside";
import { nameFamilies } from "./nicknames";
import { cuesOf, digitsOf } from "./number-cues";
import { type Detector, type Reading, readingOf } from "./reading";

const PICTURES =
  /\b(?:full[- ]face|face|facial|head ?shot|selfie)\s(?:photo(?:graph)?s?|pictures?|images?|scans?)\b|\b(?:photo(?:graph)?s?|pictures?|selfies?|images?) of (?:the (?:patient|member|client)|him|her|them|me|my face|(?:his|her|their|the) face)\b/giu;
const BIOMETRICS =
  /\b(?:finger ?prints?|thumb ?prints?|voice ?prints?|retina(?:l)? scans?|iris scans?|palm ?prints?|face ?id|facial recognition|dna (?:profile|sample id)|genetic profile)\b/giu;

/** Findings below this confidence are not reported. */
export const REPORTING_THRESHOLD = 0.5;
const CARRY_THRESHOLD = 0.7;
const FIELDS = ["title", "sender", "text"] as const;

export interface ScreeningOptions {
  /** Findings below this confidence are left out (default 0.5). */
  threshold?: number;
}

/** All that needs nothing but the text itself; names come after, as the case speaks for them. */
const DETECTORS: readonly Detector[] = [
  { name: "form", find: ({ form }) => form.spans },
  {
    name: "numbers and contacts",
    find: (reading) => {
      const cues = cuesOf(reading.text);
      return [...findContacts(reading, cues), ...findNumbers(reading, cues)];
    },
  },
  { name: "dates", find: findDates },
  {
    name: "addresses",
    find: (reading) => [
      ...findAddresses(reading.text, reading.tokens),
      ...findPostcodes(reading.text),
      ...findCoordinates(reading.text),
      ...fieldPlaces(reading),
    ],
  },
  { name: "facilities", find: findFacilities },
  { name: "towns", find: findTowns },
  {
    name: "pictures and biometrics",
    find: ({ text }) => [
      ...mentions(text, PICTURES, "photo", "a picture of a person is mentioned: see that it is not attached"),
      ...mentions(text, BIOMETRICS, "biometric", "a biometric identifier is mentioned"),
    ],
  },
];

function mentions(text: string, pattern: RegExp, kind: TextSpan["kind"], reason: string): TextSpan[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    kind,
    confidence: 0.6,
    reason,
  }));
}

/**
 * Looks through every record of one case for what is left of the 18 Safe Harbor identifiers, by rules alone.
 * A name or a number confirmed in one record is followed through all of them. Findings are sorted by record, field and
 * offset and do not overlap. Screened does not mean free of identifiers: a person decides on every finding.
 */
export function screenCase(
  records: readonly ScreenedRecord[],
  options: ScreeningOptions = {},
): ScreeningFinding[] {
  const threshold = options.threshold ?? REPORTING_THRESHOLD;
  const readings = records.flatMap((record) =>
    FIELDS.flatMap((field) => {
      const text = record[field];
      return text ? [readingOf(record, field, text)] : [];
    }),
  );
  const plain = readings.map((reading) => DETECTORS.flatMap((detector) => detector.find(reading)));
  const known = nameKnowledge(readings);
  const ends = numberEnds(readings, plain);
  return readings.flatMap((reading, i) => {
    const names = findNames(reading, known);
    const spans = [
      ...plain[i]!,
      ...names,
      ...namesBeside(reading, names),
      ...carriedEnds(reading, ends),
    ].filter((span) => isFree(reading, span));
    return resolveOverlaps(
      reading.stored,
      spans.map((span) => reading.toStored(span)),
    )
      .filter((span) => span.confidence >= threshold)
      .map((span) => ({
        recordKey: reading.record.key,
        field: reading.field,
        text: reading.stored.slice(span.start, span.end),
        ...span,
      }));
  });
}

/** Reads the names of a case twice: what is confirmed at one place speaks for its like at another. */
function nameKnowledge(readings: readonly Reading[]): NameKnowledge {
  const found = { words: new Set<string>(), initials: new Set<string>() };
  const counts = new Map<string, number>();
  for (const reading of readings) {
    const sure = findNames(reading, NOTHING_KNOWN).filter(
      (span) => span.confidence >= CARRY_THRESHOLD && isFree(reading, span),
    );
    confirmedWords(reading, sure, found);
    if (!reading.small)
      for (const token of reading.tokens)
        if (token.shape === "lower") counts.set(token.base, (counts.get(token.base) ?? 0) + 1);
  }
  for (const word of [...found.words])
    for (const { full, short } of nameFamilies(word))
      for (const name of [full, ...short]) found.words.add(name.toLowerCase());
  const small = new Set([...counts].filter(([, count]) => count >= 2).map(([word]) => word));
  return { confirmed: found.words, initials: found.initials, small };
}

const NUMBERED = new Set(["phone", "fax", "ssn", "account", "medical_record", "health_plan", "other_code"]);
const END_DIGITS = 4;

/** The last four digits of each long number of the case. */
function numberEnds(
  readings: readonly Reading[],
  spans: readonly TextSpan[][],
): Map<string, TextSpan["kind"]> {
  const ends = new Map<string, TextSpan["kind"]>();
  for (const [i, reading] of readings.entries())
    for (const span of spans[i]!) {
      if (!NUMBERED.has(span.kind) || !isFree(reading, span)) continue;
      const digits = digitsOf(reading.text.slice(span.start, span.end));
      if (digits.length >= 7) ends.set(digits.slice(-END_DIGITS), span.kind);
      else if (digits.length === END_DIGITS && span.confidence >= 0.8) ends.set(digits, span.kind);
    }
  return ends;
}

function carriedEnds({ tokens, text }: Reading, ends: ReadonlyMap<string, TextSpan["kind"]>): TextSpan[] {
  return tokens.flatMap((token) => {
    if (token.shape !== "number" || token.text.length !== END_DIGITS) return [];
    const kind = ends.get(token.text);
    if (!kind || /[$€£.,]$/.test(text.slice(Math.max(0, token.start - 1), token.start))) return [];
    if (/^(?:19|20)\d\d$/.test(token.text)) return [];
    return [
      {
        start: token.start,
        end: token.end,
        kind,
        confidence: 0.65,
        reason: "the end of a number of this case",
      },
    ];
  });
}

const CITED = new Set(["name", "date", "geography", "other_code"]);

/** Not in a mark of something taken out, in a citation, in the name of a field, or in the form of a message. */
function isFree(reading: Reading, span: TextSpan): boolean {
  if (!/[\p{L}\p{N}]/u.test(reading.text.slice(span.start, span.end))) return false;
  const masked = reading.maskAt(span.start);
  if (masked === "redacted") return reading.maskAt(span.end - 1) !== "redacted";
  if (masked === "citation" && CITED.has(span.kind)) return false;
  const inside = (ranges: readonly { start: number; end: number }[]) => covers(ranges, span);
  if (reading.form.spans.includes(span)) return true;
  return !inside(reading.form.names) && !inside(reading.form.coded);
}

/** Whether one of the sorted ranges holds the whole span. */
function covers(ranges: readonly { start: number; end: number }[], span: TextSpan): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.start <= span.start) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0 && i >= low - 4; i--) if (ranges[i]!.end >= span.end) return true;
  return false;
}

/** The rules of this folder as one finder among others. */
export const ruleFinder: SpanFinder = { name: "rules", find: (records) => screenCase(records) };

/**
 * Runs several finders over a case and unites what they find: a later finder adds, it removes nothing. A span whose
 * quoted text does not stand at its offsets is dropped: `refused` counts those for each finder.
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
    for (const field of FIELDS) {
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
