import { describe, expect, test } from "vitest";
import { readFiles } from "./read-files";

const read = async (name: string, content: string | Uint8Array) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const { cases, reports } = await readFiles([{ name, bytes }]);
  return { report: reports[0]!, records: cases.flatMap((one) => one.records), cases };
};
const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const head = (more = "") =>
  `From: Desk <desk@plan.example>\r\nTo: a@b.example\r\nSubject: Ride\r\nDate: Mon, 4 Mar 2024 10:00:00 -0500\r\nMIME-Version: 1.0\r\n${more}\r\n`;
const two = (plain: string, html: string) =>
  `${head('Content-Type: multipart/alternative; boundary="b"\r\n')}--b\r\nContent-Type: text/plain\r\n\r\n${plain}\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--\r\n`;

describe("letters beyond ASCII", () => {
  test("Windows-1252 in the body, encoded or not, and in a head as it is", async () => {
    const encoded = await read(
      "a.eml",
      `${head("Content-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable\r\n")}We=92re sorry =96 =80 40`,
    );
    expect(encoded.records[0]!.text).toMatch(/We’re sorry – € 40\n$/);
    const raw = await read(
      "a.eml",
      latin(
        `${head("X-A: 1\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n").replace("Desk", "B\xfcro \x96 Caf\xe9")}It\x92s no.`,
      ),
    );
    expect(raw.records[0]!.sender).toBe("Büro – Café");
    expect(raw.records[0]!.text).toMatch(/It’s no\.\n?$/);
  });
});

describe("a plain and an HTML form", () => {
  test("of which the plain one is a placeholder: the HTML is taken, the placeholder kept below", async () => {
    const { records, report } = await read(
      "a.eml",
      two("Your program does not show HTML.", "<p>The bed was denied. You may appeal within 30 days.</p>"),
    );
    expect(records[0]!.text).toContain(
      "The bed was denied. You may appeal within 30 days.\n\n[Only in the plain form:]",
    );
    expect(report.warnings.map((one) => one.code)).toContain("mail/html_taken");
  });
  test("that say the same: the plain one is taken and nothing is added", async () => {
    const { records } = await read("a.eml", two("The bed was denied.", "<p>The bed <b>was</b> denied.</p>"));
    expect(records[0]!.text).toMatch(/The bed was denied\.\n$/);
  });
  test("of which the HTML has a line more: nothing is lost", async () => {
    const { records } = await read(
      "a.eml",
      two(
        "The bed was denied. Please read on, there is a lot to say about it and more.",
        "<p>The bed was denied.</p><p>Call Ilse.</p>",
      ),
    );
    expect(records[0]!.text).toContain("[Only in the HTML form:]\nCall Ilse.");
  });
});

test("attachments are read by their own reader; what cannot be read is named as unread", async () => {
  const part = (type: string, name: string, body: string) =>
    `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(body).toString("base64")}\r\n`;
  const { records, cases } = await read(
    "a.eml",
    `${head('Content-Type: multipart/mixed; boundary="b"\r\n')}--b\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n${part("text/csv", "log.csv", "date,notes\n2031-03-04,Called\n")}${part("text/html", "page.html", "<p>A <b>page</b></p>")}${part("text/calendar", "invite.ics", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Hearing\r\nDTSTART:20310402T093000Z\r\nDESCRIPTION:Bring the\r\n  letter\\, please\r\nUID:x1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")}${part("application/octet-stream", "scan.bin", "\u0000\u0001\u0002\u0003\u0004\u0000\u0001")}--b--\r\n`,
  );
  expect(records.map((record) => [record.title, record.at])).toEqual([
    ["Ride", "2024-03-04T10:00"],
    ["log.csv", "2031-03-04T00:00"],
    ["page.html", "2024-03-04T10:00"],
    ["invite.ics", "2031-04-02T09:30"],
  ]);
  expect(records[2]!.text).toBe("A page");
  expect(records[3]!.text).toBe(
    "What: Hearing\nBegins: 20310402T093000Z\nDescription: Bring the letter, please",
  );
  expect(cases[0]!.unread.map((one) => one.what)).toEqual([expect.stringContaining("scan.bin")]);
});

test("a mailbox gives each mail, with quoted openings and encoded parts", async () => {
  const { records, report } = await read(
    "box.txt",
    `From desk@plan.example Mon Mar  4 10:00:00 2024\n${head().replaceAll("\r\n", "\n")}First.\n\n>From now on write to us.\nFrom here on it is text 2024\n\nFrom a@b.example Tue Mar  5 11:00:00 2024\n${head(
      "Content-Transfer-Encoding: base64\r\n",
    ).replaceAll("\r\n", "\n")}${Buffer.from("Second: the walker").toString("base64")}\n`,
  );
  expect(records.map((record) => record.text.split("\n\n").slice(1).join("\n\n").trim())).toEqual([
    "First.\n\nFrom now on write to us.\nFrom here on it is text 2024",
    "Second: the walker",
  ]);
  expect(report.account).toEqual([{ unit: "messages", found: 2, kept: 2, leftOut: 0 }]);
});

test("an encoded stretch that no reader decoded stands in unread", async () => {
  const secret = Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 89) % 251)).toString("base64");
  const { cases } = await read("a.txt", `Note\n${secret}\nEnd`);
  expect(cases[0]!.unread[0]!.what).toContain("400 encoded characters");
  const plain = await read("b.txt", `https://plan.example/${secret} ${"_".repeat(300)} ${"a".repeat(300)}`);
  expect(plain.cases[0]!.unread).toEqual([]);
});

test("a broken Outlook mail is refused with what to do", async () => {
  const { report } = await read("a.msg", latin("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 broken"));
  expect(report).toMatchObject({ outcome: "refused", fix: expect.stringContaining(".eml") });
});
