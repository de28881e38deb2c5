import type { TextSpan } from "./finding";
import { joined, placeSpan, precededByPlaceWord, properPart, SAINT } from "./proper-words";
import type { Reading } from "./reading";
import { isCapital, isWord, type Token } from "./tokens";
import {
  FACILITY_NOUNS,
  GENERIC_CARE,
  isEponym,
  isKnownWord,
  isNeutral,
  isOrdinary,
  SMALL_FACILITY_NOUNS,
  STREET_TYPES,
  TITLES,
  vocabulary,
  words,
} from "./words";

/** A facility noun, the capitalised words before it, and what belongs to its name after it. */
export function findFacilities(reading: Reading): TextSpan[] {
  const { text } = reading;
  const tokens = withCapitals(reading);
  const found: TextSpan[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const noun = tokens[i]!;
    if (!isWord(noun) || !FACILITY_NOUNS.has(noun.base)) continue;
    const small = noun.shape === "lower";
    if (small && !SMALL_FACILITY_NOUNS.has(noun.base)) continue;
    const first = facilityStart(text, tokens, i, small);
    let last = i;
    while (isFurtherNoun(text, tokens, last + 1)) last++;
    const tailed = !small && namesItsTown(tokens, last);
    const confidence = facilityConfidence(tokens, first, i, small, tailed);
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
    const end =
      tokens[last]!.end + (text[tokens[last]!.end] === "." && tokens[last]!.text.length <= 5 ? 1 : 0);
    found.push(placeSpan(tokens[first]!.start, end, confidence, "a named place of care or office"));
    i = last;
  }
  return found;
}

/** Walks back from the noun over capitalised words, "St.", "&", "of" and "the" between them, and "5th Avenue". */
function facilityStart(text: string, tokens: readonly Token[], noun: number, small: boolean): number {
  let first = noun;
  while (first > 0 && noun - first < 8) {
    const before = tokens[first - 1]!;
    const earlier = tokens[first - 2];
    if (text.slice(before.end, tokens[first]!.start).includes("\n")) break;
    if (before.shape === "mark") {
      const abbreviated =
        before.text === "." &&
        earlier !== undefined &&
        earlier.end === before.start &&
        earlier.text.length <= 3;
      if (!isCapital(earlier) || !(abbreviated || before.text === "&" || before.text === "-")) break;
      first -= 2;
    } else if (isCapital(before) && !opensPlainly(before)) {
      if (TITLES.has(before.base) && before.base !== "dr" && before.base !== "doctor") break;
      first--;
    } else if (
      /^\d{1,3}(?:st|nd|rd|th)$/.test(before.base) ||
      (small && STREET_TYPES.has(before.base) && isWord(earlier))
    ) {
      first--;
    } else if (/^(?:and|of|de|the)$/.test(before.base) && isCapital(earlier) && first !== noun && !small) {
      first -= 2;
    } else break;
  }
  while (first < noun && (tokens[first]!.shape === "mark" || tokens[first]!.base === "the")) first++;
  return first;
}

function isFurtherNoun(text: string, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || !joined(text, tokens[at - 1]!, token) || !FACILITY_NOUNS.has(token.base)) return false;
  return token.shape !== "lower" || SMALL_FACILITY_NOUNS.has(token.base);
}

/** "Children's Hospital of Philadelphia". */
function namesItsTown(tokens: readonly Token[], noun: number): boolean {
  const town = tokens[noun + 2];
  if (!town || !/^(?:of|for|at)$/.test(tokens[noun + 1]!.base) || !isCapital(town) || isNeutral(town.base))
    return false;
  return !isOrdinary(town.base) || properPart(town);
}

/** How surely the words from `first` before the noun make a name and not a kind ("Primary Care Clinic"); 0 for no. */
function facilityConfidence(
  tokens: readonly Token[],
  first: number,
  noun: number,
  small: boolean,
  tailed: boolean,
): number {
  const name = tokens.slice(first, noun).filter((token) => token.shape !== "mark");
  const saint = name.length > 0 && tokens.slice(first, noun - 1).some((token) => SAINT.test(token.base));
  if (saint || name.some(properPart)) return 0.9;
  if (small) return 0;
  const distinctive = name.filter(
    (token) => !GENERIC_CARE.has(token.base) && !isNeutral(token.base) && !isEponym(token.base),
  );
  if (distinctive.length > 0 && !distinctive.every((token) => token.opensSentence)) return 0.75;
  if (tailed) return 0.85;
  if (name.length === 0 || !precededByPlaceWord(tokens[first - 1])) return 0;
  if (name.some((token) => vocabulary().regions.has(token.base))) return 0.75;
  return namedByKind(tokens, first, noun) ? 0.7 : 0;
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

/** In a text without capitals, the words of a facility's name get theirs back: "st. brendan's hospital". */
function withCapitals({ tokens, small }: Reading): readonly Token[] {
  if (!small) return tokens;
  const raised = tokens.map((token) => ({ ...token }));
  for (let i = 1; i < raised.length; i++) {
    const noun = raised[i]!;
    const before = raised[i - 1]!;
    if (!FACILITY_NOUNS.has(noun.base) || noun.shape !== "lower" || before.shape !== "lower") continue;
    const saint =
      tokens[i - 2]?.text === "."
        ? SAINT.test(tokens[i - 3]?.base ?? "")
        : SAINT.test(tokens[i - 2]?.base ?? "");
    const named = before.text.length > 4 && !isKnownWord(before.base) && !isNeutral(before.base);
    if (!saint && !named) continue;
    noun.shape = "capital";
    before.shape = "capital";
    if (saint) raised[tokens[i - 2]!.text === "." ? i - 3 : i - 2]!.shape = "capital";
  }
  return raised;
}
