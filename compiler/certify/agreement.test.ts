import { expect, test } from "vitest";
import { proveReachable } from "../oracle";
import { randomWorld } from "../testing/random-world";
import { formsGate } from "./gate-forms";
import { languageGate } from "./gate-language";
import { replayGate } from "./gate-replay";
import { machinery } from "./machinery";

const SEEDS = 500;
/** Faults that random worlds really have: outcomes that hold at the start, words that nothing shows. */
const REAL = new Set(["replay/true-at-start", "replay/value-not-shown", "forms/value-not-shown"]);

test(`what the oracle proves, the black box walks: random worlds 1 to ${SEEDS} with every mechanism`, () => {
  let proved = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const world = randomWorld(seed);
    const oracle = proveReachable(world);
    if (oracle.verdict !== "proved") continue;
    proved++;
    const { result, replayed } = replayGate(world, oracle, machinery);
    const findings = [
      ...result.findings,
      ...formsGate(world, oracle, machinery).findings,
      ...languageGate(replayed).result.findings,
    ];
    expect(
      findings.filter((f) => !REAL.has(f.code)),
      `seed ${seed}`,
    ).toEqual([]);
  }
  expect(proved).toBeGreaterThan(SEEDS / 5);
});
