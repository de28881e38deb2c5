import fc from "fast-check";
import { expect, test } from "vitest";
import type { ScreeningFinding } from "./finding";
import { type ReplaceableRecord, replaceIdentifiers } from "./replace";
import { screenCase } from "./screen";

const secret = new Uint8Array(32).fill(7);
const record = (key: string, text: string, more: Partial<ReplaceableRecord> = {}): ReplaceableRecord => ({
  key,
  text,
  title: "",
  sender: "",
  at: null,
  ...more,
});
const replace = (records: ReplaceableRecord[], key = secret) =>
  replaceIdentifiers(records, screenCase(records), key);

test("one person has one new name in the whole case, whole or in parts", () => {
  const { records } = replace([
    record("a", "My name is Tamsin Ordway."),
    record("b", "Ms. Ordway called, TAMSIN was on hold.", { sender: "Tamsin Ordway" }),
  ]);
  const [, given, family] = /^My name is (\w+) (\w+)\.$/.exec(records[0]!.text)!;
  expect(records[1]!.text).toBe(`Ms. ${family} called, ${given!.toUpperCase()} was on hold.`);
  expect(records[1]!.sender).toBe(`${given} ${family}`);
  expect([given, family]).not.toContain("Tamsin");
  expect([given, family]).not.toContain("Ordway");
});

test("another secret gives other words; the same gives the same", () => {
  const records = [record("a", "My name is Tamsin Ordway, MRN 998812.")];
  expect(replace(records)).toEqual(replace(records));
  expect(replace(records).records[0]!.text).not.toBe(
    replace(records, new Uint8Array(32).fill(9)).records[0]!.text,
  );
});

test("dates keep their distance and their form, and the record's own time moves with them", () => {
  const { records } = replace([
    record("a", "Asked on 2027-03-01, answered on March 11, 2027.", { at: "2027-03-11T09:30" }),
  ]);
  const [, asked, answered] = /^Asked on (\d{4}-\d\d-\d\d), answered on (\w+ \d{1,2}, \d{4})\.$/.exec(
    records[0]!.text,
  )!;
  const day = (text: string) => Date.parse(`${text} UTC`) / 86_400_000;
  expect(day(answered!) - day(asked!)).toBe(10);
  expect(asked).not.toBe("2027-03-01");
  expect(records[0]!.at).toBe(`${new Date(day(answered!) * 86_400_000).toISOString().slice(0, 10)}T09:30`);
});

test("the kind of a place, the form of a code and a number nobody has are kept", () => {
  const { records } = replace([
    record(
      "a",
      "Seen at Larkspur Valley Hospital. Call (312) 555-0148. MRN: AB-44812. Write to w.o@clinic.example.",
    ),
  ]);
  expect(records[0]!.text).toMatch(
    /^Seen at \w+ \w+ Hospital\. Call \(\d{3}\) 555-01\d\d\. MRN: [A-Z]{2}-\d{5}\. Write to \w+@example\.org\.$/,
  );
  expect(records[0]!.text).not.toMatch(/Larkspur|0148|44812|clinic/);
});

test("spans address the replacements, and all else stays as it was", () => {
  const words = fc.constantFrom(
    "Tamsin Ordway",
    "MRN 998812",
    "on 3 March 2027",
    "😀",
    "\r\n",
    "said e\u0301",
    "a@b.example",
    "at Larkspur Valley Hospital",
    "the plan",
  );
  fc.assert(
    fc.property(
      fc.array(words, { minLength: 1, maxLength: 20 }),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      (parts, key) => {
        const before = [record("a", parts.join(" "))];
        const { records, spans } = replace(before, key);
        let rebuilt = "";
        let formerAt = 0;
        let at = 0;
        for (const span of spans) {
          expect(records[0]!.text.slice(at, span.start)).toBe(
            before[0]!.text.slice(formerAt, span.formerStart),
          );
          rebuilt += records[0]!.text.slice(at, span.end);
          at = span.end;
          formerAt = span.formerEnd;
        }
        expect(rebuilt + before[0]!.text.slice(formerAt)).toBe(records[0]!.text);
      },
    ),
    { seed: 20261129, numRuns: 100 },
  );
});

test("a finding that does not quote the record changes nothing", () => {
  const finding: ScreeningFinding = {
    recordKey: "a",
    field: "text",
    start: 0,
    end: 5,
    text: "other",
    kind: "name",
    confidence: 1,
    reason: "",
  };
  expect(replaceIdentifiers([record("a", "Hello there")], [finding], secret).records[0]!.text).toBe(
    "Hello there",
  );
});
