import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordView } from "@/lib/contracts/packets";
import { blocksOf, segmentsOf, sentencesOf, trimmed } from "./record-text";

const record = (text: string): RecordView => ({
  key: "r",
  kind: "note",
  sender: "",
  at: "2026-03-09T08:41",
  title: "Note",
  text,
  sha256: "",
  setAside: null,
});

test("a long record is cut into blocks that are the whole text and each short", () => {
  const text = `${"Words without an end. ".repeat(900)}\n\n${"x".repeat(9_000)}\nend`;
  const blocks = blocksOf([record(text)]);
  expect(blocks.map((block) => text.slice(block.start, block.end)).join("")).toBe(text);
  expect(Math.max(...blocks.map((block) => block.end - block.start))).toBeLessThanOrEqual(6_000);
  expect(blocks.filter((block) => block.day !== null)).toHaveLength(1);
});

test("segments are the whole text, and each knows the items whose quotes lie over it", () => {
  const words = fc.string({
    unit: fc.constantFrom("a", " ", "\n", "[", "]", "."),
    minLength: 1,
    maxLength: 60,
  });
  const mark = fc.record({
    at: fc.nat(59),
    length: fc.integer({ min: 1, max: 20 }),
    itemId: fc.constantFrom("i", "j"),
  });
  fc.assert(
    fc.property(words, fc.array(mark, { maxLength: 4 }), (text, raw) => {
      const [block] = blocksOf([record(text)]);
      if (!block) return;
      const marks = raw
        .filter((one) => one.at < text.length)
        .map((one) => ({
          start: one.at,
          end: Math.min(text.length, one.at + one.length),
          itemId: one.itemId,
        }));
      const segments = segmentsOf(block, marks, null);
      expect(segments.map((one) => text.slice(one.start, one.end)).join("")).toBe(text);
      for (const segment of segments)
        for (let at = segment.start; at < segment.end; at++) {
          const over = marks.filter((one) => one.start <= at && one.end > at).map((one) => one.itemId);
          expect([...segment.items].sort()).toEqual([...over].sort());
        }
      expect(segments.flatMap((one) => one.closes)).toHaveLength(marks.length);
    }),
    { seed: 20261129, numRuns: 300 },
  );
});

test("what was taken out is one piece, and spaces at the ends of a passage do not count", () => {
  const text = "Call [phone number] now.";
  const [block] = blocksOf([record(text)]);
  const held = block ? segmentsOf(block, [], null).filter((one) => one.withheld) : [];
  expect(held.map((one) => text.slice(one.start, one.end))).toEqual(["[phone number]"]);
  expect(trimmed(text, { start: 4, end: 20 })).toEqual({ start: 5, end: 19 });
  expect(trimmed(text, { start: 4, end: 5 })).toBeNull();
});

test("sentences are found with their places", () => {
  const text = "One is here.  Two is there!\n\nThree";
  const [block] = blocksOf([record(text)]);
  const found = block ? sentencesOf(block).map((one) => text.slice(one.start, one.end)) : [];
  expect(found).toEqual(["One is here.", "Two is there!", "Three"]);
});
