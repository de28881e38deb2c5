import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readFiles } from "./read-files";

const read = async (name: string, bytes: Uint8Array) => {
  const { cases, reports } = await readFiles([{ name, bytes }]);
  const [report] = reports;
  return { report: report!, records: cases.flatMap((one) => one.records), cases };
};
const zip = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
const p = (text: string, more = "") => `<w:p>${more}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const item = (list: number, level = 0) =>
  `<w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`;

const docx = zip({
  "[Content_Types].xml": "<Types/>",
  "word/document.xml": `<?xml version="1.0" encoding="UTF-8"?><w:document><w:body>${p("Dear Ms. Brandt &amp; team,")}<w:p><w:r><w:t>The bed was </w:t></w:r><w:del w:author="X"><w:r><w:delText>approved</w:delText></w:r></w:del><w:ins><w:r><w:t>denied</w:t></w:r></w:ins><w:r><w:commentReference w:id="0"/></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>${p("First", item(1))}${p("Inner", item(2, 1))}<w:tbl><w:tr><w:tc>${p("Service")}</w:tc><w:tc>${p("Answer")}</w:tc></w:tr><w:tr><w:tc>${p("Bed")}</w:tc><w:tc>${p("No")}${p("Not yet")}</w:tc></w:tr></w:tbl>${p("Regards")}</w:body></w:document>`,
  "word/numbering.xml": `<w:numbering><w:abstractNum w:abstractNumId="5"><w:lvl><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num></w:numbering>`,
  "word/comments.xml": `<w:comments><w:comment w:id="0" w:author="Ilse Brandt" w:date="2031-03-04T10:00:00Z">${p("Is that so?")}</w:comment></w:comments>`,
  "word/footnotes.xml": `<w:footnotes><w:footnote w:id="0" w:type="separator">${p("-----")}</w:footnote><w:footnote w:id="2">${p("See the policy.")}</w:footnote></w:footnotes>`,
  "word/header1.xml": `<w:hdr>${p("Plan letter")}</w:hdr>`,
  "word/media/image1.png": "x",
});

describe("Word documents", () => {
  test("give text with lists, tables, notes, comments, heads, and marks of tracked changes", async () => {
    const { records, report, cases } = await read("letter.docx", docx);
    expect(records).toHaveLength(1);
    expect(records[0]!.text).toBe(
      "Dear Ms. Brandt & team,\nThe bed was [deleted: approved]denied[comment 0][note 2]\n\n1. First\n  * Inner\n\nService | Answer\nBed | No\nNot yet\n\nRegards\n\n[Head of the page]\nPlan letter\n\n[Footnotes]\n2: See the policy.\n\n[Comments]\n0 (Ilse Brandt, 2031-03-04T10:00): Is that so?",
    );
    expect(report.warnings.map((one) => one.code)).toEqual(["docx/tracked"]);
    expect(cases[0]!.unread.map((one) => one.what)).toEqual(["image1.png in the document"]);
  });
  test("are known by what they are, whatever they are called; inner files are no cases", async () => {
    const { cases, report } = await read("letter.zip", docx);
    expect([cases.length, report.format]).toEqual([1, "Word document"]);
  });
  test("that are cut off say so", async () => {
    const { report } = await read("letter.docx", docx.slice(0, 200));
    expect(report).toMatchObject({ outcome: "refused", reason: expect.stringContaining("damaged") });
  });
});

test("RTF gives its text with letters, tables and changes, and never its code", async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Cyr;}}{\*\generator X;}{\info{\author Nobody}}\f0 The plan\'92s letter \endash  caf\u233?\par {\f1\'cf\'eb\'e0\'ed}\par\trowd A\cell B\cell\row C{\deleted gone}{\pict 0102}\par{\field{\*\fldinst HYPERLINK "x"}{\fldrslt link}}\{x\}}`;
  const { records, report, cases } = await read("a.doc", new TextEncoder().encode(rtf));
  expect(records[0]!.text).toBe("The plan’s letter – café\nПлан\nA | B\nC[deleted: gone]\nlink{x}");
  expect(report.format).toBe("RTF");
  expect(cases[0]!.unread).toHaveLength(1);
});

test("OpenDocument texts give text with lists, tables, notes and comments", async () => {
  const odt = zipSync({
    mimetype: [strToU8("application/vnd.oasis.opendocument.text"), { level: 0 }],
    "content.xml": strToU8(
      '<office:document-content><office:body><office:text><text:h>Denial</text:h><text:p>The bed<text:s text:c="2"/>was<text:line-break/>denied<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Policy</text:p></text:note-body></text:note></text:p><text:list><text:list-item><text:p>One</text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document-content>',
    ),
  });
  const { records } = await read("a.odt", odt);
  expect(records[0]!.text).toMatch(/^Denial\nThe bed {2}was\ndenied\[note 1: Policy\]\n\n\* One\n\na \| b$/);
});

describe("workbooks", () => {
  const cell = (at: string, value: string, style = "") => `<c r="${at}"${style}><v>${value}</v></c>`;
  const xlsx = zip({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml":
      '<workbook><sheets><sheet name="Log" r:id="r1"/><sheet name="Empty" r:id="r2"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Target="worksheets/s1.xml"/><Relationship Id="r2" Target="worksheets/s2.xml"/></Relationships>',
    "xl/sharedStrings.xml":
      "<sst><si><t>Call log</t></si><si><t>case_id</t></si><si><t>date</t></si><si><t>notes</t></si><si><r><t>No </t></r><r><t>ride</t></r></si><si><t>amount</t></si></sst>",
    "xl/styles.xml":
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="2"/></cellXfs></styleSheet>',
    "xl/worksheets/s1.xml": `<worksheet><sheetData><row r="1">${cell("A1", "0", ' t="s"')}</row><row r="3">${cell("A3", "1", ' t="s"')}${cell("B3", "2", ' t="s"')}${cell("C3", "3", ' t="s"')}${cell("E3", "5", ' t="s"')}</row><row r="4">${cell("A4", "7")}${cell("B4", "47911.40625", ' s="1"')}${cell("C4", "4", ' t="s"')}${cell("E4", "7.0999999999999996", ' s="2"')}</row></sheetData></worksheet>`,
    "xl/worksheets/s2.xml": "<worksheet><sheetData/></worksheet>",
  });
  test("of Excel give a record a row, with days, clocks and amounts as they are shown", async () => {
    const { cases, report } = await read("log.xlsx", xlsx);
    expect(report.format).toBe("Excel workbook");
    expect(cases).toHaveLength(1);
    expect(cases[0]!.records.map((record) => [record.at, record.text])).toEqual([
      [null, "Call log"],
      ["2031-03-04T09:45", "No ride\n\namount: 7.10"],
    ]);
  });
  test("of OpenDocument too, repeated cells bounded", async () => {
    const td = (text: string, more = "") =>
      `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
    const ods = zipSync({
      mimetype: [strToU8("application/vnd.oasis.opendocument.spreadsheet"), { level: 0 }],
      "content.xml": strToU8(
        `<o><table:table table:name="S"><table:table-row>${td("date")}${td("notes")}<table:table-cell table:number-columns-repeated="1000000"/></table:table-row><table:table-row>${td("4 Mar", 'office:date-value="2031-03-04"')}${td("No ride")}</table:table-row><table:table-row table:number-rows-repeated="1048576"><table:table-cell/></table:table-row></table:table></o>`,
      ),
    });
    const { records } = await read("log.ods", ods);
    expect(records.map((record) => [record.at, record.text])).toEqual([["2031-03-04T00:00", "No ride"]]);
  });
});

test("XML that declares itself into billions is read as it stands", async () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "${"&a;".repeat(1000)}">]><w:document><w:body>${p("&b;&b; end")}</w:body></w:document>`;
  const { records } = await read("a.docx", zip({ "word/document.xml": laughs }));
  expect(records[0]!.text).toContain("end");
  expect(records[0]!.text.length).toBeLessThan(100);
});
