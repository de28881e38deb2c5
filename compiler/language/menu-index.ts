import { normalText } from "../spec/value";
import { isConditional, isNegated } from "./segments";
import { addTo, kindsOfAnswer, likeness, spelled, type Token, tokensOf, Vocabulary } from "./tokens";
import type { TranslationRequest } from "./translation";

export type MenuItem = TranslationRequest["menu"][number];
export type Tool = TranslationRequest["tool"];

/** Likeness from which two words count as the same. */
export const ALIKE = 0.9;
/** How fast a word loses weight that stands for several items. */
const SPREAD = 0.6;
/** Weight of a word that only one of several ways to ask for an item has: it may be chatter. */
const CHATTER = 0.5;
/** Share of the other wordings that must have a word of the label which makes up the item. */
const CORE = 0.3;
/** Weight of the word "status", which every status has beside its label. */
const IMPLIED = 0.4;

/** One wording of an item: its label, or a way in which people ask for it. */
export interface Wording {
  item: number;
  own: boolean;
  tokens: readonly Token[];
  /** How much each token tells the items apart. */
  weights: readonly number[];
  total: number;
  answers: ReadonlySet<string>;
}

/** An item with what all its wordings say together. */
export interface IndexedItem {
  item: MenuItem;
  acted: boolean;
  /** It gives a permission. */
  consent: boolean;
  wordings: number;
  /** Everything said in its wordings, with how many of them say it (the label counts as two). */
  said: ReadonlyMap<Token, number>;
  /** The words of its label that other wordings have as well; of a bare label, all that tell something. */
  core: readonly Token[];
  /** One of its wordings has a condition, or a "not", of its own. */
  conditional: boolean;
  negated: boolean;
  /** All of its wordings as one text, written in small letters. */
  text: string;
}

/** A menu by its wordings; their words are only looked at when a request is none of them. */
export interface MenuIndex {
  /** Items by a wording in plain words. */
  exact: ReadonlyMap<string, readonly MenuItem[]>;
  readonly words: WordIndex;
}

export interface WordIndex {
  items: readonly IndexedItem[];
  wordings: readonly Wording[];
  words: Vocabulary;
  places: ReadonlyMap<Token, readonly { wording: number; at: number }[]>;
  /** In how many items a word stands. */
  uses: ReadonlyMap<Token, number>;
  /** Runs of letters, with the wordings that have them and how much that says. */
  grams: ReadonlyMap<string, readonly { wording: number; weight: number }[]>;
  gramUses: ReadonlyMap<string, number>;
  consents: boolean;
}

const indices = new WeakMap<readonly MenuItem[], MenuIndex>();

/** The index of a menu; the same menu is indexed once. */
export function indexMenu(menu: readonly MenuItem[]): MenuIndex {
  const index = indices.get(menu) ?? makeIndex(menu);
  indices.set(menu, index);
  return index;
}

/** A wording or request without capitals, spaces around it and the mark that ends it. */
export const plain = (text: string) => normalText(text).replace(/[?!.,:]+$/u, "");

export const isActed = (item: MenuItem) => item.kind === "operation" || item.kind === "form";

const [PERMISSION] = tokensOf("permission");
const [STATUS] = tokensOf("status");
export const permits = (tokens: readonly Token[]) =>
  tokens.some((token) => likeness(token, PERMISSION!) >= ALIKE);

const LETTERS = 3;

/** Runs of three letters of the words that tell something, with how often each stands there. */
export function gramsOf(tokens: readonly Token[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const { stem, light } of tokens) {
    if (light) continue;
    const word = ` ${stem} `;
    for (let i = 0; i + LETTERS <= word.length; i++) {
      const gram = word.slice(i, i + LETTERS);
      out.set(gram, (out.get(gram) ?? 0) + 1);
    }
  }
  return out;
}

export const gramWeight = (items: number, uses: number) => Math.log(1 + items / uses);

function makeIndex(menu: readonly MenuItem[]): MenuIndex {
  const exact = new Map<string, MenuItem[]>();
  for (const item of menu)
    for (const key of new Set([item.label, ...(item.ways ?? [])].map(plain))) addTo(exact, key, item);
  let words: WordIndex | undefined;
  return {
    exact,
    get words() {
      words ??= indexWords(menu);
      return words;
    },
  };
}

function indexWords(menu: readonly MenuItem[]): WordIndex {
  const texts: { item: number; own: boolean; text: string; tokens: readonly Token[] }[] = [];
  menu.forEach((item, i) => {
    const status = item.kind === "status" ? " status" : "";
    texts.push({ item: i, own: true, text: item.label, tokens: tokensOf(`${item.label}${status}`) });
    for (const way of item.ways ?? []) texts.push({ item: i, own: false, text: way, tokens: tokensOf(way) });
  });
  const places = new Map<Token, { wording: number; at: number }[]>();
  const said = menu.map(() => new Map<Token, number>());
  texts.forEach(({ item, own, tokens }, wording) => {
    tokens.forEach((token, at) => {
      addTo(places, token, { wording, at });
      said[item]!.set(token, (said[item]!.get(token) ?? 0) + (own ? 2 : 1));
    });
  });
  const words = new Vocabulary(places.keys());
  const uses = new Map<Token, number>();
  for (const token of places.keys()) {
    const same = words.like(token).filter(({ alike }) => alike >= ALIKE);
    uses.set(
      token,
      new Set(same.flatMap((found) => places.get(found.token)!.map((p) => texts[p.wording]!.item))).size,
    );
  }
  const wordings = texts.map(({ item, own, text, tokens }): Wording => {
    const { kind } = menu[item]!;
    const weights = tokens.map((token) => {
      const implied = own && kind === "status" && token === STATUS ? IMPLIED : 1;
      const chatter = !own && said[item]!.get(token) === 1 ? CHATTER : 1;
      return (implied * chatter * token.weight) / uses.get(token)! ** SPREAD;
    });
    const answers = kindsOfAnswer(text, tokens);
    return {
      item,
      own,
      tokens,
      weights,
      total: weights.reduce((sum, w) => sum + w, 0),
      answers: own && kind === "status" ? new Set([...answers, "yn"]) : answers,
    };
  });
  const items = menu.map((item, i): IndexedItem => {
    const acted = isActed(item);
    const ways = item.ways ?? [];
    return {
      item,
      acted,
      consent: acted && permits(tokensOf(item.label)),
      wordings: 2 + ways.length,
      said: said[i]!,
      core: tokensOf(item.label).filter(
        (token) => !token.light && (ways.length === 0 || said[i]!.get(token)! - 2 >= ways.length * CORE),
      ),
      conditional: acted && [item.label, ...ways].some((wording) => isConditional(spelled(wording))),
      negated: acted && [item.label, ...ways].some((wording) => isNegated(spelled(wording))),
      text: normalText([item.label, ...ways].join("\n")),
    };
  });
  return {
    items,
    wordings,
    words,
    places,
    uses,
    ...gramIndex(wordings, menu.length),
    consents: items.some((item) => item.consent),
  };
}

function gramIndex(wordings: readonly Wording[], items: number): Pick<WordIndex, "grams" | "gramUses"> {
  const counted = wordings.map(({ tokens }) => gramsOf(tokens));
  const having = new Map<string, Set<number>>();
  counted.forEach((grams, w) => {
    for (const gram of grams.keys()) {
      const set = having.get(gram) ?? new Set();
      having.set(gram, set.add(wordings[w]!.item));
    }
  });
  const gramUses = new Map([...having].map(([gram, of]) => [gram, of.size]));
  const grams = new Map<string, { wording: number; weight: number }[]>();
  counted.forEach((own, wording) => {
    const weights = [...own].map(([gram, n]) => [gram, n * gramWeight(items, gramUses.get(gram)!)] as const);
    const norm = Math.sqrt(weights.reduce((sum, [, w]) => sum + w * w, 0)) || 1;
    for (const [gram, weight] of weights) addTo(grams, gram, { wording, weight: weight / norm });
  });
  return { grams, gramUses };
}
