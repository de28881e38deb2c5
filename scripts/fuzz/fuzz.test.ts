import { expect, test } from "vitest";
import { fuzzCase } from "./cases";
import { loadSeeds } from "./seeds";

const FIRST = 1_000_000;
const CASES = 400;

test(`fuzzed documents ${FIRST} to ${FIRST + CASES} are taken or refused, never a crash`, async () => {
  const seeds = await loadSeeds();
  let refused = 0;
  for (let seed = FIRST; seed < FIRST + CASES; seed++) {
    const { fate } = await fuzzCase(seeds, seed).catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error });
    });
    if (fate === "refused") refused++;
  }
  expect(refused).toBeGreaterThan(CASES / 4);
}, 180_000);
