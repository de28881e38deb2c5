import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { IMPORT_LIMITS, type ImportMessage, RefusedFile, type Unread } from "./imported-case";
import { type Found, readInner } from "./inner";
import { type Annotation, annotationLines, drawnOn, pageText, type TextItem } from "./pdf-page";
import { baseName } from "./plain-text";
import { FIT, type Inside, type Reader, result, type SourceFile } from "./reader";

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

/** PDF: the text of every page, what is filled in and noted, and the files inside; pages that are pictures are named. */
export const pdfReader: Reader = {
  name: "PDF",
  takes: (file) =>
    file.head.startsWith("%PDF-") ? FIT.mark : file.extension === "pdf" ? FIT.extension : FIT.no,
  read: readPdf,
};

/** A page with less text than this may be a picture with a banner of the fax machine. */
const BANNER_CHARACTERS = 250;
const OCR = "Run it through text recognition (OCR) first, or type what it says into a text file.";

interface Pages {
  texts: string[];
  unread: Unread[];
  empty: number[];
  withPictures: number[];
}

async function readPdf(file: SourceFile, inside: Inside) {
  const document = await open(file.bytes);
  const found: Found = { records: [], warnings: [], unread: [] };
  const pages = await readPages(document);
  await readEmbedded(document, inside, found);
  const count = Math.min(document.numPages, IMPORT_LIMITS.pdfPages);
  if (pages.texts.length === 0 && found.records.length === 0)
    throw new RefusedFile(
      "pdf/no_text",
      `There is no text in this PDF. It is probably a scan: ${pages.unread.length > 0 ? `${pages.unread[0]!.what}.` : "its pages are empty."}`,
      OCR,
    );
  const { warnings } = found;
  const say = (list: readonly number[], code: string, words: string) => {
    if (list.length > 0)
      warnings.push({
        code,
        message: `${words} on page ${list.slice(0, 30).join(", ")}${list.length > 30 ? ` and ${list.length - 30} more` : ""}.`,
      });
  };
  say(pages.empty, "pdf/empty_pages", "There is neither text nor a picture");
  say(pages.withPictures, "pdf/pictures", "Beside the text there are pictures that were not read");
  await sayProperties(document, warnings);
  const unread = [...pages.unread, ...found.unread];
  if (document.numPages > count)
    unread.push({
      what: `pages ${count + 1} to ${document.numPages}`,
      why: `At most ${IMPORT_LIMITS.pdfPages} pages of a PDF are read.`,
      fix: "Split the PDF, or export the pages that matter.",
    });
  const left = document.numPages - pages.texts.length;
  return result("PDF", {
    loose: [
      ...(pages.texts.length > 0
        ? [{ kind: "other" as const, title: baseName(file.name), text: pages.texts.join("\n\n") }]
        : []),
      ...found.records,
    ],
    warnings,
    unread,
    account: [{ unit: "pages", found: document.numPages, kept: pages.texts.length, leftOut: left }],
  });
}

async function open(bytes: Uint8Array): Promise<Document> {
  try {
    return await getDocumentProxy(bytes.slice(), { verbosity: 0 });
  } catch (error) {
    const locked = error instanceof Error && /password/i.test(error.name + error.message);
    throw locked
      ? new RefusedFile(
          "pdf/locked",
          "The PDF is locked with a password.",
          "Save a copy without the password and import that.",
        )
      : broken();
  }
}

const broken = () =>
  new RefusedFile(
    "pdf/broken",
    "The PDF cannot be opened: it is damaged or cut off.",
    "Open it in a reader, save it again, and import that copy.",
  );

async function readPages(document: Document): Promise<Pages> {
  const { OPS } = await getResolvedPDFJS();
  const pages: Pages = { texts: [], unread: [], empty: [], withPictures: [] };
  const last = Math.min(document.numPages, IMPORT_LIMITS.pdfPages);
  for (let number = 1; number <= last; number++) {
    try {
      const page = await document.getPage(number);
      const content = await page.getTextContent();
      const written = pageText(content.items.filter((item) => "str" in item) as unknown as TextItem[]);
      const { lines, drawings } = annotationLines((await page.getAnnotations()) as Annotation[]);
      const text = [written, lines.join("\n")].filter((part) => part.trim()).join("\n");
      const { width, height } = page.getViewport({ scale: 1 });
      const drawn = drawnOn(await page.getOperatorList(), OPS, width * height);
      page.cleanup();
      if (text) pages.texts.push(text);
      const bare = written.length < BANNER_CHARACTERS;
      if (bare && drawn.picture > 0.4)
        pages.unread.push({
          what: `page ${number} is a picture`,
          why: written ? "Only the few words on its edge are text." : "There is no text on it.",
          fix: OCR,
        });
      else if (!text && drawn.picture > 0)
        pages.unread.push({
          what: `page ${number} holds a picture and no text`,
          why: "Pictures are not read.",
          fix: OCR,
        });
      else if (!text && drawn.shapes > 0)
        pages.unread.push({
          what: `page ${number} is drawn in lines`,
          why: "There is no text on it.",
          fix: OCR,
        });
      else if (!text) pages.empty.push(number);
      else if (drawn.picture > 0.02) pages.withPictures.push(number);
      if (drawings > 0)
        pages.unread.push({
          what: `${drawings} ${drawings === 1 ? "drawing or stamp" : "drawings or stamps"} on page ${number}`,
          why: "Handwriting and stamps are not read.",
          fix: "Type what they say into a text file.",
        });
    } catch {
      pages.unread.push({
        what: `page ${number}`,
        why: "It is damaged and could not be read.",
        fix: broken().fix,
      });
    }
  }
  return pages;
}

/** Files inside the PDF, attached to it or to a page's note, each by its own reader. */
async function readEmbedded(document: Document, inside: Inside, found: Found): Promise<void> {
  const attachments = ((await document.getAttachments().catch(() => null)) ?? {}) as Record<
    string,
    { filename?: string; content?: Uint8Array }
  >;
  for (const [name, { filename, content }] of Object.entries(attachments)) {
    const called = filename || name;
    if (!content || content.length === 0) {
      found.unread.push({
        what: `file “${called}” inside the PDF`,
        why: "It is empty or damaged.",
        fix: broken().fix,
      });
      continue;
    }
    const inner = await readInner(
      { name: called, type: "", bytes: content, where: `the file “${called}” inside the PDF` },
      inside,
    );
    found.records.push(...inner.records);
    found.warnings.push(...inner.warnings);
    found.unread.push(...inner.unread);
  }
}

async function sayProperties(document: Document, warnings: ImportMessage[]): Promise<void> {
  const info = ((await document.getMetadata().catch(() => null))?.info ?? {}) as Record<string, unknown>;
  const given = ["Title", "Author", "Subject", "Keywords"].filter(
    (name) => typeof info[name] === "string" && info[name],
  );
  if (given.length > 0)
    warnings.push({
      code: "pdf/properties",
      message: `The properties of the document (${given.join(", ")}) were not read.`,
    });
}
