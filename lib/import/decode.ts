import iconv from "iconv-lite";
import type { ImportMessage } from "./imported-case";

export interface DecodedText {
  text: string;
  warnings: ImportMessage[];
}

const UTF8_NAMES = /^(?:utf-?8|us-ascii|ascii|unicode-1-1-utf-8)$/i;

/**
 * Bytes to text: by the byte order mark, else by the name of the encoding their carrier gave, else UTF-8, UTF-16 without
 * a mark, or Windows-1252. Says so when it was not UTF-8, and how many characters could not be decoded; they stand as
 * U+FFFD. Node's own decoder leaves 0x80–0x9F of Windows-1252 undecoded, so another one is used.
 */
export function decodeBytes(bytes: Uint8Array, charset?: string): DecodedText {
  const marked = markOf(bytes);
  if (marked) return decodeAs(bytes, marked, null);
  const named = charset?.trim().toLowerCase() ?? "";
  if (named && !UTF8_NAMES.test(named) && iconv.encodingExists(named)) {
    // Latin-1 is what programs of the nineties called Windows-1252; the web reads it so too.
    const encoding = /^(?:iso-?8859-?1|latin-?1)$/.test(named) ? "windows-1252" : named;
    return decodeAs(bytes, encoding, null);
  }
  const wide = wideWithoutMark(bytes);
  if (wide)
    return decodeAs(bytes, wide, `The file has no byte order mark and was read as ${wide.toUpperCase()}.`);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), warnings: [] };
  } catch {
    return notQuiteUtf8(bytes);
  }
}

/** UTF-8 with a few stray bytes keeps all the rest; without any other sign of UTF-8 it is Windows-1252. */
function notQuiteUtf8(bytes: Uint8Array): DecodedText {
  const text = new TextDecoder("utf-8").decode(bytes);
  let stray = 0;
  let good = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) stray++;
    else if (code > 0x7f) good++;
  }
  if (good >= stray) return { text, warnings: undecodable(stray) };
  return decodeAs(
    bytes,
    "windows-1252",
    "The file is not UTF-8 and was read as Windows-1252. Check accented letters.",
  );
}

function decodeAs(bytes: Uint8Array, encoding: string, note: string | null): DecodedText {
  const text = iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
  const warnings: ImportMessage[] = note ? [{ code: "not_utf8", message: note }] : [];
  let lost = 0;
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) lost++;
  return { text, warnings: [...warnings, ...undecodable(lost)] };
}

const undecodable = (count: number): ImportMessage[] =>
  count === 0
    ? []
    : [
        {
          code: "text/undecodable",
          message: `${count === 1 ? "A character" : `${count} characters`} could not be decoded and ${count === 1 ? "stands" : "stand"} as “\ufffd”; the rest was kept.`,
        },
      ];

function markOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return bytes[2] === 0 && bytes[3] === 0 && bytes.length >= 4 ? "utf-32le" : "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return null;
}

/** UTF-16 without a mark: nearly every second byte of Latin text is zero. */
function wideWithoutMark(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const head = bytes.subarray(0, 4096);
  if (head.length < 8 || bytes.length % 2 === 1) return null;
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2]!++;
  const many = head.length * 0.35;
  const few = head.length * 0.02;
  if (zeros[1]! > many && zeros[0]! <= few) return "utf-16le";
  if (zeros[0]! > many && zeros[1]! <= few) return "utf-16be";
  return null;
}

/** More than a trace of control characters: a picture, an archive or another binary file. */
export function looksBinary(bytes: Uint8Array): boolean {
  if (markOf(bytes) || wideWithoutMark(bytes)) return false;
  const head = bytes.subarray(0, 8192);
  let control = 0;
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) control++;
  // A few stray ones in a short note make no binary file.
  return control > Math.max(head.length / 100, Math.min(4, head.length / 10));
}

/**
 * The characters 0x80–0x9F that a decoder left as controls, as Windows-1252 means them. Nobody writes those controls.
 */
export function mendControls(text: string): string {
  return text.replace(/[\u0080-\u009f]+/g, (run) => iconv.decode(Buffer.from(run, "latin1"), "windows-1252"));
}
