import { describe, expect, test } from "vitest";
import { outlineByRules, worthReading } from "./draft-by-rules";
import { draftFromOutline, type SourceRecord } from "./draft-outline";

const record = (key: string, kind: string, text: string, more: Partial<SourceRecord> = {}): SourceRecord => ({
  key,
  kind,
  sender: "",
  at: null,
  title: "",
  text,
  ...more,
});

const mail = record(
  "mail",
  "email",
  `From: Marjorie Ellwood <m@example.org>
To: Care Team <t@example.net>
Subject: oxygen tanks

The tanks did not come on Friday, April 10. Tri-County Oxygen says the order is closed. My husband Stan may
talk to anyone. Please do not call my old employer.
Find out why they stopped and make sure the tanks come before Thu 4/23.

On Fri, Apr 17, 2025 at 10:05 AM Care Team <t@example.net> wrote:
> We will call Tri-County Oxygen today.`,
  { sender: "Marjorie Ellwood" },
);
const log = record(
  "log",
  "note",
  `Call log
4/17/2025 9:40 AM Called Tri-County Oxygen, (312) 555-0162. Priya at the desk. Says the order closed on 4/3 because the doctor's form ran out. They need a new form signed by Dr. Moss.
4/20/2025 2:15 PM Called Dr. Moss's office. No answer, voicemail. Asked them to fax the form to Tri-County.
4/21/2025 8:50 AM Office called back. The nurse, Kim, said the form will be signed Thursday and they will fax it the same day.`,
  { title: "call log" },
);

describe("a mail and a call log", () => {
  const outline = outlineByRules([mail, log]);
  const told = (part: string) => outline.exchanges.find((one) => one.statement.includes(part));

  test("parties are who wrote, who was called and who speaks for the patient, each once", () => {
    expect(outline.parties.map((party) => [party.kind, party.name]).sort()).toEqual([
      ["caregiver", "Husband"],
      ["community", "Tri-County Oxygen"],
      ["patient", "The patient"],
      ["provider", "Dr. Moss’s office"],
    ]);
  });

  test("reports, papers and promises belong to whom the call was with", () => {
    expect(told("order closed on 4/3")?.teller).toBe("tri-county oxygen");
    expect(told("new form signed")).toMatchObject({ document: true, what: "new form" });
    expect(told("signed Thursday")).toMatchObject({
      teller: "dr. moss’s office",
      what: expect.stringMatching(/^promise: .*Thursday/),
    });
  });

  test("what is wanted, forbidden, allowed and in the way is told apart", () => {
    expect(outline.outcomes.map((one) => one.text)).toEqual([
      "Find out why they stopped and make sure the tanks come before Thu 4/23.",
    ]);
    expect(outline.prohibited.map((one) => one.text)).toEqual(["Please do not call my old employer."]);
    expect(outline.steps).toContainEqual(
      expect.objectContaining({ kind: "permission", party: "patient", for_party: "husband" }),
    );
    expect(outline.steps).toContainEqual(
      expect.objectContaining({ kind: "action", party: "dr. moss’s office" }),
    );
    expect(outline.blockers.map((one) => one.text)).toContain("No answer, voicemail.");
  });

  test("every quote stands in its record, also across lines of a wrapped mail", () => {
    const of = { caseId: "c", title: "t", starts: "2025-04-17T09:00", records: [mail, log], note: "" };
    expect(draftFromOutline(outline, of).refused).toEqual([]);
    expect(outline.steps.flatMap((one) => one.quotes).some(({ quote }) => quote.includes("\n"))).toBe(true);
  });
});

test("a talk gives questions with their answers; courtesies and sounds are neither", () => {
  const outline = outlineByRules([
    record(
      "call",
      "call_transcript",
      `Advocate: Hello, how are you?
Patient: Hi.
Advocate: When did your pain begin?
Patient: Mm.
Patient: About eight years ago, after a fall.
Advocate: Did you see a doctor for it?
Patient: Yes.
Advocate: May I call the clinic about your prescription?
Patient: Yes, you may call the clinic.
Clinic: It is signed.`,
    ),
  ]);
  expect(outline.exchanges.map((one) => [one.what, one.statement])).toEqual([
    ["when did your pain begin", "About eight years ago, after a fall."],
    ["did you see a doctor for it", "did you see a doctor for it: Yes."],
  ]);
  expect(outline.steps).toMatchObject([{ kind: "permission", party: "patient", for_party: "clinic" }]);
});

test.each([
  ["a shopping list", "milk\neggs\nbread"],
  ["one sentence", "Had a good day today, the weather was fine."],
  ["figures", "12 44 18\n13 45 19\n14 46 20"],
])("%s is not worth a draft", (_, text) => {
  expect(worthReading(outlineByRules([record("a", "note", text)]))).toBe(false);
});

test("a long record is read in a time that grows with its length", () => {
  const time = (times: number) => {
    const from = performance.now();
    outlineByRules([record("a", "note", `${log.text}\n`.repeat(times))]);
    return performance.now() - from;
  };
  time(20);
  expect(time(800)).toBeLessThan(60 * Math.max(5, time(40)));
});
