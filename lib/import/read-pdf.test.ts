import { expect, test } from "vitest";
import { readFiles } from "./read-files";

/** A PDF of these objects; the first is its root. */
function pdf(...objects: string[]): Uint8Array {
  let body = "%PDF-1.7\n";
  const offsets = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const xref = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF`;
  return new Uint8Array(Buffer.from(body, "latin1"));
}
const stream = (text: string, more = "") => `<<${more}/Length ${text.length}>>\nstream\n${text}\nendstream`;
const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
const page = (contents: number, more = "", resources = "") =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${contents} 0 R/Resources<</Font<</F1 4 0 R>>${resources}>>${more}>>`;
const read = async (bytes: Uint8Array) => readFiles([{ name: "letter.pdf", bytes }]);

test("what is filled in, noted on a page and attached is read", async () => {
  const note = "Ms. Okafor was refused the bath chair.";
  const { cases, reports } = await read(
    pdf(
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>/Names<</EmbeddedFiles<</Names[(n.txt) 8 0 R]>>>>>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      page(5, "/Annots[6 0 R 7 0 R]"),
      FONT,
      stream("BT /F1 12 Tf 72 720 Td (Appeal form) Tj ET"),
      "<</Type/Annot/Subtype/Widget/FT/Tx/T(member_name)/V(Ilse Brandt)/Rect[150 720 400 740]/P 3 0 R>>",
      "<</Type/Annot/Subtype/Text/T(Ada)/Contents(Call her first)/Rect[10 10 30 30]/P 3 0 R>>",
      "<</Type/Filespec/F(n.txt)/EF<</F 9 0 R>>>>",
      stream(note, "/Type/EmbeddedFile"),
    ),
  );
  expect(cases[0]!.records.map((record) => record.text)).toEqual([
    "Appeal form\nmember name: Ilse Brandt\nnote by Ada: Call her first",
    note,
  ]);
  expect(reports[0]!.account[0]).toEqual({ unit: "pages", found: 1, kept: 1, leftOut: 0 });
});

test("text that was written in no order is read from top to bottom; columns stay one after the other", async () => {
  const written = async (commands: string) =>
    (
      await read(
        pdf(
          "<</Type/Catalog/Pages 2 0 R>>",
          "<</Type/Pages/Count 1/Kids[3 0 R]>>",
          page(5),
          FONT,
          stream(commands),
        ),
      )
    ).cases[0]!.records[0]!.text;
  const at = (x: number, y: number, text: string) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET `;
  expect(await written(at(72, 600, "second") + at(72, 720, "first"))).toBe("first\nsecond");
  expect(
    await written(
      at(72, 720, "left 1") + at(72, 700, "left 2") + at(320, 720, "right 1") + at(320, 700, "right 2"),
    ),
  ).toBe("left 1\nleft 2\nright 1\nright 2");
});

test("a page that is a picture under a fax banner is named, page by page, and the text beside it is kept", async () => {
  const picture = "/XObject<</I 7 0 R>>";
  const { cases } = await read(
    pdf(
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Count 2/Kids[3 0 R 6 0 R]>>",
      page(5),
      FONT,
      stream("BT /F1 12 Tf 72 720 Td (The plan denied the chair.) Tj ET"),
      page(8, "", picture),
      stream(
        "\0".repeat(16),
        "/Type/XObject/Subtype/Image/Width 4/Height 4/ColorSpace/DeviceGray/BitsPerComponent 8",
      ),
      stream("q 600 0 0 700 0 0 cm /I Do Q BT /F1 9 Tf 50 780 Td (FROM CLINIC P. 2/2) Tj ET"),
    ),
  );
  expect(cases[0]!.records[0]!.text).toBe("The plan denied the chair.\n\nFROM CLINIC P. 2/2");
  expect(cases[0]!.unread.map((one) => one.what)).toEqual(["page 2 is a picture"]);
});

test("a picture is refused with what to do", async () => {
  const { reports } = await readFiles([
    { name: "scan.png", bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]) },
  ]);
  expect(reports[0]).toMatchObject({ outcome: "refused", reason: expect.stringContaining("picture") });
});
