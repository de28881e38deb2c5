import type { PartOutcome, PartRefusal, RequestPart } from "./action";
import { later, setTimer } from "./clock";
import { type CompiledExchange, type CompiledWorld, HELD, type Item, REQUESTED } from "./compiled-world";
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
import { applyEffects, hold, learn, observe, raise, showReceipt, type Turn } from "./turn";

const NOTHING = {
  item: null,
  refusal: null,
  facts: [],
  documents: [],
  statuses: [],
  candidates: [],
  receipt: false,
} as const;

/** What a part showed beyond its own subject: everything that became known while it was answered. */
export function shown(turn: Turn, before: { facts: number; documents: number }) {
  return {
    facts: turn.news.facts.slice(before.facts),
    documents: turn.news.documents.slice(before.documents),
  };
}

/**
 * Answers one part of a request (E1 to E8). Over an outbound channel the party does what it can and
 * the agent hears nothing of it (C3).
 */
export function answerPart(
  delivery: Delivery,
  tool: "ask" | "act" | "voicemail",
  part: RequestPart,
): PartOutcome {
  const outcome = answer(delivery, tool, part);
  return delivery.answering ? outcome : { ...NOTHING, asked: part.asked, outcome: "noted" };
}

function answer(delivery: Delivery, tool: "ask" | "act" | "voicemail", part: RequestPart): PartOutcome {
  const { asked } = part;
  const { world } = delivery.turn;
  const item = part.item === null ? undefined : onMenu(world, delivery.party, part.item);
  if (!item) {
    const candidates = (part.candidates ?? []).flatMap((id) => onMenu(world, delivery.party, id) ?? []);
    return { ...NOTHING, asked, candidates, outcome: candidates.length > 0 ? "unclear" : "cannot_do_here" };
  }
  const refused = (refusal: PartRefusal): PartOutcome => ({
    ...NOTHING,
    asked,
    item,
    refusal,
    outcome: "refused",
  });
  const use = rightTool(item);
  if (use === "submit_form" || (tool !== "voicemail" && use !== tool)) return refused({ why: "tool", use });
  const done = (outcome: PartOutcome["outcome"], rest: Partial<PartOutcome> = {}): PartOutcome => ({
    ...NOTHING,
    asked,
    item,
    outcome,
    ...rest,
  });
  switch (item.kind) {
    case "fact":
      return tell(delivery, item, done, refused);
    case "status":
      return check(delivery, item, done, refused);
    case "document":
      return handOver(delivery, item, done, refused);
    default:
      return carryOut(delivery, item, done, refused);
  }
}

/** An item of this party's menu. */
function onMenu(world: CompiledWorld, party: number, id: string): Item | undefined {
  const item = world.itemAt.get(id);
  if (!item) return undefined;
  const there = {
    fact: () => world.facts[item.index]!.heldBy.some((holder) => holder.party === party),
    document: () => world.documents[item.index]!.owner === party,
    status: () => world.statuses[item.index]!.party === party,
    operation: () => world.operations[item.index]!.party === party,
    form: () => world.forms[item.index]!.party === party,
  }[item.kind]();
  return there ? item : undefined;
}

const rightTool = (item: Item) =>
  item.kind === "operation"
    ? ("act" as const)
    : item.kind === "form"
      ? ("submit_form" as const)
      : ("ask" as const);

type Done = (outcome: PartOutcome["outcome"], rest?: Partial<PartOutcome>) => PartOutcome;
type Refused = (refusal: PartRefusal) => PartOutcome;

/** Logs what an exchange lacks that goes ahead (E3, E4). */
function proceed(delivery: Delivery, id: string, exchange: CompiledExchange): void {
  findAuthority(delivery, id, exchange);
  findGrounding(delivery, id, exchange);
}

/** A fact asked of a holder; of several ways to ask it of this party, one that breaks no rule is taken first. */
function tell(delivery: Delivery, item: Item, done: Done, refused: Refused): PartOutcome {
  const { turn } = delivery;
  let chosen: CompiledExchange | null = null;
  let refusal: PartRefusal = { why: "requires" };
  let first = true;
  for (const { party, exchange } of turn.world.facts[item.index]!.heldBy) {
    if (party !== delivery.party) continue;
    const reason = refusalOf(delivery, exchange, "fact", true);
    if (reason) {
      if (first) refusal = reason;
      first = false;
      continue;
    }
    chosen ??= exchange;
    if (missingAuthorities(turn, exchange).length > 0 || !isGrounded(turn, exchange)) continue;
    chosen = exchange;
    break;
  }
  if (!chosen) return refused(refusal);
  proceed(delivery, item.id, chosen);
  learn(turn, item.index);
  return done("told", { facts: [item.index] });
}

function check(delivery: Delivery, item: Item, done: Done, refused: Refused): PartOutcome {
  const { turn } = delivery;
  const status = turn.world.statuses[item.index]!;
  const refusal = refusalOf(delivery, status.exchange, "status", true);
  if (refusal) return refused(refusal);
  proceed(delivery, item.id, status.exchange);
  const rank = turn.cells[turn.world.layout.statuses + item.index]!;
  const before = turn.news.facts.length;
  observe(turn, item.index, rank);
  return done("told", {
    statuses: [{ status: item.index, rank }],
    facts: turn.news.facts.slice(before),
  });
}

/** Document requests and their collection (D3). */
function handOver(delivery: Delivery, item: Item, done: Done, refused: Refused): PartOutcome {
  const { turn } = delivery;
  const { world, cells } = turn;
  const { layout } = world;
  const document = world.documents[item.index]!;
  const exchange = document.exchange!;
  const state = cells[layout.documents + item.index]!;
  const now = cells[layout.clock]!;
  const handed = () => {
    hold(turn, item.index);
    return done("handed_over", { documents: [item.index] });
  };
  if (state >= REQUESTED) {
    const refusal = carriable(
      delivery,
      exchange,
      "document",
      state === REQUESTED && document.handover === "collected",
    );
    if (refusal) return refused(refusal);
    if (state >= HELD) return done("already_done", { documents: [item.index] });
    if (document.handover === "sent" || now < cells[layout.ready + item.index]!) return done("not_yet");
  }
  const refusal = refusalOf(
    delivery,
    exchange,
    "document",
    state === REQUESTED || document.handover === "at_once",
  );
  if (refusal) return refused(refusal);
  proceed(delivery, item.id, exchange);
  if (state === REQUESTED || document.handover === "at_once") return handed();
  raise(turn, layout.documents + item.index, REQUESTED);
  const ready = later(now, document.delay);
  if (document.arrival >= 0) setTimer(turn, document.arrival, ready);
  else cells[layout.ready + item.index] = ready;
  return done("requested");
}

/** An operation; once completed, asking again repeats the receipt (M3). */
function carryOut(delivery: Delivery, item: Item, done: Done, refused: Refused): PartOutcome {
  const { turn, answering } = delivery;
  const { layout } = turn.world;
  const operation = turn.world.operations[item.index]!;
  const repeated = turn.cells[layout.operations + item.index] === 1;
  const refusal = repeated
    ? carriable(delivery, operation.exchange, "operation", false)
    : refusalOf(delivery, operation.exchange, "operation", false);
  if (refusal) return refused(refusal);
  const before = { facts: turn.news.facts.length, documents: turn.news.documents.length };
  if (repeated) findContradiction(delivery, item.id, operation.exchange);
  else {
    proceed(delivery, item.id, operation.exchange);
    if (operation.forbidden) delivery.findings.push(runFinding("forbidden-action/executed", [item.id]));
    raise(turn, layout.operations + item.index, 1);
    for (const authority of operation.grants) raise(turn, layout.authorities + authority, 1);
    applyEffects(turn, operation.effects);
  }
  if (answering) showReceipt(turn, operation.effects);
  const also = shown(turn, before);
  return done(repeated ? "already_done" : "completed", {
    receipt: true,
    facts: [...new Set([...operation.effects.facts, ...also.facts])],
    documents: [...new Set([...operation.effects.documents, ...also.documents])],
    statuses: operation.effects.statuses,
  });
}
