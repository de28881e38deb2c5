import type { Item } from "./compiled-world";
import { isShown } from "./reach";
import type { Turn } from "./turn";

/**
 * Whether an item may be landed on but is never offered (E9): what a red line prohibits, an act of a decoy, and a
 * permission for a party that has not been shown.
 */
export function isWithheld(turn: Pick<Turn, "world" | "cells">, { kind, index }: Item): boolean {
  const { world } = turn;
  if (kind !== "operation" && kind !== "form") return false;
  const act = kind === "operation" ? world.operations[index]! : world.forms[index]!;
  if (act.forbidden || world.world.spec.entities[act.party]!.decoy) return true;
  if (kind === "form") return false;
  return world.operations[index]!.grants.some((a) => {
    const { recipient } = world.world.spec.authorities[a]!;
    return !isShown(turn, world.partyAt.get(recipient));
  });
}

/** The items of a party's menu that are not offered now. */
export const withheldItems = (turn: Pick<Turn, "world" | "cells">, party: number): Set<string> =>
  new Set(turn.world.parties[party]!.menu.filter((item) => isWithheld(turn, item)).map((item) => item.id));
