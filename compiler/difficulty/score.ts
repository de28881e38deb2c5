import type { Requirement } from "../spec/requirement";
import type { Effect, Terminal } from "../spec/world";
import { rankOf, type World } from "../spec/world-index";

export type Band = "light" | "standard" | "hard";

/** The structural score of a world and its components (paper, section 3.4 and table 7). */
export interface Difficulty {
  S: number;
  /** Friction: sum of severities, all decoys together 1. */
  F: number;
  /** Parties that have to be found. */
  R: number;
  /** Terminals that take doing something, not only finding something out. */
  A: number;
  /** Permissions that have to be obtained. */
  U: number;
  band: Band;
}

/** Weights of S and the scores at which a band begins (S1). */
const WEIGHTS = { F: 3, R: 4, A: 2, U: 1 } as const;
export const BANDS = [
  { band: "light", from: 0 },
  { band: "standard", from: 23 },
  { band: "hard", from: 36 },
] as const satisfies readonly { band: Band; from: number }[];

/** Scores the whole world without its decoys, optional work included (S1, S2). */
export function scoreDifficulty(world: World): Difficulty {
  const { spec } = world;
  const decoy = (party: string | undefined) =>
    party !== undefined && world.entities.get(party)?.decoy === true;
  const mechanisms = spec.frictions.filter((f) => f.kind !== "decoy");
  const dayOne = new Set(spec.day_one.contacts);
  const held = new Set(spec.day_one.authorities);
  const F =
    mechanisms.reduce((sum, f) => sum + f.severity, 0) + (mechanisms.length < spec.frictions.length ? 1 : 0);
  const R = spec.entities.filter(
    (e) => !e.decoy && e.kind !== "case_record" && !e.channels.some((c) => dayOne.has(c.id)),
  ).length;
  const A = spec.terminals.filter((t) => !decoy(partyOf(world, t)) && takesDoing(world, t)).length;
  const U = spec.authorities.filter(
    (a) => !held.has(a.id) && !decoy(a.grantor) && !decoy(a.recipient),
  ).length;
  const S = WEIGHTS.F * F + WEIGHTS.R * R + WEIGHTS.A * A + WEIGHTS.U * U;
  return { S, F, R, A, U, band: bandOf(S) };
}

export function bandOf(S: number): Band {
  return BANDS.findLast(({ from }) => S >= from)?.band ?? "light";
}

function partyOf(world: World, { kind, target }: Terminal): string | undefined {
  switch (kind) {
    case "action_completed":
      return world.mutations.get(target)?.party;
    case "form_accepted":
      return world.forms.get(target)?.party;
    case "required_state_observed":
      return world.statuses.get(target)?.party;
    default:
      return undefined;
  }
}

function takesDoing(world: World, terminal: Terminal): boolean {
  if (terminal.kind === "action_completed" || terminal.kind === "form_accepted") return true;
  const status = world.statuses.get(terminal.target);
  if (terminal.kind !== "required_state_observed" || !status || terminal.value === null) return false;
  const rank = rankOf(status, terminal.value);
  return rank > rankOf(status, status.initial) && isSetByDoing(world, status.id, rank, new Set());
}

/** Whether an operation or a form brings a status to this rank, directly or through a time event (S2). */
function isSetByDoing(world: World, status: string, rank: number, seen: Set<string>): boolean {
  const surface = world.statuses.get(status);
  const sets = (effects: readonly Effect[]) =>
    effects.some(
      (e) =>
        e.kind === "set_status" &&
        e.status === status &&
        surface !== undefined &&
        rankOf(surface, e.value) >= rank,
    );
  if (world.spec.mutations.some((m) => sets(m.effects)) || world.spec.forms.some((f) => sets(f.effects)))
    return true;
  return world.spec.time_events.some((event) => {
    if (seen.has(event.id) || !sets(event.effects)) return false;
    seen.add(event.id);
    return startsByDoing(world, event.starts, seen);
  });
}

function startsByDoing(world: World, starts: Requirement, seen: Set<string>): boolean {
  return starts.flat().some((atom) => {
    if (atom.kind === "action_completed" || atom.kind === "form_accepted") return true;
    if (atom.kind !== "status_is") return false;
    const surface = world.statuses.get(atom.status);
    return surface !== undefined && isSetByDoing(world, atom.status, rankOf(surface, atom.value), seen);
  });
}
