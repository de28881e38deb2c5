import type { EngineState } from "./cells";
import { type CompiledEffects, type CompiledWorld, HELD, READ } from "./compiled-world";

/** What an action brought, as indices; `since` marks let a part of a request claim its share. */
export interface News {
  facts: number[];
  documents: number[];
  channels: number[];
  forms: number[];
  /** Reviews that ended by time; `receipt` says whether the answer shows facts and statuses (C3). */
  reviews: { form: number; receipt: boolean }[];
}

/** One action being carried out: the world, the state it changes, and what it brings to light. */
export interface Turn {
  readonly world: CompiledWorld;
  readonly cells: EngineState;
  readonly news: News;
  /** Watches whose condition may have come to hold. */
  readonly stale: number[];
}

export function beginTurn(world: CompiledWorld, cells: EngineState): Turn {
  return {
    world,
    cells,
    news: { facts: [], documents: [], channels: [], forms: [], reviews: [] },
    stale: [],
  };
}

/** Raises a cell (M1: nothing is ever taken back); false when it was there already. */
export function raise(turn: Turn, slot: number, value: number): boolean {
  if (turn.cells[slot]! >= value) return false;
  turn.cells[slot] = value;
  const watchers = turn.world.watchersOf[slot];
  if (watchers) for (const watch of watchers) turn.stale.push(watch);
  return true;
}

/** Makes a channel known (C1). */
export function reach(turn: Turn, channel: number): void {
  if (raise(turn, turn.world.layout.channels + channel, 1)) turn.news.channels.push(channel);
}

export function learn(turn: Turn, fact: number): void {
  if (!raise(turn, turn.world.layout.facts + fact, 1)) return;
  turn.news.facts.push(fact);
  for (const channel of turn.world.facts[fact]!.reveals) reach(turn, channel);
}

export function hold(turn: Turn, document: number): void {
  if (raise(turn, turn.world.layout.documents + document, HELD)) turn.news.documents.push(document);
}

/** Reads a held document (D2). */
export function readHeld(turn: Turn, document: number): void {
  raise(turn, turn.world.layout.documents + document, READ);
  for (const fact of turn.world.documents[document]!.facts) learn(turn, fact);
}

/** Shows the agent a status at `rank`, with what that reveals. Observed cells hold the rank plus one. */
export function observe(turn: Turn, status: number, rank: number): void {
  raise(turn, turn.world.layout.observed + status, rank + 1);
  for (const reveal of turn.world.statuses[status]!.reveals) {
    if (rank < reveal.from) continue;
    for (const fact of reveal.facts) learn(turn, fact);
    for (const channel of reveal.channels) reach(turn, channel);
  }
}

/** What effects do to the case itself; facts wait for a receipt (E7). */
export function applyEffects(turn: Turn, effects: CompiledEffects): void {
  for (const { status, rank } of effects.statuses) raise(turn, turn.world.layout.statuses + status, rank);
  for (const document of effects.documents) hold(turn, document);
}

/** Shows the agent what effects brought (E7). */
export function showReceipt(turn: Turn, effects: CompiledEffects): void {
  for (const fact of effects.facts) learn(turn, fact);
  for (const { status, rank } of effects.statuses) observe(turn, status, rank);
}

/** F1: whether a form is held. */
export function isFormHeld(world: CompiledWorld, cells: EngineState, form: number): boolean {
  return cells[world.layout.fired + world.forms[form]!.held] === 1;
}
