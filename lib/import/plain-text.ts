import { convert } from "html-to-text";
import { momentSchema } from "@/compiler/spec/moment";

export { type DecodedText, decodeBytes, looksBinary } from "./decode";

export interface StoredText {
  text: string;
  newlines: boolean;
  replaced: number;
}

/**
 * The text as it is stored and shown: CRLF and CR become LF once, here; NUL and lone surrogates, which no store
 * keeps, become U+FFFD one for one. Nothing else is touched: no trimming, no Unicode normalisation.
 */
export function storeText(raw: string): StoredText {
  const newlines = raw.includes("\r");
  let replaced = 0;
  const text = (newlines ? raw.replace(/\r\n?/g, "\n") : raw).replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is looked for
    /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    () => {
      replaced++;
      return "\ufffd";
    },
  );
  return { text, newlines, replaced };
}

/** Readable text of an HTML document or fragment: no markup, no script; link targets in brackets where they are wanted. */
export function htmlToPlainText(html: string, links = true): string {
  return convert(html, {
    wordwrap: false,
    limits: { maxDepth: 200, maxInputLength: 2_000_000 },
    selectors: [
      { selector: "img", format: "skip" },
      { selector: "a", options: { ignoreHref: !links } },
      {
        selector: "table",
        format: "dataTable",
        options: { uppercaseHeaderCells: false, maxColumnWidth: 2_000 },
      },
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  });
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const two = (value: number | string) => String(value).padStart(2, "0");

/**
 * A written time as a moment `YYYY-MM-DDTHH:MM`: the clock on the wall where it was written, any offset and seconds
 * left out; a day without a clock is its midnight. Reads ISO 8601, mail dates, and American `M/D/YYYY`; null for anything else.
 */
export function momentIn(written: string): string | null {
  const value = written.trim();
  const iso =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/.exec(
      value,
    );
  if (iso) return build(iso[1]!, Number(iso[2]), iso[3]!, iso[4], iso[5]);
  const mail = /^(?:[A-Za-z]{3},\s*)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\s+(\d{4})(?:\s+(\d{1,2}):(\d{2}))?/.exec(
    value,
  );
  if (mail) return build(mail[3]!, MONTHS.indexOf(mail[2]!.toLowerCase()) + 1, mail[1]!, mail[4], mail[5]);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ T]+(\d{1,2}):(\d{2}))?/.exec(value);
  if (american) return build(american[3]!, Number(american[1]), american[2]!, american[4], american[5]);
  return null;
}

function build(year: string, month: number, day: string, hour = "0", minute = "00"): string | null {
  const moment = `${year}-${two(month)}-${two(Number(day))}T${two(Number(hour))}:${minute}`;
  return momentSchema.safeParse(moment).success ? moment : null;
}

/** A JSON value as `path: value` lines, in the order of the file; empty values leave no line. */
export function writtenOut(value: unknown): string[] {
  const lines: string[] = [];
  const stack: { path: string; value: unknown }[] = [{ path: "", value }];
  while (stack.length > 0) {
    const { path, value: held } = stack.pop()!;
    if (held === null || held === undefined || held === "") continue;
    if (typeof held !== "object") lines.push(path ? `${path}: ${String(held)}` : String(held));
    else if (Array.isArray(held) && held.every((one) => typeof one !== "object" || one === null)) {
      if (held.length > 0) lines.push(`${path ? `${path}: ` : ""}${held.map(String).join(", ")}`);
    } else {
      const entries: [string, unknown][] = Array.isArray(held)
        ? held.map((one, i) => [String(i + 1), one])
        : Object.entries(held);
      for (const [key, inner] of entries.reverse())
        stack.push({ path: path ? `${path} ${key}` : key, value: inner });
    }
  }
  return lines;
}

/** A snake_case id (the form of every key and case id) made of what something was called. */
export function slug(value: string, fallback: string): string {
  const id = value
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 60)
    .replace(/^_+|_+$/g, "");
  return id || fallback;
}

/** A file's name without folders and extension. */
export function baseName(name: string): string {
  const file = name.split(/[/\\]/).at(-1) ?? name;
  return file.replace(/(?<=.)\.[^.]{1,10}$/, "") || file;
}
