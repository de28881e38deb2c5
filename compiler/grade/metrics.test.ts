import { describe, expect, test } from "vitest";
import { type Band, metricsOf, pairedBootstrap, type RunFigures } from "./metrics";

const run = (world: string, seed: number, rest: Partial<RunFigures> = {}): RunFigures => ({
  world,
  band: "light",
  seed,
  class: "both_open",
  steps: 10,
  cap_hit: false,
  cost: null,
  excluded: null,
  ...rest,
});

/** Strict and outcome-complete runs of 42 for each of the 47 published worlds, by band. */
const PUBLISHED: Record<Band, [number, number][]> = {
  light: [
    [30, 32],
    [18, 37],
    [33, 33],
    [5, 5],
    [28, 29],
    [12, 12],
    [17, 20],
    [37, 37],
    [32, 32],
  ],
  standard: [
    [11, 13],
    [19, 25],
    [8, 9],
    [11, 14],
    [23, 23],
    [18, 20],
    [24, 32],
    [24, 38],
    [27, 33],
    [29, 30],
    [1, 9],
    [18, 33],
    [19, 25],
    [17, 28],
    [29, 33],
  ],
  hard: [
    [0, 11],
    [0, 1],
    [22, 28],
    [0, 3],
    [13, 14],
    [8, 27],
    [3, 4],
    [7, 22],
    [0, 0],
    [3, 4],
    [13, 23],
    [17, 22],
    [0, 11],
    [0, 0],
    [0, 5],
    [7, 14],
    [31, 32],
    [0, 5],
    [18, 24],
    [0, 16],
    [2, 14],
    [2, 3],
    [31, 36],
  ],
};

/** Runs of worlds of which so many are strict, and so many outcome-complete, of `of`. */
function runs(
  counts: readonly (readonly [strict: number, complete: number])[],
  of: number,
  band: Band = "light",
) {
  return counts.flatMap(([strict, complete], w) =>
    Array.from({ length: of }, (_, i) =>
      run(`${band}_${w}`, i + 1, {
        band,
        class: i < strict ? "strict_pass" : i < complete ? "outcome_complete" : "discovery_open",
      }),
    ),
  );
}

describe("known answers", () => {
  const all = (Object.keys(PUBLISHED) as Band[]).flatMap((band) => runs(PUBLISHED[band], 42, band));
  const metrics = metricsOf(all, { resamples: 100 });
  const percent = (share: number | null) => Math.round((share ?? Number.NaN) * 1000) / 10;

  test("the published runs: 667 strict and 921 outcome-complete of 1,974, Pass@1 33.8 %", () => {
    expect(metrics).toMatchObject({
      runs: 1974,
      worlds: 47,
      classes: { strict_pass: 667, outcome_complete: 254 },
    });
    expect(percent(metrics.pass_at_1)).toBe(33.8);
    expect(percent(metrics.outcome_rate)).toBe(46.7);
  });

  test("the share of outcome-complete runs that break a rule, by band", () => {
    const broken = (band: Band) => Math.round((metrics.bands[band].rule_break_rate ?? 0) * 100);
    expect([broken("light"), broken("standard"), broken("hard")]).toEqual([11, 24, 45]);
    expect(metrics.bands.hard.worlds).toBe(23);
  });

  test.each([
    {
      strictIn: [12, 9, 13, 13],
      completeIn: [3, 5, 7, 32],
      pass1: 52.5,
      outcome: 81.6,
      pass3: 27.7,
      low: 41.8,
      high: 63.1,
    },
    {
      strictIn: [17, 4, 8, 18],
      completeIn: [11, 4, 7, 25],
      pass1: 52.5,
      outcome: 66.0,
      pass3: 38.3,
      low: 39.7,
      high: 65.2,
    },
  ])("the figures of one agent over three seeds, from S:k $strictIn and O:k $completeIn", (published) => {
    const spread = (counts: readonly number[]) =>
      counts.flatMap((worlds, k) => Array(worlds).fill(k) as number[]);
    const complete = spread(published.completeIn);
    const counts = spread(published.strictIn).map((strict, w) => [strict, complete[w]!] as const);
    const figures = metricsOf(runs(counts, 3));
    expect(figures.strict_in).toEqual(published.strictIn);
    expect(figures.outcome_in).toEqual(published.completeIn);
    expect(percent(figures.pass_at_1)).toBe(published.pass1);
    expect(percent(figures.outcome_rate)).toBe(published.outcome);
    expect(figures.pass_hat_k).toMatchObject({ k: 3, worlds: 47 });
    expect(percent(figures.pass_hat_k.rate)).toBe(published.pass3);
    expect(Math.abs(percent(figures.pass_at_1_interval!.low) - published.low)).toBeLessThan(1.5);
    expect(Math.abs(percent(figures.pass_at_1_interval!.high) - published.high)).toBeLessThan(1.5);
  });
});

test("C20 excluded runs are counted beside n and never vanish", () => {
  const figures = metricsOf([
    run("a", 1, { class: "strict_pass" }),
    run("a", 2, { class: "strict_pass", excluded: "infrastructure" }),
    run("b", 1, { class: "strict_pass" }),
    run("b", 2, { excluded: "aborted" }),
  ]);
  expect(figures).toMatchObject({
    runs: 2,
    worlds: 2,
    pass_at_1: 1,
    excluded: { infrastructure: 1, aborted: 1 },
    findings: [],
  });
});

test("C20 a figure of which most runs were excluded is null, with a finding", () => {
  const out = { excluded: "infrastructure" };
  const all = [run("a", 1, { class: "strict_pass", cost: 1 }), run("a", 2, out), run("b", 1, out)];
  const figures = metricsOf([...all, ...[1, 2, 3].map((seed) => run("c", seed, { band: "hard" }))]);
  expect(figures.pass_at_1, "4 of 6 are counted").toBe(0.25);
  expect(figures.bands.light).toMatchObject({ runs: 1, pass_at_1: null, outcome_rate: null });
  expect(figures.findings.map((f) => [f.code, f.path, ...f.nodes])).toEqual([
    ["metrics/mostly-excluded", "$.bands.light", "a", "b"],
  ]);
  const none = metricsOf(all);
  expect(none).toMatchObject({
    pass_at_1: null,
    pass_at_1_interval: null,
    mean_steps: null,
    mean_cost: null,
  });
  expect(none.pass_hat_k.rate).toBeNull();
  expect(none.findings.map((f) => f.path)).toEqual(["$", "$.bands.light"]);
  expect(pairedBootstrap(all, [run("a", 1)])).toMatchObject({ difference: null, interval: null });
  expect(pairedBootstrap([run("a", 1)], [run("a", 1)])).toMatchObject({ difference: 0, findings: [] });
});

test("C20 no runs give no rates instead of zero or not-a-number", () => {
  expect(metricsOf([run("a", 1, { excluded: "infrastructure" })])).toMatchObject({
    runs: 0,
    pass_at_1: null,
    outcome_rate: null,
    rule_break_rate: null,
    pass_at_1_interval: null,
    pass_hat_k: { k: 1, worlds: 0, rate: null },
    mean_steps: null,
    mean_cost: null,
    excluded: { infrastructure: 1 },
  });
});

test("Pass^k counts worlds with at least k runs, and is the chance that k drawn runs all pass", () => {
  const figures = metricsOf(
    [
      ...runs(
        [
          [2, 2],
          [4, 4],
        ],
        4,
      ),
      run("short", 1, { class: "strict_pass" }),
    ],
    { k: 2 },
  );
  expect(figures.pass_hat_k).toEqual({ k: 2, worlds: 2, rate: (1 / 6 + 1) / 2 });
});

test("steps, cap hits and costs", () => {
  const figures = metricsOf([
    run("a", 1, { steps: 150, cap_hit: true, class: "step_cap", cost: 2 }),
    run("a", 2, { steps: 50, cost: null }),
  ]);
  expect(figures).toMatchObject({
    mean_steps: 100,
    cap_hits: 1,
    mean_cost: 2,
    classes: { step_cap: 1, both_open: 1 },
  });
});

test("C12 the same seed gives the same interval, another seed nearly the same", () => {
  const some = runs(PUBLISHED.hard, 42, "hard");
  const interval = (seed: number) => metricsOf(some, { seed, resamples: 4000 }).pass_at_1_interval!;
  expect(interval(5)).toEqual(interval(5));
  expect(interval(6)).not.toEqual(interval(5));
  expect(Math.abs(interval(6).low - interval(5).low)).toBeLessThan(0.02);
});

test("the paired bootstrap compares world by world and leaves out what only one was counted on", () => {
  const first = runs(
    [
      [3, 3],
      [2, 3],
      [3, 3],
      [1, 1],
    ],
    3,
  );
  const second = runs(
    [
      [1, 3],
      [1, 3],
      [2, 3],
    ],
    3,
  );
  const paired = pairedBootstrap(first, second);
  expect(paired.worlds).toBe(3);
  expect(paired.difference).toBeCloseTo((2 / 3 + 1 / 3 + 1 / 3) / 3);
  expect(paired.interval!.low).toBeGreaterThan(0);
  const same = pairedBootstrap(first, first);
  expect(same).toMatchObject({ difference: 0, interval: { low: 0, high: 0 } });
  expect(pairedBootstrap([], second)).toMatchObject({ worlds: 0, difference: null, interval: null });
});
