import { stemOf } from "../text/words";
import { FAMILY, PERSONS, UNDOING } from "./lexicon";
import {
  ALIKE,
  gramsOf,
  gramWeight,
  type IndexedItem,
  type MenuItem,
  permits,
  type Tool,
  type WordIndex,
} from "./menu-index";
import type { Clause } from "./segments";
import { kindsOfAnswer, likeness, spelled, type Token, tokensOf } from "./tokens";

/**
 * What is measured of a request against one item of the menu. Every figure runs from about -1 to 1; what each is worth
 * stands in `weights.ts`, set by `scripts/train-language.ts`.
 */
export const FEATURES = [
  /** The label: how much of it the request holds and how much of the request it holds. */
  "label",
  "label_recall",
  /** The wording of the item that is nearest, and the next two. */
  "best",
  "next",
  /** How many of the request's words any wording of the item holds. */
  "held",
  /** How much more often than other items its wordings say what the request says. */
  "typical",
  /** The same letters in the same order. */
  "letters",
  /** How far ahead of every other item. */
  "ahead_best",
  "ahead_held",
  "ahead_letters",
  "ahead_typical",
  /** Words of the request that other items have and this one has not. */
  "rival",
  /** Words of the request that nothing on the menu has. */
  "strange",
  "strange_act",
  "strange_unsaid",
  /** Another kind of answer is wanted than the label, or than any wording, gives. */
  "other_answer",
  "other_answer_ways",
  /** The item is for another tool. */
  "other_tool",
  /** Who or what is named is somebody else. */
  "stranger",
  /** A permission that is not asked for; leave is asked, and this gives none. */
  "leave_unasked",
  "leave_elsewhere",
  /** Somebody else is said to have said so, and the item is an act. */
  "act_reported",
  /** The act undoes something and the request does not say so. */
  "undo_unsaid",
  /** Only the label is known. */
  "bare",
  "bare_best",
  /** How much of the nearest wording the request holds; how many telling words speak for the item. */
  "best_recall",
  /** The words of the label that people say when they ask for it: how many are said; and strange words instead of them. */
  "core",
  "core_strange",
  "evidence",
  "evidence_ahead",
  "held_squared",
  "best_squared",
] as const;
export type Feature = (typeof FEATURES)[number];

/** What is measured of a request alone: how likely it is that nothing on the menu is meant. */
export const NONE_FEATURES = ["none", "none_short", "none_strange", "none_long", "none_act"] as const;
export type NoneFeature = (typeof NONE_FEATURES)[number];

export interface Option {
  item: MenuItem;
  indexed: IndexedItem;
  features: Float64Array;
  /** How much of the request's telling words its wordings hold. */
  held: number;
  /** Never to be landed on by this request, whatever the figures say (L3). */
  barred: boolean;
}

export interface Reading {
  options: Option[];
  none: Float64Array;
}

/** Items that are weighed against each other. */
const MOST_OPTIONS = 8;
/** Telling words of one request that are looked at. */
const MOST_WORDS = 60;
/** How much of a score is what the wording holds of the request, beside what the request holds of the wording. */
const RELEVANCE = 0.45;
/** Weight of a request's word that is nowhere on the menu: of the field's vocabulary, and of none. */
const KNOWN_ELSEWHERE = 0.8;
const UNKNOWN = 0.3;
/** What is left of a likeness to another word where the menu has the very word that was said. */
const OTHER_WORD = 0.7;
const SPREAD = 0.6;
/** Likeness below which a permission does not have a word that was said, and how near another must come to be meant by it. */
const STRETCHED = 0.6;
const RIVALRY = 0.8;

/** "May I", "can I": asks leave where there are permissions to give, and is mere politeness elsewhere. */
const [LEAVE] = tokensOf("may i");
const family = new Set(FAMILY.split(" ").map(stemOf));
const persons = new Set(PERSONS.split(" ").map(stemOf));
const undoing = new Set(UNDOING.split(" ").map(stemOf));
const REPORTED =
  /\b(?:said|says|told|tells|thinks?|thought|mentioned|promised|claims?|claimed|believes?|suggested|heard|according to|reads?|wrote|written)\b/u;

/** Acts said with several words that take something back. */
const UNDOING_TURN =
  /\b(?:take|taking|took|taken) (?:[a-z]+ ){1,4}?(?:off|back)\b|\b(?:take|taking|took) back\b|\bcall(?:ed|ing)? (?:[a-z]+ ){0,3}off\b|\b(?:is|are) off\b|\bback to open\b|\bmoney\b.*\bback\b|\bnot needed\b|\bno longer\b/u;
/** Whose matter it is, where it is said that it is another one; and words to the machine, which no party is asked with. */
const ANOTHER =
  /\b(?:other|another|different|neighbou?rs?|colleagues?) (?:[a-z]+ )?(?:client|clients|customer|patient|gentleman|lady|person|member)\b|\bnot (?:my|our|her|the|a) (?:client|patient)\b|\b(?:client|patient|customer) of (?:yours|mine|ours)\b/u;
const TO_THE_MACHINE =
  /\b(?:instructions|override|system (?:administrator|admin|prompt|message)|test mode|developer|ignore (?:your|all|any|previous|prior|the (?:above|rules))|forget (?:your|everything you))\b|[<>{}]|###/u;

const undoes = (tokens: Iterable<Token>) => {
  for (const { stem } of tokens) if (undoing.has(stem)) return true;
  return false;
};

interface Row {
  held: Float64Array;
  covered: Map<number, Map<number, number>>;
}

/** A request, taken apart once for all items. */
interface Said {
  tokens: readonly Token[];
  weights: number[];
  all: number;
  wanted: ReadonlySet<string>;
  rows: Map<number, Row>;
}

function look(text: string, index: WordIndex): Said {
  const tokens = tokensOf(text)
    .filter((word) => index.consents || word !== LEAVE)
    .slice(0, MOST_WORDS);
  const rows = new Map<number, Row>();
  const weights = tokens.map((word, i) => {
    const same = new Set<number>();
    const found = index.words.like(word);
    const itself = found.some(({ alike }) => alike === 1);
    for (const { token, alike: like } of found) {
      const alike = itself && like < 1 ? like * OTHER_WORD : like;
      for (const { wording, at } of index.places.get(token)!) {
        const { item } = index.wordings[wording]!;
        let row = rows.get(item);
        if (!row) {
          row = { held: new Float64Array(tokens.length), covered: new Map() };
          rows.set(item, row);
        }
        row.held[i] = Math.max(row.held[i]!, alike);
        let covered = row.covered.get(wording);
        if (!covered) {
          covered = new Map();
          row.covered.set(wording, covered);
        }
        const cell = at * MOST_WORDS + i;
        covered.set(cell, alike);
        if (alike >= ALIKE) same.add(item);
      }
    }
    if (found.length > 0) return word.weight / Math.max(1, same.size) ** SPREAD;
    return word.weight * (word.same.size > 0 ? KNOWN_ELSEWHERE : UNKNOWN);
  });
  return {
    tokens,
    weights,
    all: weights.reduce((sum, w) => sum + w, 0) || 1,
    wanted: kindsOfAnswer(text, tokens),
    rows,
  };
}

/** How well one wording and the request hold each other. */
function meet(said: Said, cells: ReadonlyMap<number, number>, weights: readonly number[], total: number) {
  const covered = new Map<number, number>();
  const held = new Map<number, number>();
  for (const [cell, alike] of cells) {
    const at = Math.floor(cell / MOST_WORDS);
    const i = cell % MOST_WORDS;
    covered.set(at, Math.max(covered.get(at) ?? 0, alike));
    held.set(i, Math.max(held.get(i) ?? 0, alike));
  }
  let recall = 0;
  for (const [at, alike] of covered) recall += alike * weights[at]!;
  let explained = 0;
  for (const [i, alike] of held) explained += alike * said.weights[i]!;
  recall = total > 0 ? recall / total : 0;
  return { recall, score: recall ** (1 - RELEVANCE) * (explained / said.all) ** RELEVANCE };
}

/** Likeness by letters, by wording. */
function lettersOf(said: Said, index: WordIndex): Map<number, number> {
  const weights = [...gramsOf(said.tokens)].map(([gram, n]) => {
    const uses = index.gramUses.get(gram);
    return [gram, n * gramWeight(index.items.length, uses ?? 1), uses !== undefined] as const;
  });
  const norm = Math.sqrt(weights.reduce((sum, [, w]) => sum + w * w, 0)) || 1;
  const out = new Map<number, number>();
  for (const [gram, weight, there] of weights)
    if (there)
      for (const { wording, weight: own } of index.grams.get(gram)!)
        out.set(wording, (out.get(wording) ?? 0) + (weight / norm) * own);
  return out;
}

/** How much is said for an item: its telling words, the rare ones more, on a scale that five of them fill. */
function evidenceOf(said: Said, row: Row): number {
  let sum = 0;
  said.tokens.forEach((token, i) => {
    if (!token.light) sum += row.held[i]! * said.weights[i]!;
  });
  return Math.min(1, Math.log1p(sum) / Math.log(4));
}

/** How much more often than those of other items its wordings say the words of the request, from -1 to 1. */
function typicalOf(said: Said, row: Row, { said: own, wordings }: IndexedItem, index: WordIndex): number {
  let sum = 0;
  let all = 0;
  said.tokens.forEach((token, i) => {
    if (token.light) return;
    const uses = index.uses.get(token) ?? 0;
    if (uses === 0 && row.held[i] === 0) return;
    const often = (own.get(token) ?? (row.held[i]! >= ALIKE ? 1 : 0)) / wordings;
    const elsewhere = Math.max(0, uses - 1) / Math.max(1, index.items.length - 1);
    sum += Math.log((often + 0.05) / (elsewhere * 0.4 + 0.05)) * token.weight;
    all += token.weight;
  });
  return all === 0 ? 0 : Math.max(-1, Math.min(1, sum / (3 * all)));
}

/** What the clauses of a request do, as far as it bears on acts. */
function mannerOf(clauses: readonly Clause[], text: string) {
  const asking = clauses.filter(({ mood }) => mood !== "greets");
  const bids = asking.filter(({ mood }) => mood === "bids");
  return {
    bids: bids.length > 0,
    conditional: asking.some(({ conditional }) => conditional),
    negated: bids.some(({ negated }) => negated),
    reported: REPORTED.test(text) ? 1 : 0,
  };
}

/** Of the telling words with which something is asked, the share that nothing on the menu has. */
function strangeOf(clauses: readonly Clause[], index: WordIndex): number {
  const asking = clauses.filter(({ mood }) => mood === "asks" || mood === "bids");
  const words = (asking.length > 0 ? asking : clauses)
    .flatMap((clause) => tokensOf(clause.text))
    .filter((token) => !token.light);
  const unknown = words.filter((token) => index.words.like(token).length === 0);
  return words.length === 0 ? 0 : unknown.length / words.length;
}

/** How many of the words that make up an item are said: those of its label that its other wordings have too. */
function coreOf({ core }: IndexedItem, tokens: readonly Token[]): number {
  if (core.length === 0) return 1;
  const said = core.filter((word) => tokens.some((token) => likeness(token, word) >= 0.85)).length;
  return said / core.length;
}

const WORDS = "((?:[\\p{L}\\p{N}-]+ ?){1,4})";
const OF_WHOM = "(?:the |your |her |his |their |my |our |an? |this |that |some |any )?";
/** What a request is about, and whom leave is asked to talk to: what stands behind these words. */
const SUBJECT = new RegExp(`\\b(?:about|regarding|concerning) ${OF_WHOM}${WORDS}`, "gu");
const RECIPIENT = new RegExp(
  `\\b(?:contact|call|ring|phone|telephone|reach out to|speak (?:to|with)|talk (?:to|with)|touch with|write to|e-?mail|text|inform|tell|(?:share|discuss)(?: [a-z]+){0,5}? with|(?:give|pass|send|disclose|release|hand|show|forward)(?: [a-z]+){0,6}? to) ${OF_WHOM}${WORDS}`,
  "gu",
);

/** The places of the telling words behind a turn of phrase. */
function placesOf(turn: RegExp, low: string, tokens: readonly Token[]): number[] {
  const named = [...low.matchAll(turn)].flatMap((found) =>
    tokensOf(found[1]!).filter((token) => !token.light),
  );
  return tokens.flatMap((token, i) => (named.includes(token) ? [i] : []));
}

/** What is measured of a request against the items of a menu that come nearest to it. */
export function readingOf(
  text: string,
  tool: Tool,
  index: WordIndex,
  clauses: readonly Clause[],
  held: readonly Clause[] = [],
): Reading {
  const said = look(text, index);
  const low = spelled(clauses.map((clause) => clause.text).join(" "));
  const forbidden = held.flatMap((clause) => tokensOf(clause.text).filter((token) => !token.light));
  const elsewhere = ANOTHER.test(low) || TO_THE_MACHINE.test(low);
  const letters = lettersOf(said, index);
  const asksLeave = permits(said.tokens) || clauses.some((clause) => permits(tokensOf(clause.text)));
  const saysUndo = undoes(tokensOf(low)) || UNDOING_TURN.test(low);
  const subjects = placesOf(SUBJECT, low, said.tokens);
  const recipients = placesOf(RECIPIENT, low, said.tokens);
  const refers = /\b(?:it|them|one|that|this|those|these)\b/u.test(low);
  const manner = mannerOf(clauses, low);
  const rows = new Map(said.rows);
  const lettersBy = new Map<number, number[]>();
  for (const [wording, value] of letters) {
    const { item } = index.wordings[wording]!;
    const list = lettersBy.get(item);
    if (list) list.push(value);
    else lettersBy.set(item, [value]);
  }
  const empty: Row = { held: new Float64Array(said.tokens.length), covered: new Map() };
  const strange = strangeOf(clauses, index);
  const asking = clauses.filter(({ mood }) => mood === "asks" || mood === "bids");
  const private_ = new Set(
    asking.flatMap((clause) => tokensOf(clause.text)).filter(({ stem }) => family.has(stem)),
  );
  const kin = said.tokens.flatMap((token, i) => (private_.has(token) ? [i] : []));
  const measured = [...new Set([...rows.keys(), ...lettersBy.keys()])].map((at) => {
    const row = rows.get(at) ?? empty;
    const scores: number[] = [];
    let label = { recall: 0, score: 0 };
    let bestRecall = 0;
    let kind = said.wanted.size === 0;
    let labelKind = true;
    for (const [w, cells] of row.covered) {
      const wording = index.wordings[w]!;
      const met = meet(said, cells, wording.weights, wording.total);
      const agrees = [...said.wanted].some((one) => wording.answers.has(one));
      if (agrees && met.score > 0.2) kind = true;
      if (wording.own) {
        label = met;
        labelKind = wording.answers.size === 0 || said.wanted.size === 0 || agrees;
      }
      if (met.score > Math.max(0, ...scores)) bestRecall = met.recall;
      scores.push(met.score);
    }
    scores.sort((a, b) => b - a);
    return {
      at,
      row,
      label,
      kind,
      labelKind,
      best: scores[0] ?? 0,
      next: ((scores[1] ?? scores[0] ?? 0) + (scores[2] ?? scores[1] ?? scores[0] ?? 0)) / 2,
      letters: Math.max(0, ...(lettersBy.get(at) ?? [])),
      held: share(said, (i) => row.held[i]!),
      bestRecall,
      evidence: evidenceOf(said, row),
      typical: typicalOf(said, row, index.items[at]!, index),
    };
  });
  const rough = (m: (typeof measured)[number]) => m.best + m.letters + m.held;
  const near = measured.sort((a, b) => rough(b) - rough(a) || a.at - b.at).slice(0, MOST_OPTIONS);
  const aheadOf = (of: (m: (typeof measured)[number]) => number) => {
    const sorted = near.map(of).sort((a, b) => b - a);
    return (m: (typeof measured)[number]) => of(m) - (of(m) === sorted[0] ? (sorted[1] ?? 0) : sorted[0]!);
  };
  const aheadBest = aheadOf((m) => m.best);
  const aheadHeld = aheadOf((m) => m.held);
  const aheadLetters = aheadOf((m) => m.letters);
  const aheadTypical = aheadOf((m) => m.typical);
  const aheadEvidence = aheadOf((m) => m.evidence);
  const anyHeld = said.tokens.map((_, i) => Math.max(0, ...near.map((m) => m.row.held[i]!)));
  const consents = near.filter((m) => index.items[m.at]!.consent);
  /** A telling word of the request names another permission, and nothing of this one: consent is never stretched (L3). */
  const speaksForOther = (m: (typeof near)[number]) =>
    said.tokens.some(
      (token, i) =>
        !token.light &&
        m.row.held[i]! < STRETCHED &&
        consents.some((other) => other !== m && other.row.held[i]! >= ALIKE && other.best > m.best * RIVALRY),
    );
  const options = near.map((m): Option => {
    const indexed = index.items[m.at]!;
    const { acted, consent, item } = indexed;
    const strangers = said.tokens.filter(
      (token, i) => persons.has(token.stem) && m.row.held[i]! < 0.5,
    ).length;
    const rival = share(said, (i) => (said.tokens[i]!.light ? 0 : Math.max(0, anyHeld[i]! - m.row.held[i]!)));
    const itUndoes = acted && undoes(indexed.said.keys());
    const act = acted ? 1 : 0;
    const core = coreOf(indexed, said.tokens);
    const values: Record<Feature, number> = {
      label: m.label.score,
      label_recall: m.label.recall,
      best: m.best,
      next: m.next,
      held: m.held,
      typical: m.typical,
      letters: m.letters,
      ahead_best: aheadBest(m),
      ahead_held: aheadHeld(m),
      ahead_letters: aheadLetters(m),
      ahead_typical: aheadTypical(m),
      rival,
      strange,
      strange_act: act * strange,
      strange_unsaid: strange * (1 - m.label.recall),
      other_answer: m.labelKind ? 0 : 1,
      other_answer_ways: m.kind ? 0 : 1,
      other_tool: tool === "voicemail" || acted === (tool === "act") ? 0 : 1,
      stranger: Math.min(1, strangers),
      leave_unasked: consent && !asksLeave ? 1 : 0,
      leave_elsewhere: asksLeave && index.consents && !consent ? 1 : 0,
      act_reported: act * manner.reported,
      undo_unsaid: itUndoes && !saysUndo ? 1 : 0,
      bare: indexed.wordings === 2 ? 1 : 0,
      bare_best: indexed.wordings === 2 ? m.best : 0,
      best_recall: m.bestRecall,
      core,
      core_strange: refers ? 0 : strange * (1 - core),
      evidence: m.evidence,
      evidence_ahead: aheadEvidence(m),
      held_squared: m.held ** 2,
      best_squared: m.best ** 2,
    };
    return {
      item,
      indexed,
      held: m.held,
      features: Float64Array.from(FEATURES, (name) => values[name]),
      barred:
        elsewhere ||
        kin.some((i) => m.row.held[i]! < 0.5) ||
        (acted &&
          ((saysUndo && !itUndoes) ||
            (consent && (strangers > 0 || speaksForOther(m))) ||
            !manner.bids ||
            (manner.conditional && !indexed.conditional) ||
            (manner.negated && !indexed.negated) ||
            (consent && recipients.length > 0 && recipients.every((i) => m.row.held[i]! < 0.5)) ||
            (subjects.length > 0 && subjects.every((i) => m.row.held[i]! < 0.5)) ||
            forbidden.some((token) => indexed.said.has(token)))),
    };
  });
  const telling = said.tokens.filter((token) => !token.light).length;
  const none: Record<NoneFeature, number> = {
    none: 1,
    none_short: telling <= 1 ? 1 : 0,
    none_strange: strange,
    none_long: Math.min(1, Math.log1p(telling) / 3),
    none_act: tool === "ask" ? 0 : 1,
  };
  return { options, none: Float64Array.from(NONE_FEATURES, (name) => none[name]) };
}

/** A weighted share of the request's words. */
function share({ weights, all }: Said, of: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i]! * of(i);
  return sum / all;
}
