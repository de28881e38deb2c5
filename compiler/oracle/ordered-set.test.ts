import fc from "fast-check";
import { expect, test } from "vitest";
import { ClockHeap } from "./clock-heap";
import { OrderedSet } from "./ordered-set";

test("O3 the ordered set agrees with a sorted list under any use", () => {
  const capacity = 40_000;
  const member = fc.oneof(
    fc.nat(capacity - 1),
    fc.nat(70),
    fc.constantFrom(0, 31, 32, 1023, 1024, 32_767, 32_768, capacity - 1),
  );
  const use = fc.record({ kind: fc.constantFrom("add", "delete", "take", "next"), member });
  fc.assert(
    fc.property(fc.array(use, { maxLength: 200 }), (uses) => {
      const set = new OrderedSet(capacity);
      const plain = new Set<number>();
      const next = (from: number) => Math.min(...[...plain].filter((m) => m >= from), capacity);
      for (const { kind, member } of uses) {
        if (kind === "add") {
          set.add(member);
          plain.add(member);
        } else if (kind === "delete") {
          set.delete(member);
          plain.delete(member);
        } else {
          const expected = next(member);
          const found = kind === "take" ? set.take(member) : set.next(member);
          expect(found).toBe(expected === capacity ? -1 : expected);
          if (kind === "take") plain.delete(expected);
        }
        expect(set.empty).toBe(plain.size === 0);
      }
    }),
    { seed: 20261129, numRuns: 200 },
  );
});

test("T2 the clock gives the earliest minute first and equal minutes in order", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(50), fc.nat(1000)), { maxLength: 300 }), (events) => {
      const clock = new ClockHeap(1);
      for (const [time, rule] of events) clock.push(time, rule);
      const out: [number, number][] = [];
      while (clock.size > 0) out.push([clock.next, clock.pop()]);
      expect(out).toEqual([...events].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
      expect(clock.next).toBe(Number.POSITIVE_INFINITY);
    }),
    { seed: 20261129 },
  );
});
