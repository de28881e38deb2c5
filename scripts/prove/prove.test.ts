import { expect, test } from "vitest";
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
    expect(agreement.compared).toBe(100);
  },
  120_000,
);
