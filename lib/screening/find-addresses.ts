import type { TextSpan } from "./finding";
import { capitalRun, joined, placeSpan, properPart } from "./proper-words";
import { isCapital, isWord, type Token } from "./tokens";
import {
  isEponym,
  isKnownWord,
  isNeutral,
  isOrdinary,
  PARTICLES,
  PERSON_VERBS,
  STREET_ENDING,
  STREET_TYPES,
  TITLES,
  UNIT_WORDS,
  words,
} from "./words";

const NUMBER_WORDS = words(
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred oh zero double",
);

const POSTCODE_UK = /(?<![\p{L}\p{N}])(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})(?![\p{L}\p{N}])/gu;
const POSTCODE_CA = /(?<![\p{L}\p{N}])[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d(?![\p{L}\p{N}])/gu;
const ZIP_CUED =
  /\b(?:zip|zip ?code|postal ?code|post ?code|postcode|plz|eircode)\b[\s:#]{0,3}(?:is |of |number |in )?\s?([A-Z]{0,2}-?\d{3,6}(?:-\d{4})?)(?![\p{L}\p{N}])/giu;
const ZIP_STATE = /(?<![\p{L}\p{N}])[A-Z]{2},? \d{5}(?:-\d{4})?(?![\p{L}\p{N}-])/gu;
const ZIP_IN =
  /(?<=\b(?:in|from|near|area|to) (?:the )?)\d{5}(?:-\d{4})?(?= (?:area|on|zip|who|with|and|was|is)\b|[,.?!;)]|$)/gu;
const SPOKEN_DIGIT =
  "(?:oh|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|\\d{1,2})";
const POSTCODE_SPOKEN = new RegExp(
  `(?<![\\p{L}\\p{N}])[A-Z]{1,2},? ${SPOKEN_DIGIT}(?: ${SPOKEN_DIGIT})?,? [A-Z]{0,2} ?(?:${SPOKEN_DIGIT} )?[A-Z]{1,2}(?: ${SPOKEN_DIGIT})?(?![\\p{L}\\p{N}])`,
  "gu",
);

export function findPostcodes(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const [pattern, confidence] of [
    [POSTCODE_UK, 0.9],
    [POSTCODE_CA, 0.9],
    [ZIP_STATE, 0.85],
    [ZIP_IN, 0.7],
  ] as const) {
    for (const match of text.matchAll(pattern))
      found.push(
        placeSpan(match.index, match.index + match[0].length, confidence, "the form of a postal code"),
      );
  }
  for (const match of text.matchAll(POSTCODE_SPOKEN))
    found.push(placeSpan(match.index, match.index + match[0].length, 0.7, "a postal code spoken out"));
  for (const match of text.matchAll(ZIP_CUED)) {
    const start = match.index + match[0].length - match[1]!.length;
    found.push(placeSpan(start, start + match[1]!.length, 0.97, "a code after a word for a postal code"));
  }
  return found;
}

const ADDRESS_BREAK = words(
  "is was are were and for the on with who has had not please call your my this that if when i we you he she they it to in of but mobile phone fax desk tel email e-mail website as at from since until before after",
);

/**
 * Street addresses by their grammar: a house number beside a street name (a street word, a street-like ending or
 * an unknown capitalised word), units and boxes, and what follows on the next lines up to the postal code.
 */
export function findAddresses(text: string, tokens: readonly Token[]): TextSpan[] {
  const found: TextSpan[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const corner = token.base === "corner" && tokens[i + 1]?.base === "of";
    if (!corner && !startsAddress(text, tokens, i)) continue;
    const from = corner ? (tokens[i - 1]?.base === "the" ? i - 1 : i) : i;
    let score = corner ? 2 : 0;
    let lines = 0;
    let sinceAnchor = 0;
    let end = -1;
    for (let at = corner ? i + 2 : i; at < tokens.length && at - i < 32; at++) {
      const part = tokens[at]!;
      const gap = at > i ? text.slice(tokens[at - 1]!.end, part.start) : "";
      if (gap.includes("\n")) {
        if (gap.split("\n").length > 3 || ++lines > 6) break;
        if (score < 2) break;
      }
      if (part.shape === "mark") {
        if (!/^[,.\-/#>?&]$/.test(part.text)) break;
        if (part.text === "?" && !/^\?+$/.test(text.slice(part.start, part.start + 3))) break;
        continue;
      }
      const kind = addressPart(text, tokens, at);
      if (kind === "stop") break;
      if (kind === "filler") {
        if (++sinceAnchor > 3) break;
        if (score >= 2) end = at;
        continue;
      }
      sinceAnchor = kind === "proper" && end >= 0 ? sinceAnchor + 1 : 0;
      if (sinceAnchor > 4) break;
      if (kind === "street") score += 2;
      if (kind === "unit") score += 2;
      if (kind === "number" && at > i) score += properBefore(tokens, at) ? 2 : 1;
      if (score >= 2) end = at;
    }
    if (end < 0) continue;
    const lastToken = tokens[end]!;
    found.push(
      placeSpan(
        tokens[from]!.start,
        lastToken.end +
          (text[lastToken.end] === "." && STREET_TYPES.has(lastToken.base) && lastToken.text.length <= 4
            ? 1
            : 0),
        Math.min(0.95, 0.7 + score * 0.05),
        "the form of a street address",
      ),
    );
    i = end;
  }
  return found;
}

const isHouseNumber = (token: Token | undefined) =>
  token !== undefined &&
  !token.clock &&
  (/^\d{1,6}$/.test(token.text) ||
    /^\d{1,5}[a-z]$/i.test(token.text) ||
    /^\d{1,5}[-/]\d{1,5}$/.test(token.text));
const properBefore = (tokens: readonly Token[], at: number) => {
  const before = tokens[at - 1];
  return (
    before !== undefined &&
    isWord(before) &&
    before.shape !== "lower" &&
    !isNeutral(before.base) &&
    (properPart(before) || !isOrdinary(before.base))
  );
};
const isStreetWord = (token: Token) => STREET_TYPES.has(token.base) && isWord(token);
const isStreetEnding = (token: Token) =>
  token.text.length > 6 && STREET_ENDING.test(token.base) && !isKnownWord(token.base);

function startsAddress(text: string, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  if (
    UNIT_WORDS.has(token.base) &&
    isWord(token) &&
    token.base !== "room" &&
    token.base !== "rm" &&
    token.base !== "lot"
  ) {
    return (
      isHouseNumber(next) ||
      next?.base === "box" ||
      (next !== undefined &&
        NUMBER_WORDS.has(next.base) &&
        (token.base === "apartment" || token.base === "flat"))
    );
  }
  if (token.base === "p" && /^P\.? ?O\.? ?Box \d/i.test(text.slice(token.start, token.start + 14)))
    return true;
  if (isHouseNumber(token) || (NUMBER_WORDS.has(token.base) && !NUMBER_WORDS.has(tokens[at - 1]?.base ?? "")))
    return streetFollows(text, tokens, at);
  if (!isWord(token) || (token.opensSentence && isOrdinary(token.base) && !isStreetEnding(token)))
    return false;
  if (isCapital(token) && isHouseNumber(next) && joined(text, token, next!))
    return isStreetEnding(token) || (isStreetWord(token) && properBefore(tokens, at));
  if (!isCapital(token) || isCapital(tokens[at - 1])) return false;
  return streetNameWithoutNumber(text, tokens, at) || placedBeforeNumber(text, tokens, at);
}

/** "lives on Via dei Fiorentini 17.": an unknown name, then a number that ends the phrase, where somebody or something is. */
function placedBeforeNumber(text: string, tokens: readonly Token[], at: number): boolean {
  if (!/^(?:on|at|in|near|of|from|and|opposite|beside)$/.test(tokens[at - 1]?.base ?? "")) return false;
  const run = capitalRun(text, tokens, at);
  const number = tokens[run + 1];
  const after = tokens[run + 2];
  if (!number || !/^\d{1,4}$/.test(number.text) || !joined(text, tokens[run]!, number)) return false;
  if (after && !after.opensLine && !/^[.,;?!)]$/.test(after.text)) return false;
  return tokens.slice(at, run + 1).some((part) => properPart(part) && !isEponym(part.base));
}

/** "Elm Street", "Via Roma 3", "Park Avenue": a capitalised street word beside a capitalised name. */
function streetNameWithoutNumber(text: string, tokens: readonly Token[], at: number): boolean {
  const run = capitalRun(text, tokens, at);
  if (run === at) return false;
  const last = tokens[run]!;
  const sure = SURE_STREET_WORDS.has(last.base) || isStreetEnding(last);
  return sure && !TITLES.has(tokens[at]!.base);
}
const SURE_STREET_WORDS = words("street avenue road lane boulevard blvd ave parkway rd strasse straße");

function streetFollows(text: string, tokens: readonly Token[], at: number): boolean {
  let proper = 0;
  for (let i = at + 1; i < tokens.length && i - at <= 7; i++) {
    const part = tokens[i]!;
    if (text.slice(tokens[i - 1]!.end, part.start).includes("\n")) return false;
    if (part.shape === "mark") {
      if (part.text !== "." && part.text !== "," && part.text !== "-") return false;
      if (part.text === "," && proper === 0 && !NUMBER_WORDS.has(tokens[at]!.base)) return false;
      continue;
    }
    if (isHouseNumber(part)) {
      if (
        tokens[i + 1]?.text === "." &&
        /\d/.test(tokens[i + 2]?.text[0] ?? "") &&
        tokens[i + 1]!.end === tokens[i + 2]!.start
      )
        return false;
      if (proper > 0) return true;
      continue;
    }
    if (NUMBER_WORDS.has(part.base)) continue;
    if (isCapital(part) && PERSON_VERBS.has(part.base)) return false;
    if (isStreetWord(part) && (isCapital(part) || proper > 0) && !(part.base === "dr" && proper === 0))
      return i - at > 1 || isCapital(tokens[i + 1]) || PARTICLES.has(tokens[i + 1]?.base ?? "");
    if (isStreetEnding(part)) return true;
    if (UNIT_WORDS.has(part.base) && proper > 0 && isHouseNumber(tokens[i + 1])) return true;
    if (part.shape === "lower" && PARTICLES.has(part.base)) continue;
    if (part.shape === "code" && /^\d{1,3}(?:st|nd|rd|th)$/.test(part.base)) {
      proper++;
      continue;
    }
    if (!isWord(part) || isNeutral(part.base) || ADDRESS_BREAK.has(part.base)) return false;
    if (isCapital(part)) proper++;
    else if (isOrdinary(part.base)) return false;
    else proper++;
  }
  return false;
}

type AddressPart = "number" | "street" | "unit" | "proper" | "filler" | "stop";

function addressPart(text: string, tokens: readonly Token[], at: number): AddressPart {
  const part = tokens[at]!;
  if (isHouseNumber(part) || /^\d{3,6}(?:-\d{3,4})?$/.test(part.text)) return "number";
  if (part.shape === "code") return /^\d{1,3}(?:st|nd|rd|th)$/.test(part.base) ? "proper" : "stop";
  if (NUMBER_WORDS.has(part.base) && part.shape === "lower") return "number";
  if (
    UNIT_WORDS.has(part.base) &&
    (isHouseNumber(tokens[at + 1]) ||
      tokens[at + 1]?.text === "." ||
      tokens[at + 1]?.text === "#" ||
      NUMBER_WORDS.has(tokens[at + 1]?.base ?? ""))
  )
    return "unit";
  if (
    (isStreetWord(part) &&
      (isCapital(part) || isCapital(tokens[at - 1]) || !isOrdinary(tokens[at - 1]?.base ?? "a"))) ||
    isStreetEnding(part)
  )
    return "street";
  if (part.base === "nan") return "filler";
  if (isCapital(part)) {
    if (part.opensLine && /^\S+\s*:/.test(text.slice(part.start, part.start + 20))) return "stop";
    if (ADDRESS_BREAK.has(part.base)) return "stop";
    const next = tokens[at + 1];
    const alone =
      !next ||
      next.opensLine ||
      next.shape === "mark" ||
      (isCapital(next) && next.text.length > 1) ||
      next.shape === "number";
    if (part.opensSentence && isOrdinary(part.base) && (!part.opensLine || !alone)) return "stop";
    return "proper";
  }
  if (PARTICLES.has(part.base)) return "filler";
  if (part.base === "and" && tokens[at - 1] && isCapital(tokens[at + 1])) return "filler";
  if (ADDRESS_BREAK.has(part.base)) return "stop";
  if (!isOrdinary(part.base)) return "proper";
  return "stop";
}

const DEGREES_PAIR =
  /(?<![\p{L}\p{N}.-])[-+]?(?:[0-8]?\d|90)\.\d{3,10}°?\s?[NS]?\s?[,;/ ]\s?[-+]?(?:1[0-7]\d|[0-9]?\d|180)\.\d{3,10}°?\s?[EW]?(?![\p{L}\p{N}])/gu;
const DEGREES_MINUTES =
  /(?<!\d)\d{1,3}°\s?\d{1,2}['′]\s?(?:\d{1,2}(?:\.\d+)?["″]\s?)?[NSEW](?:[,; ]{1,3}\d{1,3}°\s?\d{1,2}['′]\s?(?:\d{1,2}(?:\.\d+)?["″]\s?)?[NSEW])?/gu;
const DEGREES_NAMED =
  /\b(?:lat|latitude|lon|lng|long|longitude)\b[\s:=]{0,3}(?:is |of )?([-+]?\d{1,3}\.\d{2,10})/giu;

/** Coordinates on the globe, in degrees. */
export function findCoordinates(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const pattern of [DEGREES_PAIR, DEGREES_MINUTES])
    for (const match of text.matchAll(pattern))
      found.push(placeSpan(match.index, match.index + match[0].length, 0.9, "coordinates of a place"));
  for (const match of text.matchAll(DEGREES_NAMED)) {
    const end = match.index + match[0].length;
    found.push(placeSpan(end - match[1]!.length, end, 0.9, "coordinates of a place"));
  }
  return found;
}
