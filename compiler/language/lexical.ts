import { isAskedFor } from "./asked-for";
import { type Chance, chancesOf } from "./decide";
import { readingOf } from "./features";
import { indexMenu, isActed, type MenuIndex, type MenuItem, plain, type Tool } from "./menu-index";
import { titledNames } from "./names";
import { thingNamed, topicOf } from "./questions";
import { type Clause, clausesOf } from "./segments";
import { sharesOf } from "./shares";
import { statedValues } from "./stated";
import { THRESHOLDS } from "./thresholds";
import { spelled, tokensOf } from "./tokens";
import type { NoFit, Ordinary, Translation, TranslationRequest } from "./translation";

type Part = Translation["parts"][number];

/** Parts of one request; what goes beyond is answered as one that fits nothing. */
const MOST_PARTS = 20;
/** Places in one clause at which a list of things may be joined. */
const MOST_JOINTS = 6;

/**
 * Turns a request into items of the menu by words alone: the same request always gives the same items. What is clear
 * lands, what is likely is offered, and everything else fits nothing; what decides is weighed in `weights.ts` (L2, L8).
 */
export function translateLexically(request: TranslationRequest): Translation {
  const parts = partsOf(request);
  return {
    parts:
      parts.length <= MOST_PARTS ? parts : [...parts.slice(0, MOST_PARTS), nothing(BEYOND, "not_understood")],
    ...sharesOf(request),
  };
}

const BEYOND = "the rest of a request that is too long";

const part = (asked: string, rest: Partial<Part>): Part => ({
  asked,
  item: null,
  candidates: [],
  ordinary: null,
  why: null,
  ...rest,
});
const nothing = (asked: string, why: NoFit) => part(asked, { why });
const meant = (asked: string, item: MenuItem) => part(asked, { item: item.id });

/** A question is only held back by words that forbid an answer. */
const FORBIDS = /\b(?:do not|don['’]?t|never)\b/iu;
/** What starts so only adds to what stands before it. */
const ADDS = /^(?:in|on|at|by|with|from|to|including|inside|outside|for|of|as|like|especially)\b/iu;
/** Words that stand for something said before: a clause with one of them adds to it, and asks nothing new. */
const REFERS_BACK = /\b(?:it|them|they|their|theirs|those|which one)\b/iu;
const YES =
  /^(?:yes|yeah|yep|yup|sure|correct|right|exactly|ok|okay|please do|go ahead|that one|that is (?:it|right|the one|what i (?:mean|meant|want)))\b(?:[\s,.!]*(?:yes|please|thank you|thanks|that one|that is (?:it|right|the one|what i (?:mean|meant|want))|exactly|do (?:that|it|so)|go ahead|i (?:mean|meant|want) that(?: one)?|correct|right|now))*[\s.!]*$/u;

function partsOf(request: TranslationRequest): Part[] {
  const { tool, offered, menu } = request;
  const text = request.text.trim();
  if (offered !== null && YES.test(spelled(text))) {
    const item = menu.find(({ id }) => id === offered);
    if (item) return [meant(text, item)];
  }
  const index = indexMenu(menu);
  const whole = exactly(text, tool, index);
  if (whole) return [whole];
  const named = labelsIn(text, tool, index);
  if (named) return named;
  const clauses = clausesOf(text);
  const said = clauses.filter((clause) => clause.mood !== "greets" && !onlyStates(clause));
  const isHeld = (clause: Clause) =>
    clause.held && (tool !== "ask" || clause.mood !== "asks" || FORBIDS.test(clause.text));
  const held = said.filter(isHeld);
  const active = said.filter((clause) => !isHeld(clause));
  if (said.some((clause) => titledNames(clause.text).some((name) => !request.isNamed(name))))
    return [nothing(text, "not_understood")];
  if (active.length === 0) return [part(text, held.length > 0 ? { why: "held_back" } : emptyOf(clauses))];
  return new Decision(request, index, active, held).parts();
}

/** A request without anything that is asked: a greeting, or nothing to understand. */
const emptyOf = (clauses: readonly Clause[]): Partial<Part> =>
  clauses.some(({ mood }) => mood === "greets")
    ? { ordinary: { topic: "courtesy", about: null } }
    : { why: "not_understood" };

/** A clause that gives a value and asks for nothing: "her date of birth is …". */
const onlyStates = ({ text, mood }: Clause) => mood === "tells" && statedValues(text).length > 0;

/** A part that is the very wording of one item; of several, the one that the tool is for. */
function exactly(asked: string, tool: Tool, index: MenuIndex): Part | null {
  const items = index.exact.get(plain(asked)) ?? [];
  const fitting = items.filter((item) => tool === "voicemail" || isActed(item) === (tool === "act"));
  const choice = fitting.length > 0 ? fitting : items;
  if (choice.length === 0) return null;
  return choice.length === 1 ? meant(asked, choice[0]!) : part(asked, { candidates: [choice[0]!.id] });
}

/** The parts of a request that is nothing but wordings of items, one after the other; null when it is not. */
function labelsIn(text: string, tool: Tool, index: MenuIndex): Part[] | null {
  const lines = text
    .split(/[\n;]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length > MOST_PARTS * 20) return null;
  const out: Part[] = [];
  for (const line of lines) {
    const parts = exactly(line, tool, index) ?? exactList(line, tool, index);
    if (!parts) return null;
    for (const one of [parts].flat())
      if (out.at(-1)?.item !== one.item || out.at(-1)?.asked === one.asked) out.push(one);
  }
  return out.length > 0 ? out : null;
}

function exactList(line: string, tool: Tool, index: MenuIndex): Part[] | null {
  const pieces = line
    .split(/,? and |, ?/i)
    .map((piece) => piece.trim())
    .filter(Boolean);
  const parts = pieces.map((piece) => exactly(piece, tool, index));
  return pieces.length > 1 && parts.every((one) => one !== null) ? (parts as Part[]) : null;
}

/** Words that ask for anything at all: one vague question must not bring out what a party holds. */
const INDEFINITE = new Set(
  tokensOf("anything something everything nothing whatever else more").map(({ stem }) => stem),
);
const namesNothing = (text: string) =>
  tokensOf(text).every(({ stem, light }) => light || INDEFINITE.has(stem));

/** What is decided about one request that is no wording of the menu. */
class Decision {
  readonly #request: TranslationRequest;
  readonly #index: MenuIndex;
  readonly #active: readonly Clause[];
  readonly #held: readonly Clause[];
  readonly #asking: readonly Clause[];

  constructor(
    request: TranslationRequest,
    index: MenuIndex,
    active: readonly Clause[],
    held: readonly Clause[],
  ) {
    this.#request = request;
    this.#index = index;
    this.#active = active;
    this.#held = held;
    const asking = active.filter(({ mood }) => mood === "asks" || mood === "bids");
    this.#asking = asking.length > 0 ? asking : active;
  }

  parts(): Part[] {
    const text = this.#active.map((clause) => clause.text).join(" ");
    const whole = this.#chances(this.#active);
    const several = this.#several();
    if (several) return several;
    const [best] = whole;
    const question = this.#question(best);
    if (question?.first) return [part(text, { ordinary: question.ordinary })];
    const label = this.#sameWords(whole);
    if (label) return [meant(text, label)];
    if (!question && namesNothing(text)) return [nothing(text, "not_understood")];
    if (best && this.#isClear(best, whole[1])) return [meant(text, best.option.item)];
    const alone =
      this.#asking.length < this.#active.length || this.#asking.length > 1 ? this.#single(whole) : null;
    if (alone) return [alone];
    if (question) return [part(text, { ordinary: question.ordinary })];
    if (best && this.#isOffered(best)) return [part(text, { candidates: [best.option.item.id] })];
    if (this.#held.length > 0) return [nothing(text, "held_back")];
    return [
      nothing(
        text,
        this.#isPlain() && (best?.chance ?? 0) < THRESHOLDS.near ? "not_offered" : "not_understood",
      ),
    ];
  }

  #chances(clauses: readonly Clause[], text = clauses.map((clause) => clause.text).join(" ")): Chance[] {
    const reading = readingOf(text, this.#request.tool, this.#index.words, clauses, this.#held);
    return chancesOf(reading);
  }

  #needed({ option }: Chance): number {
    return option.indexed.acted && this.#request.tool !== "ask" ? THRESHOLDS.act : THRESHOLDS.ask;
  }

  /** The one item whose label has the very words of the request, and no other telling ones. */
  #sameWords(whole: readonly Chance[]): MenuItem | null {
    const words = (said: string) =>
      tokensOf(said)
        .flatMap(({ stem, light }) => (light ? [] : [stem]))
        .sort()
        .join(" ");
    const said = words(this.#active.map((clause) => clause.text).join(" "));
    const same = whole.filter(
      ({ option: { item, indexed } }) =>
        said !== "" && words(item.label) === said && indexed.acted === (this.#request.tool !== "ask"),
    );
    return same.length === 1 ? same[0]!.option.item : null;
  }

  /** Likely enough, and much more so than any other item. */
  #isClear(best: Chance, next: Chance | undefined): boolean {
    return best.chance >= this.#needed(best) && best.chance >= THRESHOLDS.ahead * (next?.chance ?? 0);
  }

  /** One clause that is clear by itself, and that nothing in the whole speaks against. */
  #single(whole: readonly Chance[]): Part | null {
    for (const clause of this.#asking) {
      const [best, next] = this.#chances([clause]);
      if (!best || !this.#isClear(best, next)) continue;
      const all = whole.find(({ option }) => option.item === best.option.item);
      if (all && all.chance >= THRESHOLDS.offer && all.option.item === whole[0]?.option.item)
        return meant(clause.text, best.option.item);
    }
    return null;
  }

  /** Several clauses, or things in a list, that are each clear and mean different items; null when there are not two. */
  #several(): Part[] | null {
    const out: Part[] = [];
    const add = (one: Part) => {
      if (!out.some((before) => before.item === one.item)) out.push(one);
    };
    const alone = this.#asking.length === 1;
    const clear = this.#asking.map((clause) => {
      const listed = this.#listed(clause);
      return listed ?? (alone ? [] : this.#clear(clause, clause.text, THRESHOLDS.clause));
    });
    const all = clear.every((parts) => parts.length > 0);
    for (const parts of clear)
      for (const one of parts) if (all || parts.length > 1 || one.chance >= THRESHOLDS.several) add(one.part);
    return out.length > 1 ? out : null;
  }

  #clear(clause: Clause, text: string, least: number): { part: Part; chance: number }[] {
    if (
      REFERS_BACK.test(text) ||
      (text === clause.text && tokensOf(text).filter((token) => !token.light).length < 2)
    )
      return [];
    const [best] = this.#chances([clause], text);
    return best && best.chance >= least ? [{ part: meant(text, best.option.item), chance: best.chance }] : [];
  }

  /** The things of a list: each must be clear, but for what only introduces them. */
  #listed(clause: Clause): { part: Part; chance: number }[] | null {
    const pieces = clause.text
      .split(/,? (?:and|&) (?:also )?|, (?:and )?|: /iu)
      .map((piece) => piece.trim())
      .filter((piece) => tokensOf(piece).some((token) => !token.light));
    if (
      pieces.length < 2 ||
      pieces.length > MOST_JOINTS + 1 ||
      pieces.slice(1).some((piece) => ADDS.test(piece))
    )
      return null;
    const found = pieces.map((piece) => {
      const exact = exactly(piece, this.#request.tool, this.#index);
      return exact?.item ? [{ part: exact, chance: 1 }] : this.#clear(clause, piece, THRESHOLDS.listed);
    });
    const introduced = found[0]?.length === 0 ? found.slice(1) : found;
    const items = new Set(introduced.map(([one]) => one?.part.item));
    return introduced.length > 1 &&
      introduced.every((one) => one.length > 0) &&
      items.size === introduced.length
      ? introduced.flat()
      : null;
  }

  /** Whether an item may be asked back: likely, mostly held by the words, and no other as likely. */
  #isOffered({ chance, option }: Chance): boolean {
    return (
      chance >= THRESHOLDS.offer &&
      option.held >= THRESHOLDS.held &&
      isAskedFor(this.#request.text, option.item.label) &&
      !this.#request.withheld.has(option.item.id)
    );
  }

  /** The ordinary question that is put, and whether it comes before what is on the menu. */
  #question(best: Chance | undefined): { ordinary: Ordinary; first: boolean } | null {
    const { known, party } = this.#request;
    for (const clause of this.#asking) {
      const found = topicOf(clause);
      if (!found) continue;
      const { topic, heads } = found;
      const strange = heads.length > 0 && !heads.some((head) => best && head.test(best.option.indexed.text));
      const item =
        best && best.chance >= THRESHOLDS.offer && best.option.held >= THRESHOLDS.held
          ? best.option.item
          : null;
      const withheld = item !== null && this.#request.withheld.has(item.id);
      const about =
        topic === "courtesy"
          ? null
          : topic === "hours" || topic === "contact"
            ? thingNamed(clause.text, known, party.name)
            : withheld
              ? null
              : (item?.id ?? null);
      return { ordinary: { topic, about }, first: strange && (best?.chance ?? 0) < THRESHOLDS.sure };
    }
    return null;
  }

  /** Whether the words are a request that anybody would understand, whatever is on the menu. */
  #isPlain(): boolean {
    return this.#asking.some(({ text, mood }) => {
      const words = tokensOf(text).filter((token) => !token.light);
      return (mood === "asks" || mood === "bids") && words.length >= 2;
    });
  }
}
