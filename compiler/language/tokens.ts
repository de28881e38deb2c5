import { LIMITS } from "../spec/limits";
import { normalText } from "../spec/value";
import { stemOf, wordsIn, writtenOut } from "../text/words";
import { EMPTY, LIGHT, NEAR, PHRASES, SAME, SHORTHAND } from "./lexicon";

/** A telling word of a text: its stem, the groups of synonyms and of kindred things it belongs to, how much it says. */
export interface Token {
  readonly stem: string;
  readonly same: ReadonlySet<number>;
  readonly near: ReadonlySet<number>;
  readonly weight: number;
  /** Alone it does not say what is meant. */
  readonly light: boolean;
  /** A word that only says what kind of answer is wanted: when, who, how long. */
  readonly question: boolean;
}

const shorthand = new Map(Object.entries(SHORTHAND));

/** A text in small letters with what is drawn together, or written in a hurry, written out: "pls" is "please". */
export const spelled = (text: string) =>
  writtenOut(text.replace(/#/gu, " number ").replace(/\bw\/(?=\s|o\b)/giu, "with ")).replace(
    /(?<![\p{L}\p{N}'’])[\p{L}\p{N}]+(?![\p{L}\p{N}'’])/gu,
    (word) => shorthand.get(word) ?? word,
  );

/** The words of a text in small letters, written out. */
const split = (text: string) => wordsIn(spelled(text));

const words = (text: string) => text.split(" ").filter(Boolean);
const empty = new Set(words(EMPTY));
const light = new Set(words(LIGHT).map(stemOf));
const LIGHT_WEIGHT = 0.4;
const QUESTION = /^q(?:when|where|who|why|long|oft|much)/;

function groupsOf(groups: readonly string[]): Map<string, Set<number>> {
  const out = new Map<string, Set<number>>();
  groups.forEach((group, i) => {
    for (const word of words(group)) {
      const stem = stemOf(word);
      out.set(stem, (out.get(stem) ?? new Set()).add(i));
    }
  });
  return out;
}

const sameOf = groupsOf(SAME);
const nearOf = groupsOf(NEAR);
const none: ReadonlySet<number> = new Set();

/** Endings that names of medicines have and other words seldom. */
const MEDICINE =
  /.{3}(?:prine|olol|pril|sartan|statin|cillin|mycin|azole|dipine|tidine|gliptin|formin|oxetine|triptan|profen|parin|xaban|zepam|thiazide|semide|nisone|lukast|terol|dronate|gabalin|codone|pentin|tyline|zosin|floxacin|cycline|insulin|mab)$/;
const medicine = sameOf.get(stemOf("medicine")) ?? none;
const kindOfMedicine = nearOf.get(stemOf("medicine")) ?? none;

/** Turns of phrase by their first word, the longest first. */
const phrases = new Map<string, { of: string[]; put: string[] }[]>();
for (const [phrase, put] of Object.entries(PHRASES)) {
  const of = split(phrase);
  const first = of[0] ?? "";
  addTo(phrases, first, { of, put: words(put) });
}
for (const list of phrases.values()) list.sort((a, b) => b.of.length - a.of.length);

const known = new Map<string, Token>();
/** Words are kept once; a flood of invented ones is not. */
const MOST_KNOWN = 20_000;

function tokenOf(word: string): Token {
  const found = known.get(word);
  if (found) return found;
  const stem = stemOf(word);
  const question = QUESTION.test(stem);
  const isLight = question || light.has(stem);
  const token: Token = {
    stem,
    same: sameOf.get(stem) ?? (MEDICINE.test(word) ? medicine : none),
    near: nearOf.get(stem) ?? (MEDICINE.test(word) ? kindOfMedicine : none),
    weight: isLight ? LIGHT_WEIGHT : 1,
    light: isLight,
    question,
  };
  if (known.size < MOST_KNOWN) known.set(word, token);
  return token;
}

/** "What do you want it for?" asks why. */
const PURPOSE = /\bwhat\b.*\bfor\s*[?.!]*$/iu;

const tokenised = new Map<string, readonly Token[]>();

/** The telling words of a text in order, turns of phrase brought together, without repeats. Short texts are kept. */
export function tokensOf(text: string): readonly Token[] {
  const before = tokenised.get(text);
  if (before) return before;
  const tokens = tokenise(text);
  if (text.length <= LIMITS.label) {
    if (tokenised.size >= MOST_KNOWN) tokenised.clear();
    tokenised.set(text, tokens);
  }
  return tokens;
}

function tokenise(text: string): Token[] {
  const said = split(text);
  const out = new Map<string, Token>();
  for (let i = 0; i < said.length; ) {
    const word = said[i]!;
    const phrase = phrases
      .get(word)
      ?.find(({ of }) => of.length <= said.length - i && of.every((w, k) => w === said[i + k]));
    for (const put of phrase?.put ?? [word]) {
      if (empty.has(put)) continue;
      const token = tokenOf(put);
      if (!out.has(token.stem)) out.set(token.stem, token);
    }
    i += phrase?.of.length ?? 1;
  }
  if (PURPOSE.test(text)) out.set("qwhy", tokenOf("qwhy"));
  return [...out.values()];
}

const NEAR_ENOUGH = 0.5;
const SYNONYM = 0.95;
const MISSPELT = 0.85;

/** How alike two words are, from 0 to 1. */
export function likeness(a: Token, b: Token): number {
  if (a.stem === b.stem) return 1;
  for (const group of a.same) if (b.same.has(group)) return SYNONYM;
  if (misspelt(a.stem, b.stem)) return MISSPELT;
  for (const group of a.near) if (b.near.has(group)) return NEAR_ENOUGH;
  return 0;
}

/** Adds to the list that a map keeps under a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The distinct words of some texts, to find those like a given one without comparing it with all of them. */
export class Vocabulary {
  readonly #stems = new Map<string, Token>();
  readonly #groups = new Map<string, Token[]>();

  constructor(tokens: Iterable<Token>) {
    for (const token of tokens) {
      this.#stems.set(token.stem, token);
      for (const key of keysOf(token)) addTo(this.#groups, key, token);
    }
  }

  like(word: Token): { token: Token; alike: number }[] {
    const same = this.#stems.get(word.stem);
    const found = new Set(same ? [same] : []);
    for (const key of keysOf(word)) for (const token of this.#groups.get(key) ?? []) found.add(token);
    return [...found].map((token) => ({ token, alike: likeness(word, token) })).filter((f) => f.alike > 0);
  }
}

/** Two words can only be alike if they share one of these; misspelt ones share how they begin or end. */
function keysOf({ stem, same, near }: Token): string[] {
  const keys = [...[...same].map((group) => `s${group}`), ...[...near].map((group) => `n${group}`)];
  return stem.length < LONG ? keys : [...keys, `b${stem.slice(0, 3)}`, `e${stem.slice(-3)}`];
}

const LONG = 6;

/** Whether two long words differ in one letter, or in two that changed places. */
function misspelt(a: string, b: string): boolean {
  if (a.length < LONG || b.length < LONG || Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - i && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const left = [a.length - i - end, b.length - i - end];
  if (left[0]! <= 1 && left[1]! <= 1) return true;
  return left[0] === 2 && left[1] === 2 && a[i] === b[i + 1] && a[i + 1] === b[i];
}

const AUXILIARY =
  /^(?:and |so |then |please |also )*(?:is|are|was|were|has|have|had|did|does|do|will|would|can|could|should|am|any)\b/;

/** A question that begins so is not answered by yes or no, whatever "if" stands further on. */
const OPEN_QUESTION = /^(?:what|which|who|where|when|why|how)\b/;

/** Who does something and where it is done are the same question where institutions act. */
const INSTITUTION = [
  [stemOf("qwho"), stemOf("qwhere")],
  [stemOf("qwhere"), stemOf("qwho")],
] as const;

/** What kinds of answer a question or a label asks for: `yn` for yes or no, `how`, and the stems of question words. */
export function kindsOfAnswer(text: string, tokens: readonly Token[]): ReadonlySet<string> {
  const plain = normalText(text);
  const kinds = new Set(tokens.filter((token) => token.question).map((token) => token.stem));
  for (const [one, other] of INSTITUTION) if (kinds.has(one)) kinds.add(other);
  if (/\b(?:how|process|procedure)\b/.test(plain) && kinds.size === 0) kinds.add("how");
  if (
    (/\b(?:whether|if)\b/.test(plain) && !OPEN_QUESTION.test(plain)) ||
    (kinds.size === 0 && AUXILIARY.test(plain))
  )
    kinds.add("yn");
  return kinds;
}
