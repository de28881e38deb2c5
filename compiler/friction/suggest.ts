import { BANDS, type Band, scoreDifficulty } from "../difficulty";
import { proveReachable } from "../oracle";
import type { Finding } from "../spec/finding";
import type { Friction, WorldSpec } from "../spec/world";
import { readWorld, type World } from "../spec/world-index";
import type { Ladder } from "./ladder";
import { MECHANISMS, type Mechanism } from "./mechanisms";
import { earliestDone, type Severity, severityOf } from "./severity";

export interface Suggestion {
  friction: Friction;
  mechanism: Mechanism;
}

/**
 * Mechanisms that this world does not have yet and that act on its route, the mildest first and kinds taken
 * in turn. Whether a world stays solvable with one is for the ladder to say.
 */
export function suggestFrictions(world: World): Suggestion[] {
  const { witness, earliest } = proveReachable(world, { routes: false });
  const onRoute = new Set(witness.flatMap((s) => [s.channel, s.complete, s.document, ...(s.observe ?? [])]));
  const statuses = (id: string) =>
    world.events.get(id)?.effects.some((e) => e.kind === "set_status" && onRoute.has(e.status)) === true;
  const relevant = (kind: Mechanism["kind"], target: string) =>
    kind === "decoy" || onRoute.has(target) || statuses(target);
  const out: Suggestion[] = [];
  for (const severity of [1, 2, 3] as const) {
    const rows = MECHANISMS.map((mechanism) =>
      mechanism.targets(world).flatMap((target): Suggestion[] => {
        const friction = relevant(mechanism.kind, target)
          ? mechanism.make(world, target, severity, earliestDone(world, target, earliest) ?? Number.NaN)
          : null;
        return friction ? [{ friction, mechanism }] : [];
      }),
    );
    const longest = Math.max(0, ...rows.map((r) => r.length));
    for (let i = 0; i < longest; i++) for (const row of rows) if (row[i]) out.push(row[i] as Suggestion);
  }
  return out;
}

/**
 * Adds suggested mechanisms until the score lies in a band; each goes through the gates (`check`). The
 * answer is the ladder of what was tried; a band below the present score cannot be reached by adding.
 */
export function reachBand(
  spec: WorldSpec,
  band: Band,
  check: (spec: WorldSpec) => readonly Finding[],
): { reached: boolean; additions: Ladder["rungs"]; spec: WorldSpec } {
  const from = BANDS.find((b) => b.band === band)?.from ?? 0;
  const to = BANDS.find((b) => b.from > from)?.from ?? Number.POSITIVE_INFINITY;
  let current = spec;
  const additions: Ladder["rungs"] = [];
  const score = (s: WorldSpec) => {
    const read = readWorld(s);
    return read.ok ? scoreDifficulty(read.value).S : Number.NaN;
  };
  const start = readWorld(spec);
  if (!start.ok) return { reached: false, additions, spec };
  const used = new Set<string>();
  for (const { friction } of suggestFrictions(start.value)) {
    const now = score(current);
    if (now >= from) break;
    const place = `${friction.kind} ${friction.target}`;
    if (used.has(place) || now + 3 * friction.severity >= to) continue;
    const tried = { ...current, frictions: [...current.frictions, friction] };
    const findings = check(tried).filter((f) => f.severity === "error");
    additions.push({ friction, kept: findings.length === 0, findings });
    if (findings.length > 0) continue;
    used.add(place);
    current = tried;
  }
  const S = score(current);
  return { reached: S >= from && S < to, additions, spec: current };
}

/** The same mechanisms with the severities that the documented scale gives them in this world. */
export function measuredFrictions(world: World): { friction: Friction; measured: Severity | null }[] {
  return world.spec.frictions.map((friction) => ({ friction, measured: severityOf(friction, world) }));
}
