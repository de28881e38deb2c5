import { proveReachable } from "../oracle";
import { DAY } from "../spec/moment";
import type { Friction } from "../spec/world";
import type { World } from "../spec/world-index";

export type Severity = 1 | 2 | 3;

/** The documented scale (world.md, section 5.6), for people and for tests. */
export const SEVERITY_SCALE: Record<Friction["kind"], readonly [string, string, string]> = {
  retry: ["a second try, at any time", "a second try later, or a third", "more tries, or another channel"],
  delay: ["up to 1 day", "up to 5 days", "longer"],
  form_review: ["up to 1 day", "up to 5 days", "longer"],
  relative_opening: ["up to 1 day", "up to 5 days", "longer"],
  availability_window: ["daily hours", "some days only", "a single window"],
  deadline: ["3 days of slack or more", "1 to 3 days of slack", "under 1 day of slack"],
  decoy: ["all decoys together", "", ""],
};

/**
 * The severity that a mechanism has on the documented scale; null for a deadline that no safe route can keep.
 */
export function severityOf(friction: Friction, world: World): Severity | null {
  const earliest = friction.kind === "deadline" ? proveReachable(world, { routes: false }).earliest : {};
  return severityOnScale(friction, world, earliest);
}

/**
 * The earliest minute in which a safe route can do what a deadline is for (E1): collect a document or ask for one that is
 * sent, submit a form, carry out an operation, learn a fact. What comes of it later need not come in time.
 */
export function earliestDone(
  world: World,
  target: string,
  earliest: Readonly<Record<string, number>>,
): number | undefined {
  const request = world.documents.get(target)?.request;
  if (request?.handover === "sent") return earliest[request.id];
  return earliest[world.forms.has(target) ? `${target}.submitted` : target];
}

/** The same from what the oracle found. The slack of a deadline is the time from `earliestDone` to it. */
export function severityOnScale(
  friction: Friction,
  world: World,
  earliest: Readonly<Record<string, number>>,
): Severity | null {
  if (friction.kind !== "deadline") return staticSeverityOf(friction);
  const at = earliestDone(world, friction.target, earliest);
  if (at === undefined) return null;
  const slack = (world.deadlines.get(friction.target) ?? at) - at;
  return slack >= 3 * DAY ? 1 : slack >= DAY ? 2 : 3;
}

/** The same for every mechanism but a deadline, whose severity depends on the rest of the world. */
export function staticSeverityOf(friction: Exclude<Friction, { kind: "deadline" }>): Severity {
  switch (friction.kind) {
    case "retry":
      if (friction.other_channel !== null || friction.tries > 3) return 3;
      return friction.tries === 3 || friction.gap_minutes > 0 ? 2 : 1;
    case "delay":
    case "form_review":
    case "relative_opening":
      return friction.minutes <= DAY ? 1 : friction.minutes <= 5 * DAY ? 2 : 3;
    case "availability_window":
      if (friction.daily === null) return 3;
      return friction.daily.weekdays.length > 0 && new Set(friction.daily.weekdays).size < 7 ? 2 : 1;
    case "decoy":
      return 1;
  }
}
