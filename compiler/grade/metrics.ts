import { z } from "zod";
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

/** Shares are between 0 and 1, and null where nothing was counted. */
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

function figuresOf(runs: readonly RunFigures[]): BandFigures {
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
  const runs = all.filter((run) => run.excluded === null);
  const worlds = byWorld(runs);
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
  const ofBand = (band: Band) => figuresOf(runs.filter((run) => run.band === band));
  return {
    ...figuresOf(runs),
    excluded,
    pass_at_1_interval: bootstrap(
      [...worlds.values()].map((list) => ({ sum: list.filter(isStrict).length, n: list.length })),
      options,
    ),
    pass_hat_k: {
      k,
      worlds: tried.length,
      rate: mean(tried.map((list) => allOf(list.filter(isStrict).length, list.length, k))),
    },
    bands: { light: ofBand("light"), standard: ofBand("standard"), hard: ofBand("hard") },
    strict_in: exactly(isStrict),
    outcome_in: exactly(isComplete),
    classes,
    mean_steps: mean(runs.map((run) => run.steps)),
    cap_hits: runs.filter((run) => run.cap_hit).length,
    mean_cost: mean(runs.flatMap((run) => (run.cost === null ? [] : [run.cost]))),
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
}

/** Compares two agents world by world; worlds that only one was counted on are left out. */
export function pairedBootstrap(
  first: readonly RunFigures[],
  second: readonly RunFigures[],
  options: MetricsOptions = {},
): PairedDifference {
  const counted = (runs: readonly RunFigures[]) => byWorld(runs.filter((run) => run.excluded === null));
  const others = counted(second);
  const differences = [...counted(first)].flatMap(([world, runs]) => {
    const other = others.get(world);
    return other ? [(share(runs, isStrict) ?? 0) - (share(other, isStrict) ?? 0)] : [];
  });
  return {
    worlds: differences.length,
    difference: mean(differences),
    interval: bootstrap(
      differences.map((sum) => ({ sum, n: 1 })),
      options,
    ),
  };
}
