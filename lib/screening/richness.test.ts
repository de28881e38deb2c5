import fc from "fast-check";
import { expect, test } from "vitest";
import { type RichnessRecord, scoreRichness } from "./richness";

const record = (key: string, text: string, more: Partial<RichnessRecord> = {}): RichnessRecord => ({
  key,
  kind: "note",
  sender: "",
  at: null,
  text,
  ...more,
});

const rich = [
  record(
    "a",
    "The patient requested a new walker. The insurance denied it because the letter of medical necessity was missing.",
    { sender: "advocate", at: "2027-03-01T09:00" },
  ),
  record(
    "b",
    "Called the supplier, left a message. The pharmacy must have the prescription within 3 days, fax number on file. CPT code given, $240 owed.",
    { sender: "plan", at: "2027-03-02T09:00" },
  ),
  record(
    "c",
    "Faxed the chart notes, the doctor signed and explained the policy. Appeal submitted, then approved and delivered. Case closed, confirmed with her daughter.",
    { sender: "clinic", at: "2027-03-04T09:00" },
  ),
];

test("a case told to its end outranks one that is not, and each shortage is named", () => {
  const full = scoreRichness(rich);
  const thin = scoreRichness([record("a", "Hello, are you there?")]);
  expect(full.score).toBeGreaterThan(75);
  expect(thin.score).toBeLessThan(10);
  expect(thin.parts.outcomes.reasons.map((reason) => reason.message)).toContain("No result is stated.");
  expect(scoreRichness(rich.slice(0, 1)).score).toBeGreaterThan(thin.score);
  expect(scoreRichness(rich.slice(0, 1)).score).toBeLessThan(full.score);
});

test("reasons quote where they were found", () => {
  for (const part of Object.values(scoreRichness(rich).parts)) {
    for (const reason of part.reasons) {
      for (const span of reason.spans)
        expect(rich.find((one) => one.key === span.recordKey)!.text.slice(span.start, span.end)).toMatch(
          /\S/,
        );
    }
  }
});

test("parts stay between 0 and 25 and add up, records never count against a case", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          key: fc.string(),
          kind: fc.constant("note"),
          sender: fc.string(),
          at: fc.constant(null),
          text: fc.string({ unit: "binary" }),
        }),
        { maxLength: 5 },
      ),
      (records) => {
        const { score, parts } = scoreRichness(records);
        const sum = Object.values(parts).map((part) => part.score);
        expect(Math.min(...sum)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...sum)).toBeLessThanOrEqual(25);
        expect(score).toBe(sum.reduce((a, b) => a + b, 0));
        expect(scoreRichness([...records, ...rich]).score).toBeGreaterThanOrEqual(
          scoreRichness(rich).score - 3,
        );
      },
    ),
    { seed: 20261129, numRuns: 100 },
  );
});

test("an import without records scores nothing", () => {
  expect(scoreRichness([]).score).toBe(0);
});
