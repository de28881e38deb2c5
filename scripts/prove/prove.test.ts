import { expect, test } from "vitest";
import { proveReachable } from "@/compiler/oracle";
import { fewestOperations } from "@/compiler/testing/explore";
import { randomWorld } from "@/compiler/testing/random-world";
import { compare, nothingCompared } from "./agree";

test.each([1, 2, 3, 4, 5])(
  "O5 oracle, exploration and solver agree on every group of a hundred random worlds, part %i of 5",
  async (part) => {
    const agreement = nothingCompared();
    const first = 900_000 + part * 1_000;
    for (let next = first; agreement.compared < 100; next += 60)
      await compare(
        Array.from({ length: 60 }, (_, i) => next + i),
        agreement,
        100,
      );
    expect(agreement.disagreements, `seeds from ${first}`).toEqual([]);
    expect(agreement.failedRoutes, `seeds from ${first}`).toEqual([]);
    expect(agreement.compared).toBe(100);
  },
  300_000,
);

test("O6 no run of the engine needs fewer operations than a shortest route that is proved", () => {
  let proved = 0;
  for (let seed = 910_000; proved < 200; seed++) {
    const world = randomWorld(seed);
    const { shortest, shortened } = proveReachable(world);
    if (!shortest) continue;
    expect(shortest.length).toBeLessThanOrEqual(shortened.length);
    const fewest = fewestOperations(world, 14 * 1440, 3000);
    if (fewest === null) continue;
    expect(fewest, `seed ${seed}`).toBeLessThanOrEqual(shortest.length);
    if (!shortest.proved) continue;
    proved++;
    expect(fewest, `seed ${seed}`).toBe(shortest.length);
  }
}, 300_000);
