export { type DecodedText, decodeBytes, looksBinary } from "./decode";
export { htmlToPlainText } from "./html-text";
export { momentIn } from "./moments";

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
