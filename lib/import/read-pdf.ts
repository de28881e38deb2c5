import { extractText, getDocumentProxy } from "unpdf";
import { IMPORT_LIMITS, type ImportMessage, RefusedFile } from "./imported-case";
import { baseName } from "./plain-text";
import { FIT, type Reader, result } from "./reader";

export const pdfReader: Reader = {
  name: "PDF",
  takes: (file) =>
    file.head.startsWith("%PDF-") ? FIT.mark : file.extension === "pdf" ? FIT.extension : FIT.no,
  async read(file) {
    const { text, warnings } = await readPdf(file.bytes);
    return result("PDF", { loose: [{ kind: "other", title: baseName(file.name), text }], warnings });
  },
};

/** The text layer of a PDF, pages parted by an empty line. A scan without a text layer is refused and says so. */
async function readPdf(bytes: Uint8Array): Promise<{ text: string; warnings: ImportMessage[] }> {
  let pages: string[];
  try {
    const document = await getDocumentProxy(bytes.slice(), { verbosity: 0 });
    if (document.numPages > IMPORT_LIMITS.pdfPages) {
      throw new RefusedFile(
        "pdf/too_long",
        `The PDF has ${document.numPages} pages; at most ${IMPORT_LIMITS.pdfPages} are read.`,
        "Split it, or export the pages that matter.",
      );
    }
    pages = (await extractText(document, { mergePages: false })).text;
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    const locked = error instanceof Error && /password/i.test(error.name + error.message);
    throw locked
      ? new RefusedFile(
          "pdf/locked",
          "The PDF is locked with a password.",
          "Save a copy without the password and import that.",
        )
      : new RefusedFile(
          "pdf/broken",
          "The PDF cannot be opened: it is damaged or cut off.",
          "Open it in a reader, save it again, and import that copy.",
        );
  }
  const empty = pages.flatMap((page, i) => (page.trim() ? [] : [i + 1]));
  if (empty.length === pages.length) {
    throw new RefusedFile(
      "pdf/no_text",
      "There is no text in this PDF. It is probably a scan.",
      "Run it through text recognition (OCR) first, or type what it says into a text file.",
    );
  }
  const warnings: ImportMessage[] = [];
  if (empty.length > 0)
    warnings.push({
      code: "pdf/empty_pages",
      message: `No text on page ${empty.slice(0, 20).join(", ")}: probably scanned or a picture.`,
    });
  return { text: pages.filter((page) => page.trim()).join("\n\n"), warnings };
}
