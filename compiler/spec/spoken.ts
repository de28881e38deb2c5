import { DATES_AMONG_WORDS, normalForm, normalText, type Value } from "./value";

/** Letters and digits that a number must have to be heard among other words; a shorter one could count anything. */
const LEAST = 3;

/** Words written together, and the places at which one begins or ends. */
interface Run {
  text: string;
  edges: ReadonlySet<number>;
}

/**
 * The dates, amounts, phone numbers and identifiers that a text says among other words (E3): each run of
 * whole words that V1 takes for the value. Everything is read once, in time linear in the text.
 */
export class Spoken {
  readonly #least: number;
  readonly #days = new Set<string>();
  /** Amounts with a currency, and those that stand for themselves. */
  readonly #amounts = new Set<string>();
  readonly #bare = new Set<string>();
  readonly #characters: Run;
  readonly #digits: Run;

  constructor(text: string, least = LEAST) {
    const even = text.normalize("NFKC");
    this.#least = least;
    this.#characters = runOf(even.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []);
    this.#digits = runOf((even.match(/[0-9]+|\p{L}+/gu) ?? []).map((w) => (/[0-9]/.test(w) ? w : " ")));
    if (!/[0-9]/.test(even)) return;
    this.#readDays(normalText(text));
    this.#readAmounts(even);
  }

  says(value: Value): boolean {
    const normal = normalForm(value, value.value) ?? "";
    switch (value.type) {
      case "text":
        return false;
      case "date":
        return this.#days.has(normal);
      case "money":
        return this.#amounts.has(normal) || this.#bare.has(normal.slice(0, -4));
      case "phone":
        return (
          normal.length >= this.#least &&
          (holds(this.#digits, normal) || (normal.length === 10 && holds(this.#digits, `1${normal}`)))
        );
      case "identifier":
        return normal.length >= this.#least && holds(this.#characters, normal);
    }
  }

  #readDays(text: string): void {
    const like = { type: "date", value: "2000-01-01" } as const;
    for (const pattern of DATES_AMONG_WORDS)
      for (const { groups } of text.matchAll(pattern)) {
        const day = normalForm(like, groups?.date ?? "");
        if (day !== null) this.#days.add(day);
      }
  }

  #readAmounts(text: string): void {
    const like = { type: "money", value: "0", currency: "USD" } as const;
    for (const match of text.matchAll(AMOUNT)) {
      const amount = match[0];
      const end = match.index + amount.length;
      const before = text.slice(Math.max(0, match.index - REACH), match.index);
      const after = text.slice(end, end + REACH);
      const read = (front: RegExp, back: RegExp) => {
        const sign = front.exec(before)?.[0] ?? "";
        const name = back.exec(after)?.[0] ?? "";
        for (const way of [sign && sign + amount, name && amount + name])
          this.#amounts.add(normalForm(like, way) ?? "");
        return sign + name !== "";
      };
      read(CODE_BEFORE, CODE_AFTER);
      if (read(BEFORE, AFTER) || amount.replace(/[^0-9]/g, "").length < this.#least) continue;
      if (JOINED_BEFORE.test(before) || JOINED_AFTER.test(after)) continue;
      this.#bare.add((normalForm(like, amount) ?? "").slice(0, -4));
    }
  }
}

/** An amount as V1 takes it, not within a longer number. */
const AMOUNT = /(?<![0-9]|[0-9][.,])(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]{1,2})?(?![0-9]|[.,][0-9])/g;
const REACH = 16;
/** A currency sign or word that stands directly before or after an amount; codes are three capital letters. */
const BEFORE = /(?:\bUS)?[$€£]\s*$/iu;
const AFTER = /^\s*(?:[$€£]|(?:us dollars|dollars?|euros?|pounds)(?![a-z]))/iu;
const CODE_BEFORE = /(?<![A-Za-z])[A-Z]{3}\s*$/u;
const CODE_AFTER = /^\s*[A-Z]{3}(?![A-Za-z])/u;
/** A number that is part of a date, a time, a code or a share of a hundred is no amount. */
const JOINED_BEFORE = /(?:\p{L}|[0-9][-/:])$/u;
const JOINED_AFTER = /^(?:\p{L}|[-/:][0-9]|\s?%)/u;

function runOf(words: readonly string[]): Run {
  const edges = new Set([0]);
  let length = 0;
  for (const word of words) {
    length += word.length;
    edges.add(length);
  }
  return { text: words.join(""), edges };
}

/** Whether some whole words of a run make up `wanted`. */
function holds({ text, edges }: Run, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (edges.has(at) && edges.has(at + wanted.length)) return true;
  return false;
}
