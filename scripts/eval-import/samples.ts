import { strToU8, zipSync } from "fflate";

/** One generated file: every unit of its content holds a word that stands nowhere else, so that its fate can be counted. */
export interface Sample {
  kind: string;
  name: string;
  bytes: Uint8Array;
  /** The words of the content, one for each unit. */
  marks: string[];
  /** Messages, rows or pages that must come out as records or lines; marks do not show a unit that became two. */
  units: number;
}

const SYLLABLES = ["ka", "lo", "mi", "ren", "tu", "sol", "ve", "dar", "pin", "gro", "wes", "hal"];

/** Words that differ from each other and from everything a reader writes itself; the same for the same seed. */
function wordMaker(seed: number): () => string {
  let state = seed >>> 0;
  let count = 0;
  return () => {
    let word = "";
    for (let i = 0; i < 4; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      word += SYLLABLES[state % SYLLABLES.length];
    }
    return `${word}${count++}x`;
  };
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
const two = (value: number) => String(value).padStart(2, "0");
const N = 12;

function pdf(lines: readonly string[], field: string): Uint8Array {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
    `<</Type/Pages/Count ${lines.length}/Kids[${lines.map((_, i) => `${5 + i * 2} 0 R`).join(" ")}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(reason)/V(${field})/Rect[50 50 90 90]/P 5 0 R>>`,
  ];
  lines.forEach((line, i) => {
    const stream = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>${i === 0 ? "/Annots[4 0 R]" : ""}/Contents ${6 + i * 2} 0 R>>`,
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
  return new Uint8Array(Buffer.from(body, "latin1"));
}

/** A file of every kind in the table of docs/import-and-screening.md; the same for the same seed. */
export function samplesOf(seed: number): Sample[] {
  const word = wordMaker(seed);
  const samples: Sample[] = [];
  const add = (kind: string, name: string, make: (marks: string[]) => string | Uint8Array, count = N) => {
    const marks = Array.from({ length: count }, word);
    const made = make(marks);
    samples.push({ kind, name, bytes: typeof made === "string" ? strToU8(made) : made, marks, units: count });
  };
  const json = (value: unknown) => JSON.stringify(value);
  const day = (i: number) => `2031-04-${two(i + 1)}`;
  add("plain text", "note.txt", (marks) => marks.map((mark) => `We wrote ${mark} down.`).join("\n"));
  add("case file", "own.json", (marks) =>
    json({
      schema_version: 1,
      title: "A walker",
      records: marks.map((mark, i) => ({
        key: `r${i}`,
        kind: "note",
        sender: "",
        at: null,
        title: "",
        text: mark,
      })),
    }),
  );
  add(
    "table (CSV)",
    "rows.csv",
    (marks) => `case_id,text,extra\n${marks.map((mark, i) => `c1,"line ${i}\nmore","${mark}"`).join("\n")}\n`,
  );
  add(
    "table (TSV)",
    "rows.tsv",
    (marks) => `from\ttext\n${marks.map((mark) => `Ada\t${mark}`).join("\n")}\n`,
  );
  add("JSON", "list.json", (marks) => json(marks.map((mark) => ({ from: "Ada", text: `Said ${mark}` }))));
  add("JSON lines", "list.jsonl", (marks) =>
    marks.map((mark) => json({ from: "Ada", text: `Said ${mark}` })).join("\n"),
  );
  add(
    "HTML",
    "page.html",
    (marks) => `<html><body>${marks.map((mark) => `<p>Said <b>${mark}</b></p>`).join("")}</body></html>`,
  );
  add("RTF", "letter.rtf", (marks) => `{\\rtf1\\ansi ${marks.map((mark) => `Said ${mark}\\par `).join("")}}`);
  add(
    "XML",
    "data.xml",
    (marks) =>
      `<?xml version="1.0"?><notes>${marks.map((mark) => `<note by="Ada">${mark}</note>`).join("")}</notes>`,
  );
  add("Word (DOCX)", "letter.docx", (marks) =>
    zipSync({
      "[Content_Types].xml": strToU8(
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
      "_rels/.rels": strToU8(
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      ),
      "word/document.xml": strToU8(
        `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${marks.map((mark) => `<w:p><w:r><w:t>Said ${mark}</w:t></w:r></w:p>`).join("")}</w:body></w:document>`,
      ),
    }),
  );
  add("archive (ZIP)", "pack.zip", (marks) =>
    zipSync(Object.fromEntries(marks.map((mark, i) => [`folder/n${i}.txt`, strToU8(`Said ${mark}`)]))),
  );
  add(
    "mail (EML)",
    "mail.eml",
    (marks) =>
      `From: Ada <a@example.org>\r\nDate: Mon, 2 Apr 2031 09:30:00 -0500\r\nSubject: ${marks[0]}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${marks.slice(1, -1).join("\r\n")}\r\n--b\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment; filename=a.txt\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(marks.at(-1)!)}\r\n--b--\r\n`,
  );
  add("mailbox (MBOX)", "box.mbox", (marks) =>
    marks
      .map(
        (mark, i) =>
          `From a@example.org Mon Apr  ${(i % 9) + 1} 09:30:00 2031\nFrom: Ada <a@example.org>\nSubject: s${i}\nDate: Mon, 2 Apr 2031 09:30:00 -0500\n\nSaid ${mark}\n`,
      )
      .join("\n"),
  );
  add(
    "pasted mail",
    "thread.txt",
    (marks) =>
      `${marks[0]}\n${marks
        .slice(1)
        .map((mark, i) => `\nFrom: Ada\nSent: ${day(20 - i)} 09:30\nTo: Ben\nSubject: Chair\n\n${mark}\n`)
        .join("")}`,
  );
  add("dated log", "calls.log.txt", (marks) =>
    marks.map((mark, i) => `${day(i)} 09:30 - Ada: called the plan about ${mark}`).join("\n"),
  );
  add("PDF", "letter.pdf", (marks) =>
    pdf(
      marks.slice(1).map((mark) => `Said ${mark}`),
      marks[0]!,
    ),
  );
  add(
    "subtitles (VTT)",
    "call.vtt",
    (marks) =>
      `WEBVTT\n\n${marks.map((mark, i) => `${i}\n00:${two(i)}.000 --> 00:${two(i)}.900\n<v Ada>Said ${mark}</v>\n`).join("\n")}`,
  );
  add("subtitles (SRT)", "call.srt", (marks) =>
    marks
      .map((mark, i) => `${i + 1}\n00:00:${two(i)},000 --> 00:00:${two(i)},900\nAda: one moment\n\n${mark}\n`)
      .join("\n"),
  );
  add("transcript (text)", "otter.txt", (marks) =>
    marks.map((mark, i) => `Speaker ${(i % 2) + 1} (00:${two(i)}):\nSaid ${mark}\n`).join("\n"),
  );
  add(
    "speaker track (TextGrid)",
    "call_ada.TextGrid",
    (marks) =>
      `File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nxmax = 99\ntiers? <exists>\nsize = 1\nitem []:\n item [1]:\n  class = "IntervalTier"\n  name = "Speaker"\n  xmin = 0\n  xmax = 99\n  intervals: size = ${marks.length}\n${marks.map((mark, i) => `  intervals [${i + 1}]:\n   xmin = ${i}\n   xmax = ${i + 1}\n   text = "Said ""${mark}"""\n`).join("")}`,
  );
  add("WhatsApp", "_chat.txt", (marks) =>
    marks.map((mark, i) => `[${two(i + 1)}/04/2031, 19:02:11] Ada: one\n${mark}`).join("\r\n"),
  );
  add(
    "SMS backup",
    "sms.xml",
    (marks) =>
      `<?xml version='1.0'?><smses count="${marks.length}">${marks.map((mark, i) => `<sms address="555${i % 3}0148" date="193280000${two(i)}00" type="${(i % 2) + 1}" body="Said ${mark}"/>`).join("")}</smses>`,
  );
  add("iMessage", "ilse.txt", (marks) =>
    marks.map((mark, i) => `Apr ${two(i + 1)}, 2031  9:30:12 AM\nMe\nSaid ${mark}\n`).join("\n"),
  );
  add("tickets (JSON)", "tickets.json", (marks) =>
    json({
      tickets: marks.map((mark, i) => ({
        id: i,
        subject: "Ride",
        comments: [{ author: "Ada", body: mark, created_at: `${day(i)}T09:30:00Z` }],
      })),
    }),
  );
  add("FHIR (JSON)", "bundle.json", (marks) =>
    json({
      resourceType: "Bundle",
      entry: marks.map((mark, i) => ({
        resource:
          i % 2
            ? {
                resourceType: "DocumentReference",
                id: `d${i}`,
                content: [{ attachment: { contentType: "text/plain", data: base64(mark) } }],
              }
            : {
                resourceType: "Observation",
                id: `o${i}`,
                code: { text: mark },
                subject: { reference: "Patient/p" },
              },
      })),
    }),
  );
  add("FHIR (lines)", "Observation.ndjson", (marks) =>
    marks
      .map((mark, i) =>
        json({
          resourceType: "Observation",
          id: `o${i}`,
          note: [{ text: mark }],
          subject: { reference: `Patient/${i % 3}` },
        }),
      )
      .join("\n"),
  );
  add(
    "FHIR (XML)",
    "bundle.xml",
    (marks) =>
      `<Bundle xmlns="http://hl7.org/fhir">${marks.map((mark, i) => `<entry><resource><Observation><id value="o${i}"/><code><text value="${mark}"/></code></Observation></resource></entry>`).join("")}</Bundle>`,
  );
  add(
    "C-CDA",
    "summary.xml",
    (marks) =>
      `<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><title>${marks[0]}</title><component><structuredBody>${marks
        .slice(1, -1)
        .map(
          (mark, i) =>
            `<component><section><title>S${i}</title><text><paragraph>${mark}</paragraph></text></section></component>`,
        )
        .join(
          "",
        )}<component><section><title>P</title><entry><observationMedia><value mediaType="text/plain" representation="B64">${base64(marks.at(-1)!)}</value></observationMedia></entry></section></component></structuredBody></component></ClinicalDocument>`,
  );
  add("HL7 v2", "lab.hl7", (marks) =>
    marks
      .map(
        (mark, i) =>
          `MSH|^~\\&|LAB|Clinic|||20310402||ORU^R01|${i}|P|2.5.1\rPID|1||${i % 3}^^^HC^MR\rOBX|1|${i % 2 ? "TX|^Note||Said " : "ED|^Note||^text^plain^Base64^"}${i % 2 ? mark : base64(mark)}`,
      )
      .join("\r"),
  );
  add(
    "X12",
    "claims.x12",
    (marks) =>
      `ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *310402*0930*^*00501*000000001*0*P*:~ST*271*0001~HL*1**20*1~${marks.map((mark, i) => `HL*${i + 2}*1*22*0~NM1*IL*1*${mark}*ILSE****MI*${i}~EB*1~`).join("")}SE*9*0001~IEA*1*000000001~`,
  );
  add("contact cards (vCard)", "team.vcf", (marks) =>
    marks.map((mark) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${mark}\r\nEND:VCARD`).join("\r\n"),
  );
  return samples;
}
