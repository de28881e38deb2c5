import type { Reading } from "./reading";
import { isCapital, isInitial, isWord, type Token } from "./tokens";
import {
  FACILITY_NOUNS,
  familyRank,
  givenRank,
  isFamilyName,
  isGivenName,
  isNeutral,
  MONTHS,
  PARTICLES,
  SOFT_TITLES,
  TITLES,
  wordSize,
  words,
} from "./words";

const SUFFIXES = words("jr sr ii iii iv junior senior");
/** Capitals of a chat or a form that are nobody's: pronouns and the like. */
const NEVER = words(
  "i i'm i'll i'd i've a an the he she they we you it me him her them us my his your our their its this that these those who what when where why how and or but if so no not yes ok okay in on at by to of for from with as is are was were be been am do does did have has had all any some there here then than too very just please thanks thank hello hi hey dear oh um uh well good fine right sure okay now great yeah yep yup nope mhm hmm",
);

/** Tokens that make one candidate, by index. */
export interface Run {
  first: number;
  last: number;
  /** Words and initials; particles and marks are left out. */
  parts: number[];
}

export const isListed = (base: string): boolean => isGivenName(base) || isFamilyName(base);

/** A word that may be part of a name: in a list, in no dictionary, or an initial. */
export function isNameLike(token: Token | undefined): token is Token {
  if (!token || !isWord(token)) return false;
  const { base } = token;
  if (isInitial(token)) return true;
  if (NEVER.has(base) || base.length < 2) return false;
  if (TITLES.has(base) && !SOFT_TITLES.has(base)) return false;
  if (base.includes("_") && !base.split("_").some((part) => isListed(part) && wordSize(part) >= 40))
    return false;
  if (isNeutral(base) && !(MONTHS.has(base) && isGivenName(base)) && familyRank(base) > 20_000) return false;
  if (FACILITY_NOUNS.has(base) && wordSize(base) <= 35) return false;
  return isListed(base) || wordSize(base) === 99;
}

const gapJoins = (gap: string) => gap === " " || gap === "" || gap === ". " || gap === ".";

/** The candidate that begins at a token: name words, initials, particles and quoted nicknames on one line. */
export function runFrom({ text, tokens, maskAt }: Reading, first: number, small = false): Run {
  const run: Run = { first, last: first, parts: [first] };
  const fits = (token: Token | undefined): token is Token =>
    isNameLike(token) &&
    !maskAt(token.start) &&
    (small ? token.shape === "lower" && continuesSmall(token) : isCapital(token));
  /** After a particle or an initial any capitalized word goes on with the name: "Willemine ten Pas", "Jildau S Bouts". */
  const goesOn = (token: Token | undefined): token is Token => {
    if (!token || fits(token)) return token !== undefined;
    const { shape, text, base, start } = token as Token;
    return (
      !small &&
      shape === "capital" &&
      text.length > 1 &&
      !NEVER.has(base) &&
      !isNeutral(base) &&
      !maskAt(start)
    );
  };
  while (run.parts.length < 6) {
    const here = tokens[run.last]!;
    if (here.possessive) break;
    let next = run.last + 1;
    const stop = tokens[next];
    if (stop?.text === "." && stop.start === here.end && (here.text.length <= 2 || isInitial(here))) next++;
    const token = tokens[next];
    if (!token) break;
    const gap = text.slice(here.end, token.start);
    if (token.text === "(" || token.text === '"') {
      const inner = tokens[next + 1];
      const close = tokens[next + 2];
      if (
        !fits(inner) ||
        !close ||
        !/^[)"]$/.test(close.text) ||
        isInitial(inner) ||
        !isGivenName(inner.base)
      )
        break;
      run.parts.push(next + 1);
      run.last = next + 1;
      if (fits(tokens[next + 3]) && tokens[next + 3]!.start === close.end + 1) {
        run.parts.push(next + 3);
        run.last = next + 3;
      }
      continue;
    }
    if (!gapJoins(gap) || (gap.startsWith(".") && !isInitial(here) && here.text.length > 2)) break;
    if (token.shape === "lower" && PARTICLES.has(token.base) && !small) {
      let beyond = next;
      while (tokens[beyond]?.shape === "lower" && PARTICLES.has(tokens[beyond]!.base)) beyond++;
      if (
        beyond - next > 2 ||
        /^[iye]$/.test(token.base) ||
        !goesOn(tokens[beyond]) ||
        isInitial(tokens[beyond])
      )
        break;
      run.parts.push(beyond);
      run.last = beyond;
      continue;
    }
    if (SUFFIXES.has(token.base)) {
      run.last = next;
      break;
    }
    if (isInitial(token) && /^[IA]$/.test(token.text) && text[token.end] !== ".") break;
    const middle =
      small &&
      token.base.length === 1 &&
      /^\p{L}$/u.test(token.text) &&
      token.base !== "a" &&
      token.base !== "i";
    const ends = /^(?:[.,;:)?!]|'s\b|\n|$)/.test(text.slice(token.end, token.end + 2));
    if (middle && (ends || fits(tokens[next + (tokens[next + 1]?.text === "." ? 2 : 1)]))) {
      run.last = next;
      continue;
    }
    const afterInitial = isInitial(here) && run.parts.length > 1 && gap === " ";
    if (!(afterInitial ? goesOn(token) : fits(token))) break;
    const capitals = token.shape === "upper" && token.text.length > 1;
    if (capitals && here.shape !== "upper" && token.text.length <= 4 && !isListed(token.base)) break;
    run.parts.push(next);
    run.last = next;
  }
  return withGivenName(text, tokens, run, fits);
}

/** "Garcia, Maria": where the first word is rather a family name and the second rather a given name. */
function withGivenName(
  text: string,
  tokens: readonly Token[],
  run: Run,
  fits: (token: Token | undefined) => token is Token,
): Run {
  const family = tokens[run.last]!;
  const given = tokens[run.last + 2];
  if (run.parts.length > 2 || tokens[run.last + 1]?.text !== "," || !fits(given) || family.possessive)
    return run;
  if (!/^, ?$/.test(text.slice(family.end, given.start)) || isInitial(family) || NEVER.has(family.base))
    return run;
  if (isInitial(given) && /^[IA]$/.test(given.text) && text[given.end] !== ".") return run;
  if (isInitial(given) && run.parts.length > 1) return run;
  const reversed =
    familyRank(family.base) * 2 < givenRank(family.base) ||
    (!isListed(family.base) && wordSize(family.base) === 99);
  if (!reversed || !(isInitial(given) || givenRank(given.base) < familyRank(given.base))) return run;
  const parts = [...run.parts, run.last + 2];
  let last = run.last + 2;
  const middle = tokens[last + 1];
  if (
    middle &&
    isInitial(middle) &&
    !/^[IA]$/.test(middle.text) &&
    text.slice(tokens[last]!.end, middle.start) === " "
  )
    parts.push(++last);
  return { first: run.first, last, parts };
}

const FOLLOWS_A_GIVEN_NAME = 300;
const NOT_A_FAMILY = words(
  "long may will day can said told just also back home still best good hall call sharp",
);

/** In small letters a family name goes on where it is no word, or one of the commonest family names. */
function continuesSmall(token: Token): boolean {
  if (token.base.length < 2) return false;
  const size = wordSize(token.base);
  if (size >= 55) return true;
  return familyRank(token.base) < FOLLOWS_A_GIVEN_NAME && !NOT_A_FAMILY.has(token.base);
}
