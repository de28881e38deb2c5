import { parsePhoneNumberFromString } from "libphonenumber-js";
import { LinkifyIt } from "linkify-it";
import validator from "validator";
import type { TextSpan } from "./finding";
import type { IdentifierKind } from "./kinds";
import { type Cues, digitsOf } from "./number-cues";
import { DIGIT_WORD } from "./number-words";
import type { Reading } from "./reading";

const EMAIL =
  /[\p{L}\p{N}_%+'-](?:[\p{L}\p{N}._%+'-]{0,63})\s?@\s?[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/gu;
const MARKED_EMAIL =
  /[\p{L}\p{N}_%+-]{1,40}(?:(?:\.|[ ]?[([]dot[)\]][ ]?)[\p{L}\p{N}_%+-]{1,40}){0,4}[ ]?[([]at[)\]][ ]?[\p{L}\p{N}-]{1,40}(?:(?:\.|[ ]?[([]dot[)\]][ ]?)[\p{L}\p{N}-]{1,40}){1,4}/giu;
const SPOKEN_EMAIL =
  /\b[\p{L}\p{N}_-]{1,40}(?: (?:dot|underscore|dash|hyphen) [\p{L}\p{N}_-]{1,40}){0,4} at (?:[\p{L}\p{N}_…[\]<>/-]{1,40} ){1,3}?dot (?:[a-z]{1,10} dot )?(?:com|org|net|edu|gov|co|uk|ac|io|me|de|fr|ca|au|us|info|biz)\b(?: dot (?:uk|au|nz|za|in|jp)\b)?/giu;
const SPOKEN_SITE =
  /\b(?:www|w w w)(?: dot [\p{L}\p{N}-]{1,40}){1,4}|\b[\p{L}\p{N}-]{2,40} dot (?:com|org|net|edu|gov)\b(?: (?:slash|forward slash) [\p{L}\p{N}-]{1,40}){0,3}/giu;
const OTHER_SCHEMES =
  /\b(?:sftp|mailto|tel|urn|file|s3|fhir):[^\s<>"'`]{2,2000}|\bhttps?:\/\/[^\s<>"'`]{2,2000}/giu;
/** "temp.No fever": a missing blank after a full stop, not a host. */
const WORDLIKE_DOMAIN =
  /^[^./]+\.(?:no|it|at|be|us|is|in|me|co|de|es|pt|nl|ch|se|fi|info|health|so|to|my|am|im|id|re|as|py|sh|pl|md|do|st|name|pro|ai|la|ms|mr|pa|ph|tv|ws|cc|gs|hm|il|ma|mo|nc|ne|pr|sc|sd|va|vi)$/iu;
const FILE_ENDING = /^[^/]+\.(?:pdf|docx?|txt|jpe?g|png|zip|csv|xlsx?|md|py|sh|pl|eml|ps|ai|mov)$/iu;
const HANDLE = /(?<![\p{L}\p{N}@./])@[a-z][a-z0-9_.]{2,30}(?![\p{L}\p{N}@])/giu;
const IPV4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?!\d|\.\d)/g;
const IPV6 = /(?<![\p{L}\p{N}:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\p{L}\p{N}:])/giu;

const PHONE =
  /(?<![\p{L}\p{N}/.-])(?:\+|00|\()?\(?\d{1,5}\)?(?:[ \t.-]{0,2}\(?\d{1,5}\)?){1,6}(?:[ ,-]{0,2}(?:x|ext\.?|extension|#)[ .:]?\d{1,6})?(?![\p{L}\p{N}]|[-/]\d)/giu;
const EXTENSION = /[ ,-]{0,2}(?:x|ext\.?|extension|#)[ .:]?\d{1,6}$/i;
/** Seven digits or more, said one by one or in pairs: "five five five, oh one two three", "double four". */
const SPOKEN_NUMBER = new RegExp(
  `\\b(?:(?:double |triple )?${DIGIT_WORD}(?:(?:,| -|-|\\.{1,3})? (?:uh,? |um,? |er,? )?|-)){6,24}(?:double )?${DIGIT_WORD}\\b`,
  "giu",
);
const DATE_SHAPE =
  /^(?:(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|(?:19|20)\d\d)|\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d|(?:19|20)\d\d ?- ?(?:19|20)\d\d)$/;

/** Namespaces of standards and sites of agencies: they are nobody's, as long as nothing is asked of them. */
const PUBLIC_SITE =
  /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*(?:hl7\.org|w3\.org|loinc\.org|snomed\.info|x12\.org|nucc\.org|unitsofmeasure\.org|ama-assn\.org|ihe\.net|cms\.gov|medicare\.gov|medicaid\.gov|healthcare\.gov|nih\.gov|cdc\.gov|fda\.gov|hhs\.gov|ssa\.gov|va\.gov)(?![a-z0-9.-]*@)(?:[/:][^?#]*)?\\?$/i;

const links = new LinkifyIt({ fuzzyEmail: false, fuzzyLink: true, fuzzyIP: false });
links.tlds(["health", "care", "app", "dev", "info", "clinic", "example", "io"], true);

type Add = (start: number, end: number, kind: IdentifierKind, confidence: number, reason: string) => boolean;

/** Mail and web addresses, IP addresses, telephone and fax numbers, written or spoken. */
export function findContacts(reading: Reading, cues: Cues): TextSpan[] {
  const { text } = reading;
  const spans: TextSpan[] = [];
  const taken = new Uint8Array(text.length + 1);
  const add: Add = (start, end, kind, confidence, reason) => {
    for (let i = start; i < end; i++) if (taken[i]) return false;
    taken.fill(1, start, end);
    spans.push({ start, end, kind, confidence, reason });
    return true;
  };
  const each = (pattern: RegExp, kind: IdentifierKind, confidence: number, reason: string) => {
    for (const match of text.matchAll(pattern)) {
      const trimmed = match[0].replace(/[.,;:!?)\]}\\]+$/, "");
      if (kind === "url" && PUBLIC_SITE.test(trimmed)) continue;
      const own = /^mailto:/i.test(trimmed) ? "email" : /^tel:/i.test(trimmed) ? "phone" : kind;
      add(match.index, match.index + trimmed.length, own, confidence, reason);
    }
  };
  each(OTHER_SCHEMES, "url", 0.97, "the form of a web address");
  if (text.includes("@")) {
    each(EMAIL, "email", 0.99, "the form of an e-mail address");
    each(HANDLE, "url", 0.6, "the form of a name in a social network");
  }
  if (/[([]at[)\]]/i.test(text)) each(MARKED_EMAIL, "email", 0.95, "an e-mail address in disguise");
  if (/ at /i.test(text) && / dot /i.test(text))
    each(SPOKEN_EMAIL, "email", 0.9, "an e-mail address spoken out");
  if (/ dot /i.test(text)) each(SPOKEN_SITE, "url", 0.85, "a web address spoken out");
  webAddresses(text, add);
  for (const match of text.matchAll(IPV4))
    if (validator.isIP(match[0], 4))
      add(match.index, match.index + match[0].length, "ip_address", 0.95, "the form of an IP address");
  for (const match of text.matchAll(IPV6)) {
    const groups = match[0].split(":").filter(Boolean);
    if (groups.length >= 3 && (groups.length === 8 || match[0].includes("::")) && validator.isIP(match[0], 6))
      add(match.index, match.index + match[0].length, "ip_address", 0.9, "the form of an IPv6 address");
  }
  findPhones(reading, cues, taken, add);
  for (const match of text.matchAll(SPOKEN_NUMBER)) {
    const cue = cues.before(match.index);
    const kind = cue?.near && cue.kind !== "other_code" ? cue.kind : "phone";
    add(match.index, match.index + match[0].length, kind, 0.8, "a number of many digits, spoken out");
  }
  return spans;
}

/** What a web address has inside; only the words around it are looked at closely. */
const LINK_MARK = /[\p{L}\p{N}]\.\p{L}{2}|:\/\//gu;
const LINK_END = /[\s<>"]/g;
const LINK_BEFORE = 200;

function webAddresses(text: string, add: Add): void {
  let end = 0;
  for (const mark of text.matchAll(LINK_MARK)) {
    if (mark.index < end) continue;
    let start = mark.index;
    while (start > end && mark.index - start < LINK_BEFORE && !/[\s<>"]/.test(text[start - 1]!)) start--;
    LINK_END.lastIndex = mark.index;
    end = Math.min(LINK_END.exec(text)?.index ?? text.length, mark.index + 2_000);
    for (const match of links.match(text.slice(start, end)) ?? []) {
      const at = start + match.index;
      if (PUBLIC_SITE.test(match.raw)) continue;
      const fuzzy = match.schema === "";
      if (fuzzy && (WORDLIKE_DOMAIN.test(match.raw) || FILE_ENDING.test(match.raw))) continue;
      if (fuzzy && (/^[\d.]+$/.test(match.raw) || text[at - 1] === "@")) continue;
      add(at, at + match.raw.length, "url", 0.97, "the form of a web address");
    }
  }
}

function findPhones(reading: Reading, cues: Cues, taken: Uint8Array, add: Add): void {
  const { text } = reading;
  for (const match of text.matchAll(PHONE)) {
    const start = match.index;
    if (taken[start]) continue;
    let body = match[0].trimEnd();
    const extension = EXTENSION.exec(body)?.[0] ?? "";
    let number = body.slice(0, body.length - extension.length);
    const lead = /^(?:(?:19|20)\d\d|\d{1,2}) (?=\(?\d{3}\)?[ -]\d{3}-\d{4}$)/.exec(number);
    let from = start;
    if (lead && !number.startsWith("1 ")) {
      from += lead[0].length;
      number = number.slice(lead[0].length);
      body = body.slice(lead[0].length);
    }
    const digits = digitsOf(number);
    if (digits.length < 7 || digits.length > 15 || DATE_SHAPE.test(number)) continue;
    const judged = judgePhone(text, cues, from, from + body.length, number, extension !== "", reading);
    if (judged) add(from, from + body.length, judged.kind, judged.confidence, judged.reason);
  }
}

function judgePhone(
  text: string,
  cues: Cues,
  start: number,
  end: number,
  number: string,
  extended: boolean,
  reading: Reading,
): { kind: IdentifierKind; confidence: number; reason: string } | undefined {
  const digits = digitsOf(number);
  const groups = number.split(/\D+/).filter(Boolean);
  const cue = cues.before(start);
  const after = text.slice(end, end + 14);
  const field = reading.fieldAt(start)?.meaning;
  if (field === "fax" || cue?.kind === "fax" || /^[\s\\,;(-]{0,3}fax\b/i.test(after))
    return { kind: "fax", confidence: 0.95, reason: "a number beside the word fax" };
  if (
    field === "phone" ||
    /^[\s(-]{0,3}(?:office|mobile|cell|home|work|desk|phone|tel|direct|main)\b/i.test(after)
  )
    return { kind: "phone", confidence: 0.95, reason: "a number beside a word for a telephone" };
  if (cue?.near && cue.kind !== "phone" && cue.kind !== "other_code")
    return { kind: cue.kind, confidence: 0.93, reason: `a number after “${cue.word.toLowerCase()}”` };
  const named = cue?.kind === "phone";
  const spaced = groups.length >= 2 && groups.length <= 6 && !/[ ]{2}|\n/.test(number);
  const american = /^(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]\d{4}$/.test(number);
  if (american || /^\+\d/.test(number) || (/^00\d/.test(number) && spaced))
    return { kind: "phone", confidence: named ? 0.98 : 0.92, reason: "the form of a telephone number" };
  if (named && (spaced || digits.length >= 9))
    return { kind: "phone", confidence: 0.9, reason: `a number after “${cue.word.toLowerCase()}”` };
  if (/^\d{3}-\d{4}$/.test(number))
    return {
      kind: "phone",
      confidence: extended ? 0.9 : 0.75,
      reason: "the form of a local telephone number",
    };
  if (extended && spaced) return { kind: "phone", confidence: 0.9, reason: "a number with an extension" };
  if (spaced && digits.length >= 8 && /^\(\d/.test(number))
    return { kind: "phone", confidence: 0.85, reason: "grouped like a telephone number" };
  if (digits.length === 10 && groups.length === 1 && parsePhoneNumberFromString(number, "US")?.isValid())
    return { kind: "phone", confidence: 0.65, reason: "ten digits that can be called" };
  const even = groups.length >= 3 && groups.every((group) => group.length >= 2 && group.length <= 5);
  if (even && spaced && digits.length >= 8)
    return { kind: "phone", confidence: 0.7, reason: "digits grouped like a telephone number" };
  return undefined;
}
