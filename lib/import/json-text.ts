import type { ImportMessage } from "./imported-case";

export type JsonText = { ok: true; value: unknown; warnings: ImportMessage[] } | { ok: false; fault: string };

/** A JSON text as a value. */
export function readJsonText(text: string): JsonText {
  try {
    return { ok: true, value: JSON.parse(text), warnings: [] };
  } catch (error) {
    const at = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    return { ok: false, fault: at ? `it breaks at character ${at}` : "" };
  }
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
