import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, sameJson } from "./canonical";

test("canonical JSON orders keys by UTF-16 code units, leaves undefined out and refuses what JSON cannot say", () => {
  expect(
    canonicalJson({ b: [1, -0, 1e21], a: "é\u0000", "\u{1f600}": null, "\uff5e": true, c: undefined }),
  ).toBe('{"a":"é\\u0000","b":[1,0,1e+21],"\u{1f600}":null,"\uff5e":true}');
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1, 1n])
    expect(() => canonicalJson([value])).toThrow(TypeError);
});

test("two JSON values are the same exactly when their canonical JSON is", () => {
  const small = fc.jsonValue({ depthSize: "small" });
  fc.assert(
    fc.property(small, small, (a, b) => {
      expect(sameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
      expect(sameJson(a, JSON.parse(canonicalJson(a)))).toBe(true);
    }),
    { seed: 8785, numRuns: 400 },
  );
  expect(sameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(sameJson({ a: 1 }, { b: 1 })).toBe(false);
  expect(sameJson([], {})).toBe(false);
});
