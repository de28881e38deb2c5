import { DAY, momentOf } from "../spec/moment";
import type { ChannelKind, Friction, FrictionKind } from "../spec/world";
import type { World } from "../spec/world-index";
import { SEVERITY_SCALE, type Severity } from "./severity";

/** What a mechanism is for, where it can act, and how one of a given severity is written. */
export interface Mechanism {
  kind: FrictionKind;
  title: string;
  /** What an advocate meets. */
  text: string;
  severities: readonly [string, string, string];
  /** Ids of what it could act on in this world and does not yet. */
  targets(world: World): string[];
  /** A mechanism of this severity, or null where there is none; `earliest` is needed for a deadline only. */
  make(world: World, target: string, severity: Severity, earliest: number): Friction | null;
}

const LIVE = new Set<ChannelKind>(["phone", "in_person"]);
const LENGTH: Record<Severity, number> = { 1: DAY, 2: 3 * DAY, 3: 7 * DAY };
const OFFICE = { from: "09:00", to: "16:00" };

function free(world: World, kind: FrictionKind, ids: Iterable<string>): string[] {
  const taken = new Set(world.spec.frictions.filter((f) => f.kind === kind).map((f) => f.target));
  return [...ids].filter((id) => !taken.has(id));
}

function channels(world: World, live = false): string[] {
  return [...world.channels.values()]
    .filter(
      ({ channel, entity }) =>
        !entity.decoy && entity.kind !== "case_record" && (!live || LIVE.has(channel.kind)),
    )
    .map(({ channel }) => channel.id);
}

const shape = (kind: FrictionKind, target: string, severity: Severity) => ({
  id: `${kind}_${target}`.slice(0, 80),
  target,
  severity,
  evidence: [],
});

/** The library of mechanisms (paper, section 3.3), with the severities of world.md 5.6. */
export const MECHANISMS: readonly Mechanism[] = [
  {
    kind: "retry",
    title: "Nobody answers at first",
    text: "A call is missed before one gets through.",
    severities: SEVERITY_SCALE.retry,
    targets: (world) => free(world, "retry", channels(world, true)),
    make: (_, target, severity) => ({
      kind: "retry",
      ...shape("retry", target, severity),
      tries: severity === 3 ? 4 : 2,
      gap_minutes: severity === 1 ? 0 : 120,
      other_channel: null,
    }),
  },
  {
    kind: "delay",
    title: "It takes time",
    text: "What was set in motion, or a paper that was asked for, comes later.",
    severities: SEVERITY_SCALE.delay,
    targets: (world) =>
      free(world, "delay", [
        ...world.events.keys(),
        ...world.spec.documents.filter((d) => d.request !== null).map((d) => d.id),
      ]),
    make: (_, target, severity) => ({
      kind: "delay",
      ...shape("delay", target, severity),
      minutes: LENGTH[severity],
    }),
  },
  {
    kind: "form_review",
    title: "A form is reviewed",
    text: "The answer to a form comes later.",
    severities: SEVERITY_SCALE.form_review,
    targets: (world) => free(world, "form_review", world.forms.keys()),
    make: (_, target, severity) => ({
      kind: "form_review",
      ...shape("form_review", target, severity),
      minutes: LENGTH[severity],
    }),
  },
  {
    kind: "availability_window",
    title: "Opening hours",
    text: "They can be reached at certain times only.",
    severities: SEVERITY_SCALE.availability_window,
    targets: (world) => free(world, "availability_window", channels(world)),
    make: (world, target, severity) => ({
      kind: "availability_window",
      ...shape("availability_window", target, severity),
      daily: severity === 3 ? null : { ...OFFICE, weekdays: severity === 2 ? [2, 4] : [] },
      single:
        severity === 3 ? { from: momentOf(world.start + DAY), to: momentOf(world.start + 3 * DAY) } : null,
    }),
  },
  {
    kind: "relative_opening",
    title: "Not reachable yet",
    text: "They can be reached only some time after the start.",
    severities: SEVERITY_SCALE.relative_opening,
    targets: (world) => free(world, "relative_opening", channels(world)),
    make: (_, target, severity) => ({
      kind: "relative_opening",
      ...shape("relative_opening", target, severity),
      after: [],
      minutes: LENGTH[severity],
    }),
  },
  {
    kind: "deadline",
    title: "A deadline",
    text: "It has to happen by a certain time.",
    severities: SEVERITY_SCALE.deadline,
    targets: (world) => free(world, "deadline", [...world.mutations.keys(), ...world.forms.keys()]),
    make: (world, target, severity, earliest) =>
      Number.isFinite(earliest)
        ? {
            kind: "deadline",
            ...shape("deadline", target, severity),
            at: momentOf(world.start + earliest + { 1: 3 * DAY, 2: DAY, 3: DAY / 2 }[severity]),
          }
        : null,
  },
  {
    kind: "decoy",
    title: "A look-alike",
    text: "A party that only looks like the right one. The party itself has to be part of the case.",
    severities: SEVERITY_SCALE.decoy,
    targets: (world) =>
      free(
        world,
        "decoy",
        world.spec.entities.filter((e) => e.decoy).map((e) => e.id),
      ),
    make: (_, target, severity) =>
      severity === 1 ? { kind: "decoy", ...shape("decoy", target, severity) } : null,
  },
];
