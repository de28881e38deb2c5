import { expect, test } from "vitest";
import { readFiles } from "./read-files";
import { splitThread } from "./thread";

const read = (text: string) => readFiles([{ name: "calls.txt", bytes: new TextEncoder().encode(text) }]);

test("ten dated calls of one log are ten dated records with speakers, the oldest first, with every line kept", async () => {
  const lines = Array.from(
    { length: 10 },
    (_, i) => `4/${20 - i}/2031 10:4${i} AM - Ada Okafor: called the plan, call ${i}\n  on hold, then no.`,
  );
  const { cases } = await read(`Calls about the chair\n\n${lines.join("\n")}`);
  const [title, ...records] = cases[0]!.records;
  expect(title!.text).toBe("Calls about the chair");
  expect(records.map((record) => record.at)).toEqual(
    Array.from({ length: 10 }, (_, i) => `2031-04-${11 + i}T10:4${9 - i}`),
  );
  expect(records.every((record) => record.sender === "Ada Okafor" && record.kind === "call_note")).toBe(true);
  expect(records[9]!.text).toBe(lines[0]!);
});

test("a letter that names two dates is no log", async () => {
  const letter =
    "Dear plan,\n\nthe chair was asked for on\n4/2/2031 and refused.\nMay 5, 2031 is the last day.\nYours\n";
  expect((await read(letter)).cases[0]!.records.map((record) => record.text)).toEqual([letter]);
});

test("answers under “wrote”, under From and Sent, and behind marks become messages; the signature stays", () => {
  const text = `Thanks, noted.
--
Ada, Plan desk

On Mon, Apr 2, 2031 at 9:30 AM Ilse Brandt <ilse@example.org>
wrote:

> May I ask again?
>
> On Apr 1, 2031, at 8:00 AM, Ada <a@example.org> wrote:
>> We said no.

This mail is confidential.
From: Ben Nkemelu
Sent: Friday, March 28, 2031 4:05 PM
To: Ada
Subject: Chair

Please look at this.`;
  expect(splitThread(text).map(({ sender, at }) => [sender, at])).toEqual([
    ["", null],
    ["Ilse Brandt", "2031-04-02T09:30"],
    ["Ada", "2031-04-01T08:00"],
    ["Ben Nkemelu", "2031-03-28T16:05"],
  ]);
  const [first, second, third, fourth] = splitThread(text).map((message) => message.text);
  expect(first).toBe("Thanks, noted.\n--\nAda, Plan desk\n\nThis mail is confidential.");
  expect(second).toMatch(/May I ask again\?$/);
  expect(third).toMatch(/We said no\.$/);
  expect(fourth).toMatch(/Please look at this\.$/);
});

test("an answer between the lines of a quotation stays with what it answers", () => {
  const text = "On Apr 2, 2031, at 9:30 AM, Ada wrote:\n> Did it come?\nNo.\n> Did you call?\nYes.";
  expect(splitThread(text)).toHaveLength(1);
  expect(splitThread(text)[0]!.text).toBe(text);
});

test("hostile threads and logs take time in proportion to their length", () => {
  const times = [1, 4].map((count) => {
    const text = [
      "> ".repeat(20_000 * count),
      "On a\n".repeat(20_000 * count),
      "From: a\n".repeat(10_000 * count),
      `${">".repeat(50)} x\n`.repeat(2_000 * count),
    ];
    const before = performance.now();
    for (const one of text) splitThread(one);
    return performance.now() - before;
  });
  expect(times[1]!).toBeLessThan(times[0]! * 8 + 500);
});

test("a mail and the mail it quotes are two records, and a quoted mail that is in the import itself is kept once", async () => {
  const mail = (from: string, date: string, body: string) =>
    `From: ${from} <x@example.org>\r\nDate: ${date}\r\nSubject: Chair\r\nContent-Type: text/plain\r\n\r\n${body}\r\n`;
  const first = mail("Ilse Brandt", "Mon, 2 Apr 2031 09:30:00 -0500", "May I ask again?\r\nIlse");
  const quote =
    "On Mon, Apr 2, 2031 at 9:30 AM Ilse Brandt <x@example.org> wrote:\r\n> May I ask again?\r\n> Ilse";
  const second = mail("Ada", "Tue, 3 Apr 2031 09:30:00 -0500", `Yes.\r\n\r\n${quote}`);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const alone = await readFiles([{ name: "case/2.eml", bytes: bytes(second) }]);
  expect(alone.cases[0]!.records.map((record) => [record.sender, record.at])).toEqual([
    ["Ilse Brandt", "2031-04-02T09:30"],
    ["Ada", "2031-04-03T09:30"],
  ]);
  expect(alone.cases[0]!.records[1]!.text).toMatch(/Yes\.$/);
  const both = await readFiles([
    { name: "case/1.eml", bytes: bytes(first) },
    { name: "case/2.eml", bytes: bytes(second) },
  ]);
  expect(both.cases[0]!.records).toHaveLength(2);
  expect(both.reports[1]!.warnings.map((one) => one.code)).toContain("mail/quoted_twice");
});
