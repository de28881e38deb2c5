import { expect, test } from "vitest";
import { readFiles } from "./read-files";

const file = (name: string, value: unknown) => ({
  name,
  bytes: new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)),
});
const rows = (one: { records: { at: string | null; sender: string; text: string }[] }) =>
  one.records.map(({ at, sender, text }) => [at, sender, text]);
const codes = (report: { warnings: { code: string }[] }) => report.warnings.map((one) => one.code);

test("WhatsApp from an iPhone: day first because the dates go forward, many lines, media named once, events as notes", async () => {
  const { cases, reports } = await readFiles([
    file(
      "WhatsApp Chat/_chat.txt",
      "[04/01/2031, 19:02:11] Ride Desk: \u200eMessages and calls are end-to-end encrypted.\r\n[04/01/2031, 19:02:30] Caller: The ride did not come.\r\nI waited: one hour.\r\n\u200e[05/01/2031, 07:15:00] Caller: \u200eimage omitted\r\n[01/02/2031, 08:00:00] Ride Desk: Sorry.\r\n",
    ),
  ]);
  expect(rows(cases[0]!)).toEqual([
    ["2031-01-04T19:02", "Ride Desk", "Messages and calls are end-to-end encrypted."],
    ["2031-01-04T19:02", "Caller", "The ride did not come.\nI waited: one hour."],
    ["2031-01-05T07:15", "Caller", "image omitted"],
    ["2031-02-01T08:00", "Ride Desk", "Sorry."],
  ]);
  expect(cases[0]!.unread).toHaveLength(1);
  expect(codes(reports[0]!)).toContain("chat/events");
});

test("WhatsApp from Android: month first, AM and PM with a narrow blank, a group event without a sender", async () => {
  const { cases } = await readFiles([
    file(
      "chat.txt",
      '4/1/31, 7:02\u202fPM - Caller created group "Rides: Monday"\n4/13/31, 7:03\u202fPM - Caller: Hello\n4/13/31, 12:03\u202fAM - +1 920 555 0148: Hi\n',
    ),
  ]);
  expect(rows(cases[0]!)).toEqual([
    ["2031-04-01T19:02", "", 'Caller created group "Rides: Monday"'],
    ["2031-04-13T19:03", "Caller", "Hello"],
    ["2031-04-13T00:03", "+1 920 555 0148", "Hi"],
  ]);
});

test("a chat of thousands of messages becomes a record for each day, with nothing lost", async () => {
  const lines = Array.from(
    { length: 3000 },
    (_, i) => `${Math.floor(i / 100) + 1}.04.31, 08:00 - Caller: line ${i}`,
  );
  const { cases, reports } = await readFiles([file("chat.txt", lines.join("\n"))]);
  expect(cases[0]!.records).toHaveLength(30);
  const text = cases[0]!.records.map((record) => record.text).join("\n");
  expect(text.match(/line \d+/g)).toHaveLength(3000);
  expect(codes(reports[0]!)).toContain("chat/days");
});

test("an SMS backup: conversations with two numbers never become one; sent and received are told apart; a picture is unread", async () => {
  const { cases } = await readFiles([
    file(
      "sms.xml",
      `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><smses count="4">
<sms address="+19205550148" date="1932800000000" type="1" body="The plan said no &#55357;&#56833;&#10;again" readable_date="Apr 1, 2031 7:06:40 PM" contact_name="Ilse" />
<sms address="(920) 555-0148" date="1932800060000" type="2" body="I will call." contact_name="Ilse" />
<sms address="5550199" date="1932800060000" type="1" body="Other." contact_name="(Unknown)" />
<mms address="5550199" date="1932800090000" msg_box="1"><parts><part ct="text/plain" text="See this" /><part ct="image/jpeg" cl="a.jpg" data="/9j/4AAQ" /></parts></mms></smses>`,
    ),
  ]);
  expect(cases.map(rows)).toEqual([
    [
      ["2031-04-01T19:06", "Ilse +19205550148", "The plan said no 😁\nagain"],
      ["2031-04-01T08:54", "me", "I will call."],
    ],
    [
      ["2031-04-01T08:54", "5550199", "Other."],
      ["2031-04-01T08:54", "5550199", "See this\n[a.jpg]"],
    ],
  ]);
});

test("iMessage text: the time, the sender, the text over blank lines", async () => {
  const { cases } = await readFiles([
    file(
      "ilse.txt",
      "Apr 02, 2031  9:30:12 AM\nMe\nHello\n\nthere\n\nApr 02, 2031  9:31:00 PM (Read by you)\n+19205550148\nYes\n",
    ),
  ]);
  expect(rows(cases[0]!)).toEqual([
    ["2031-04-02T09:30", "Me", "Hello\n\nthere"],
    ["2031-04-02T21:31", "+19205550148", "(Read by you)\nYes"],
  ]);
});

test("Zendesk: senders by name, a private comment said, a text that stands twice kept once, a file named as unread", async () => {
  const { cases, reports } = await readFiles([
    file("tickets.json", {
      tickets: [
        {
          id: 35,
          subject: "Chair refused",
          description: "Please help.",
          status: "open",
          url: "https://example.org/35.json",
          comments: [
            {
              id: 1,
              author_id: 7,
              plain_body: "Please help.",
              html_body: "<p>Please help.</p>",
              created_at: "2031-04-02T09:30:00Z",
            },
            {
              id: 2,
              author_id: 8,
              body: "Call the plan.",
              public: false,
              created_at: "2031-04-02T10:00:00Z",
              attachments: [{ file_name: "denial.pdf" }],
            },
          ],
        },
        {
          id: 36,
          subject: "Ride",
          comments: [{ author_id: 7, body: "No ride came.", created_at: "2031-04-03T08:00:00Z" }],
        },
      ],
      users: [
        { id: 7, name: "Ilse Brandt" },
        { id: 8, name: "Ada Okafor" },
      ],
    }),
  ]);
  expect(cases.map((one) => one.records.map(({ title, sender, text }) => [title, sender, text]))).toEqual([
    [
      ["Chair refused", "", "subject: Chair refused\nstatus: open"],
      ["Message 2", "Ilse Brandt", "Please help."],
      ["Internal note", "Ada Okafor", "Call the plan.\n\npublic: false"],
    ],
    [
      ["Ride", "", "subject: Ride"],
      ["Message 2", "Ilse Brandt", "No ride came."],
    ],
  ]);
  expect(codes(reports[0]!)).toEqual(["tickets/doubled", "tickets/technical"]);
  expect(reports[0]!.unread[0]!.what).toContain("denial.pdf");
});

test("Salesforce and Intercom: nested lists, HTML bodies, seconds since 1970, in order of time", async () => {
  const salesforce = {
    records: [
      {
        attributes: { type: "Case" },
        CaseNumber: "00017",
        Subject: "Ride",
        CaseComments: {
          records: [
            {
              CommentBody: "Second",
              CreatedDate: "2031-04-03T10:00:00.000+0000",
              CreatedBy: { Name: "Ada" },
            },
          ],
        },
        EmailMessages: {
          records: [
            { TextBody: "First", FromAddress: "a@example.org", MessageDate: "2031-04-02T10:00:00.000+0000" },
          ],
        },
      },
    ],
  };
  const intercom = {
    type: "conversation",
    id: "9",
    source: { body: "<p>Where is my <b>ride</b>?</p>", author: { name: "Ilse" }, created_at: 1932800000 },
    conversation_parts: {
      conversation_parts: [
        { part_type: "comment", body: "<p>Coming.</p>", author: { name: "Desk" }, created_at: 1932800060 },
      ],
    },
  };
  const { cases } = await readFiles([file("sf.json", salesforce), file("ic.json", intercom)]);
  expect(
    cases.map((one) => one.records.slice(-2).map(({ sender, text }) => [sender, text.split("\n")[0]])),
  ).toEqual([
    [
      ["a@example.org", "First"],
      ["Ada", "Second"],
    ],
    [
      ["Ilse", "Where is my ride?"],
      ["Desk", "Coming."],
    ],
  ]);
});
