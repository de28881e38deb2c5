import { isCapital, type Token } from "./tokens";
import { EPONYM_HEADS, isEponym, isGivenName, words } from "./words";

const TAKING = words(
  "taking takes took take taken on started starting start stopped stop using used use uses apply applied applying given give gave prescribed prescribe prescribing tried try trying prior continue continued continuing restart restarted switched allergic received receive",
);
const MEDICINE_NEAR =
  /\b(?:medications?|medicines?|meds|drugs?|applications? of|tablets?|pills?|dos(?:e|es|age)|prescriptions?|prescribed|taking|inhaled|nasal|peroxide|allerg\p{L}+)\b[^.?!\n]{0,40}$/iu;
const MEDICINE_AFTER =
  /^[ ,]{1,2}(?:(?:\d[\d.,]*|one|two|three|four|five|six|eight|ten|twenty|thirty|forty|fifty|sixty|hundred)[ -]?(?:mg|mcg|ml|m g|units?)\b|(?:tablets?|pills?|cream|ointment|gel|lotion|spray|dressings?|patch|patches|inhaler|drops|injections?|infusions?|capsules?|syrup|doses?|therapy|twice|once|daily|prn|refills?)\b)/iu;
/** An unknown capitalised word beside a word for taking or dosing a medicine is a brand, not a person. */
export function isMedicine(text: string, tokens: readonly Token[], first: number, last: number): boolean {
  const { start } = tokens[first]!;
  const { end } = tokens[last]!;
  if (
    MEDICINE_AFTER.test(text.slice(end, end + 24)) ||
    MEDICINE_NEAR.test(text.slice(Math.max(0, start - 60), start))
  )
    return true;
  let before = first - 1;
  while (
    before >= 0 &&
    first - before <= 6 &&
    (tokens[before]!.text === "," ||
      /^(?:um|uh|the|some|any|my|her|him|me|your|his)$/.test(tokens[before]!.base))
  )
    before--;
  return TAKING.has(tokens[before]?.base ?? "");
}

/** "Crohn's disease", "McGill Pain Index", "Modified Duke Score", "the GUSTO trial": an illness, sign or study carries the name. */
export function isEponymUse(text: string, tokens: readonly Token[], runLast: number, last: number): boolean {
  const word = tokens[last]!;
  if (isEponym(word.base)) {
    return !isGivenName(tokens[last - 1]?.base ?? "") || isEponymHead(tokens[last + 1]);
  }
  for (let i = last + 1; i <= last + 3 && i < tokens.length; i++) {
    const next = tokens[i]!;
    if (next.shape === "mark" && next.text !== "-" && next.text !== "/") return false;
    if (text.slice(tokens[i - 1]!.end, next.start).includes("\n")) return false;
    if (isEponymHead(next)) return i === last + 1 || i <= runLast + 1 || isCapital(next) || word.possessive;
    if (next.shape === "lower" && i > last + 1) return false;
  }
  return false;
}

export const isEponymHead = (token: Token | undefined) => token !== undefined && EPONYM_HEADS.has(token.base);
