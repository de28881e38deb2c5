import type { Token } from "./tokens";
import {
  FACILITY_NOUNS,
  isCommon,
  isCommonest,
  isEnglishGivenName,
  isFamilyName,
  isGivenName,
  isKnownWord,
  isNameOnly,
  isNeutral,
  TITLES,
  vocabulary,
  words,
} from "./words";

/** Family names so common that they count although they are among the commonest words. */
const COMMON_FAMILIES = words(
  "brown white green black king young hill wood woods stone rose day price cook bell west north field fields rice lane doe",
);

/** Typed or transcribed without capitals: fewer than one word in fifty has one. */
function lacksCapitals(tokens: readonly Token[]): boolean {
  let letters = 0;
  let capitals = 0;
  for (const { shape, text } of tokens) {
    if (shape === "mark" || shape === "number" || shape === "code" || text === "I" || text.length < 2)
      continue;
    letters++;
    if (shape !== "lower") capitals++;
  }
  return letters >= 4 && capitals * 50 < letters;
}

/**
 * In a text without capitals, gives the capital back to words that are names by their lists and their neighbours:
 * a given name before a family name or an initial, a listed town, the words of a facility's name. Texts that have
 * capitals come back as they are.
 */
export function restoreCapitals(tokens: Token[]): Token[] {
  if (!lacksCapitals(tokens)) return tokens;
  const raised = new Set<number>();
  const next = (i: number) =>
    tokens[i + 1]?.text === "." && tokens[i + 1]!.start === tokens[i]!.end ? i + 2 : i + 1;
  const lower = (i: number) => tokens[i]?.shape === "lower";
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (!lower(i)) continue;
    const { base } = token;
    const follower = tokens[i + 1];
    const given = (isEnglishGivenName(base) || (isGivenName(base) && !isKnownWord(base))) && !isNeutral(base);
    if (given && follower && lower(i + 1)) {
      const initial =
        follower.text.length === 1 && (/^[b-hj-z]$/.test(follower.base) || tokens[i + 2]?.text === ".");
      const family =
        (isFamilyName(follower.base) && !isCommonest(follower.base)) || COMMON_FAMILIES.has(follower.base);
      if (initial || family) raised.add(i).add(i + 1);
    }
    if (TITLES.has(base) && lower(next(i))) {
      const name = tokens[next(i)]!;
      if (
        name.text.length === 1 ||
        isNameOnly(name.base) ||
        (isFamilyName(name.base) && !isCommon(name.base))
      )
        raised.add(next(i));
    }
    for (const phrase of vocabulary().places.get(base) ?? []) {
      let at = i;
      const here = [i];
      for (let word = 1; word < phrase.length; word++) {
        at = next(at);
        if (tokens[at]?.base !== phrase[word]) break;
        here.push(at);
      }
      const alone =
        phrase.length === 1 &&
        (isKnownWord(base) || (token.text.length < 4 && !/^(?:ucla|ucsf|nyc|nyu)$/.test(base)));
      if (here.length === phrase.length && !alone) for (const one of here) raised.add(one);
    }
    if (
      /^(?:st|mt|saint|mount)$/.test(base) &&
      lower(next(i)) &&
      next(i) > i &&
      !isCommon(tokens[next(i)]!.base)
    )
      raised.add(i).add(next(i));
  }
  for (let i = 0; i < tokens.length; i++) {
    if (!lower(i) || !FACILITY_NOUNS.has(tokens[i]!.base)) continue;
    const before = tokens[i - 1];
    const named =
      before !== undefined &&
      (raised.has(i - 1) ||
        (before.shape === "lower" &&
          before.text.length > 4 &&
          !isKnownWord(before.base) &&
          !isNeutral(before.base)));
    if (named) raised.add(i - 1).add(i);
  }
  return tokens.map((token, i) => (raised.has(i) ? { ...token, shape: "capital" } : token));
}
