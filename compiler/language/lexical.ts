import { normalText } from "../spec/value";
import { telling } from "./tokens";
import type { Translation, TranslationRequest } from "./translation";

type MenuItem = TranslationRequest["menu"][number];
type Part = Translation["parts"][number];

/** Share of a label's telling words that a request must hold to mean it, and to be asked back. */
const CLEAR = 0.6;
const CONCEIVABLE = 0.4;
/** How far ahead of the next the best must be. */
const AHEAD = 0.15;
/** Parts of one request; what goes beyond is answered as one that fits nothing. */
const MOST_PARTS = 20;
/** Items offered when it is not clear which is meant. */
const OFFERED = 5;

interface Scored<T> {
  of: T;
  score: number;
}

/**
 * Turns a request into items of the menu by words alone: the same request always gives the same
 * items, and one that is not clear is asked back, never guessed (E8).
 */
export function translateLexically(request: TranslationRequest): Translation {
  const index = indexMenu(request.menu);
  const pieces = request.text
    .split(/[\n;]+/)
    .map((piece) => piece.replace(/\s+/gu, " ").trim())
    .filter(Boolean);
  const parts = atMost(
    MOST_PARTS,
    pieces.slice(0, MOST_PARTS + 1).flatMap((piece) => partsOf(piece, request, index)),
  );
  const placed = request.share.map((share) => ({ share, fact: factMeant(share.what, request.vocabulary) }));
  return {
    parts: parts.length > 0 ? parts : [nothing(request.text)],
    said: placed.flatMap(({ share, fact }) => (fact ? [{ fact, value: share.value }] : [])),
    unplaced: placed.flatMap(({ share, fact }) => (fact ? [] : [share.what])),
  };
}

interface MenuIndex {
  exact: Map<string, MenuItem[]>;
  words: Map<MenuItem, string[]>;
  /** How much a word tells: the rarer on this menu, the more. */
  weight: (word: string) => number;
}

const indices = new WeakMap<readonly MenuItem[], MenuIndex>();

/** The index of a menu; the same menu is indexed once. */
function indexMenu(menu: readonly MenuItem[]): MenuIndex {
  const index = indices.get(menu) ?? makeIndex(menu);
  indices.set(menu, index);
  return index;
}

function makeIndex(menu: readonly MenuItem[]): MenuIndex {
  const exact = new Map<string, MenuItem[]>();
  const words = new Map<MenuItem, string[]>();
  const uses = new Map<string, number>();
  for (const item of menu) {
    const label = plain(item.label);
    exact.set(label, [...(exact.get(label) ?? []), item]);
    const told = telling(item.label);
    words.set(item, told);
    for (const word of told) uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  return { exact, words, weight: (word) => 1 / (uses.get(word) ?? 1) };
}

const atMost = (most: number, parts: readonly Part[]): Part[] =>
  parts.length <= most
    ? [...parts]
    : [...parts.slice(0, most), nothing("the rest of a request that is too long")];
const plain = (text: string) => normalText(text).replace(/[?!.,:]+$/u, "");
const nothing = (asked: string): Part => ({ asked, item: null, candidates: [] });
const meant = (asked: string, item: MenuItem): Part => ({ asked, item: item.id, candidates: [] });

/** The parts of one line: a label, several labels joined, sentences, or as a whole what comes nearest. */
function partsOf(piece: string, request: TranslationRequest, index: MenuIndex): Part[] {
  const exact = exactly(piece, request, index);
  if (exact) return [exact];
  for (const joint of [/,? and |, ?/i, /,? and /i]) {
    const joined = piece.split(joint).filter(Boolean);
    if (joined.length < 2) continue;
    const each = joined.map((part) => exactly(part, request, index));
    if (each.every((part) => part !== null)) return each;
  }
  const sentences = piece.split(/(?<=[.?!])\s+/).filter(Boolean);
  if (sentences.length > 1) {
    const each = sentences.map(
      (sentence) => exactly(sentence, request, index) ?? nearest(sentence, request, index),
    );
    const fitting = each.filter((part) => part.item !== null || part.candidates.length > 0);
    if (fitting.length > 0) return fitting;
  }
  return [nearest(piece, request, index)];
}

/** A part that is the very label of one item; of several, the one that the tool is for. */
function exactly(asked: string, request: TranslationRequest, index: MenuIndex): Part | null {
  const items = index.exact.get(plain(asked)) ?? [];
  const fitting = items.filter((item) => fitsTool(item, request.tool));
  const choice = fitting.length > 0 ? fitting : items;
  if (choice.length === 0) return null;
  return choice.length === 1
    ? meant(asked, choice[0]!)
    : { asked, item: null, candidates: choice.map((item) => item.id).slice(0, OFFERED) };
}

function nearest(asked: string, request: TranslationRequest, index: MenuIndex): Part {
  const said = new Set(telling(asked));
  const scored = request.menu
    .map((item): Scored<MenuItem> => {
      const words = index.words.get(item)!;
      const all = words.reduce((sum, word) => sum + index.weight(word), 0);
      const held = words.reduce((sum, word) => sum + (said.has(word) ? index.weight(word) : 0), 0);
      return { of: item, score: all > 0 ? held / all : 0 };
    })
    .filter(({ score }) => score >= CONCEIVABLE)
    .sort((a, b) => b.score - a.score);
  const forTool = scored.filter(({ of }) => fitsTool(of, request.tool));
  const ranked =
    forTool.length > 0 && forTool[0]!.score >= (scored[0]?.score ?? 0) - AHEAD ? forTool : scored;
  const [best, next] = ranked;
  if (!best) return nothing(asked);
  if (best.score >= CLEAR && best.score - (next?.score ?? 0) >= AHEAD) return meant(asked, best.of);
  const near = ranked.filter(({ score }) => score >= best.score - AHEAD).slice(0, OFFERED);
  return { asked, item: null, candidates: near.map(({ of }) => of.id) };
}

function fitsTool(item: MenuItem, tool: TranslationRequest["tool"]): boolean {
  if (item.kind === "form") return false;
  return tool === "voicemail" || (item.kind === "operation") === (tool === "act");
}

/** The one fact that words of a share name: a handle the agent holds, a label, or most of one's words. */
function factMeant(what: string, vocabulary: TranslationRequest["vocabulary"]): string | null {
  const held = vocabulary.find((entry) => entry.known && entry.fact === what);
  if (held) return held.fact;
  const labelled = vocabulary.filter((entry) => plain(entry.label) === plain(what));
  if (labelled.length > 0) return labelled.length === 1 ? labelled[0]!.fact : null;
  const said = new Set(telling(what));
  const scored = vocabulary
    .map((entry): Scored<string> => {
      const words = telling(entry.label);
      const shared = words.filter((word) => said.has(word)).length;
      return { of: entry.fact, score: shared === 0 ? 0 : (2 * shared) / (words.length + said.size) };
    })
    .sort((a, b) => b.score - a.score);
  const [best, next] = scored;
  return best && best.score >= CLEAR && best.score - (next?.score ?? 0) >= AHEAD ? best.of : null;
}
