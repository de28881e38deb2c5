import type { TextSpan } from "./finding";
import type { IdentifierKind } from "./kinds";

const EMAIL =
  /[\p{L}\p{N}_%+'-](?:[\p{L}\p{N}._%+'-]{0,63})@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/gu;
const SPOKEN_EMAIL =
  /\b[\p{L}\p{N}_-]{1,40}(?: (?:dot|underscore|dash|hyphen) [\p{L}\p{N}_-]{1,40}){0,4} at (?:[\p{L}\p{N}_…[\]-]{1,40} ){1,3}?dot (?:[a-z]{1,10} dot )?(?:com|org|net|edu|gov|co|uk|ac|io|me|de|fr|ca|au|us|info|biz)\b(?: dot (?:uk|au|nz|za|in|jp)\b)?/giu;
const URL =
  /\b(?:https?|ftp|sftp|mailto|tel|urn):[^\s<>"'`]{2,2000}|\bwww\.[^\s<>"'`]{2,500}|(?<![@\p{L}\p{N}._-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|edu|gov|mil|info|biz|io|co|health|us|uk|ca|de|fr|eu|au|nz|ie|in|nl|be|ch|at|se|no|dk|fi|it|es|pt|pl|cz|br|mx|jp|cn|ru)(?:\/[^\s<>"'`]{0,500})?(?![\p{L}\p{N}@])/giu;
/** "temp.No fever": a missing blank after a full stop, not a host. */
const WORDLIKE_DOMAIN = /^[^.]+\.(?:no|it|at|be|us|is|in|me|co|de|es|pt|nl|ch|se|fi|info|health)$/iu;
const IPV4 = /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d]|\.\d)/g;
const IPV6 =
  /(?<![\p{L}\p{N}:])(?:[0-9a-f]{1,4}:){2,7}(?::?[0-9a-f]{1,4}){0,6}(?![\p{L}\p{N}:])|(?<![\p{L}\p{N}:])::(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4}(?![\p{L}\p{N}:])/giu;
const MAC = /(?<![\p{L}\p{N}:-])[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}(?![\p{L}\p{N}:-])/giu;
const UUID =
  /(?<![\p{L}\p{N}-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\p{L}\p{N}-])/giu;
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![\p{L}\p{N}])/gu;
const VIN =
  /(?<![\p{L}\p{N}])(?=[A-HJ-NPR-Z0-9]{0,16}\d)(?=[A-HJ-NPR-Z0-9]{0,16}[A-Z])[A-HJ-NPR-Z0-9]{17}(?![\p{L}\p{N}])/gu;
const SSN = /(?<![\p{L}\p{N}-])\d{3}[- ]\d{2}[- ]\d{4}(?![\p{L}\p{N}]|-\d)/gu;
/** Seven digits or more, said one by one or in pairs: "five five five, oh one two three", "double four". */
const SPOKEN_DIGIT = "(?:oh|zero|nought|one|two|three|four|five|six|seven|eight|nine)";
const SPOKEN_NUMBER = new RegExp(
  `\\b(?:(?:double |triple )?${SPOKEN_DIGIT}(?:(?:,| -|-|\\.)? (?:uh,? |um,? |er,? )?|-)){6,24}(?:double )?${SPOKEN_DIGIT}\\b`,
  "giu",
);
/** What is said of a social security number when only its end is given. */
const SSN_END =
  /\b(?:ssn|social(?: security)?(?: number)?)\b[^.\n\d]{0,24}?\b(?:end(?:s|ing)?(?: in| with)?|last (?:four|4)(?: digits)?)\b(?: (?:of (?:it|the|my|his|her|their)[^\d.\n]{0,20}))?[ :]{0,2}(?:are |is )?(\d{4})(?!\d)/giu;
const PHONE =
  /(?<![\p{L}\p{N}/.-])(?:\+|00|\()?\(?\d{1,5}\)?(?:[ \t.\u2010-\u2013-]{0,2}\(?\d{1,5}\)?){1,6}(?: ?(?:x|ext\.?|extension) ?\d{1,6})?(?![\p{L}\p{N}]|[-/]\d)/giu;
const CODE = /(?<![\p{L}\p{N}])#?(?:[\p{L}\p{N}]{1,30})(?:[-_/.][\p{L}\p{N}]{1,30}){0,6}(?![\p{L}\p{N}])/gu;

/** Characters looked at before a code for the word that says what it is. */
const CUE_WINDOW = 48;

interface Cue {
  kind: IdentifierKind;
  pattern: RegExp;
}

/** Searched in the text just before a code; the nearest cue wins. */
const CUES: Cue[] = [
  { kind: "ssn", pattern: /\b(?:ssn|ss#|social(?: security)?(?: (?:number|no|num))?|s\.s\.n)\b/gi },
  {
    kind: "medical_record",
    pattern:
      /\b(?:mrn|mr#|medical record|med(?:ical)? rec|chart|hospital (?:number|no)|nhs(?: number| no)?|record (?:number|no|id|#)|emr|ehr)\b/gi,
  },
  {
    kind: "health_plan",
    pattern:
      /\b(?:(?:health )?plan|beneficiary|member(?:ship)?|subscriber|policy|insurance|insured|medicare|medicaid|mbi|hicn|hpbn|hpb|hpn|group|payer|coverage|hmo|ppo)\b/gi,
  },
  {
    kind: "account",
    pattern:
      /\b(?:account|acct|acc|card|cc|iban|bank|routing|sort code|billing|invoice|visa|mastercard|amex|credit|debit)\b/gi,
  },
  {
    kind: "licence",
    pattern:
      /\b(?:licen[cs]e|certificate|cert|dea|npi|registration|passport|permit|gmc|nmc|tax id|tin|ein|driver'?s?|driving|dl)\b/gi,
  },
  {
    kind: "vehicle",
    pattern: /\b(?:vin|plate|plates|tag number|vehicle|registration plate|number plate|car reg)\b/gi,
  },
  {
    kind: "device",
    pattern:
      /\b(?:serial|s\/n|sn|device|udi|imei|imsi|lot|pump|implant|pacemaker|cpap|glucometer|mac address|gtin|model number|sensor|monitor)\b/gi,
  },
  { kind: "fax", pattern: /\b(?:fax|facsimile|telefax)\b/gi },
  {
    kind: "phone",
    pattern:
      /\b(?:phone|telephone|tel|mobile|cell|call|text|contact|sms|whatsapp|pager|desk|office line|landline|hotline|reach(?:ed)?|dial|registered|answering)\b/gi,
  },
  {
    kind: "other_code",
    pattern:
      /\b(?:id|ids|identifier|number|no|num|ref|reference|case|claim|confirmation|order|ticket|auth(?:orization|orisation)?|prior auth|pa|prescription|rx|tracking|accession|specimen|encounter|visit|study|site|trial|employee|badge|student|user|username|login|password|pin|code|token|file|docket|incident|complaint|appeal|service request|request|trace|transaction|invite|passcode|reservation)\b/gi,
  },
];

const CUE_ONLY =
  /\b(?:cpt|hcpcs|icd(?:-?(?:9|10|11))?|ndc|drg|loinc|snomed|rxnorm|revenue code|diagnosis code|procedure code|billing codes?|codes?|modifier|section|sec|chapter|article|part|form|page|version|usc|cfr|u\.s\.c|§)\b[^\p{L}\p{N}]{0,3}(?:[\p{L}\p{N}.-]{1,8}(?:,| and| or| \/)\s){0,4}$/iu;
const UNIT_AFTER =
  /^\s?(?:mg|mcg|µg|g|kg|ml|l|dl|cc|mm|cm|m|km|mi|units?|iu|meq|mmol|mmhg|bpm|%|percent|lbs?|oz|ft|feet|inches|in\b|years?|yrs?|days?|weeks?|months?|hours?|hrs?|minutes?|mins?|tabs?|tablets?|capsules?|pills?|doses?|times|cells?|copies|dollars|pounds|euros|bucks|calories|kcal|steps|miles|people|patients|words)\b/i;

interface FoundCue {
  kind: IdentifierKind;
  word: string;
  start: number;
  end: number;
}

function findCues(text: string): FoundCue[] {
  const found = CUES.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({
      kind,
      word: match[0],
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
  return found.sort((a, b) => a.end - b.end || b.start - a.start);
}

const SENTENCE_END = /[.!?]\s/;
const isGeneral = (kind: IdentifierKind) => kind === "other_code" || kind === "phone";

/** The word before `at` that says what a number is; words that name a kind win over "number" and "call". */
function cueFor(
  text: string,
  cues: readonly FoundCue[],
  at: number,
): { kind: IdentifierKind; word: string; near: boolean } | undefined {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cues[middle]!.end <= at) low = middle + 1;
    else high = middle;
  }
  let best: FoundCue | undefined;
  for (let i = low - 1; i >= 0 && at - cues[i]!.end <= CUE_WINDOW; i--) {
    const cue = cues[i]!;
    if (!best || (isGeneral(best.kind) && !isGeneral(cue.kind) && at - cue.end < 30)) best = cue;
    if (best && !isGeneral(best.kind)) break;
  }
  if (!best) return undefined;
  const between = text.slice(best.end, at);
  if (between.includes("\n\n") || SENTENCE_END.test(between.replace(/^(?:\.|\s|no\.|num\.)+/i, "")))
    return undefined;
  const wordsBetween = between.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return { kind: best.kind, word: best.word, near: wordsBetween <= 3 };
}

/** The Luhn check of payment cards (ISO/IEC 7812) and, with the prefix 80840, of the NPI. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let value = digits.charCodeAt(digits.length - 1 - i) - 48;
    if (i % 2 === 1) {
      value *= 2;
      if (value > 9) value -= 9;
    }
    sum += value;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** The mod-97 check of an IBAN (ISO 13616). */
export function passesIban(text: string): boolean {
  const compact = text.replace(/\s/g, "").toUpperCase();
  if (compact.length < 15 || compact.length > 34) return false;
  let remainder = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** An issued-looking social security number: no 000, 666 or 9xx area, no 00 group, no 0000 serial. */
export function plausibleSsn(digits: string): boolean {
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);
}

const digitsOf = (text: string) => text.replace(/\D/g, "");

/** Identifiers that are known by their form: mail and web addresses, numbers, codes near a word that names them. */
export function findCodes(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  const taken = new Uint8Array(text.length);
  const cues = findCues(text);
  const add = (start: number, end: number, kind: IdentifierKind, confidence: number, reason: string) => {
    for (let i = start; i < end; i++) if (taken[i]) return;
    taken.fill(1, start, end);
    spans.push({ start, end, kind, confidence, reason });
  };
  const each = (pattern: RegExp, see: (match: RegExpMatchArray & { index: number }) => void) => {
    for (const match of text.matchAll(pattern)) see(match as RegExpMatchArray & { index: number });
  };

  if (text.includes("@"))
    each(EMAIL, (m) => add(m.index, m.index + m[0].length, "email", 0.99, "the form of an e-mail address"));
  if (/ at /i.test(text))
    each(SPOKEN_EMAIL, (m) =>
      add(m.index, m.index + m[0].length, "email", 0.9, "an e-mail address spoken out"),
    );
  each(URL, (m) => {
    const trimmed = m[0].replace(/[.,;:!?)\]}]+$/, "");
    const kind = /^mailto:/i.test(trimmed) ? "email" : /^tel:/i.test(trimmed) ? "phone" : "url";
    if (!/[/:]/.test(trimmed) && !/^www\./i.test(trimmed) && WORDLIKE_DOMAIN.test(trimmed)) return;
    add(m.index, m.index + trimmed.length, kind, 0.97, "the form of a web address");
  });
  each(UUID, (m) =>
    add(m.index, m.index + m[0].length, "other_code", 0.9, "a universally unique identifier"),
  );
  each(MAC, (m) =>
    add(m.index, m.index + m[0].length, "device", 0.9, "the form of a network device address"),
  );
  each(IPV4, (m) => add(m.index, m.index + m[0].length, "ip_address", 0.95, "the form of an IP address"));
  each(IPV6, (m) => {
    if (/^\d{1,2}(?::\d{2}){1,2}$/.test(m[0]) || !/[a-f]|::|(?::[^:]*){4}/i.test(m[0])) return;
    add(m.index, m.index + m[0].length, "ip_address", 0.9, "the form of an IPv6 address");
  });
  each(IBAN, (m) => {
    const valid = passesIban(m[0]);
    const cue = cueFor(text, cues, m.index);
    if (valid || (cue?.kind === "account" && m[0].length >= 15)) {
      add(
        m.index,
        m.index + m[0].length,
        "account",
        valid ? 0.99 : 0.85,
        valid ? "an IBAN with a right check sum" : "the form of an IBAN beside an account word",
      );
    }
  });
  each(VIN, (m) => {
    const cue = cueFor(text, cues, m.index);
    const vehicle = cue?.kind === "vehicle";
    add(
      m.index,
      m.index + m[0].length,
      vehicle || !cue ? "vehicle" : cue.kind,
      vehicle ? 0.97 : 0.75,
      "17 characters in the form of a vehicle identification number",
    );
  });
  each(SSN, (m) => {
    const cue = cueFor(text, cues, m.index);
    const issued = plausibleSsn(digitsOf(m[0]));
    if (cue?.near && cue.kind !== "phone" && cue.kind !== "other_code") {
      add(m.index, m.index + m[0].length, cue.kind, 0.97, `a number after “${cue.word.toLowerCase()}”`);
    } else
      add(
        m.index,
        m.index + m[0].length,
        "ssn",
        issued ? 0.95 : 0.85,
        issued ? "the form of a social security number" : "grouped like a social security number",
      );
  });
  each(SSN_END, (m) => {
    const end = m.index + m[0].length;
    add(end - m[1]!.length, end, "ssn", 0.8, "the end of a social security number");
  });
  each(SPOKEN_NUMBER, (m) => {
    const cue = cueFor(text, cues, m.index);
    const kind = cue?.near && cue.kind !== "other_code" ? cue.kind : "phone";
    add(m.index, m.index + m[0].length, kind, 0.8, "a number of many digits, spoken out");
  });
  findPhones(text, cues, taken, each, add);
  findCuedCodes(text, cues, taken, each, add);
  return spans;
}

type Each = (pattern: RegExp, see: (match: RegExpMatchArray & { index: number }) => void) => void;
type Add = (start: number, end: number, kind: IdentifierKind, confidence: number, reason: string) => void;

const DATE_SHAPE =
  /^(?:(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|(?:19|20)\d\d)|\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d)$/;

function findPhones(text: string, cues: readonly FoundCue[], taken: Uint8Array, each: Each, add: Add): void {
  each(PHONE, (m) => {
    const body = m[0].trimEnd();
    const number = body.replace(/ ?(?:x|ext\.?|extension) ?\d{1,6}$/i, "");
    const digits = digitsOf(number);
    const groups = number.split(/\D+/).filter(Boolean);
    if (digits.length < 7 || digits.length > 15 || DATE_SHAPE.test(number) || taken[m.index]) return;
    const start = m.index;
    const end = start + body.length;
    const cue = cueFor(text, cues, start);
    const after = text.slice(end, end + 12);
    const fax = cue?.kind === "fax" || /^[\s\\,;(-]{0,3}fax\b/i.test(after);
    if (fax) return add(start, end, "fax", 0.95, "a number beside the word fax");
    if (/^[\s(-]{0,3}(?:office|mobile|cell|home|work|desk|phone|tel)\b/i.test(after))
      return add(start, end, "phone", 0.93, "a number beside a word for a telephone");
    if (cue?.near && cue.kind !== "phone" && cue.kind !== "other_code")
      return add(start, end, cue.kind, 0.93, `a number after “${cue.word.toLowerCase()}”`);
    const american = /^(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4}$/.test(number);
    const international = /^(?:\+|00)\d/.test(number);
    const spaced = groups.length >= 2 && groups.length <= 6 && !/[ ]{2}/.test(number);
    const named = cue?.kind === "phone";
    if (american || international)
      return add(start, end, "phone", named ? 0.98 : 0.92, "the form of a telephone number");
    if (named && (spaced || digits.length >= 9))
      return add(start, end, "phone", 0.9, `a number after “${cue.word.toLowerCase()}”`);
    if (/^\(\d/.test(number) && spaced && digits.length >= 8)
      return add(start, end, "phone", 0.85, "grouped like a telephone number");
    const even =
      groups.length >= 3 &&
      groups.every((group) => group.length >= 2 && group.length <= 5) &&
      digits.length >= 8;
    if (even && !/\n/.test(number))
      return add(start, end, "phone", 0.7, "digits grouped like a telephone number");
  });
}

function findCuedCodes(
  text: string,
  cues: readonly FoundCue[],
  taken: Uint8Array,
  each: Each,
  add: Add,
): void {
  each(CODE, (m) => {
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
    const cue = cueFor(text, cues, start);
    const cued = cue?.near && cue.kind !== "phone" && cue.kind !== "fax";
    if (
      cued &&
      (digits >= 5 ||
        (digits >= 3 && (letters > 0 || code.includes("-") || code.startsWith("#"))) ||
        (digits >= 4 && cue.kind !== "other_code" && /(?:number|no\.?|id|#|:|is)\s*$/i.test(beforeCode)))
    ) {
      if (letters > 0 && letters > digits + 6) return;
      if (cue.kind === "other_code" && /^\p{Lu}\d{4}$/u.test(code)) return;
      return add(start, end, cue.kind, digits >= 5 ? 0.95 : 0.85, `a code after “${cue.word.toLowerCase()}”`);
    }
    if (/^\d{3,5}-\d$/.test(code)) return;
    if (letters === 0 && digits >= 12 && digits <= 19 && !code.includes(".")) {
      const luhn = passesLuhn(digitsOf(code));
      return add(
        start,
        end,
        "account",
        luhn ? 0.95 : 0.75,
        luhn ? "a card number with a right check digit" : "as long as a card number",
      );
    }
    if (digits >= 6 && (letters === 0 || letters <= 8) && !/\.\d+$/.test(code)) {
      return add(
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
      return add(start, end, "other_code", 0.65, "letters and digits like a reference");
    }
    if (code.startsWith("#") && digits >= 4) add(start, end, "other_code", 0.65, "a numbered reference");
  });
}
