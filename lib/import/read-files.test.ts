import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { caseFileSchema } from "@/lib/contracts/case-file";
import { screenCase } from "@/lib/screening/screen";
import { IMPORT_LIMITS } from "./imported-case";
import { readFiles, readFilesInSteps } from "./read-files";

const encode = (text: string) => new TextEncoder().encode(text);
const file = (name: string, content: string | Uint8Array) => ({
  name,
  bytes: typeof content === "string" ? encode(content) : content,
});
const read = async (...files: { name: string; bytes: Uint8Array }[]) => readFiles(files);
const codes = (report: { warnings: { code: string }[] }) => report.warnings.map((warning) => warning.code);

const own = {
  schema_version: 1,
  id: "walker",
  title: "A walker that broke",
  records: [
    {
      key: "call_1",
      kind: "call_note",
      sender: "advocate",
      at: "2031-04-02T09:30",
      title: "First call",
      text: "The wheel came off.",
    },
  ],
};

/** A PDF with one text line a page; an empty line makes a page without text. */
function pdf(...lines: string[]): Uint8Array {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${lines.length}/Kids[${lines.map((_, i) => `${4 + i * 2} 0 R`).join(" ")}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  lines.forEach((line, i) => {
    const stream = line ? `BT /F1 12 Tf 72 720 Td (${line}) Tj ET` : "";
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + i * 2} 0 R>>`,
      `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    );
  });
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const xref = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("")}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF`;
  return encode(body);
}

describe("the studio's own case file", () => {
  test("comes in as it is, and what comes out is one again", async () => {
    const { cases, reports } = await read(file("walker.json", JSON.stringify(own)));
    const [{ sourceId, files, unread: _, ...rest }] = cases as [(typeof cases)[0]];
    expect(caseFileSchema.parse({ schema_version: 1, ...rest })).toEqual(own);
    expect([sourceId, files]).toEqual([null, ["walker.json"]]);
    expect(reports[0]).toMatchObject({ outcome: "read", cases: 1, records: 1, warnings: [] });
  });

  test("many in one array: each stands for itself, a wrong one is left out and named", async () => {
    const list = [
      ...Array.from({ length: 300 }, (_, i) => ({ ...own, id: `case_${i}` })),
      { ...own, extra: 1 },
    ];
    const { cases, reports } = await read(file("all.json", JSON.stringify(list)));
    expect(cases).toHaveLength(300);
    expect(reports[0]!.warnings[0]).toMatchObject({
      code: "json/case_form",
      message: expect.stringContaining("Case 301"),
    });
  });

  test("an id with other characters and a key used twice are rewritten, and that is said", async () => {
    const twice = {
      ...own,
      id: "[refill]none|x:1",
      records: [own.records[0], { ...own.records[0], text: "Again." }],
    };
    const { cases, reports } = await read(file("a.json", JSON.stringify(twice)));
    expect(cases[0]).toMatchObject({ id: "refill_none_x_1", sourceId: "[refill]none|x:1" });
    expect(cases[0]!.records.map((record) => record.key)).toEqual(["call_1", "call_1_2"]);
    expect(codes(reports[0]!)).toEqual(["import/key_twice"]);
  });

  test.each([
    ["not JSON", '{"schema_version":1,', "json/broken"],
    ["an unknown field", JSON.stringify({ ...own, colour: "red" }), "colour"],
    [
      "a wrong time",
      JSON.stringify({ ...own, records: [{ ...own.records[0], at: "tomorrow" }] }),
      "local time",
    ],
  ])("%s is refused with what to do", async (_, content) => {
    const { cases, reports } = await read(file("bad.json", content));
    expect(cases).toEqual([]);
    expect(reports[0]).toMatchObject({
      outcome: "refused",
      reason: expect.any(String),
      fix: expect.any(String),
    });
  });
});

describe("tables", () => {
  test("rows of one case_id together, quoted line breaks kept, nothing dropped", async () => {
    const csv =
      'case_id,kind,from,date,subject,body,colour\r\n7,mail,clinic,2031-04-02 09:30,Form,"Line one\r\nline ""two""",red\r\n8,fax,plan,2 pm,,Second,\r\n7,note,,,,Third,\r\n8,note,,,,,\r\n';
    const { cases, reports } = await read(file("t.csv", csv));
    expect(cases.map((one) => [one.id, one.records.length])).toEqual([
      ["7", 2],
      ["8", 1],
    ]);
    expect(cases[0]!.records[0]).toEqual({
      key: "record_1",
      kind: "email",
      sender: "clinic",
      at: "2031-04-02T09:30",
      title: "Form",
      text: 'Line one\nline "two"\n\ncolour: red',
    });
    expect(cases[1]!.records[0]!.text).toBe("Second\n\ndate: 2 pm");
    expect(codes(reports[0]!)).toEqual(
      expect.arrayContaining(["table/other_columns", "table/time", "table/empty_rows", "import/line_ends"]),
    );
  });

  test("semicolons and tabs part columns too", async () => {
    expect((await read(file("t.csv", "key;text\na;one, two\n"))).cases[0]!.records[0]).toMatchObject({
      key: "a",
      text: "one, two",
    });
    expect((await read(file("t.tsv", "key\ttext\na\tone\n"))).cases[0]!.records[0]).toMatchObject({
      key: "a",
      text: "one",
    });
  });
});

describe("mails", () => {
  const inner =
    'From: "Ilse Brandt" <ilse@plan.example>\r\nDate: Mon, 15 Feb 2027 17:57:06 -0700\r\nSubject: Denied\r\n\r\nWe cannot pay.\r\n';
  const mail = `From: advocate@studio.example\r\nTo: plan@plan.example\r\nDate: Tue, 16 Feb 2027 09:05:00 +0000\r\nSubject: =?utf-8?q?Appeal_for_the_walker?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>See the <b>letter</b>.</p><script>alert(1)</script>\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--b\r\nContent-Type: application/pdf; name="letter.pdf"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="letter.pdf"\r\n\r\n${Buffer.from(pdf("The letter says no")).toString("base64")}\r\n--b\r\nContent-Type: image/png; name="face.png"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="face.png"\r\n\r\niVBORw0KGgo=\r\n--b--\r\n`;

  test("head, text, the mail inside and a PDF become records; a picture is named as left out", async () => {
    const { cases, reports } = await read(file("a.eml", mail));
    expect(cases[0]!.records.map((record) => [record.kind, record.sender, record.at, record.title])).toEqual([
      ["email", "advocate@studio.example", "2027-02-16T09:05", "Appeal for the walker"],
      ["email", "Ilse Brandt", "2027-02-15T17:57", "Denied"],
      ["other", "advocate@studio.example", "2027-02-16T09:05", "letter.pdf"],
    ]);
    expect(cases[0]!.records[0]!.text).toBe(
      "From: advocate@studio.example\nTo: plan@plan.example\nDate: Tue, 16 Feb 2027 09:05:00 +0000\nSubject: Appeal for the walker\n\nSee the letter.",
    );
    expect(cases[0]!.records[2]!.text).toContain("The letter says no");
    expect(codes(reports[0]!)).toContain("mail/picture");
  });

  test("addresses and dates of the head are screened, in the mail inside too", async () => {
    const { cases } = await read(file("a.eml", mail));
    const found = screenCase(cases[0]!.records)
      .filter((finding) => finding.field === "text")
      .map((finding) => `${finding.recordKey} ${finding.kind} ${finding.text}`);
    expect(found).toEqual(
      expect.arrayContaining([
        "record_1 email plan@plan.example",
        "record_2 email ilse@plan.example",
        "record_2 name Ilse Brandt",
        "record_2 date Mon, 15 Feb 2027 17:57:06 -0700",
      ]),
    );
  });

  test("a mail without a subject and one without text come in", async () => {
    const { cases } = await read(
      file("a.eml", "From: a@b.example\r\n\r\nHello\r\n"),
      file("b.eml", "From: a@b.example\r\n\r\n"),
    );
    expect(cases.map((one) => one.records[0]!.title)).toEqual(["Mail 1", "Mail 1"]);
  });
});

describe("PDFs", () => {
  test("text of all pages, an empty page is named", async () => {
    const { cases, reports } = await read(file("letter.pdf", pdf("First page", "", "Third page")));
    expect(cases[0]!.records[0]!.text).toBe("First page\n\nThird page");
    expect(reports[0]!.warnings[0]!.message).toContain("page 2");
  });
  test("a scan is refused as one; a broken file as broken", async () => {
    const { reports } = await read(file("scan.pdf", pdf("", "")), file("cut.pdf", "%PDF-1.4\nnothing"));
    expect(reports.map((report) => report.reason)).toEqual([
      expect.stringContaining("no text in this PDF"),
      expect.stringContaining("cannot be opened"),
    ]);
  });
});

describe("call transcripts", () => {
  const track = (...said: [number, number, string][]) =>
    `File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nxmax = 9\ntiers? <exists>\nsize = 1\nitem []:\n\titem [1]:\n\t\tclass = "IntervalTier"\n\t\tname = "Speaker"\n\t\tintervals: size = ${said.length}\n${said.map(([from, to, text], i) => `\t\tintervals [${i + 1}]:\n\t\t\txmin = ${from}\n\t\t\txmax = ${to}\n\t\t\ttext = "${text}"\n`).join("")}`;

  test("two tracks are merged by time into one call, with the note of the same call beside it", async () => {
    const { cases, reports } = await read(
      file("day1_call02_doctor.TextGrid", track([0, 1, "Your name?"], [4, 5, "Thank you."])),
      file(
        "day1_call02_patient.TextGrid",
        track([1, 2, "It's <UNSURE>Ilse</UNSURE> Brandt <UNIN/>"], [70, 71, 'She said ""no"".']),
      ),
      file("day1_call02.note.json", JSON.stringify({ day: 1, note: "Short call." })),
    );
    expect(cases).toHaveLength(1);
    expect(cases[0]!.records.map((record) => [record.kind, record.text])).toEqual([
      ["note", "Short call.\n\nday: 1"],
      [
        "call_transcript",
        '[00:00] Doctor: Your name?\n[00:01] Patient: It\'s Ilse Brandt [inaudible]\n[00:04] Doctor: Thank you.\n[01:10] Patient: She said "no".',
      ],
    ]);
    expect(codes(reports[0]!)).toEqual(["transcript/inaudible", "transcript/unsure"]);
    expect(codes(reports[1]!)).toEqual(["transcript/merged"]);
  });

  test("WebVTT and SubRip", async () => {
    const vtt =
      "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Agent>Hello.\n\n00:03.000 --> 00:04.000\nCaller: I need help.\n";
    expect((await read(file("c.vtt", vtt))).cases[0]!.records[0]!.text).toBe(
      "[00:01] Agent: Hello.\n[00:03] Caller: I need help.",
    );
  });
});

describe("FHIR bundles", () => {
  const response = {
    resourceType: "ClaimResponse",
    id: "r1",
    created: "2027-05-02T11:02:00+05:00",
    outcome: "complete",
    patient: { reference: "Patient/p1" },
    insurer: { reference: "Organization/gone" },
    item: [
      {
        adjudication: [
          {
            extension: [
              {
                url: "http://example.org/extension-reviewAction",
                extension: [
                  {
                    url: "http://example.org/extension-reviewActionCode",
                    valueCodeableConcept: { coding: [{ code: "A3", display: "Not Certified" }] },
                  },
                  {
                    url: "reasonCode",
                    valueCodeableConcept: { coding: [{ code: "0V", display: "Requires more information" }] },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
  const patient = {
    resourceType: "Patient",
    id: "p1",
    text: { status: "generated", div: "<div><p><b>name</b>: ILSE BRANDT</p></div>" },
    identifier: [{ value: "99812345" }],
    name: [{ family: "BRANDT", given: ["ILSE"] }],
  };
  const bundle = {
    resourceType: "Bundle",
    id: "b",
    entry: [{ fullUrl: "http://example.org/Patient/p1", resource: patient }, { resource: response }],
  };

  test("a denial comes in as a decision with its reason; missing resources and a wrong order are named", async () => {
    const { cases, reports } = await read(file("bundle.json", JSON.stringify(bundle)));
    const letter = cases[0]!.records[1]!;
    expect(letter).toMatchObject({
      kind: "letter",
      at: "2027-05-02T11:02",
      title: "ClaimResponse: Not Certified (A3)",
    });
    expect(letter.text).toMatch(
      /^Decision: Not Certified \(A3\); processing complete\nReason: Requires more information \(0V\)/,
    );
    expect(reports[0]!.warnings.map((warning) => warning.message).join(" ")).toMatch(
      /opens with Patient.*Organization\/gone/,
    );
  });

  test("name and record number of the patient are found in narrative and fields", async () => {
    const { cases } = await read(file("bundle.json", JSON.stringify(bundle)));
    const found = screenCase(cases[0]!.records).map((finding) => `${finding.kind} ${finding.text}`);
    expect(found.filter((one) => one === "name ILSE BRANDT")).toHaveLength(2);
    expect(found).toContain("medical_record 99812345");
  });

  test("a bundle without entries is refused", async () => {
    expect(
      (await read(file("b.json", JSON.stringify({ resourceType: "Bundle", entry: [] })))).reports[0],
    ).toMatchObject({ outcome: "refused", reason: expect.stringContaining("no entries") });
  });
});

test("benchmark tasks: ids told apart, what is lacking and what stands in no split is said", async () => {
  const task = (id: string, action: string) => ({
    id,
    user_scenario: { instructions: { known_info: "Claim 7." } },
    evaluation_criteria: {
      actions: [
        { action_id: action, name: "pay" },
        { action_id: action, name: "tell" },
      ],
    },
  });
  const { cases, reports } = await read(
    file("tasks.json", JSON.stringify([task("L-1", "a"), task("L[2]|x", "b")])),
    file("split.json", JSON.stringify({ base: ["L-1"] })),
  );
  expect(cases.map((one) => one.sourceId)).toEqual(["L-1", "L[2]|x"]);
  expect(cases[0]!.records[1]!.text).toContain("action_id: a_2");
  expect(codes(reports[0]!)).toEqual([
    "tasks/action_id_twice",
    "tasks/no_reward_basis",
    "tasks/action_id_twice",
    "tasks/no_reward_basis",
    "tasks/not_in_split",
  ]);
  expect(codes(reports[1]!)).toEqual(["tasks/split"]);
});

test("JSON of an unknown form is written out, and its empty parts are named", async () => {
  const { cases, reports } = await read(
    file(
      "db.json",
      JSON.stringify({ patients: { p1: { name: { first: "Ilse" }, tags: ["a", 2] } }, payments: {} }),
    ),
  );
  expect(cases[0]!.records.map((record) => record.text)).toEqual(["p1 name first: Ilse\np1 tags: a, 2"]);
  expect(codes(reports[0]!)).toEqual(["json/unknown_form", "json/empty_parts"]);
});

describe("any files", () => {
  test("one refused file does not fail the others, and progress counts each", async () => {
    const progress: string[] = [];
    const { cases, reports } = await readFiles(
      [
        file("a.txt", "One"),
        file("b.docx", "PK\u0003\u0004\u0000\u0001\u0002"),
        file("c.txt", ""),
        file("d.txt", "Two"),
      ],
      {
        onProgress: (step) => progress.push(`${step.done}/${step.total} ${step.name}`),
      },
    );
    expect(cases.map((one) => one.records[0]!.text)).toEqual(["One", "Two"]);
    expect(reports.map((report) => report.outcome)).toEqual(["read", "refused", "refused", "read"]);
    expect(reports[1]!.fix).toContain("PDF");
    expect(progress).toEqual(["1/4 a.txt", "2/4 b.docx", "3/4 c.txt", "4/4 d.txt"]);
  });

  test("files of one folder form a case; or each its own; or all one", async () => {
    const files = [file("x/a.txt", "One"), file("x/b.txt", "Two"), file("c.txt", "Three")];
    const sizes = async (gather?: "by_folder" | "each_file" | "one_case") =>
      (await readFiles(files, { gather })).cases.map((one) => one.records.length);
    expect([await sizes(), await sizes("each_file"), await sizes("one_case")]).toEqual([
      [2, 1],
      [1, 1, 1],
      [3],
    ]);
  });

  test("an archive is opened, a broken one is refused", async () => {
    const zip = zipSync({
      "k/a.txt": encode("One"),
      "k/b.json": encode(JSON.stringify(own)),
      "__MACOSX/x": encode("no"),
    });
    const { cases, reports } = await read(file("all.zip", zip), file("cut.zip", zip.slice(0, 40)));
    expect(cases.map((one) => one.id).sort()).toEqual(["k", "walker"]);
    expect(reports.filter((report) => report.outcome === "refused").map((report) => report.name)).toEqual([
      "cut.zip",
    ]);
  });

  test("encodings: a mark, Windows-1252 with a word about it, and characters no store keeps", async () => {
    const { cases, reports } = await read(
      file("u.txt", new Uint8Array([0xff, 0xfe, 0x41, 0, 0xe9, 0])),
      file("w.txt", new Uint8Array([0x63, 0x61, 0x66, 0xe9])),
      file("n.json", JSON.stringify({ ...own, records: [{ ...own.records[0], text: "a\u0000b\ud800c" }] })),
    );
    expect(cases.map((one) => one.records[0]!.text).sort()).toEqual(["Aé", "a\ufffdb\ufffdc", "café"]);
    expect(codes(reports[1]!)).toEqual(["not_utf8"]);
    expect(codes(reports[2]!)).toEqual(["import/characters"]);
  });

  test("a text over the limit is cut, a file over the limit refused, and both are said", async () => {
    const { cases, reports } = await read(file("long.txt", "x".repeat(IMPORT_LIMITS.recordText + 5)), {
      name: "big.txt",
      bytes: new Uint8Array(IMPORT_LIMITS.fileBytes + 1).fill(65),
    });
    expect(cases[0]!.records[0]!.text).toHaveLength(IMPORT_LIMITS.recordText);
    expect(codes(reports[0]!)).toEqual(["import/text_cut"]);
    expect(reports[1]).toMatchObject({ outcome: "refused", reason: expect.stringContaining("20 MB") });
  });

  const names = fc.constantFrom(
    "a.json",
    "a.csv",
    "a.txt",
    "a.eml",
    "a.pdf",
    "a.vtt",
    "a.srt",
    "a_x.TextGrid",
    "a.zip",
    "a",
    "d/a.tsv",
    "a.unknown",
  );
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json().map(encode),
    fc.string({ unit: "binary", maxLength: 200 }).map(encode),
    fc
      .constantFrom(
        '{"resourceType":"Bundle","entry":[null,{"resource":{"resourceType":"Claim"}}]}',
        '[{"resourceType":"X","a":[[[1]]]}]',
        "%PDF-1.7\n1 0 obj",
        '{"schema_version":1,"title":"x","records":[]}',
        '[{"id":"a","user_scenario":{"instructions":null}}]',
        "PK\u0003\u0004",
        "text\n",
        'a,"b\nc',
      )
      .map(encode),
  );
  test("whatever bytes come, every file has a report, every case has the stored form, and its findings quote it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: names, bytes: content }), { maxLength: 4 }),
        async (files) => {
          const { cases, reports } = await readFiles(files);
          expect(reports.length).toBeGreaterThanOrEqual(
            files.length - files.filter((one) => one.name === "a.zip").length,
          );
          for (const report of reports)
            expect(report.outcome === "refused").toBe(report.reason !== null && report.fix !== null);
          expect(reports.reduce((sum, report) => sum + report.records, 0)).toBe(
            cases.reduce((sum, one) => sum + one.records.length, 0),
          );
          for (const { sourceId: _source, files: _files, unread: _unread, ...one } of cases) {
            expect(caseFileSchema.safeParse({ schema_version: 1, ...one }).error?.issues).toBeUndefined();
            for (const finding of screenCase(one.records)) {
              const record = one.records.find((each) => each.key === finding.recordKey)!;
              expect(record[finding.field].slice(finding.start, finding.end)).toBe(finding.text);
            }
          }
          expect(new Set(cases.map((one) => one.id)).size).toBe(cases.length);
        },
      ),
      { seed: 20261129, numRuns: 200 },
    );
  });

  test("step by step: the generator returns what readFiles gives", async () => {
    const steps = readFilesInSteps([file("a.txt", "One")]);
    expect(await steps.next()).toEqual({ done: false, value: { done: 1, total: 1, name: "a.txt" } });
    expect((await steps.next()).value).toMatchObject({ cases: [{ id: "a" }] });
  });
});

test("two exports of the same name become two cases, and that is said", async () => {
  const chat = (text: string) => ({ name: "_chat.txt", bytes: encode(text) });
  const { cases, reports } = await readFiles([chat("The ride did not come"), chat("The bed did not come")], {
    gather: "each_file",
  });
  expect(cases.flatMap((one) => one.records.map((record) => record.text))).toHaveLength(2);
  const twice = await read(file("a.json", JSON.stringify([own, { ...own, title: "Another" }])));
  expect(twice.cases.map((one) => one.id)).toEqual(["walker", "walker_2"]);
  expect(codes(twice.reports[0]!)).toEqual(["import/id_twice"]);
  expect(reports).toHaveLength(2);
});
