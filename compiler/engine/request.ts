import type { Ordinary } from "../language/translation";
import type { PartOutcome, PartRefusal, RequestPart } from "./action";
import { later, setTimer } from "./clock";
import {
  type CompiledEffects,
  type CompiledExchange,
  type CompiledWorld,
  HELD,
  type Item,
  type ItemKind,
  REQUESTED,
} from "./compiled-world";
import {
  carriable,
  type Delivery,
  findAuthority,
  findContradiction,
  findGrounding,
  isGrounded,
  missingAuthorities,
  refusalOf,
} from "./exchange";
import { runFinding } from "./findings";
import { isWithheld } from "./offer";
import { answerOrdinary, notOffered } from "./ordinary";
import { applyEffects, hold, learn, observe, raise, showReceipt, type Turn } from "./turn";

/** A part that names an item of the party's menu. */
interface Subject {
  asked: string;
  item: Item;
}

const NOTHING = {
  refusal: null,
  facts: [],
  documents: [],
  statuses: [],
  candidates: [],
  receipt: false,
  words: "",
} as const;

const done = (
  subject: Subject,
  outcome: PartOutcome["outcome"],
  rest: Partial<PartOutcome> = {},
): PartOutcome => ({ ...NOTHING, asked: subject.asked, item: subject.item, outcome, ...rest });

const refused = (subject: Subject, refusal: PartRefusal): PartOutcome =>
  done(subject, "refused", { refusal });

/** Answers one part of a request (E1 to E8, Q1). */
export function answerPart(delivery: Delivery, tool: Tool, part: RequestPart): PartOutcome {
  const { turn, party } = delivery;
  const { asked, item: id } = part;
  const about = part.ordinary?.about ? onMenu(turn.world, party, part.ordinary.about) : undefined;
  if (part.ordinary && !isLookedUp(part.ordinary, about)) {
    const words = answerOrdinary(delivery, part.ordinary, about ?? null);
    return { ...NOTHING, asked, item: null, outcome: "answered", words };
  }
  const item = about ?? (id === null ? undefined : onMenu(turn.world, party, id));
  if (!item) return { ...NOTHING, asked, item: null, ...withoutItem(delivery, tool, part) };
  const subject = { asked, item };
  const use = TOOL_FOR[item.kind];
  if (use === "submit_form" || (tool !== "voicemail" && use !== tool))
    return refused(subject, { why: "tool", use });
  switch (item.kind) {
    case "fact":
      return tell(delivery, subject);
    case "status":
      return check(delivery, subject);
    case "document":
      return handOver(delivery, subject);
    default:
      return carryOut(delivery, subject);
  }
}

type Tool = "ask" | "act" | "voicemail";

/** Q5: how far a status or a fact is, is the status or the fact itself. */
const isLookedUp = ({ topic }: Ordinary, about: Item | undefined) =>
  topic === "progress" && (about?.kind === "status" || about?.kind === "fact");

/** A part that fits no item: it is asked back with one item at most, or says why (E8). Its words never hang on the menu. */
function withoutItem(
  { turn, party }: Delivery,
  tool: Tool,
  { item, candidates = [], why = null }: RequestPart,
): Pick<PartOutcome, "outcome" | "words" | "candidates"> {
  const offer = candidates
    .flatMap((id) => onMenu(turn.world, party, id) ?? [])
    .find((candidate) => !isWithheld(turn, candidate));
  if (offer) return { outcome: "unclear", words: "", candidates: [offer] };
  if (why === "held_back") return { outcome: "held_back", words: "", candidates: [] };
  if (why === "not_offered" || item !== null)
    return { outcome: "cannot_do_here", words: notOffered(turn.world, party), candidates: [] };
  return { outcome: "not_understood", words: NOT_UNDERSTOOD[tool], candidates: [] };
}

const NOT_UNDERSTOOD: Record<Tool, string> = {
  ask: "I did not understand what you would like to know. Please ask for one thing in plain words.",
  act: "I did not understand what you would like done. Please name one thing in plain words.",
  voicemail: "",
};

/** All that is shown of a request over a channel that brings no answer: neither its parts nor how it was understood (C3). */
export const noted = (asked: string): PartOutcome => ({ ...NOTHING, asked, item: null, outcome: "noted" });

const TOOL_FOR = {
  fact: "ask",
  status: "ask",
  document: "ask",
  operation: "act",
  form: "submit_form",
} as const satisfies Record<ItemKind, string>;

/** An item of this party's menu. */
function onMenu(world: CompiledWorld, party: number, id: string): Item | undefined {
  const item = world.itemAt.get(id);
  if (!item) return undefined;
  const { kind, index } = item;
  if (kind === "fact")
    return world.facts[index]!.heldBy.some((holder) => holder.party === party) ? item : undefined;
  const owner =
    kind === "document"
      ? world.documents[index]!.owner
      : kind === "status"
        ? world.statuses[index]!.party
        : kind === "operation"
          ? world.operations[index]!.party
          : world.forms[index]!.party;
  return owner === party ? item : undefined;
}

/** Logs what an exchange lacks that goes ahead (E3, E4). */
function proceed(delivery: Delivery, id: string, exchange: CompiledExchange): void {
  findAuthority(delivery, id, exchange);
  findGrounding(delivery, id, exchange);
}

/** A fact asked of a holder; of several ways to ask it of this party, one that breaks no rule is taken first. */
function tell(delivery: Delivery, subject: Subject): PartOutcome {
  const { turn } = delivery;
  const { id, index } = subject.item;
  let chosen: CompiledExchange | null = null;
  let refusal: PartRefusal | null = null;
  for (const { party, exchange } of turn.world.facts[index]!.heldBy) {
    if (party !== delivery.party) continue;
    const reason = refusalOf(delivery, exchange, "fact", true);
    if (reason) {
      refusal ??= reason;
      continue;
    }
    chosen ??= exchange;
    if (missingAuthorities(turn, exchange).length > 0 || !isGrounded(turn, exchange)) continue;
    chosen = exchange;
    break;
  }
  if (!chosen) return refused(subject, refusal ?? { why: "requires", lacks: [] });
  proceed(delivery, id, chosen);
  learn(turn, index);
  return done(subject, "told", { facts: [index] });
}

function check(delivery: Delivery, subject: Subject): PartOutcome {
  const { turn } = delivery;
  const { id, index } = subject.item;
  const status = turn.world.statuses[index]!;
  const refusal = refusalOf(delivery, status.exchange, "status", true);
  if (refusal) return refused(subject, refusal);
  proceed(delivery, id, status.exchange);
  const rank = turn.cells[turn.world.layout.statuses + index]!;
  const before = turn.news.facts.length;
  observe(turn, index, rank);
  return done(subject, "told", {
    statuses: [{ status: index, rank }],
    facts: turn.news.facts.slice(before),
  });
}

/** Document requests and their collection (D3). */
function handOver(delivery: Delivery, subject: Subject): PartOutcome {
  const { turn } = delivery;
  const { world, cells } = turn;
  const { layout } = world;
  const { id, index } = subject.item;
  const document = world.documents[index]!;
  const exchange = document.exchange!;
  const state = cells[layout.documents + index]!;
  const now = cells[layout.clock]!;
  const collecting = state === REQUESTED && document.handover === "collected";
  if (state >= REQUESTED) {
    const refusal = carriable(delivery, exchange, "document", collecting);
    if (refusal) return refused(subject, refusal);
    if (state >= HELD) return done(subject, "already_done", { documents: [index] });
    if (!collecting || now < cells[layout.ready + index]!) return done(subject, "not_yet");
  }
  const atOnce = collecting || document.handover === "at_once";
  const refusal = refusalOf(delivery, exchange, "document", atOnce);
  if (refusal) return refused(subject, refusal);
  proceed(delivery, id, exchange);
  if (atOnce) {
    hold(turn, index);
    return done(subject, "handed_over", { documents: [index] });
  }
  raise(turn, layout.documents + index, REQUESTED);
  const ready = later(now, document.delay);
  if (document.arrival >= 0) setTimer(turn, document.arrival, ready);
  else cells[layout.ready + index] = ready;
  return done(subject, "requested");
}

/** An operation; once completed, asking again repeats the receipt (M3). */
function carryOut(delivery: Delivery, subject: Subject): PartOutcome {
  const { turn, answering } = delivery;
  const { layout } = turn.world;
  const { id, index } = subject.item;
  const { exchange, effects, forbidden, grants } = turn.world.operations[index]!;
  const repeated = turn.cells[layout.operations + index] === 1;
  const refusal = repeated
    ? carriable(delivery, exchange, "operation", false)
    : refusalOf(delivery, exchange, "operation", false);
  if (refusal) return refused(subject, refusal);
  const before = mark(turn);
  if (repeated) findContradiction(delivery, id, exchange);
  else {
    proceed(delivery, id, exchange);
    if (forbidden) delivery.findings.push(runFinding("forbidden-action/executed", [id]));
    raise(turn, layout.operations + index, 1);
    for (const authority of grants) raise(turn, layout.authorities + authority, 1);
    applyEffects(turn, effects);
  }
  if (answering) showReceipt(turn, effects);
  return done(subject, repeated ? "already_done" : "completed", {
    receipt: true,
    ...broughtBy(turn, effects, before),
  });
}

/** How much had come to light before something was done. */
export const mark = ({ news }: Turn) => ({ facts: news.facts.length, documents: news.documents.length });

/** What a receipt shows: what its effects bring, and everything that came to light with them (E7). */
export function broughtBy(turn: Turn, effects: CompiledEffects, before: ReturnType<typeof mark>) {
  return {
    facts: [...new Set([...effects.facts, ...turn.news.facts.slice(before.facts)])],
    documents: [...new Set([...effects.documents, ...turn.news.documents.slice(before.documents)])],
    statuses: effects.statuses,
  };
}
