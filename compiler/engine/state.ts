import {
  ACCEPTED,
  type CompiledEffects,
  type CompiledWorld,
  type Condition,
  HELD,
  NEVER,
  READ,
  REJECTED,
} from "./compile-world";

declare const engineState: unique symbol;

/**
 * Everything that can differ between two moments of a case, as numbers in the cells that
 * `CompiledWorld.layout` assigns. Outside this room a state is only copied, compared and stepped.
 */
export type EngineState = Int32Array & { readonly [engineState]: true };

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

/** A copy that can be stepped on its own. */
export function cloneState(state: EngineState): EngineState {
  return state.slice() as EngineState;
}

/**
 * The same text for states that cannot be told apart by what happens from here on, the number of
 * actions used aside.
 */
export function stateKey(world: CompiledWorld, state: EngineState): string {
  const copy = state.slice();
  copy[world.layout.used] = 0;
  copy[world.layout.nextDue] = 0;
  return copy.join();
}

export function holds(cells: EngineState, condition: Condition, now: number): boolean {
  return condition.length === 0 || earliest(cells, condition, now) <= now;
}

/** First minute from `now` on in which the condition holds if no more cell grows; NEVER if none. */
function earliest(cells: EngineState, condition: Condition, now: number): number {
  if (condition.length === 0) return now;
  let first = NEVER;
  next: for (const set of condition) {
    const at = Math.max(set.from, now);
    if (at > set.until || at >= first) continue;
    for (let i = 0; i < set.slots.length; i++) {
      if (cells[set.slots[i]!]! < set.atLeast[i]!) continue next;
    }
    first = at;
  }
  return first;
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

/** Sets a timer; the earliest of all is kept at hand. */
export function setTimer(turn: Turn, timer: number, at: number): void {
  const { cells } = turn;
  const { due, nextDue } = turn.world.layout;
  cells[due + timer] = at;
  if (at < cells[nextDue]!) cells[nextDue] = at;
}

/** Two minutes added, never past NEVER. */
export const later = (minute: number, minutes: number) =>
  minute === NEVER ? NEVER : Math.min(minute + minutes, NEVER);

function refreshWatches(turn: Turn): void {
  const { world, cells, stale } = turn;
  const { clock, watches, fired } = world.layout;
  for (let w = stale.pop(); w !== undefined; w = stale.pop()) {
    const watch = world.watches[w]!;
    const first = earliest(cells, watch.condition, cells[clock]!);
    if (first >= cells[watches + w]!) continue;
    cells[watches + w] = first;
    if (watch.timer < 0 || cells[fired + watch.timer] === 1) continue;
    setTimer(turn, watch.timer, later(Math.max(first, watch.notBefore), watch.delay));
  }
}

/** Ends the review of a form (F3); true when its receipt is shown. */
export function endReview(turn: Turn, f: number): boolean {
  const { world, cells } = turn;
  const { layout } = world;
  const form = world.forms[f]!;
  const accepted = cells[layout.verdicts + f] === 1;
  const answering = cells[layout.answered + f] === 1;
  cells[layout.verdicts + f] = 0;
  cells[layout.answered + f] = 0;
  if (!accepted) {
    cells[layout.forms + f] = REJECTED;
    return false;
  }
  raise(turn, layout.forms + f, ACCEPTED);
  applyEffects(turn, form.effects);
  if (answering) showReceipt(turn, form.effects);
  return answering;
}

function fire(turn: Turn, t: number): void {
  const { world, cells, news } = turn;
  const timer = world.timers[t]!;
  switch (timer.kind) {
    case "arrival":
      hold(turn, timer.document);
      return;
    case "review":
      news.reviews.push({ form: timer.form, receipt: endReview(turn, timer.form) });
      return;
    case "held":
      cells[world.layout.fired + t] = 1;
      news.forms.push(timer.form);
      return;
    case "event":
      cells[world.layout.fired + t] = 1;
      applyEffects(turn, timer.effects);
      for (const fact of timer.effects.facts) learn(turn, fact);
      return;
  }
}

/** Applies everything that is due in this minute, until nothing is added (T2, T3). */
export function settle(turn: Turn): void {
  const { world, cells } = turn;
  const { clock, nextDue, due } = world.layout;
  const end = due + world.timers.length;
  refreshWatches(turn);
  while (cells[nextDue]! <= cells[clock]!) {
    cells[nextDue] = NEVER;
    for (let slot = due; slot < end; slot++) {
      if (cells[slot]! > cells[clock]!) continue;
      cells[slot] = NEVER;
      fire(turn, slot - due);
    }
    let next = NEVER;
    for (let slot = due; slot < end; slot++) if (cells[slot]! < next) next = cells[slot]!;
    cells[nextDue] = next;
    refreshWatches(turn);
  }
}

/** Moves the clock to `target` through every due minute on the way (T2). */
export function passTime(turn: Turn, target: number): void {
  const { cells } = turn;
  const { clock, nextDue } = turn.world.layout;
  while (cells[nextDue]! <= target) {
    cells[clock] = cells[nextDue]!;
    settle(turn);
  }
  cells[clock] = target;
}

/** The state before the first action: day one, then everything due at minute 0 (T3). */
export function openTurn(world: CompiledWorld): Turn {
  const { layout } = world;
  const { day_one } = world.world.spec;
  const turn = beginTurn(world, new Int32Array(layout.size) as EngineState);
  const { cells } = turn;
  cells.fill(NEVER, layout.watches, layout.fired);
  cells.fill(NEVER, layout.firstTry, layout.firstTry + world.channels.length);
  cells[layout.nextDue] = NEVER;
  world.statuses.forEach((status, s) => {
    cells[layout.statuses + s] = status.initial;
  });
  for (const id of day_one.contacts) reach(turn, world.channelAt.get(id)!);
  for (const id of day_one.facts) learn(turn, world.factAt.get(id)!);
  for (const id of day_one.documents) {
    const document = world.documentAt.get(id)!;
    hold(turn, document);
    readHeld(turn, document);
  }
  const heldAtStart = new Set(day_one.authorities);
  world.authorities.forEach((id, a) => {
    if (heldAtStart.has(id)) raise(turn, layout.authorities + a, 1);
  });
  turn.stale.length = 0;
  for (let w = world.watches.length - 1; w >= 0; w--) turn.stale.push(w);
  settle(turn);
  return turn;
}

/** The state before the first action. */
export function openState(world: CompiledWorld): EngineState {
  return openTurn(world).cells;
}
