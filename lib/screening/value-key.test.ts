import { describe, expect, test } from "vitest";
import type { IdentifierKind } from "./kinds";
import { spokenDigits } from "./spoken-numbers";
import { valueKey } from "./value-key";
import { visibleText } from "./visible-text";

const keys = (kind: IdentifierKind, ...texts: string[]) =>
  new Set(texts.map((text) => valueKey({ kind, text }))).size;

describe("one value in two writings has one key", () => {
  test.each<[IdentifierKind, string[]]>([
    [
      "phone",
      [
        "(781) 555-0134",
        "781.555.0134",
        "+1 781 555 0134",
        "７８１-５５５-０１３４",
        "781\u2011555\u20110134",
      ],
    ],
    ["phone", ["781-555-0138 ext. 44", "781 555 0138 x44"]],
    ["date", ["4/6/2026", "April 6, 2026", "2026-04-06", "the 6th of April 2026", "04/06/26"]],
    ["date", ["4/6", "April 6", "Apr. 6th", "the sixth of April"]],
    ["email", ["Q.Zab@Example.org", "q.zab@example.org", "q dot zab at example dot org"]],
    ["medical_record", ["MRN-44 118", "mrn44118"]],
    ["ssn", ["219-09-9999", "219 09 9999", "two one nine oh nine nine nine nine nine"]],
    ["name", ["PETRA ORDWAY", "Petra Ordway's"]],
    ["geography", ["12 Elm St.", "12 ELM ST"]],
  ])("%s %j", (kind, texts) => {
    expect(keys(kind, ...texts)).toBe(1);
  });
  test("other values have other keys", () => {
    expect(keys("phone", "781-555-0138", "781-555-0138 x44", "781-555-0139")).toBe(3);
    expect(keys("date", "4/6", "4/7", "4/6/2025", "April 2025", "Thanksgiving")).toBe(5);
  });
});

test("numbers said aloud are the digits one would type", () => {
  expect(
    ["sixty two", "four oh five", "nineteen seventy four", "double three oh", "forty, oh two"].map(
      spokenDigits,
    ),
  ).toEqual(["62", "405", "1974", "330", "4002"]);
});

test("the visible text leads back to the stored text", () => {
  const stored = "call\u00a0781\u00ad-\u200b５５５ Раul\r\nnow";
  const { text, at } = visibleText(stored);
  expect(text).toBe("call 781-555 Paul\nnow");
  for (const [i, unit] of [...text].entries()) if (/[c-n]/.test(unit)) expect(stored[at[i]!]).toBe(unit);
  expect(at.length).toBe(text.length + 1);
  expect(at[text.length]).toBe(stored.length);
});
