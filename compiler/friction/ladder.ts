import type { Finding } from "../spec/finding";
import type { Friction, WorldSpec } from "../spec/world";
import { keepFrictions } from "./strip";

/** What happened to one mechanism on the ladder: kept, or refused with what the gates found. */
export interface Rung {
  friction: Friction;
  kept: boolean;
  findings: readonly Finding[];
}

export interface Ladder {
  /** What the gates find in the friction-free world; it has to pass before anything is added. */
  base: readonly Finding[];
  rungs: Rung[];
  /** The world with the mechanisms that were kept. */
  spec: WorldSpec;
}

/**
 * Gate 6: starts from the friction-free world and adds its mechanisms, then `additions`, one at a time. The
 * gates (`check`, which returns its findings) run again after each; an error refuses that mechanism.
 */
export function ladder(
  spec: WorldSpec,
  check: (spec: WorldSpec) => readonly Finding[],
  additions: readonly Friction[] = [],
): Ladder {
  const whole = { ...spec, frictions: [...spec.frictions, ...additions] };
  const kept = new Set<string>();
  let reached = keepFrictions(whole, () => false);
  const base = check(reached);
  const rungs = whole.frictions.map((friction): Rung => {
    const tried = keepFrictions(whole, (f) => kept.has(f.id) || f.id === friction.id);
    const findings = check(tried).filter((f) => f.severity === "error");
    if (findings.length > 0) return { friction, kept: false, findings };
    kept.add(friction.id);
    reached = tried;
    return { friction, kept: true, findings };
  });
  return { base, rungs, spec: reached };
}
