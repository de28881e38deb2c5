import type { TextSpan } from "./finding";
import { isCapital, type Token } from "./tokens";
import { isEponym, isKnownWord, isNameOnly, isNeutral, isTown, PARTICLES, STATE_CODES, words } from "./words";

/** A span of the kind "geography". */
export function placeSpan(start: number, end: number, confidence: number, reason: string): TextSpan {
  return { start, end, kind: "geography", confidence, reason };
}

/** Same line, with at most a blank, a comma, a full stop or an ampersand between. */
export function joined(text: string, a: Token, b: Token): boolean {
  const gap = text.slice(a.end, b.start);
  return gap.length <= 3 && !gap.includes("\n") && /^(?:['’]s)?\.? ?$/i.test(gap);
}

/** A word that can only be part of a proper name: a name, a town, or no English word at all. */
export function properPart(token: Token): boolean {
  if (!isCapital(token) || isEponym(token.base)) return false;
  if (token.shape === "upper" && token.text.length <= 5)
    return isTown(token.base) || STATE_CODES.has(token.text);
  if (isNameOnly(token.base) || isTown(token.base)) return true;
  return (
    token.shape !== "mixed" && token.text.length > 2 && !isKnownWord(token.base) && !isNeutral(token.base)
  );
}

/** The index of the last token of a run of capitalised words on one line that starts at `from`. */
export function capitalRun(text: string, tokens: readonly Token[], from: number): number {
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

/** "St.", "Mount" before a name. */
export const SAINT = /^(?:st|mt|saint|mount)$/;

const PLACE_PREPOSITIONS = words(
  "at in from to near by visited visiting visits our to the @ via outside around toward towards leaving left reached into",
);
/** Whether a place may follow this word. */
export function precededByPlaceWord(token: Token | undefined): boolean {
  return token !== undefined && PLACE_PREPOSITIONS.has(token.base);
}
