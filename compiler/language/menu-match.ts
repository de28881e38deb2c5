import { normalText } from "../spec/value";
import { isOpposed, kindsOfAnswer, likeness, type Token, tokensOf } from "./tokens";
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
  asked: readonly IndexedItem[];
  acted: readonly IndexedItem[];
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

function makeIndex(menu: readonly MenuItem[]): MenuIndex {
  const exact = new Map<string, MenuItem[]>();
  for (const item of menu) exact.set(plain(item.label), [...(exact.get(plain(item.label)) ?? []), item]);
  return {
    exact,
    asked: weigh(menu.filter((item) => !isActed(item))),
    acted: weigh(menu.filter(isActed)),
  };
}

const [PERMISSION] = tokensOf("permission");
const [STATUS] = tokensOf("status");
const permits = (tokens: readonly Token[]) => tokens.some((token) => likeness(token, PERMISSION!) >= ALIKE);

function weigh(items: readonly MenuItem[]): IndexedItem[] {
  const all = items.map((item) => ({
    item,
    tokens: tokensOf(item.kind === "status" ? `${item.label} status` : item.label),
  }));
  const uses = new Map<string, number>();
  const usesOf = (token: Token) => {
    const known = uses.get(token.stem);
    if (known !== undefined) return known;
    const count = all.filter(({ tokens }) => tokens.some((t) => likeness(t, token) >= ALIKE)).length;
    uses.set(token.stem, count);
    return count;
  };
  return all.map(({ item, tokens }) => {
    const weights = tokens.map((token) => {
      const weight = item.kind === "status" && token === STATUS ? IMPLIED : 1;
      return (weight * token.weight) / usesOf(token) ** SPREAD;
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
}

/** The items that a request may mean, best first. A permission is only given to who asks for one. */
export function rank(asked: string, items: readonly IndexedItem[]): Scored[] {
  const said = tokensOf(asked);
  const wanted = kindsOfAnswer(asked, said);
  const asksLeave = permits(said);
  const telling = said.map((word) => !word.light);
  const rows = items.map((entry) => {
    const held = said.map(() => 0);
    let covered = 0;
    entry.tokens.forEach((token, k) => {
      let most = 0;
      said.forEach((word, i) => {
        const alike = likeness(word, token);
        if (alike > held[i]!) held[i] = alike;
        if (alike > most) most = alike;
      });
      covered += most * entry.weights[k]!;
    });
    return { entry, held, recall: entry.total > 0 ? covered / entry.total : 0 };
  });
  const weights = said.map((word, i) => {
    const uses = rows.filter(({ held }) => held[i]! >= ALIKE).length;
    if (rows.some(({ held }) => held[i]! > 0)) return word.weight / Math.max(1, uses) ** SPREAD;
    return word.weight * (word.same.size > 0 ? KNOWN_ELSEWHERE : UNKNOWN);
  });
  const all = weights.reduce((sum, w) => sum + w, 0);
  return rows
    .filter(({ held, recall }) => recall >= ALIKE || telling.some((tells, i) => tells && held[i]! > 0))
    .map(({ entry, held, recall }): Scored => {
      const { item, tokens, answers, consent } = entry;
      const explained = held.reduce((sum, h, i) => sum + h * weights[i]!, 0);
      const answer = answerFactor(wanted, answers);
      const opposed = isOpposed(said, tokens) ? OPPOSED_ACT : 1;
      const score =
        all > 0 ? recall ** (1 - RELEVANCE) * (explained / all) ** RELEVANCE * answer * opposed : 0;
      return {
        item,
        score,
        recall,
        held,
        answer,
        consent,
        told: consent && !asksLeave ? 0 : toldOf(telling, held),
        telling,
      };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
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
