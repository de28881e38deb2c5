import { type Condition, NEVER } from "./compiled-world";

declare const engineState: unique symbol;

/**
 * Everything that can differ between two moments of a case, as numbers in the cells that
 * `CompiledWorld.layout` assigns. Outside this room a state is only copied, compared and stepped.
 */
export type EngineState = Int32Array & { readonly [engineState]: true };

export function holds(cells: EngineState, condition: Condition, now: number): boolean {
  return condition.length === 0 || earliest(cells, condition, now) <= now;
}

/** First minute from `now` on in which the condition holds if no more cell grows; NEVER if none. */
export function earliest(cells: EngineState, condition: Condition, now: number): number {
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
