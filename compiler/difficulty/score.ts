import type { Atom } from "../spec/requirement";
import type { Effect, Terminal, TimeEvent } from "../spec/world";
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
  const done = ranksByDoing(world);
  const A = spec.terminals.filter((t) => !decoy(partyOf(world, t)) && takesDoing(world, done, t)).length;
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

function takesDoing(
  world: World,
  done: ReadonlyMap<string, number>,
  { kind, target, value }: Terminal,
): boolean {
  if (kind === "action_completed" || kind === "form_accepted") return true;
  const status = world.statuses.get(target);
  if (kind !== "required_state_observed" || !status || value === null) return false;
  const rank = rankOf(status, value);
  return rank > rankOf(status, status.initial) && rank <= (done.get(target) ?? -1);
}

/** By status, the highest rank that an operation or a form brings about, directly or through time events (S2). */
function ranksByDoing(world: World): ReadonlyMap<string, number> {
  const { mutations, forms, time_events } = world.spec;
  const out = new Map<string, number>();
  const waiting = new Map<string, TimeEvent[]>();
  for (const event of time_events)
    for (const atom of event.starts.flat())
      if (atom.kind === "status_is") {
        const before = waiting.get(atom.status);
        if (before) before.push(event);
        else waiting.set(atom.status, [event]);
      }
  const started = new Set<string>();
  const todo: (readonly Effect[])[] = [...mutations, ...forms].map((x) => x.effects);
  const start = (event: TimeEvent) => {
    if (started.has(event.id)) return;
    started.add(event.id);
    todo.push(event.effects);
  };
  for (const event of time_events)
    if (event.starts.flat().some((a) => a.kind === "action_completed" || a.kind === "form_accepted"))
      start(event);
  for (let effects = todo.pop(); effects; effects = todo.pop())
    for (const effect of effects) {
      if (effect.kind !== "set_status") continue;
      const rank = rankIn(world, effect.status, effect.value);
      if (rank <= (out.get(effect.status) ?? -1)) continue;
      out.set(effect.status, rank);
      for (const event of waiting.get(effect.status) ?? [])
        if (event.starts.flat().some((a) => isReached(world, a, effect.status, rank))) start(event);
    }
  return out;
}

function isReached(world: World, atom: Atom, status: string, rank: number): boolean {
  return atom.kind === "status_is" && atom.status === status && rankIn(world, status, atom.value) <= rank;
}

function rankIn(world: World, status: string, value: string): number {
  const surface = world.statuses.get(status);
  return surface ? rankOf(surface, value) : -1;
}
