import { stemOf, wordsIn } from "../text/words";

const STOP = new Set(
  "about after again also been before being both case close does done each else ever every find first from goal have here into just kind know known last less like made make many more most much must need needs never next none nothing once only other over people reach same should some still such take taken than that their them then there these they thing things this those through time told under until upon very want wants were what when where whether which while whom whose will with within without would your yours patient advocate".split(
    " ",
  ),
);

/** Words that carry meaning, cut to a stem: what two texts about the same thing are likely to share. */
export function wordsOf(text: string): string[] {
  return wordsIn(text)
    .filter((word) => word.length >= 4 && !STOP.has(word))
    .map(stemOf);
}

/** Finds runs of tokens in texts: an index by token, so that many look-ups cost little. */
export class TokenIndex {
  readonly #tokens: string[] = [];
  readonly #places: string[] = [];
  readonly #starts = new Map<string, number[]>();

  add(place: string, text: string): void {
    for (const token of wordsIn(text)) {
      const at = this.#tokens.push(token) - 1;
      this.#places.push(place);
      const before = this.#starts.get(token);
      if (before) before.push(at);
      else this.#starts.set(token, [at]);
    }
    this.#tokens.push("");
    this.#places.push("");
  }

  /** Places whose text holds these tokens one after the other; looks at the places of the rarest token only. */
  find(tokens: readonly string[]): Set<string> {
    const found = new Set<string>();
    let rarest: readonly number[] | undefined;
    let offset = 0;
    for (const [i, token] of tokens.entries()) {
      const places = this.#starts.get(token);
      if (!places) return found;
      if (rarest && places.length >= rarest.length) continue;
      rarest = places;
      offset = i;
    }
    for (const place of rarest ?? []) {
      const at = place - offset;
      if (tokens.every((token, i) => this.#tokens[at + i] === token)) found.add(this.#places[at] as string);
    }
    return found;
  }
}

const SMALL = new Set(
  "the and for has had her his him she you your not but out off own who how why can may get".split(" "),
);

/** The words of a text that say what it is about, short ones as well, each once. */
export const contentWords = (text: string): string[] => [
  ...new Set(
    wordsIn(text)
      .filter((word) => word.length >= 3 && !SMALL.has(word) && !STOP.has(word))
      .map(stemOf),
  ),
];

/** Three of four words, of three or less all. Nothing is held of a text without words. */
export const holdsMostOf = (words: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  wanted.length > 0 &&
  wanted.filter((word) => words.has(word)).length >=
    Math.min(wanted.length, Math.max(3, Math.ceil(wanted.length * 0.75)));
