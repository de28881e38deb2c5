import validator from "validator";
import type { FieldMeaning } from "./fields";
import type { TextSpan } from "./finding";
import type { IdentifierKind } from "./kinds";
import { CUE_WINDOW, type Cues, digitsOf } from "./number-cues";
import { DIGIT_WORD } from "./number-words";
import type { Reading } from "./reading";

const MAC = /(?<![\p{L}\p{N}:-])[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}(?![\p{L}\p{N}:-])/giu;
const UUID =
  /(?<![\p{L}\p{N}-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\p{L}\p{N}-])/giu;
const IBAN =
  /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]{4}){2,7}(?: ?[A-Za-z0-9]{1,4})?(?![\p{L}\p{N}])/gu;
const VIN =
  /(?<![\p{L}\p{N}])(?=[A-HJ-NPR-Z0-9]{0,16}\d)(?=[A-HJ-NPR-Z0-9]{0,16}[A-Z])[A-HJ-NPR-Z0-9]{17}(?![\p{L}\p{N}])/gu;
const SSN = /(?<![\p{L}\p{N}-])\d{3}(?:- ?\n?| |\. ?)\d{2}(?:- ?\n?| |\. ?)\d{4}(?![\p{L}\p{N}]|-\d)/gu;
/** The end of a number that is held back or shortened: "ending in 0177", "last four 0177", "XXX-XX-0177", "**** 4242". */
const NUMBER_END =
  /\b(?:end(?:s|ing|ed)?(?: in| with)|last (?:four|4|three|3|five|5|six|6)(?: digits?)?(?: (?:of|on|for) [^\d.\n]{0,40}?)?)[ :#-]{0,3}(?:(?:are|is|were|was|being|as)[ :]{1,2})?["']?(\d{3,6})(?!\d|[%:])/giu;
const MASKED_END = /(?:[xX*#•]{2,4}[- ]?){1,4}(\d{3,6})(?![\d/])/gu;
const SPOKEN_END = new RegExp(
  `\\b(?:end(?:s|ing)? (?:in|with)|last (?:four|4)(?: digits)?(?: of [^.\\n]{0,30}?)?(?: are| is|,|:)?) ((?:double )?${DIGIT_WORD}(?:[ ,-]{1,2}(?:double )?${DIGIT_WORD}){2,5})\\b`,
  "giu",
);
const PLATE =
  /\b(?:licen[cs]e plate|plates?|tag)(?: (?:number|no\.?|#))?(?: is| was|:|,)? ([A-Z0-9]{2,4}[- ]?[A-Z0-9]{2,4})\b/gu;
const SPOKEN_CODE = new RegExp(
  `\\b(?:(?:[a-z]|${DIGIT_WORD})[ ,-]{1,2}){4,16}(?:[a-z]|${DIGIT_WORD})\\b`,
  "giu",
);
const CODE = /(?<![\p{L}\p{N}])#?(?:[\p{L}\p{N}]{1,30})(?:[-_/.][\p{L}\p{N}]{1,30}){0,6}(?![\p{L}\p{N}])/gu;
const CUE_ONLY =
  /\b(?:cpt|hcpcs|icd(?:-?(?:9|10|11))?|ndc|drg|loinc|snomed|rxnorm|revenue code|diagnosis code|procedure code|billing codes?|codes?|modifier|section|sec|chapter|article|part|form|page|version|usc|cfr|u\.s\.c|§)\b[^\p{L}\p{N}]{0,3}(?:[\p{L}\p{N}.-]{1,8}(?:,| and| or| \/)\s){0,4}$/iu;
const UNIT_AFTER =
  /^\s?(?:mg|mcg|µg|g|kg|ml|l|dl|cc|mm|cm|m|km|mi|units?|iu|meq|mmol|mmhg|bpm|%|percent|lbs?|oz|ft|feet|inches|in\b|years?|yrs?|days?|weeks?|months?|hours?|hrs?|minutes?|mins?|tabs?|tablets?|capsules?|pills?|doses?|times|cells?|copies|dollars|pounds|euros|bucks|calories|kcal|steps|miles|people|patients|words)\b/i;
const DATE_SHAPE =
  /^(?:(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|(?:19|20)\d\d)|\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d)$/;

type Add = (start: number, end: number, kind: IdentifierKind, confidence: number, reason: string) => void;

/** An issued-looking social security number: no 000, 666 or 9xx area, no 00 group, no 0000 serial. */
export function plausibleSsn(digits: string): boolean {
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);
}

const NUMBER_FIELDS = new Set<FieldMeaning>([
  "ssn",
  "medical_record",
  "health_plan",
  "account",
  "licence",
  "vehicle",
  "device",
  "other_code",
  "phone",
  "fax",
]);

/** Numbers and codes that stand for one person or thing: by their form, by the word before them, by their field. */
export function findNumbers(reading: Reading, cues: Cues): TextSpan[] {
  const { text } = reading;
  const spans: TextSpan[] = [];
  const taken = new Uint8Array(text.length + 1);
  const add: Add = (start, end, kind, confidence, reason) => {
    for (let i = start; i < end; i++) if (taken[i]) return;
    taken.fill(1, start, end);
    spans.push({ start, end, kind, confidence, reason });
  };
  const whole = (
    m: RegExpMatchArray & { index: number },
    kind: IdentifierKind,
    confidence: number,
    reason: string,
  ) => add(m.index, m.index + m[0].length, kind, confidence, reason);
  fieldNumbers(reading, add);
  for (const m of text.matchAll(UUID)) whole(m, "other_code", 0.9, "a universally unique identifier");
  for (const m of text.matchAll(MAC))
    if (validator.isMACAddress(m[0])) whole(m, "device", 0.9, "the form of a network device address");
  for (const m of text.matchAll(IBAN)) {
    const valid = validator.isIBAN(m[0].replace(/ /g, ""));
    if (valid || (cues.before(m.index)?.kind === "account" && m[0].length >= 15))
      whole(
        m,
        "account",
        valid ? 0.99 : 0.85,
        valid ? "an IBAN with a right check sum" : "the form of an IBAN beside an account word",
      );
  }
  for (const m of text.matchAll(VIN)) {
    const cue = cues.before(m.index);
    const vehicle = cue?.kind === "vehicle";
    whole(
      m,
      vehicle || !cue ? "vehicle" : cue.kind,
      vehicle ? 0.97 : 0.75,
      "17 characters in the form of a vehicle identification number",
    );
  }
  for (const m of text.matchAll(SSN)) {
    const cue = cues.before(m.index);
    const issued = plausibleSsn(digitsOf(m[0]));
    const dotted = m[0].includes(".");
    if (cue?.near && cue.kind !== "phone" && cue.kind !== "other_code")
      whole(m, cue.kind, 0.97, `a number after “${cue.word.toLowerCase()}”`);
    else if (!dotted)
      whole(
        m,
        "ssn",
        issued ? 0.95 : 0.85,
        issued ? "the form of a social security number" : "grouped like a social security number",
      );
  }
  numberEnds(text, cues, add);
  for (const m of text.matchAll(PLATE)) {
    const end = m.index + m[0].length;
    if (/\d/.test(m[1]!)) add(end - m[1]!.length, end, "vehicle", 0.9, "after a word for a number plate");
  }
  for (const m of text.matchAll(SPOKEN_CODE)) {
    const cue = cues.before(m.index);
    if (
      cue?.near &&
      cue.kind !== "phone" &&
      /\b(?:oh|zero|one|two|three|four|five|six|seven|eight|nine)\b/i.test(m[0])
    )
      whole(m, cue.kind, 0.75, "a code spoken out");
  }
  findCuedCodes(text, cues, taken, add);
  return spans;
}

function numberEnds(text: string, cues: Cues, add: Add): void {
  for (const [pattern, group] of [
    [NUMBER_END, 1],
    [SPOKEN_END, 1],
    [MASKED_END, 1],
  ] as const)
    for (const m of text.matchAll(pattern)) {
      const end = m.index + m[0].length;
      const before = cues.before(m.index) ?? cues.before(end - m[group]!.length);
      const kind =
        before && before.kind !== "other_code"
          ? before.kind
          : pattern === MASKED_END && /^[xX*#]{3}-[xX*#]{2}-/.test(m[0])
            ? "ssn"
            : "other_code";
      add(end - m[group]!.length, end, kind, 0.8, "the end of a longer number");
    }
}

/** The value of a field for a number, as far as it is one. */
function fieldNumbers({ text, form, maskAt }: Reading, add: Add): void {
  for (const { meaning, start, end } of form.values) {
    if (!NUMBER_FIELDS.has(meaning) || meaning === "nothing" || meaning === "role") continue;
    const value = text.slice(start, Math.min(end, start + 60));
    const code = /^[#(+]?[\p{L}\p{N}][\p{L}\p{N}./#()+-]*(?:[ -]{1,2}[(]?\d[\p{L}\p{N}./()-]*)*/u
      .exec(value)?.[0]
      .replace(/[.,;)-]+$/, "");
    if (!code || maskAt(start)) continue;
    const digits = digitsOf(code).length;
    const least = meaning === "other_code" ? 3 : meaning === "account" || meaning === "device" ? 3 : 2;
    const long =
      meaning === "other_code" &&
      digits === 0 &&
      /^[\p{Lu}_-]{8,}$/u.test(code) &&
      !/^\p{L}\p{Ll}+$/u.test(code);
    if ((digits < least && !long) || (/^(?:19|20)\d\d$/.test(code) && meaning === "other_code")) continue;
    if (meaning === "phone" || meaning === "fax") {
      if (digits < 7) continue;
    }
    add(start, start + code.length, meaning as IdentifierKind, 0.95, "stands in a field for such a number");
  }
}

function findCuedCodes(text: string, cues: Cues, taken: Uint8Array, add: Add): void {
  for (const m of text.matchAll(CODE)) readCode(text, cues, taken, add, m);
}

function readCode(
  text: string,
  cues: Cues,
  taken: Uint8Array,
  add: Add,
  m: RegExpMatchArray & { index: number },
): void {
  {
    const start = m.index;
    const end = start + m[0].length;
    if (taken[start] || taken[end - 1]) return;
    const code = m[0];
    const digits = digitsOf(code).length;
    if (digits < 2) return;
    const letters = code.replace(/[^\p{L}]/gu, "").length;
    if (DATE_SHAPE.test(code) || /^(?:19|20)\d\d(?:[-/](?:19|20)?\d\d)?$/.test(code)) return;
    if (/^\d{1,4}(?:st|nd|rd|th|s|am|pm|yo|y|f|m|mg|mcg|ml|kg|cm|mm|x|d|h|w)$/i.test(code)) return;
    if (/^\d+(?:\.\d+)?$/.test(code) && UNIT_AFTER.test(text.slice(end, end + 12))) return;
    if (/^\d+(?:\.\d+)?(?:mg|mcg|ml|kg|cm|mm|g|l|iu|k|bn|m|hz|mhz|ghz|px|mb|gb)$/i.test(code)) return;
    const beforeCode = text.slice(Math.max(0, start - CUE_WINDOW), start);
    if (
      /[$€£¥]\s?(?:[\d.,]*)$/.test(beforeCode) ||
      /\d[.,:]$/.test(beforeCode) ||
      /^[.,:]\d/.test(text.slice(end, end + 2))
    )
      return;
    if (CUE_ONLY.test(beforeCode)) return;
    const cue = cues.before(start);
    const cued = cue?.near && cue.kind !== "phone" && cue.kind !== "fax";
    if (
      cued &&
      (digits >= 5 ||
        (digits >= 3 && (letters > 0 || code.includes("-") || code.startsWith("#"))) ||
        (digits >= 4 && cue.kind !== "other_code" && /(?:number|no\.?|id|#|:|is)\s*$/i.test(beforeCode)))
    ) {
      if (letters > 0 && letters > digits + 6) return;
      if (cue.kind === "other_code" && /^\p{Lu}\d{4}$/u.test(code)) return;
      return void add(
        start,
        end,
        cue.kind,
        digits >= 5 ? 0.95 : 0.85,
        `a code after “${cue.word.toLowerCase()}”`,
      );
    }
    if (/^\d{3,5}-\d$/.test(code)) return;
    if (letters === 0 && digits >= 12 && digits <= 19 && !code.includes(".")) {
      const luhn = validator.isLuhnNumber(digitsOf(code));
      return void add(
        start,
        end,
        "account",
        luhn ? 0.95 : 0.75,
        luhn ? "a card number with a right check digit" : "as long as a card number",
      );
    }
    if (digits >= 6 && (letters === 0 || letters <= 8) && !/\.\d+$/.test(code)) {
      return void add(
        start,
        end,
        "other_code",
        letters > 0 ? 0.8 : 0.7,
        "a long code that could be unique to one person",
      );
    }
    if (
      digits >= 4 &&
      letters >= 1 &&
      letters <= 5 &&
      /^#?\p{Lu}{1,5}-?\d{4,}\p{Lu}{0,3}$|^\d{4,}-?\p{Lu}{1,4}$/u.test(code) &&
      !/^\p{Lu}\d{4}$/u.test(code)
    ) {
      return void add(start, end, "other_code", 0.65, "letters and digits like a reference");
    }
    if (code.startsWith("#") && digits >= 4) add(start, end, "other_code", 0.65, "a numbered reference");
  }
}
