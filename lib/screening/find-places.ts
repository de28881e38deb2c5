import type { TextSpan } from "./finding";
import { isCapital, isWord, type Token } from "./tokens";
import {
  FACILITY_NOUNS,
  GENERIC_CARE,
  isEponym,
  isKnownWord,
  isNameOnly,
  isNeutral,
  isOrdinary,
  isTown,
  PARTICLES,
  SMALL_FACILITY_NOUNS,
  STATE_CODES,
  STREET_ENDING,
  STREET_TYPES,
  TITLES,
  UNIT_WORDS,
  vocabulary,
  words,
} from "./words";

const PLACE_NOUNS = words(
  "county village township borough parish city town beach springs falls island islands valley bay harbor harbour heights hills park lake creek ridge grove metro suburb district neighborhood neighbourhood area",
);
const PLACE_OPENERS = words(
  "port fort mount mt saint san santa lake cape point new north south east west upper lower el los las la villa st",
);
const NUMBER_WORDS = words(
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred oh zero double",
);

/** Places of care, towns, addresses and postal codes. */
export function findPlaces(text: string, tokens: readonly Token[]): TextSpan[] {
  return [
    ...findAddresses(text, tokens),
    ...findFacilities(text, tokens),
    ...findTowns(text, tokens),
    ...findPostcodes(text),
  ];
}

function span(start: number, end: number, confidence: number, reason: string): TextSpan {
  return { start, end, kind: "geography", confidence, reason };
}

/** Same line, with at most a blank, a comma, a full stop or an ampersand between. */
function joined(text: string, a: Token, b: Token): boolean {
  const gap = text.slice(a.end, b.start);
  return gap.length <= 3 && !gap.includes("\n") && /^(?:['’]s)?\.? ?$/i.test(gap);
}

function findFacilities(text: string, tokens: readonly Token[]): TextSpan[] {
  const found: TextSpan[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const noun = tokens[i]!;
    if (!isWord(noun) || !FACILITY_NOUNS.has(noun.base)) continue;
    const small = noun.shape === "lower";
    if (small && !SMALL_FACILITY_NOUNS.has(noun.base)) continue;
    let first = i;
    while (first > 0 && i - first < 8) {
      const before = tokens[first - 1]!;
      const at = tokens[first]!;
      if (before.shape === "mark") {
        const dotted =
          before.text === "." &&
          tokens[first - 2] &&
          tokens[first - 2]!.end === before.start &&
          tokens[first - 2]!.text.length <= 3 &&
          isCapital(tokens[first - 2]);
        const inner = (before.text === "&" || before.text === "-") && isCapital(tokens[first - 2]);
        if (dotted || inner) {
          first -= 2;
          continue;
        }
        break;
      }
      if (text.slice(before.end, at.start).includes("\n")) break;
      if (isCapital(before) && !opensPlainly(before)) {
        if (TITLES.has(before.base) && before.base !== "dr" && before.base !== "doctor") break;
        first--;
        continue;
      }
      if (
        /^\d{1,3}(?:st|nd|rd|th)$/.test(before.base) ||
        (small && STREET_TYPES.has(before.base) && isWord(tokens[first - 2]))
      ) {
        first--;
        continue;
      }
      if (
        (before.base === "and" || before.base === "of" || before.base === "de" || before.base === "the") &&
        isCapital(tokens[first - 2]) &&
        first !== i &&
        !small
      ) {
        first -= 2;
        continue;
      }
      break;
    }
    while (first < i && (tokens[first]!.shape === "mark" || tokens[first]!.base === "the")) first++;
    const name = tokens.slice(first, i).filter((token) => token.shape !== "mark");
    let last = i;
    while (
      tokens[last + 1] &&
      joined(text, tokens[last]!, tokens[last + 1]!) &&
      FACILITY_NOUNS.has(tokens[last + 1]!.base) &&
      (tokens[last + 1]!.shape !== "lower" || SMALL_FACILITY_NOUNS.has(tokens[last + 1]!.base))
    )
      last++;
    const of = tokens[last + 1];
    const named = tokens[last + 2];
    const tailed =
      !small &&
      of !== undefined &&
      (of.base === "of" || of.base === "for" || of.base === "at") &&
      isCapital(named) &&
      !isNeutral(named!.base) &&
      (!isOrdinary(named!.base) || properPart(named!));
    const distinctive = name.filter(
      (token) => !GENERIC_CARE.has(token.base) && !isNeutral(token.base) && !isEponym(token.base),
    );
    const proper =
      name.some(properPart) ||
      (name.length > 0 &&
        tokens
          .slice(first, i)
          .some((token, at, all) => /^(?:st|mt|saint|mount)$/.test(token.base) && all.length > at + 1));
    const capitalNoun = !small;
    let confidence = 0;
    if (proper) confidence = 0.9;
    else if (capitalNoun && distinctive.length > 0 && !distinctive.every((token) => token.opensSentence))
      confidence = 0.75;
    else if (capitalNoun && tailed) confidence = 0.85;
    else if (
      capitalNoun &&
      name.some((token) => vocabulary().regions.has(token.base)) &&
      precededByPlaceWord(tokens[first - 1])
    )
      confidence = 0.75;
    else if (
      capitalNoun &&
      name.length > 0 &&
      namedByKind(tokens, first, i) &&
      precededByPlaceWord(tokens[first - 1])
    )
      confidence = 0.7;
    if (confidence === 0) continue;
    if (tailed) {
      last += 2;
      while (
        tokens[last + 1] &&
        joined(text, tokens[last]!, tokens[last + 1]!) &&
        isCapital(tokens[last + 1])
      )
        last++;
    }
    const start = (tokens[first] ?? noun).start;
    const end =
      tokens[last]!.end + (text[tokens[last]!.end] === "." && tokens[last]!.text.length <= 5 ? 1 : 0);
    found.push(span(start, end, confidence, "a named place of care or office"));
    i = last;
  }
  return found;
}

/** "Memorial Hospital", "City Hospital", "General Hospital", "Children's Clinic": kinds that are used as names. */
const KIND_NAMES = words(
  "memorial general city county downtown central children's children’s women's women’s university community methodist presbyterian mercy regional veterans va cancer heart",
);
function namedByKind(tokens: readonly Token[], first: number, noun: number): boolean {
  return (
    tokens
      .slice(first, noun)
      .some((token) => KIND_NAMES.has(token.possessive ? `${token.base}'s` : token.base)) ||
    (FACILITY_NOUNS.has(tokens[noun]!.base) && FACILITY_NOUNS.has(tokens[first]!.base))
  );
}

/** An everyday word with the capital of a sentence's beginning. */
function opensPlainly(token: Token): boolean {
  return (
    token.opensSentence &&
    !token.possessive &&
    isOrdinary(token.base) &&
    !KIND_NAMES.has(token.base) &&
    !FACILITY_NOUNS.has(token.base)
  );
}

const PLACE_PREPOSITIONS = words(
  "at in from to near by visited visiting visits our to the @ via outside around toward towards leaving left reached into",
);
function precededByPlaceWord(token: Token | undefined): boolean {
  return token !== undefined && PLACE_PREPOSITIONS.has(token.base);
}

/** A word that can only be part of a proper name: a name, a town, or no English word at all. */
function properPart(token: Token): boolean {
  if (!isCapital(token) || isEponym(token.base)) return false;
  if (token.shape === "upper" && token.text.length <= 5)
    return isTown(token.base) || STATE_CODES.has(token.text);
  if (isNameOnly(token.base) || isTown(token.base)) return true;
  return (
    token.shape !== "mixed" && token.text.length > 2 && !isKnownWord(token.base) && !isNeutral(token.base)
  );
}

/** The length in tokens of the listed place that starts here; 0 when none does. */
function listedPlace(text: string, tokens: readonly Token[], at: number): number {
  const first = tokens[at]!;
  const phrases = vocabulary().places.get(first.base);
  if (!phrases) return 0;
  let best = 0;
  for (const phrase of phrases) {
    if (phrase.length <= best) continue;
    let token = at;
    let matched = 1;
    for (; matched < phrase.length; matched++) {
      let next = token + 1;
      if (tokens[next]?.text === "." && tokens[next]!.start === tokens[token]!.end) next++;
      const candidate = tokens[next];
      if (
        !candidate ||
        (candidate.base !== phrase[matched] &&
          !(matched === phrase.length - 1 && candidate.base.startsWith(`${phrase[matched]}-`))) ||
        /\n/.test(text.slice(tokens[token]!.end, candidate.start))
      )
        break;
      token = next;
    }
    if (matched === phrase.length) best = Math.max(best, token - at + 1);
  }
  return best;
}

const AT_WORDS = words("at @");
const IN_WORDS = words(
  "in from to near visit visiting outside around via leaving reached into through called",
);
const HERE_BEFORE = words(
  "live lives lived living moved move born raised grew based located resides reside residing flew flying travelled traveled travelling traveling arrived returned drove visiting",
);
const NOT_A_TOWN = words(
  "er ed icu or a&e gp pt ot home work school night noon midnight hand least most all first last best once age atm pa np md ceo hr it",
);

function findTowns(text: string, tokens: readonly Token[]): TextSpan[] {
  const found: TextSpan[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (!isWord(token) || !isCapital(token) || TITLES.has(token.base)) continue;
    const before = tokens[i - 1];
    const length = listedPlace(text, tokens, i);
    const region = vocabulary().regions.has(token.base) && length <= 1;
    if (length > 0 && !region) {
      const lastToken = tokens[i + length - 1]!;
      const after = tokens[i + length];
      const initial =
        after && after.text.length === 1 && after.shape === "capital" && lastToken.end + 1 === after.start;
      const nameLike =
        length === 1 &&
        isNameOnly(token.base) &&
        !precededByPlaceWord(before) &&
        !(after?.text === "," && stateAfter(tokens, i + length));
      const short = token.text.length <= 3 && length === 1 && token.shape !== "upper";
      if (!initial && !nameLike && !short && !(isEponym(token.base) && length === 1)) {
        const wider =
          after !== undefined &&
          isCapital(after) &&
          PLACE_NOUNS.has(after.base) &&
          joined(text, lastToken, after);
        found.push(
          span(token.start, (wider ? after : lastToken).end, 0.85, "a known town, district or institution"),
        );
        i += wider ? length : length - 1;
        continue;
      }
    }
    const run = capitalRun(text, tokens, i);
    const last = tokens[run]!;
    if (
      vocabulary().regions.has(
        tokens
          .slice(i, run + 1)
          .map((part) => part.base)
          .join(" "),
      )
    ) {
      i = run;
      continue;
    }
    const comma = tokens[run + 1];
    if (
      comma?.text === "," &&
      stateAfter(tokens, run + 1) &&
      !isNeutral(token.base) &&
      token.text.length > 2 &&
      !(token.opensSentence && isOrdinary(token.base)) &&
      clearState(tokens, run)
    ) {
      const state = tokens[run + 2]!;
      found.push(
        span(
          token.start,
          STATE_CODES.has(state.text) ? state.end : last.end,
          0.85,
          "a town before its state",
        ),
      );
      i = run;
      continue;
    }
    if (
      run > i &&
      PLACE_NOUNS.has(last.base) &&
      !tokens.slice(i, run).every((part) => isNeutral(part.base) || GENERIC_CARE.has(part.base)) &&
      !TITLES.has(token.base) &&
      !token.opensSentence
    ) {
      found.push(span(token.start, last.end, 0.75, "a word for a kind of place after a name"));
      i = run;
      continue;
    }
    if (
      run > i &&
      PLACE_OPENERS.has(token.base) &&
      (properPart(last) || (/^(?:st|mt|saint|mount)$/.test(token.base) && !isNeutral(last.base)))
    ) {
      found.push(span(token.start, last.end + (last.possessive ? 2 : 0), 0.92, "the form of a place name"));
      i = run;
      continue;
    }
    if (before && AT_WORDS.has(before.base) && !NOT_A_TOWN.has(token.base) && !isNeutral(token.base)) {
      const acronym = token.shape === "upper" && token.text.length >= 2 && token.text.length <= 6;
      const compound =
        run > i &&
        !tokens.slice(i, run + 1).every((part) => GENERIC_CARE.has(part.base) || isNeutral(part.base)) &&
        tokens.slice(i, run + 1).every((part) => part.shape === "capital");
      if (acronym || compound || (properPart(token) && !isNameOnly(token.base))) {
        found.push(span(token.start, last.end, 0.7, "a capitalised word after “at”"));
        i = run;
        continue;
      }
    }
    const lived = before && HERE_BEFORE.has(before.base);
    const livedIn =
      before &&
      /^(?:in|to|from|into|at|near)$/.test(before.base) &&
      [tokens[i - 2], tokens[i - 3]].some((verb) => verb && HERE_BEFORE.has(verb.base));
    if (
      livedIn &&
      token.shape === "capital" &&
      !isNeutral(token.base) &&
      !token.possessive &&
      token.text.length > 2
    ) {
      found.push(
        span(
          token.start,
          last.end,
          0.7,
          `a capitalised word after “${before.text}”, where somebody lives or goes`,
        ),
      );
      i = run;
      continue;
    }
    const into =
      before &&
      (IN_WORDS.has(before.base) ||
        before.base === "southern" ||
        before.base === "northern" ||
        before.base === "eastern" ||
        before.base === "western");
    if ((into || lived) && !token.possessive && !NOT_A_TOWN.has(token.base)) {
      const shouted = token.shape === "upper" && token.text.length >= 4 && !isKnownWord(token.base);
      const unknown = token.shape === "capital" && properPart(token) && !isNameOnly(token.base);
      if ((shouted || unknown) && !studyAfter(tokens[run + 1])) {
        found.push(span(token.start, last.end, 0.65, `a capitalised word after “${before!.base}”`));
        i = run;
      }
    }
  }
  return found;
}

const STUDY_WORDS = words(
  "trial trials study studies guideline guidelines score scores criteria protocol diet test scale syndrome disease registry cohort index mutation gene",
);
const studyAfter = (token: Token | undefined) => token !== undefined && STUDY_WORDS.has(token.base);

/** The index of the last token of a run of capitalised words on one line that starts at `from`. */
function capitalRun(text: string, tokens: readonly Token[], from: number): number {
  let last = from;
  while (last - from < 5) {
    let next = last + 1;
    if (
      tokens[next]?.text === "." &&
      tokens[last]!.text.length <= 2 &&
      tokens[next]!.start === tokens[last]!.end
    )
      next++;
    const candidate = tokens[next];
    if (!candidate) break;
    if (
      PARTICLES.has(candidate.base) &&
      candidate.shape === "lower" &&
      isCapital(tokens[next + 1]) &&
      joined(text, tokens[last]!, candidate)
    ) {
      last = next + 1;
      continue;
    }
    if (
      !isCapital(candidate) ||
      candidate.opensLine ||
      text.slice(tokens[last]!.end, candidate.start).replace(".", "").trim() !== "" ||
      tokens[last]!.possessive
    )
      break;
    last = next;
  }
  return last;
}

/** "OK", "IN", "OR" and the like are states only after a word that can be a town. */
function clearState(tokens: readonly Token[], town: number): boolean {
  return (
    !/^(?:OK|OR|IN|ME|HI|OH|PA|MD|DC|CO|MA|LA|ID|AL)$/.test(tokens[town + 2]!.text) ||
    (tokens[town]!.shape === "capital" &&
      (isTown(tokens[town]!.base) || !/^(?:OK|OR|ME|HI|IN)$/.test(tokens[town + 2]!.text)))
  );
}

function stateAfter(tokens: readonly Token[], comma: number): boolean {
  const state = tokens[comma + 1];
  if (tokens[comma]?.text !== "," || !state) return false;
  if (STATE_CODES.has(state.text)) return true;
  return isCapital(state) && vocabulary().regions.has(state.base) && state.base !== "us";
}

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

function findPostcodes(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const [pattern, confidence] of [
    [POSTCODE_UK, 0.9],
    [POSTCODE_CA, 0.9],
    [ZIP_STATE, 0.85],
    [ZIP_IN, 0.7],
  ] as const) {
    for (const match of text.matchAll(pattern))
      found.push(span(match.index, match.index + match[0].length, confidence, "the form of a postal code"));
  }
  for (const match of text.matchAll(POSTCODE_SPOKEN))
    found.push(span(match.index, match.index + match[0].length, 0.7, "a postal code spoken out"));
  for (const match of text.matchAll(ZIP_CUED)) {
    const start = match.index + match[0].length - match[1]!.length;
    found.push(span(start, start + match[1]!.length, 0.97, "a code after a word for a postal code"));
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
function findAddresses(text: string, tokens: readonly Token[]): TextSpan[] {
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
      span(
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
