import { type DraftRecord, type ImportMessage, RefusedFile, type Unread } from "./imported-case";
import type { Inside } from "./reader";

/** An encoded content inside a file: what it is called, of what kind it says it is, and what it belongs to. */
export interface InnerContent {
  /** A short name without an ending, shown as the record's title. */
  name: string;
  /** Its declared type, such as `text/plain; charset=utf-8`; empty when none is given. */
  type: string;
  bytes: Uint8Array;
  /** Where it stands in the outer file, for the report. */
  where: string;
  sender?: string;
  at?: string | null;
}

const ENDINGS: Record<string, string> = {
  "text/plain": "txt",
  "text/html": "html",
  "text/xml": "xml",
  "text/csv": "csv",
  "text/rtf": "rtf",
  "text/vcard": "vcf",
  "text/vtt": "vtt",
  "text/markdown": "md",
  "application/xml": "xml",
  "application/xhtml+xml": "html",
  "application/pdf": "pdf",
  "application/rtf": "rtf",
  "application/json": "json",
  "application/fhir+json": "json",
  "application/fhir+ndjson": "ndjson",
  "application/hl7-v2": "hl7",
  "application/hl7-v2+er7": "hl7",
  "application/edi-x12": "x12",
  "application/zip": "zip",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "message/rfc822": "eml",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/jpg": "jpg",
  "image/tiff": "tif",
  "image/gif": "gif",
  "image/bmp": "bmp",
  "image/webp": "webp",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
};

const kindOf = (type: string) => type.split(";")[0]!.trim().toLowerCase();

/** The file ending for a declared content type; empty when there is none to go by. */
export function endingFor(type: string): string {
  const kind = kindOf(type);
  return ENDINGS[kind] ?? (kind.startsWith("text/") ? "txt" : kind.endsWith("+xml") ? "xml" : "");
}

/** What became of a content inside a file. */
export interface Found {
  records: DraftRecord[];
  warnings: ImportMessage[];
  unread: Unread[];
}

/** Reads an encoded content with the reader of its kind. What cannot be read makes no record and is named as unread. */
export async function readInner(content: InnerContent, inside: Inside): Promise<Found> {
  const { where, type, bytes, sender, at } = content;
  const ending = endingFor(type);
  const named = /\.[A-Za-z0-9]{1,5}$/.test(content.name);
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1];
  try {
    const result = await inside.read({
      name: ending && !named ? `${content.name}.${ending}` : content.name,
      bytes,
      mediaType: type || undefined,
      charset,
    });
    const unread = result.unread.map((one) => ({ ...one, what: `${where}: ${one.what}` }));
    const warnings = result.warnings.map((one) => ({ ...one, message: `${where}: ${one.message}` }));
    const records = [...result.cases.flatMap((one) => one.records), ...result.loose].map((record) => ({
      ...record,
      sender: record.sender || sender,
      at: record.at ?? at ?? null,
      title: record.title || content.name,
    }));
    if (records.length === 0 && unread.length === 0)
      unread.push(notRead(content, "There is no text in it.", "Look at it in the source."));
    return { records, warnings, unread };
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return { records: [], warnings: [], unread: [notRead(content, error.message, error.fix)] };
  }
}

/** A content that stands in no record, with its name, type, size and place. */
export function notRead(
  { name, type, bytes, where }: Pick<InnerContent, "name" | "type" | "where"> & { bytes: { length: number } },
  why: string,
  fix: string,
): Unread {
  return {
    what: `${name} (${[kindOf(type), `${bytes.length} bytes`].filter(Boolean).join(", ")}) in ${where}`,
    why,
    fix,
  };
}

/** Base64 text to bytes, blanks and line breaks allowed, the URL-safe letters too; null when it is not base64. */
export function fromBase64(encoded: string): Uint8Array | null {
  const compact = encoded.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (
    compact === "" ||
    !/^[A-Za-z0-9+/]+={0,2}$/.test(compact) ||
    compact.replace(/=+$/, "").length % 4 === 1
  )
    return null;
  return new Uint8Array(Buffer.from(compact, "base64"));
}
