import { momentOf } from "../spec/moment";
import type { TimeEvent } from "../spec/world";
import {
  ACCEPTED,
  type CompiledEffects,
  type CompiledWorld,
  HELD,
  type Item,
  NEVER,
  REJECTED,
  REQUESTED,
  SUBMITTED,
} from "./compiled-world";
import type { Turn } from "./turn";

type View = Pick<Turn, "world" | "cells">;

/**
 * Q5: how far something is that the agent itself set in motion, and when to ask again. `only_open` gives nothing for what
 * was not begun or has ended.
 */
export function underWay(turn: View, item: Item): string;
export function underWay(turn: View, item: Item, which: "only_open"): string | null;
export function underWay(turn: View, item: Item, which?: "only_open"): string | null {
  const { open, words } = progressOf(turn, item);
  return which && !open ? null : words;
}

interface Progress {
  open: boolean;
  words: string;
}

const closed = (words: string): Progress => ({ open: false, words });
const NOT_BEGUN = closed("You have not asked for that yet.");

function progressOf(turn: View, { kind, index }: Item): Progress {
  switch (kind) {
    case "document":
      return documentProgress(turn, index);
    case "form":
      return formProgress(turn, index);
    case "operation":
      return operationProgress(turn, index);
    default:
      return NOT_BEGUN;
  }
}

const momentAt = ({ world }: View, minute: number) => momentOf(world.world.start + minute);

function documentProgress(turn: View, d: number): Progress {
  const { world, cells } = turn;
  const { layout } = world;
  const state = cells[layout.documents + d]!;
  if (state >= HELD) return closed("You have it already.");
  if (state < REQUESTED) return NOT_BEGUN;
  const { arrival } = world.documents[d]!;
  if (arrival >= 0)
    return {
      open: true,
      words: `It is on its way. It comes by ${momentAt(turn, cells[layout.due + arrival]!)}.`,
    };
  const ready = cells[layout.ready + d]!;
  const words =
    ready <= cells[layout.clock]!
      ? "It is ready. Ask for it."
      : `It is being prepared. Ask for it from ${momentAt(turn, ready)} on.`;
  return { open: true, words };
}

function formProgress(turn: View, f: number): Progress {
  const { world, cells } = turn;
  const { layout } = world;
  const { review, effects, party, id } = world.forms[f]!;
  switch (cells[layout.forms + f]) {
    case SUBMITTED:
      return {
        open: true,
        words: `It is in review. The answer comes by ${momentAt(turn, cells[layout.due + review]!)}.`,
      };
    case REJECTED:
      return { open: true, words: "It came back to be corrected." };
    case ACCEPTED:
      return done(turn, party, id, effects, "It was accepted.");
    default:
      return NOT_BEGUN;
  }
}

function operationProgress(turn: View, m: number): Progress {
  const { world, cells } = turn;
  const { id, party, effects } = world.operations[m]!;
  return cells[world.layout.operations + m] === 1
    ? done(turn, party, id, effects, "That was done.")
    : NOT_BEGUN;
}

/** Something that went through, with what it has started at the same party and is still to come. */
function done(turn: View, party: number, id: string, effects: CompiledEffects, words: string): Progress {
  const { world, cells } = turn;
  const { layout } = world;
  const due = followers(world, party, id, effects)
    .map((timer) => cells[layout.due + timer]!)
    .filter((at) => at < NEVER && at > cells[layout.clock]!);
  return due.length === 0
    ? closed(words)
    : {
        open: true,
        words: `${words} It is still under way. Ask again from ${momentAt(turn, Math.min(...due))} on.`,
      };
}

/** Timers of the events that an act sets off and that change a state at the same party. */
function followers(world: CompiledWorld, party: number, id: string, effects: CompiledEffects): number[] {
  const timers = world.timers.flatMap(({ kind }, timer) => (kind === "event" ? [timer] : []));
  return world.world.spec.time_events.flatMap((event, e) =>
    isSetOff(world, event, id, effects) && concerns(world, event, party) ? [timers[e]!] : [],
  );
}

const isSetOff = (world: CompiledWorld, { starts }: TimeEvent, id: string, { statuses }: CompiledEffects) =>
  starts.some((set) =>
    set.some(
      (atom) =>
        (atom.kind === "action_completed" && atom.mutation === id) ||
        (atom.kind === "form_accepted" && atom.form === id) ||
        (atom.kind === "status_is" && statuses.some((s) => world.statuses[s.status]!.id === atom.status)),
    ),
  );

const concerns = (world: CompiledWorld, { effects }: TimeEvent, party: number) =>
  effects.some(
    (effect) =>
      effect.kind === "set_status" &&
      world.statuses.some((status) => status.id === effect.status && status.party === party),
  );
