import {
  ALIKE,
  indexMenu,
  isActed,
  type MenuIndex,
  type MenuItem,
  plain,
  rank,
  type Scored,
  type Tool,
} from "./menu-match";
import { statedValues } from "./stated";
import { likeness, tokensOf } from "./tokens";
import type { Translation, TranslationRequest } from "./translation";

type Part = Translation["parts"][number];

/** Score from which an item is meant: beside others, and far ahead of all others; and from which it is asked back. */
const CLEAR = 0.55;
const CLEAR_ALONE = 0.45;
const CONCEIVABLE = 0.25;
/** How far ahead of the next the best must be. */
const AHEAD = 0.08;
const FAR_AHEAD = 0.25;
/** Least share of its label that a request must hold to mean an item, and share from which it is wholly named. */
const LEAST_HELD = 0.3;
const WELL_HELD = 0.8;
const WHOLLY_HELD = 0.94;
/** Share of a request's words that a permission must hold: consent is never stretched to what was not asked. */
const CONSENT_HELD = 0.6;
/** Parts of one request; what goes beyond is answered as one that fits nothing. */
const MOST_PARTS = 20;
/** Items offered when it is not clear which is meant. */
const OFFERED = 5;

/**
 * Turns a request into items of the menu by words alone: the same request always gives the same
 * items, and one that is not clear is asked back, never guessed (E8).
 */
export function translateLexically(request: TranslationRequest): Translation {
  const index = indexMenu(request.menu);
  const placed = request.share.map((share) => ({ share, fact: factMeant(share.what, request.vocabulary) }));
  const said = placed.flatMap(({ share, fact }) => (fact ? [{ fact, value: share.value }] : []));
  const stated = valuesIn(request).filter((one) => said.every((given) => given.fact !== one.fact));
  const pieces = request.text
    .split(/[\n;]+/)
    .map((piece) => piece.replace(/\s+/gu, " ").trim())
    .filter(Boolean)
    .slice(0, MOST_PARTS + 1);
  const states = (piece: string) => !piece.includes("?") && stated.some(({ value }) => piece.includes(value));
  const parts = pieces.flatMap((piece) => partsOf(piece, request.tool, index, states));
  const joined = atMost(MOST_PARTS, join(parts));
  return {
    parts: joined.length > 0 ? joined : [nothing(request.text)],
    said: [...said, ...stated],
    unplaced: placed.flatMap(({ share, fact }) => (fact ? [] : [share.what])),
  };
}

/** Values that the words of the request give to one fact each. */
function valuesIn({ text, vocabulary }: TranslationRequest): Translation["said"] {
  if (vocabulary.length === 0) return [];
  const out = new Map<string, string>();
  for (const { value, named } of statedValues(text)) {
    const words = named.split(" ");
    const fact = words
      .map((_, i) => factMeant(words.slice(i).join(" "), vocabulary))
      .find((meant) => meant !== null);
    if (fact && !out.has(fact)) out.set(fact, value);
  }
  return [...out].map(([fact, value]) => ({ fact, value }));
}

const atMost = (most: number, parts: readonly Part[]): Part[] =>
  parts.length <= most
    ? [...parts]
    : [...parts.slice(0, most), nothing("the rest of a request that is too long")];
const part = (asked: string, item: string | null, candidates: string[] = []): Part => ({
  asked,
  item,
  candidates,
  ordinary: null,
  why: null,
});
const nothing = (asked: string) => part(asked, null);
const meant = (asked: string, item: MenuItem) => part(asked, item.id);
const fits = (part: Part) => part.item !== null || part.candidates.length > 0;

/**
 * Sentences around a request that ask for nothing are no parts of it, nor is one that would be asked back
 * when what it may mean is asked for beside it.
 */
function join(parts: readonly Part[]): Part[] {
  const items = new Set(parts.map((part) => part.item));
  const fitting = parts.filter(
    (part, i) =>
      fits(part) &&
      (part.item !== null
        ? parts[i - 1]?.item !== part.item || parts[i - 1]?.asked === part.asked
        : !part.candidates.some((candidate) => items.has(candidate))),
  );
  return fitting.length > 0 ? fitting : parts.slice(0, 1);
}

interface Read {
  parts: Part[];
  score: number;
}

/** The parts of one line: a label, sentences, several requests joined, or as a whole what comes nearest. */
function partsOf(line: string, tool: Tool, index: MenuIndex, states: (piece: string) => boolean): Part[] {
  const exact = exactly(line, tool, index);
  if (exact) return [exact];
  const sentences = line.split(/(?<=[.?!])\s+/).filter(Boolean);
  if (sentences.length > 1) {
    const asking = sentences.filter((sentence) => !states(sentence));
    return (asking.length > 0 ? asking : sentences).flatMap((sentence) =>
      partsOf(sentence, tool, index, states),
    );
  }
  const whole = read(line, tool, index);
  const joined = split(line, tool, index);
  return joined && (whole.parts[0]?.item === null || joined.score > whole.score) ? joined.parts : whole.parts;
}

/** Most places of one line at which requests may be joined. */
const MOST_JOINTS = 8;

/** The best way to read a line as several requests that are each clear and mean different items; null if there is none. */
function split(line: string, tool: Tool, index: MenuIndex): Read | null {
  const joints = [...line.matchAll(/,? and |, ?/gi)].slice(0, MOST_JOINTS);
  if (joints.length === 0) return null;
  const begins = [0, ...joints.map((joint) => joint.index + joint[0].length)];
  const ends = [...joints.map((joint) => joint.index), line.length];
  /** Best reading of what comes before each piece. */
  const best: (Read | null)[] = [{ parts: [], score: 1 }];
  for (let end = 1; end <= ends.length; end++) {
    best[end] = null;
    for (let begin = 0; begin < end; begin++) {
      const before = best[begin];
      if (!before || (begin === 0 && end === ends.length)) continue;
      const piece = read(line.slice(begins[begin], ends[end - 1]).trim(), tool, index);
      const item = piece.parts[0]?.item ?? null;
      if (item === null || before.parts.some((part) => part.item === item)) continue;
      const score = Math.min(before.score, piece.score);
      if (score > (best[end]?.score ?? 0)) best[end] = { parts: [...before.parts, ...piece.parts], score };
    }
  }
  return best[ends.length] ?? null;
}

function read(asked: string, tool: Tool, index: MenuIndex): Read {
  const exact = exactly(asked, tool, index);
  return exact ? { parts: [exact], score: 1 } : nearest(asked, tool, index);
}

/** A part that is the very label of one item; of several, the one that the tool is for. */
function exactly(asked: string, tool: Tool, index: MenuIndex): Part | null {
  const items = index.exact.get(plain(asked)) ?? [];
  const fitting = items.filter((item) => tool === "voicemail" || isActed(item) === (tool === "act"));
  const choice = fitting.length > 0 ? fitting : items;
  if (choice.length === 0) return null;
  return choice.length === 1
    ? meant(asked, choice[0]!)
    : part(asked, null, choice.map((item) => item.id).slice(0, OFFERED));
}

/** Only items the tool is for are taken by likeness; those of another tool are offered at most. */
function nearest(asked: string, tool: Tool, index: MenuIndex): Read {
  const acted = tool === "ask" ? [] : rank(asked, index.acted);
  const told = tool === "act" ? [] : rank(asked, index.asked);
  const ranked = [...acted, ...told].sort((a, b) => b.score - a.score);
  const read = decide(asked, ranked);
  if (fits(read.parts[0]!) || tool === "voicemail") return read;
  const others = rank(asked, tool === "act" ? index.asked : index.acted).filter((s) => s.score >= CLEAR);
  return { parts: [part(asked, null, idsOf(others))], score: 0 };
}

const idsOf = (scored: readonly Scored[]) => scored.slice(0, OFFERED).map(({ item }) => item.id);

function decide(asked: string, ranked: readonly Scored[]): Read {
  const [best, ...others] = ranked;
  if (!best || best.score < CONCEIVABLE) return { parts: [nothing(asked)], score: 0 };
  if (isClear(best, others)) return { parts: [meant(asked, best.item)], score: best.score };
  const near = ranked.filter(({ score }) => score >= CONCEIVABLE);
  return { parts: [part(asked, null, idsOf(near))], score: 0 };
}

function isClear(best: Scored, others: readonly Scored[]): boolean {
  const ahead = best.score - (others[0]?.score ?? 0);
  if (best.recall < LEAST_HELD) return false;
  if (!(best.score >= CLEAR && ahead >= AHEAD) && !(best.score >= CLEAR_ALONE && ahead >= FAR_AHEAD))
    return false;
  const alike = others.filter((other) => other.answer >= best.answer);
  if (best.recall < WHOLLY_HELD && alike.some((other) => other.recall >= WHOLLY_HELD)) return false;
  const saysAll = (other: Scored) =>
    other.score >= CONCEIVABLE && best.held.every((h, i) => other.held[i]! >= h - 0.1);
  if (best.recall < WELL_HELD && alike.some(saysAll)) return false;
  if (best.recall < WHOLLY_HELD && others.some((other) => speaksFor(other, best))) return false;
  return !best.consent || isWithinConsent(best, others);
}

/** A telling word of the request names the other item and nothing of the best one. */
const speaksFor = (other: Scored, best: Scored) =>
  other.score >= CLEAR_ALONE &&
  best.held.some((h, i) => best.telling[i] && h < 0.5 && other.held[i]! >= ALIKE);

/** Nothing in the words speaks for another permission, and most of them for this one. */
const isWithinConsent = (best: Scored, others: readonly Scored[]) =>
  best.told >= CONSENT_HELD &&
  !others.some(
    (other) =>
      other.consent && best.held.some((h, i) => best.telling[i] && h < 0.5 && other.held[i]! >= ALIKE),
  );

/** The one fact that words of a share name: a handle the agent holds, a label, or most of one's words. */
function factMeant(what: string, vocabulary: TranslationRequest["vocabulary"]): string | null {
  const held = vocabulary.find((entry) => entry.known && entry.fact === what);
  if (held) return held.fact;
  const labelled = vocabulary.filter((entry) => plain(entry.label) === plain(what));
  if (labelled.length > 0) return labelled.length === 1 ? labelled[0]!.fact : null;
  const said = tokensOf(what);
  const scored = vocabulary
    .map((entry) => {
      const words = tokensOf(entry.label);
      const shared = words.filter((word) => said.some((s) => likeness(s, word) > 0.8)).length;
      return { of: entry.fact, score: shared === 0 ? 0 : (2 * shared) / (words.length + said.length) };
    })
    .sort((a, b) => b.score - a.score);
  const [best, next] = scored;
  return best && best.score >= 0.6 && best.score - (next?.score ?? 0) >= 0.15 ? best.of : null;
}
