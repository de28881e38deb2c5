import type { ImportMessage } from "./imported-case";

export type JsonText = { ok: true; value: unknown; warnings: ImportMessage[] } | { ok: false; fault: string };

/** Deeper nesting is no record anybody wrote. */
const MOST_DEPTH = 200;

/**
 * A JSON text as a value that loses nothing: a number that JavaScript would change (12345678901234567, 7.10) comes as a
 * string, as written, and a field that stands twice in one object is kept twice, the later one numbered.
 */
export function readJsonText(text: string): JsonText {
  const scan = scanJson(text);
  if (scan.depth > MOST_DEPTH) return { ok: false, fault: `it is nested more than ${MOST_DEPTH} deep` };
  try {
    const value: unknown = JSON.parse(rewritten(text, scan.changes));
    const warnings: ImportMessage[] = [];
    if (scan.doubled.size > 0)
      warnings.push({
        code: "json/field_twice",
        message: `${scan.doubled.size === 1 ? "A field stands" : "Fields stand"} twice in one object: ${[...scan.doubled].slice(0, 10).join(", ")}. All were kept; the later ones carry a number.`,
      });
    return { ok: true, value, warnings };
  } catch {
    return { ok: false, fault: faultOf(text) };
  }
}

function faultOf(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    const at = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    if (at) return `it breaks at character ${at}`;
  }
  return "it breaks off";
}

interface Change {
  start: number;
  end: number;
  text: string;
}

interface Scan {
  depth: number;
  changes: Change[];
  /** The first fields that stand twice, cut short. */
  doubled: Set<string>;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** One pass over the text. What is not JSON passes through; the parser judges it. */
function scanJson(text: string): Scan {
  const scan: Scan = { depth: 0, changes: [], doubled: new Set() };
  /** For each open object the times each of its fields was met; null for a list. */
  const open: (Map<string, number> | null)[] = [];
  let wantsKey = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const end = endOfString(text, at);
      const fields = open.at(-1);
      if (wantsKey && fields) noteField(text, at, end, fields, scan);
      wantsKey = false;
      at = end - 1;
    } else if (code === 0x7b || code === 0x5b) {
      open.push(code === 0x7b ? new Map() : null);
      wantsKey = code === 0x7b;
      scan.depth = Math.max(scan.depth, open.length);
      if (scan.depth > MOST_DEPTH) return scan;
    } else if (code === 0x7d || code === 0x5d) {
      open.pop();
      wantsKey = false;
    } else if (code === 0x2c) wantsKey = open.at(-1) != null;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      NUMBER.lastIndex = at;
      const written = NUMBER.exec(text)?.[0];
      if (!written) continue;
      const end = at + written.length;
      if (String(Number(written)) !== written) scan.changes.push({ start: at, end, text: `"${written}"` });
      at = end - 1;
    }
  }
  return scan;
}

/** The place after the closing quotation mark of the string that opens at `from`; the end when it never closes. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slash = quote - 1;
    while (text.charCodeAt(slash) === 0x5c) slash--;
    if ((quote - slash) % 2 === 1) return quote + 1;
  }
  return text.length;
}

function noteField(text: string, start: number, end: number, fields: Map<string, number>, scan: Scan): void {
  const name = text.slice(start + 1, end - 1);
  const times = (fields.get(name) ?? 0) + 1;
  fields.set(name, times);
  if (times === 1) return;
  scan.changes.push({ start: end - 1, end, text: ` (${times})"` });
  if (scan.doubled.size < 50) scan.doubled.add(name.slice(0, 40));
}

function rewritten(text: string, changes: readonly Change[]): string {
  if (changes.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const change of changes) {
    parts.push(text.slice(from, change.start), change.text);
    from = change.end;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

/** The values of JSON lines: every line that is not blank is an object or a list; null when a line is not. */
export function jsonLinesOf(text: string): unknown[] | null {
  if (!/^\s*[[{]/.test(text.slice(0, 1000))) return null;
  const values: unknown[] = [];
  for (const line of text.split("\n")) {
    if (!line.trim()) continue;
    const read = readJsonText(line);
    if (!read.ok || typeof read.value !== "object" || read.value === null) return null;
    values.push(read.value);
  }
  return values.length > 1 ? values : null;
}
