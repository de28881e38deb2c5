import type { EngineState } from "./cells";
import { settle } from "./clock";
import { type CompiledWorld, NEVER } from "./compiled-world";
import { beginTurn, hold, learn, raise, reach, readHeld, type Turn } from "./turn";

export type { EngineState } from "./cells";

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
