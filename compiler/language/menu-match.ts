import { normalText } from "../spec/value";
import { addTo, isOpposed, kindsOfAnswer, likeness, type Token, tokensOf, Vocabulary } from "./tokens";
import type { TranslationRequest } from "./translation";

export type MenuItem = TranslationRequest["menu"][number];
export type Tool = TranslationRequest["tool"];

/** An item with how well a request fits it. All figures run from 0 to 1. */
export interface Scored {
  item: MenuItem;
  score: number;
  /** How much of the label the request holds. */
  recall: number;
  /** By word of the request: how well the label holds it. */
  held: readonly number[];
  /** Less than 1 when another kind of answer is wanted than the item gives. */
  answer: number;
  /** The item gives a permission; `told` is how many of the request's telling words its label holds. */
  consent: boolean;
  told: number;
  /** By word of the request: whether it says alone what is meant. */
  telling: readonly boolean[];
  /** Place on the menu, for items that fit equally well. */
  order: number;
}

interface IndexedItem {
  item: MenuItem;
  tokens: readonly Token[];
  /** How much each token tells these items apart. */
  weights: readonly number[];
  total: number;
  answers: ReadonlySet<string>;
  consent: boolean;
}

export interface MenuIndex {
  /** Items by their label in plain words. */
  exact: ReadonlyMap<string, readonly MenuItem[]>;
  readonly asked: ItemIndex;
  readonly acted: ItemIndex;
}

/** Items that a tool is for, with the words of their labels and where each word stands. */
export interface ItemIndex {
  items: readonly IndexedItem[];
  words: Vocabulary;
  places: ReadonlyMap<Token, readonly { item: number; at: number }[]>;
}

/** Likeness from which two words count as the same. */
export const ALIKE = 0.9;
/** How fast a word loses weight that stands in several labels. */
const SPREAD = 0.6;
/** How much of a score is what the label holds of the request, beside what the request holds of the label. */
const RELEVANCE = 0.45;
/** Weight of a request's word that is nowhere on the menu: of the field's vocabulary, and of none. */
const KNOWN_ELSEWHERE = 0.8;
const UNKNOWN = 0.3;
/** What is left of a score when another kind of answer is wanted, or a measure of something that has none. */
const OTHER_ANSWER = 0.7;
const NO_MEASURE = 0.8;
/** What is left of a score when the request undoes what the item does. */
const OPPOSED_ACT = 0.4;
/** What is left of a likeness to another word where the menu has the very word that was said. */
const OTHER_WORD = 0.7;
/** Telling words of one request that are looked at. */
const MOST_WORDS = 60;
/** Weight of the word "status", which every status has beside its label. */
const IMPLIED = 0.4;

const indices = new WeakMap<readonly MenuItem[], MenuIndex>();

/** The index of a menu; the same menu is indexed once. */
export function indexMenu(menu: readonly MenuItem[]): MenuIndex {
  const index = indices.get(menu) ?? makeIndex(menu);
  indices.set(menu, index);
  return index;
}

/** A label or request without capitals, spaces around it and the mark that ends it. */
export const plain = (text: string) => normalText(text).replace(/[?!.,:]+$/u, "");

export const isActed = (item: MenuItem) => item.kind === "operation" || item.kind === "form";

/** Labels are looked up as they are; words are only looked at when a request is none of them. */
function makeIndex(menu: readonly MenuItem[]): MenuIndex {
  const exact = new Map<string, MenuItem[]>();
  for (const item of menu) addTo(exact, plain(item.label), item);
  const once = (of: (item: MenuItem) => boolean) => {
    let index: ItemIndex | undefined;
    return () => {
      index ??= weigh(menu.filter(of));
      return index;
    };
  };
  const asked = once((item) => !isActed(item));
  const acted = once(isActed);
  return {
    exact,
    get asked() {
      return asked();
    },
    get acted() {
      return acted();
    },
  };
}

const [PERMISSION] = tokensOf("permission");
const [STATUS] = tokensOf("status");
/** "May I", "can I": asks leave where there are permissions to give, and is mere politeness elsewhere. */
const [LEAVE] = tokensOf("may i");
const permits = (tokens: readonly Token[]) => tokens.some((token) => likeness(token, PERMISSION!) >= ALIKE);

function weigh(menu: readonly MenuItem[]): ItemIndex {
  const labels = menu.map((item) => tokensOf(item.kind === "status" ? `${item.label} status` : item.label));
  const places = new Map<Token, { item: number; at: number }[]>();
  labels.forEach((tokens, item) => {
    tokens.forEach((token, at) => {
      addTo(places, token, { item, at });
    });
  });
  const words = new Vocabulary(places.keys());
  const uses = new Map<Token, number>();
  for (const token of places.keys()) {
    const same = words.like(token).filter(({ alike }) => alike >= ALIKE);
    uses.set(token, new Set(same.flatMap((found) => places.get(found.token)!.map((p) => p.item))).size);
  }
  const items = menu.map((item, i): IndexedItem => {
    const tokens = labels[i]!;
    const weights = tokens.map((token) => {
      const weight = item.kind === "status" && token === STATUS ? IMPLIED : 1;
      return (weight * token.weight) / uses.get(token)! ** SPREAD;
    });
    const answers = kindsOfAnswer(item.label, tokens);
    return {
      item,
      tokens,
      weights,
      total: weights.reduce((sum, w) => sum + w, 0),
      answers: item.kind === "status" ? new Set([...answers, "yn"]) : answers,
      consent: isActed(item) && permits(tokens),
    };
  });
  return { items, words, places };
}

interface Row {
  /** By word of the request, and by word of the label: the best likeness. */
  held: number[];
  covered: number[];
}

/** The items that a request may mean, best first. A permission is only given to who asks for one. */
export function rank(asked: string, { items, words, places }: ItemIndex): Scored[] {
  const leaves = items.some((item) => item.consent);
  const said = tokensOf(asked)
    .filter((word) => leaves || word !== LEAVE)
    .slice(0, MOST_WORDS);
  const wanted = kindsOfAnswer(asked, said);
  const asksLeave = permits(said);
  const telling = said.map((word) => !word.light);
  const rows = new Map<number, Row>();
  const weights = said.map((word, i) => {
    const same = new Set<number>();
    const found = words.like(word);
    const itself = found.some(({ alike }) => alike === 1);
    for (const { token, alike: like } of found) {
      const alike = itself && like < 1 ? like * OTHER_WORD : like;
      for (const { item, at } of places.get(token)!) {
        const row = rows.get(item) ?? { held: said.map(() => 0), covered: [] };
        rows.set(item, row);
        row.held[i] = Math.max(row.held[i]!, alike);
        row.covered[at] = Math.max(row.covered[at] ?? 0, alike);
        if (alike >= ALIKE) same.add(item);
      }
    }
    if (found.length > 0) return word.weight / Math.max(1, same.size) ** SPREAD;
    return word.weight * (word.same.size > 0 ? KNOWN_ELSEWHERE : UNKNOWN);
  });
  const all = weights.reduce((sum, w) => sum + w, 0);
  const scored: Scored[] = [];
  for (const [at, { held, covered }] of rows) {
    const { item, tokens, weights: own, total, answers, consent } = items[at]!;
    const recall = covered.reduce((sum, alike, k) => sum + alike * own[k]!, 0) / total;
    if (recall < ALIKE && !telling.some((tells, i) => tells && held[i]! > 0)) continue;
    const explained = held.reduce((sum, h, i) => sum + h * weights[i]!, 0);
    const answer = answerFactor(wanted, answers);
    const opposed = isOpposed(said, tokens) ? OPPOSED_ACT : 1;
    scored.push({
      item,
      score: recall ** (1 - RELEVANCE) * (explained / all) ** RELEVANCE * answer * opposed,
      recall,
      held,
      answer,
      consent,
      told: consent && !asksLeave ? 0 : toldOf(telling, held),
      telling,
      order: at,
    });
  }
  return scored.sort((a, b) => b.score - a.score || a.order - b.order);
}

const MEASURES = ["qlong", "qmuch", "qoft", "qwhy"];

function answerFactor(wanted: ReadonlySet<string>, given: ReadonlySet<string>): number {
  if (given.size === 0) return MEASURES.some((kind) => wanted.has(kind)) ? NO_MEASURE : 1;
  return wanted.size === 0 || [...wanted].some((kind) => given.has(kind)) ? 1 : OTHER_ANSWER;
}

function toldOf(telling: readonly boolean[], held: readonly number[]): number {
  const of = held.filter((_, i) => telling[i]);
  return of.length === 0 ? 1 : of.reduce((sum, h) => sum + h, 0) / of.length;
}
