import { strToU8, zipSync } from "fflate";

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const THREAD = [
  "From: Dolores Whitcombe <dolores.w@mailbox.example>",
  "To: Care Team <team@advocates.example>",
  "Subject: oxygen tanks stopped",
  "Date: Fri, 17 Apr 2026 11:31:00 -0500",
  "Message-ID: <3@mailbox.example>",
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Yes, Ray may talk to anyone. If we are out, we are at my sister's in Quillharbor.",
  "Bill from church can drive, too. Please do not call my old employer.",
  "Dolores",
  "",
  "On Fri, Apr 17, 2026 at 10:05 AM Care Team <team@advocates.example> wrote:",
  "> Dear Mrs. Whitcombe,",
  "> thank you for writing. We will call Tri-County Oxygen today and your plan after that.",
  "> Is Mr. Whitcombe allowed to speak for you? Is the number ending in 0147 still right?",
  ">",
  "> On Fri, Apr 17, 2026 at 9:12 AM Dolores Whitcombe <dolores.w@mailbox.example> wrote:",
  ">> The tanks did not come on Friday, April 10. Tri-County Oxygen says the order 88-40713 is closed.",
  ">> I have two days left. We are still at 14 Mill Race Lane, Birch Landing.",
  ">> Call me at (312) 555-0147, or my husband Ray Whitcombe. My member number is 7QX4LT0922.",
  ">> Find out why they stopped and make sure the tanks come before Thu 4/23.",
  ">> Dolores Whitcombe",
].join("\r\n");

const LOG = `Call log
4/17/2026 9:40 AM Called Tri-County Oxygen, (312) 555-0162. Tanya Okafor at the desk. Finds D.W. under member number 7QX4LT0922. Says the order closed on 4/3 because the doctor's form ran out. They need a new form signed by Dr. Lindqvist. Tanya will hold two tanks for the Birch Landing truck.
4/17/2026 10:02 AM Called Mrs. Whitcombe at 312-555-0147. Told her that two tanks are held. Ray will pick them up on Monday, April 20; Dolores calls back if he cannot.
4/20/2026 2:15 PM Called Dr. Lindqvist's office. No answer, voicemail. Asked them to fax the form to Tri-County.
4/21/2026 8:50 AM Office called back. The nurse, Kim Adeyemi, said the form will be signed Thursday and they will fax it the same day. Do not send anything to the plan before that.
`;

const TABLE = [
  "Date,Caller,Member name,Note",
  '04/22/2026,Plan,"Whitcombe, Dolores","Plan says a new authorization is not needed while the form is on file. Reference 44190271."',
  '04/23/2026,Supplier,"Whitcombe, Dolores","Truck came at 4 PM with six tanks. Signed by Ray Whitcombe."',
].join("\r\n");

const inXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The smallest document a word processor opens. */
function docx(paragraphs: readonly string[]): Buffer {
  const body = paragraphs
    .map((text) => `<w:p><w:r><w:t xml:space="preserve">${inXml(text)}</w:t></w:r></w:p>`)
    .join("");
  return Buffer.from(
    zipSync({
      "[Content_Types].xml": strToU8(
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
      "_rels/.rels": strToU8(
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      ),
      "word/document.xml": strToU8(
        `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      ),
    }),
  );
}

/** A PDF of one page with lines of text. */
function pdf(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${line.replace(/[()\\]/g, "\\$&")}) Tj T*`).join("\n");
  const stream = `BT /F1 11 Tf 14 TL 60 740 Td\n${text}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let out = "%PDF-1.4\n";
  const at = objects.map((object, index) => {
    const start = out.length;
    out += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = out.length;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${at.map((one) => `${String(one).padStart(10, "0")} 00000 n \n`).join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(out, "latin1");
}

/** What somebody has in a folder: a mail thread, a call log, a letter, a form and a table, all about one person. */
export function messyFolder(): Upload[] {
  const upload = (name: string, mimeType: string, content: string | Buffer): Upload => ({
    name,
    mimeType,
    buffer: Buffer.from(content),
  });
  return [
    upload("RE oxygen tanks Whitcombe.eml", "message/rfc822", THREAD),
    upload("call log dolores whitcombe.txt", "text/plain", LOG),
    upload(
      "Whitcombe_denial_letter.pdf",
      "application/pdf",
      pdf([
        "Lakeshore Health Plan",
        "April 13, 2026",
        "Dear Dolores Whitcombe,",
        "Your request for portable oxygen was denied because the physician form expired on April 3, 2026.",
        "You may appeal within 60 days. Call Member Services at (312) 555-0199.",
      ]),
    ),
    upload(
      "form for dr lindqvist.docx",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      docx([
        "Physician order for home oxygen",
        "Patient: Dolores Whitcombe, date of birth 02/03/1950",
        "Needed from the physician: signature, flow rate, date of the last visit.",
      ]),
    ),
    upload("notes whitcombe.csv", "text/csv", TABLE),
  ];
}

/** What may not be anywhere once the case has left its check. */
export const MUST_GO =
  /whitcombe|dolores|okafor|tanya|lindqvist|adeyemi|quillharbor|0147|0162|7QX4LT0922|88-40713|mill race|4\/23|4\/17\/2026/i;
