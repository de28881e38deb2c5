import fc from "fast-check";
import { expect, test } from "vitest";
import type { ScreeningFinding } from "./finding";
import type { ReplaceableRecord } from "./plan";
import { applyPlan, planReplacement, replaceIdentifiers } from "./replace";
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
    /^Seen at \w+ \w+ Hospital\. Call \(\d{3}\) 555-01\d\d\. MRN: [A-Z]{2}-\d{5}\. Write to \w\.\w@example\.(?:org|net|com)\.$/,
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

const mark = (
  records: ReplaceableRecord[],
  marks: [string, ScreeningFinding["kind"]][],
): ScreeningFinding[] =>
  marks.map(([text, kind]) => {
    for (const one of records)
      for (const field of ["text", "title", "sender"] as const) {
        const start = one[field].indexOf(text);
        if (start >= 0)
          return {
            recordKey: one.key,
            field,
            start,
            end: start + text.length,
            text,
            kind,
            confidence: 1,
            reason: "",
          };
      }
    throw new Error(`${text} is not in the records`);
  });
const withMarks = (
  records: ReplaceableRecord[],
  marks: [string, ScreeningFinding["kind"]][],
  key = secret,
) => {
  const findings = mark(records, marks);
  return { plan: planReplacement(records, findings, key), ...replaceIdentifiers(records, findings, key) };
};

test("every way of writing one person is one group, and reads as one other person", () => {
  const records = [
    record(
      "a",
      "William Smith called. Bill said he is fine. Mr. Smith's ride; SMITH, WILLIAM; W.S. signed. Smith, William. Dr. Okafor saw Rosa Lopez.",
    ),
  ];
  const { plan, records: after } = withMarks(records, [
    ["William Smith", "name"],
    ["Bill", "name"],
    ["Mr. Smith", "name"],
    ["SMITH, WILLIAM", "name"],
    ["W.S.", "name"],
    ["Smith, William", "name"],
    ["Dr. Okafor", "name"],
    ["Rosa Lopez", "name"],
  ]);
  expect(plan.groups.map((group) => group.label).sort()).toEqual([
    "Dr. Okafor",
    "Rosa Lopez",
    "William Smith",
  ]);
  const [, given, family, nick] = /^(\w+) (\w+) called\. (\w+) said/.exec(after[0]!.text)!;
  expect(after[0]!.text).toContain(
    `Mr. ${family}'s ride; ${family!.toUpperCase()}, ${given!.toUpperCase()}; ${given![0]}.${family![0]}. signed. ${family}, ${given}.`,
  );
  expect(nick).not.toBe(given);
  expect(after[0]!.text).not.toMatch(/smith|william|bill|okafor|rosa|lopez/i);
});

test("relatives keep one family name, and two persons never become one", () => {
  const records = [
    record(
      "a",
      "Dolores Whitcombe and her husband Ray Whitcombe. Mrs. Whitcombe sleeps. Mr. Whitcombe drives. Ray Lund came.",
    ),
  ];
  const { plan, records: after } = withMarks(records, [
    ["Dolores Whitcombe", "name"],
    ["Ray Whitcombe", "name"],
    ["Mrs. Whitcombe", "name"],
    ["Mr. Whitcombe", "name"],
    ["Ray Lund", "name"],
  ]);
  const groups = Object.fromEntries(
    plan.groups.map((group) => [group.label, group.spellings.map((one) => one.text)]),
  );
  expect(groups).toEqual({
    "Dolores Whitcombe": ["Dolores Whitcombe", "Mrs. Whitcombe"],
    "Ray Whitcombe": ["Ray Whitcombe", "Mr. Whitcombe"],
    "Ray Lund": ["Ray Lund"],
  });
  const [, one, two, three] = /^\w+ (\w+) and her husband \w+ (\w+)\. .* \w+ (\w+) came/.exec(
    after[0]!.text,
  )!;
  expect(one).toBe(two);
  expect(three).not.toBe(one);
});

test("a value that was decided is replaced where nobody marked it, and never inside an ordinary word", () => {
  const records = [
    record(
      "a",
      "Will Grant wrote. Thu 4/16 at 10:40 Called Dr. Will will call back. The will is with the court; bills and a grant are open. Line (312) 555-0177, fax none.",
    ),
    record(
      "b",
      "Call Will on 4/6 at 312.555.0177 or the number ending in 0177. Will you come? Granted. Grant's son came the 16th.",
      { at: "2026-04-20T10:00" },
    ),
  ];
  const { records: after } = withMarks(records, [
    ["Will Grant", "name"],
    ["Thu 4/16", "date"],
    ["(312) 555-0177", "phone"],
  ]);
  const both = `${after[0]!.text} ${after[1]!.text}`;
  expect(both).toContain("The will is with the court; bills and a grant are open.");
  expect(both).toContain("will call back");
  expect(both).toContain("Will you come? Granted.");
  expect(both).toContain("at 10:40 Called");
  expect(both).not.toMatch(/Grant's|Will (?:will|on)|0177|4\/6|4\/16|the 16th/);
  const end = /555-(\d{4}), fax/.exec(both)![1]!;
  expect(both).toContain(`.${end} or the number ending in ${end}`);
});

test("whole weeks: what was a Friday stays one in every form, ranges and short forms too", () => {
  const text =
    "Friday September 19, Fri 9/19, 2025-09-19, 09/19/2025, 19 September 2025, September 18-19, 2025, Fri the 19th, Sept. 19th. He is 47, back in 2 weeks, pain 4/10, half of 1/2 tablet.";
  const records = [record("a", text, { at: "2025-09-19T10:00" })];
  const { records: after } = withMarks(records, [["Friday September 19", "date"]]);
  const fresh = after[0]!.text;
  const iso = /(\d{4}-\d\d-\d\d)/.exec(fresh)![1]!;
  expect(new Date(`${iso}T00:00Z`).getUTCDay()).toBe(5);
  const day = Number(iso.slice(8));
  const month = Number(iso.slice(5, 7));
  expect(fresh).toContain(`Fri ${month}/${day},`);
  expect(fresh).toContain(`${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`);
  expect(fresh).toMatch(new RegExp(`^Friday [A-Z][a-z]+ ${day}, `));
  expect(fresh).toMatch(new RegExp(` ${day} [A-Z][a-z]+ ${iso.slice(0, 4)}, `));
  expect(fresh).toMatch(new RegExp(`Fri the ${day}(?:st|nd|rd|th), `));
  expect(fresh).toContain("He is 47, back in 2 weeks, pain 4/10, half of 1/2 tablet.");
  expect(after[0]!.at).toBe(`${iso}T10:00`);
});

test("what is kept stays, what is removed says its kind", () => {
  const records = [record("a", "Ann Poe, MRN 998812, at Birch Landing.")];
  const findings = mark(records, [
    ["Ann Poe", "name"],
    ["998812", "medical_record"],
    ["Birch Landing", "geography"],
  ]);
  const plan = planReplacement(records, findings, secret);
  const decided = new Map(
    plan.groups.map((group) => [
      group.key,
      group.kind === "geography" ? ("keep" as const) : ("remove" as const),
    ]),
  );
  const { records: after } = applyPlan(records, plan, (key) => decided.get(key) ?? "undecided");
  expect(after[0]!.text).toBe("[name], MRN [record number], at Birch Landing.");
});

test("whatever the secret, no spelling that was decided is left and weekdays hold", () => {
  const text =
    "Dear Bill, William Katz (wkatz@mail.example, 312-555-0148) is due Mon 4/6/2026. KATZ, WILLIAM. Katz. Call 3125550148.";
  const records = [record("a", text)];
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (key) => {
      const { records: after } = withMarks(
        records,
        [
          ["William Katz", "name"],
          ["wkatz@mail.example", "email"],
          ["312-555-0148", "phone"],
          ["4/6/2026", "date"],
        ],
        key,
      );
      expect(after[0]!.text).not.toMatch(/katz|william|0148|mail\.example/i);
      const [, m, d, y] = /Mon (\d+)\/(\d+)\/(\d{4})/.exec(after[0]!.text)!;
      expect(new Date(Date.UTC(Number(y), Number(m) - 1, Number(d))).getUTCDay()).toBe(1);
    }),
    { seed: 20261201, numRuns: 100 },
  );
});

test("a date that was found in pieces, one of them as a name, moves as one date", () => {
  const records = [
    record("a", "The tanks did not come on Friday, April 10. Amya April called. Friday, April 10, 2026.", {
      at: "2026-04-17T09:00",
    }),
  ];
  const { records: after } = withMarks(records, [
    ["Friday, April", "name"],
    ["10", "date"],
    ["Amya April", "name"],
  ]);
  expect(after[0]!.text).toMatch(
    /come on Friday, (?!April 10)[A-Z][a-z]+ \d{1,2}\. [A-Z][a-z]+ [A-Z][a-z]+ called\. Friday, [A-Z][a-z]+ \d{1,2}, 20\d\d\.$/,
  );
  expect(after[0]!.text).not.toMatch(/Amya/);
});
