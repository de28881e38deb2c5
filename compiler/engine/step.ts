import type { World } from "../spec/world-index";
import type { EngineAction, Outcome, Refusal } from "./action";
import type { EngineState } from "./cells";
import { passTime, settle } from "./clock";
import { compileWorld } from "./compile-world";
import { type CompiledWorld, HELD } from "./compiled-world";
import { deliver, findExposure, findUnsupportedValues } from "./exchange";
import type { RunFinding } from "./findings";
import { reviewAnswer, submitForm } from "./form";
import { addressed, closeCall, openCall } from "./reach";
import { answerPart, noted } from "./request";
import { cloneState } from "./state";
import { beginTurn, isFormHeld, readHeld, type Turn } from "./turn";

/** What came of a step: the new state and what it showed. */
export interface Step {
  state: EngineState;
  outcome: Outcome;
}

/**
 * Carries out one typed action: a pure function of its arguments. It never throws on an action that
 * names things that do not exist; it refuses it (A2).
 */
export function stepEngine(world: World, state: EngineState, action: EngineAction): Step {
  const next = cloneState(state);
  return { state: next, outcome: advance(compileWorld(world), next, action) };
}

/**
 * The same, changing `state` in place, for whoever owns it alone: sessions, and searches that have
 * made their own copy.
 */
export function advance(world: CompiledWorld, state: EngineState, action: EngineAction): Outcome {
  const turn = beginTurn(world, state);
  const findings: RunFinding[] = [];
  const refusal = refusalOfAny(world, state, action.kind);
  if (refusal) return end(turn, findings, { outcome: "refused", refusal });
  const { used } = world.layout;
  const free = action.kind === "request" && action.free;
  if (!free && state[used]! < world.limit) state[used]! += 1;
  const ended = carryOut(turn, action, findings);
  settle(turn);
  if ("why" in ended) return end(turn, findings, { outcome: "refused", refusal: ended });
  if (turn.news.reviews.length === 0) return end(turn, findings, ended);
  const answers = turn.news.reviews.map(({ form, receipt }) => reviewAnswer(turn, form, receipt));
  return end(turn, findings, { ...ended, parts: [...(ended.parts ?? []), ...answers] });
}

function end(turn: Turn, findings: readonly RunFinding[], rest: Partial<Outcome>): Outcome {
  return { outcome: "done", refusal: null, parts: [], unanswered: [], news: turn.news, findings, ...rest };
}

/** A1: after `finish` nothing works, at the limit only `finish`. Such a call costs nothing and leaves no record. */
export function refusalOfAny(world: CompiledWorld, state: EngineState, tool: string): Refusal | null {
  if (state[world.layout.finished] === 1) return { why: "finished" };
  return state[world.layout.used]! >= world.limit && tool !== "finish" ? { why: "limit" } : null;
}

function carryOut(turn: Turn, action: EngineAction, findings: RunFinding[]): Refusal | Partial<Outcome> {
  const { world, cells } = turn;
  const { layout } = world;
  switch (action.kind) {
    case "call":
      return openCall(turn, action.channels);
    case "end_call":
      return closeCall(turn) ? {} : { why: "no_call" };
    case "request": {
      const party = world.partyAt.get(action.party);
      const over = addressed(turn, action.tool, party, action.channel);
      if (over.why !== null) return over;
      const aloud = [...(action.text ? [action.text] : []), ...(action.values ?? [])];
      const delivery = deliver(turn, party!, over.channel, action.said, findings, aloud);
      const parts = action.parts.map((part) => {
        const outcome = answerPart(delivery, action.tool, part);
        settle(turn);
        return outcome;
      });
      findExposure(delivery);
      findUnsupportedValues(delivery);
      return { parts: delivery.answering ? parts : [noted(action.text ?? action.parts[0]?.asked ?? "")] };
    }
    case "submit": {
      const form = world.formAt.get(action.form);
      if (form === undefined || !isFormHeld(world, cells, form)) return { why: "not_shown" };
      const { fields, party } = world.forms[form]!;
      const shown = new Set(fields.map(({ id }) => id));
      if (Object.keys(action.entries).some((id) => !shown.has(id))) return { why: "not_shown" };
      const over = addressed(turn, "submit", party, action.channel);
      return over.why === null
        ? { parts: [submitForm(turn, form, over.channel, action.entries, findings)] }
        : over;
    }
    case "read": {
      const document = world.documentAt.get(action.document);
      if (document === undefined || cells[layout.documents + document]! < HELD) return { why: "not_shown" };
      readHeld(turn, document);
      return {};
    }
    case "consult":
      return {};
    case "wait": {
      const target = cells[layout.clock]! + action.minutes;
      if (!Number.isInteger(action.minutes) || action.minutes < 1) return { why: "not_later" };
      if (target > world.horizon) return { why: "too_long" };
      closeCall(turn);
      passTime(turn, target);
      return {};
    }
    case "finish":
      cells[layout.finished] = 1;
      return { outcome: "finished" };
  }
}

/**
 * Whether a request could be put to this party over this channel now; null when it could. Asked before
 * a translator is troubled, so that a refused request costs no translation.
 */
export function refusalOfRequest(
  world: CompiledWorld,
  state: EngineState,
  action: Extract<EngineAction, { kind: "request" }>,
): Refusal | null {
  const closed = refusalOfAny(world, state, action.tool);
  if (closed) return closed;
  const over = addressed(
    beginTurn(world, state),
    action.tool,
    world.partyAt.get(action.party),
    action.channel,
  );
  return over.why === null ? null : over;
}
