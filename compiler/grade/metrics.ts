import { z } from "zod";
import { type Finding, finding } from "../spec/finding";
import { runClassSchema } from "./grade";

export const bandSchema = z.enum(["light", "standard", "hard"]);
export type Band = z.infer<typeof bandSchema>;

/** One run as it goes into the figures. `excluded` says why it does not count; it is still counted beside n. */
export const runFiguresSchema = z.strictObject({
  world: z.string(),
  band: bandSchema,
  seed: z.int(),
  class: runClassSchema,
  /** Public actions used. */
  steps: z.int().min(0),
  cap_hit: z.boolean(),
  /** In US dollars; null when nothing was paid. */
  cost: z.number().min(0).nullable(),
  excluded: z.string().nullable(),
});
export type RunFigures = z.infer<typeof runFiguresSchema>;

export interface Interval {
  low: number;
  high: number;
}

/** Shares are between 0 and 1, and null where nothing was counted or more runs were left out than counted. */
export interface BandFigures {
  runs: number;
  worlds: number;
  outcome_rate: number | null;
  pass_at_1: number | null;
  /** Of the outcome-complete runs, those that broke a rule. */
  rule_break_rate: number | null;
}

export interface Metrics extends BandFigures {
  /** Runs that were left out, by reason; never part of `runs`. */
  excluded: Record<string, number>;
  /** 95% bootstrap interval of Pass@1 over worlds. */
  pass_at_1_interval: Interval | null;
  /** Pass^k over the worlds with at least k counted runs. */
  pass_hat_k: { k: number; worlds: number; rate: number | null };
  bands: Record<Band, BandFigures>;
  /** S:k and O:k: worlds with a strict pass, or all outcomes, in exactly k runs. */
  strict_in: number[];
  outcome_in: number[];
  classes: Record<RunFigures["class"], number>;
  mean_steps: number | null;
  cap_hits: number;
  mean_cost: number | null;
  /** Which figures are null because most runs were left out. */
  findings: Finding[];
}

export interface MetricsOptions {
  /** k of Pass^k; the largest number of counted runs of a world unless given. */
  k?: number;
  resamples?: number;
  seed?: number;
}

const isStrict = (run: RunFigures) => run.class === "strict_pass";
const isComplete = (run: RunFigures) => isStrict(run) || run.class === "outcome_complete";
const mean = (numbers: readonly number[]) =>
  numbers.length === 0 ? null : numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
const share = (runs: readonly RunFigures[], test: (run: RunFigures) => boolean) =>
  mean(runs.map((run) => (test(run) ? 1 : 0)));

function byWorld(runs: readonly RunFigures[]): Map<string, RunFigures[]> {
  const out = new Map<string, RunFigures[]>();
  for (const run of runs) {
    const before = out.get(run.world);
    if (before) before.push(run);
    else out.set(run.world, [run]);
  }
  return out;
}

const isCounted = (run: RunFigures) => run.excluded === null;

/** Whether more runs were left out than counted: what is left says nothing of the rest. */
const isMostlyExcluded = (all: readonly RunFigures[]) => 2 * all.filter(isCounted).length < all.length;

function mostlyExcluded(all: readonly RunFigures[], path: string): Finding[] {
  if (!isMostlyExcluded(all)) return [];
  const out = all.filter((run) => !isCounted(run));
  return [
    finding(
      "metrics/mostly-excluded",
      `${out.length} of ${all.length} runs were excluded: no figure stands for them.`,
      {
        path,
        fix: "Make the excluded runs again.",
        nodes: [...new Set(out.map((run) => run.world))],
      },
    ),
  ];
}

function figuresOf(all: readonly RunFigures[]): BandFigures {
  const runs = all.filter(isCounted);
  if (isMostlyExcluded(all))
    return {
      runs: runs.length,
      worlds: byWorld(runs).size,
      outcome_rate: null,
      pass_at_1: null,
      rule_break_rate: null,
    };
  return {
    runs: runs.length,
    worlds: byWorld(runs).size,
    outcome_rate: share(runs, isComplete),
    pass_at_1: share(runs, isStrict),
    rule_break_rate: share(runs.filter(isComplete), (run) => !isStrict(run)),
  };
}

/** The figures of one agent over its runs (paper, section 3.2 and appendices F and H). */
export function metricsOf(all: readonly RunFigures[], options: MetricsOptions = {}): Metrics {
  const runs = all.filter(isCounted);
  const worlds = byWorld(runs);
  const unless = <T>(figure: T): T | null => (isMostlyExcluded(all) ? null : figure);
  const most = Math.max(0, ...[...worlds.values()].map((list) => list.length));
  const k = options.k ?? Math.max(1, most);
  const excluded: Record<string, number> = {};
  for (const run of all)
    if (run.excluded !== null) excluded[run.excluded] = (excluded[run.excluded] ?? 0) + 1;
  const classes = Object.fromEntries(runClassSchema.options.map((name) => [name, 0])) as Metrics["classes"];
  for (const run of runs) classes[run.class] += 1;
  const exactly = (test: (run: RunFigures) => boolean) => {
    const out = Array.from({ length: most + 1 }, () => 0);
    for (const list of worlds.values()) out[list.filter(test).length]! += 1;
    return out;
  };
  const tried = [...worlds.values()].filter((list) => list.length >= k);
  const ofBand = (band: Band) => all.filter((run) => run.band === band);
  return {
    ...figuresOf(all),
    excluded,
    pass_at_1_interval: unless(
      bootstrap(
        [...worlds.values()].map((list) => ({ sum: list.filter(isStrict).length, n: list.length })),
        options,
      ),
    ),
    pass_hat_k: {
      k,
      worlds: tried.length,
      rate: unless(mean(tried.map((list) => allOf(list.filter(isStrict).length, list.length, k)))),
    },
    bands: {
      light: figuresOf(ofBand("light")),
      standard: figuresOf(ofBand("standard")),
      hard: figuresOf(ofBand("hard")),
    },
    strict_in: exactly(isStrict),
    outcome_in: exactly(isComplete),
    classes,
    mean_steps: unless(mean(runs.map((run) => run.steps))),
    cap_hits: runs.filter((run) => run.cap_hit).length,
    mean_cost: unless(mean(runs.flatMap((run) => (run.cost === null ? [] : [run.cost])))),
    findings: [
      ...mostlyExcluded(all, "$"),
      ...bandSchema.options.flatMap((band) => mostlyExcluded(ofBand(band), `$.bands.${band}`)),
    ],
  };
}

/** Chance that k runs drawn from n, of which c passed, all passed; for n = k whether all did. */
function allOf(c: number, n: number, k: number): number {
  let out = 1;
  for (let i = 0; i < k; i++) out *= Math.max(0, c - i) / (n - i);
  return out;
}

/** A small seeded generator (mulberry32): the same seed gives the same interval everywhere. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface Cluster {
  sum: number;
  n: number;
}

const RESAMPLES = 10_000;

/** Percentiles 2.5 and 97.5 of the pooled mean when worlds are drawn again with replacement. */
function bootstrap(
  clusters: readonly Cluster[],
  { resamples = RESAMPLES, seed = 1 }: MetricsOptions,
): Interval | null {
  if (clusters.length === 0) return null;
  const next = random(seed);
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    let n = 0;
    for (let i = 0; i < clusters.length; i++) {
      const drawn = clusters[Math.floor(next() * clusters.length)]!;
      sum += drawn.sum;
      n += drawn.n;
    }
    return sum / n;
  }).sort((a, b) => a - b);
  const at = (share: number) => means[Math.min(means.length - 1, Math.floor(share * means.length))]!;
  return { low: at(0.025), high: at(0.975) };
}

export interface PairedDifference {
  /** Worlds that both agents were counted on. */
  worlds: number;
  /** Mean over those worlds of the difference in Pass@1, the first agent minus the second. */
  difference: number | null;
  interval: Interval | null;
  findings: Finding[];
}

/**
 * Compares two agents world by world; worlds that only one was counted on are left out. Null where of one of them
 * most runs were excluded.
 */
export function pairedBootstrap(
  first: readonly RunFigures[],
  second: readonly RunFigures[],
  options: MetricsOptions = {},
): PairedDifference {
  const counted = (runs: readonly RunFigures[]) => byWorld(runs.filter(isCounted));
  const findings = [...mostlyExcluded(first, "$.first"), ...mostlyExcluded(second, "$.second")];
  const others = counted(second);
  const differences = [...counted(first)].flatMap(([world, runs]) => {
    const other = others.get(world);
    return other ? [(share(runs, isStrict) ?? 0) - (share(other, isStrict) ?? 0)] : [];
  });
  return {
    worlds: differences.length,
    difference: findings.length > 0 ? null : mean(differences),
    interval:
      findings.length > 0
        ? null
        : bootstrap(
            differences.map((sum) => ({ sum, n: 1 })),
            options,
          ),
    findings,
  };
}
