import { momentOf } from "../spec/moment";
import { type Condition, type ConditionSet, HELD, type Layout, REQUESTED } from "./compiled-world";
import { partyWithin } from "./phrases";
import { isShown } from "./reach";
import { isFormHeld, type Turn } from "./turn";

/**
 * What has to be in place before something can be done, as the party may say it (Q7): by name what the agent has been
 * shown, otherwise only of what kind it is. It never names a fact, a paper, a form or a state that was not shown.
 */
export function lacksOf(turn: View, party: number, condition: Condition): string[] {
  const { cells, world } = turn;
  const now = cells[world.layout.clock]!;
  const open = condition.filter(({ until }) => until >= now);
  const counted = open.map((set) => ({ set, unmet: unmetSlots(turn, set) }));
  const nearest = counted.sort((a, b) => a.unmet.length - b.unmet.length)[0];
  if (!nearest) return ["It is too late for that."];
  const words = nearest.unmet.map((slot) => lackAt(turn, party, slot));
  if (nearest.set.from > now) words.push(`Not before ${momentOf(world.world.start + nearest.set.from)}.`);
  return [...new Set(words)];
}

type View = Pick<Turn, "world" | "cells">;

const unmetSlots = ({ cells }: View, { slots, atLeast }: ConditionSet): number[] =>
  slots.filter((slot, i) => cells[slot]! < atLeast[i]!);

const KINDS = ["facts", "documents", "operations", "forms", "statuses", "authorities"] as const;

/** What stands in a cell of a state that a condition can read. */
function thingAt({ world }: View, slot: number): { kind: (typeof KINDS)[number]; index: number } {
  const { layout } = world;
  const counts: Pick<Layout, (typeof KINDS)[number]> = {
    facts: world.facts.length,
    documents: world.documents.length,
    operations: world.operations.length,
    forms: world.forms.length,
    statuses: world.statuses.length,
    authorities: world.authorities.length,
  };
  const kind = KINDS.find((k) => slot >= layout[k] && slot < layout[k] + counts[k])!;
  return { kind, index: slot - layout[kind] };
}

function lackAt(turn: View, party: number, slot: number): string {
  const { world, cells } = turn;
  const { spec } = world.world;
  const { layout } = world;
  const { kind, index } = thingAt(turn, slot);
  switch (kind) {
    case "facts":
      return "There is something that you have to find out first.";
    case "documents": {
      const state = cells[layout.documents + index]!;
      if (state < REQUESTED) return "There is a paper that you have to read first.";
      const { title, request } = spec.documents[index]!;
      return state < HELD
        ? `You have to get this and read it first: ${request!.label}.`
        : `Read this paper first: ${title}.`;
    }
    case "operations":
      return world.operations[index]!.party === party
        ? "Something else has to be done here first."
        : "Something has to be done elsewhere first.";
    case "forms":
      return isFormHeld(world, cells, index)
        ? `This form has to be accepted first: ${spec.forms[index]!.title}.`
        : "There is a form that has to be accepted first.";
    case "statuses": {
      const seen = cells[layout.observed + index]! - 1;
      const { label, values } = spec.status_surfaces[index]!;
      if (seen >= 0)
        return `This has to move on first: ${label} (${values[seen]!.label} when you last heard).`;
      return world.statuses[index]!.party === party
        ? "It has not come far enough for that. Ask again later."
        : "Something has to happen elsewhere first.";
    }
    case "authorities": {
      const grantor = world.partyAt.get(spec.authorities[index]!.grantor)!;
      const from = isShown(turn, grantor) ? ` from ${partyWithin(world, grantor)}` : "";
      return `A permission${from} is needed first.`;
    }
  }
}
