import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { type FileReport, type InputFile, readFiles } from "@/lib/import";
import { Random } from "@/runner/agents/random";

/** A file that takes longer counts as a hang. */
export const HANG_MS = 2_000;
const LARGEST = 200_000;

const text = (name: string, content: string): InputFile => ({ name, bytes: strToU8(content) });
const packed = (name: string, parts: Record<string, string>): InputFile => ({
  name,
  bytes: zipSync(Object.fromEntries(Object.entries(parts).map(([part, xml]) => [part, strToU8(xml)]))),
});

/** A small whole file of each kind. */
const OWN: readonly InputFile[] = [
  text("t.csv", 'sep=;\ncase_id;date;notes\n1;3/4/2031 3:45 PM;"No; ride"\n1;13/4/2031;\n'),
  text("t.json", '[{"case_id":"a","text":"No","n":7.10,"n":1e400},{"case_id":"b","text":"Yes"}]'),
  text("t.jsonl", '{"text":"One"}\n{"text":"Two"}\n'),
  text("t.html", "<table><tr><td colspan=9>a<blockquote><ul><li>b</ul></blockquote></table><a href=x>c</a>"),
  text(
    "t.rtf",
    "{\\rtf1{\\fonttbl{\\f0\\fcharset204 A;}}\\f0 The plan\\'92s\\par\\u233?{\\pict 01}\\cell\\row}",
  ),
  text(
    "t.eml",
    'From: a@b.example\nSubject: =?utf-8?q?Ride?=\nDate: Mon, 4 Mar 2024 10:00:00 -0500\nContent-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/html\n\n<p>No</p>\n--b\nContent-Type: text/csv; name="a.csv"\nContent-Transfer-Encoding: base64\n\nYSxiCjEsMgo=\n--b--\n',
  ),
  text(
    "t.mbox",
    "From a@b.example Mon Mar  4 10:00:00 2024\nFrom: a@b.example\nSubject: x\n\nOne\n>From y\n",
  ),
  text(
    "t.ics",
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Hearing\nDTSTART:20310402T093000Z\nEND:VEVENT\nEND:VCALENDAR\n",
  ),
  text("t.vcf", "BEGIN:VCARD\nVERSION:3.0\nFN:The desk\nTEL:555-0100\nEND:VCARD\n"),
  text("t.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Agent>Hello.\n"),
  text("t.hl7", "MSH|^~\\&|A|B|C|D|20310402||ADT^A01|1|P|2.5\rPID|1||123^^^M||DOE^JANE\r"),
  text("t.xml", '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a><b c="d">&b;text</b></a>'),
  packed("t.docx", {
    "word/document.xml":
      "<w:document><w:p><w:r><w:t>One</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl></w:document>",
  }),
  packed("t.xlsx", {
    "xl/workbook.xml": '<workbook><sheet name="A" r:id="r1"/></workbook>',
    "xl/worksheets/sheet1.xml":
      '<sheetData><row r="1"><c r="A1" t="str"><v>notes</v></c></row><row r="2"><c r="A2"><v>7</v></c></row></sheetData>',
  }),
  packed("t.odt", {
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": "<o><text:p>One</text:p></o>",
  }),
  packed("t.zip", { "a.txt": "One", "b/c.csv": "notes\nTwo\n", "d.zip": "PK\u0003\u0004" }),
];

/** Own seeds, and the real files that lie beside the checkout. */
export function importSeeds(folder = "../shared/data"): InputFile[] {
  return [...OWN, ...(existsSync(folder) ? filesIn(folder) : [])];
}

function filesIn(folder: string): InputFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return statSync(path).size > LARGEST
      ? []
      : [{ name: entry.name, bytes: new Uint8Array(readFileSync(path)) }];
  });
}

/** What became of one spoilt file. `hang`, `memory` and `crash` are faults. */
export type ImportFate = "read" | "refused" | "hang" | "memory" | "crash";

export async function fuzzImport(
  seeds: readonly InputFile[],
  seed: number,
): Promise<{ name: string; fate: ImportFate; ms: number }> {
  const random = new Random(seed);
  const { name, bytes } = random.pick(seeds);
  const since = performance.now();
  const { reports } = await readFiles([{ name, bytes: spoilt(bytes, random) }], {
    limits: { ms: HANG_MS },
  });
  return { name, fate: fateOf(reports), ms: performance.now() - since };
}

function fateOf(reports: readonly FileReport[]): ImportFate {
  const reasons = reports.map((report) => report.reason ?? "").join(" ");
  if (reasons.includes("took longer")) return "hang";
  if (reasons.includes("more memory")) return "memory";
  if (reasons.includes("The studio failed")) return "crash";
  return reports.some((report) => report.outcome === "read") ? "read" : "refused";
}

/** Bytes changed, cut out, doubled many times, or cut off. */
function spoilt(bytes: Uint8Array, random: Random): Uint8Array {
  let data = Buffer.from(bytes);
  for (let times = 1 + random.below(4); times > 0; times--) {
    const at = random.below(data.length + 1);
    const length = random.below(40) + 1;
    const piece = data.subarray(at, at + length);
    const act = random.below(5);
    if (act === 0 && at < data.length) data[at] = random.below(256);
    else if (act === 1) data = Buffer.concat([data.subarray(0, at), data.subarray(at + length)]);
    else if (act === 2)
      data = Buffer.concat([
        data.subarray(0, at),
        ...Array(random.below(2_000)).fill(piece),
        data.subarray(at),
      ]);
    else if (act === 3) data = Buffer.from(data.subarray(0, at));
    else
      data = Buffer.concat([
        data.subarray(0, at),
        Buffer.from([0, 0xff, 0x22, 0x3c, 0x7b]),
        data.subarray(at),
      ]);
  }
  return new Uint8Array(data);
}
