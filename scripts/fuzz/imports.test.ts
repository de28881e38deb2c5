import { expect, test } from "vitest";
import { fuzzImport, importSeeds } from "./imports";

const FIRST = 500;
const CASES = 120;

test(`spoilt files ${FIRST} to ${FIRST + CASES} are read or refused, never a crash`, async () => {
  const seeds = importSeeds("nowhere");
  const bad: string[] = [];
  for (let seed = FIRST; seed < FIRST + CASES; seed++) {
    const { name, fate } = await fuzzImport(seeds, seed);
    if (fate === "crash" || fate === "memory") bad.push(`seed ${seed}: ${name}: ${fate}`);
  }
  expect(bad).toEqual([]);
}, 180_000);
