import { parse } from "csv-parse/sync";
import { IMPORT_LIMITS, RefusedFile } from "./imported-case";
import { baseName } from "./plain-text";
import { FIT, type Reader } from "./reader";
import { readRows, type TableRow } from "./rows";
import { shapeTable } from "./table-shape";

const MARKS = [",", ";", "\t", "|"] as const;
const NAMED: Record<string, string> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" };

/** A table as text: cells parted by commas, semicolons, tabs or bars. */
export const csvReader: Reader = {
  name: "CSV",
  takes(file) {
    if (file.text === null) return FIT.no;
    if (/^(?:csv|tsv|tab)$/.test(file.extension)) return FIT.form;
    return /^(?:text\/csv|text\/tab-separated-values)$/.test(file.mediaType) || /^sep=./i.test(file.text)
      ? FIT.form
      : FIT.no;
  },
  read({ name, text }) {
    const whole = text ?? "";
    if (whole.trim() === "")
      throw new RefusedFile(
        "file/blank",
        "There is no text in this file.",
        "Check that it was saved or copied whole.",
      );
    const table = shapeTable(gridOf(whole));
    if (!table)
      throw new RefusedFile(
        "csv/empty",
        "The table has a header and no rows.",
        "Import a table with at least one row.",
      );
    return readRows("CSV", baseName(name), table);
  },
};

/** The cells of each line. Excel's `sep=` line says the mark and is no row. */
function gridOf(text: string): TableRow[] {
  const said = /^\ufeff?"?sep=(.)"?[^\S\r\n]*(?:\r\n?|\n)/i.exec(text);
  const body = said ? text.slice(said[0].length) : text;
  const delimiter = said?.[1] ?? delimiterOf(body);
  try {
    const rows = parse(body, { ...OPTIONS, delimiter }) as string[][];
    // Spreadsheets count rows, not lines: a cell with line breaks is one row.
    return rows.map((cells, position) => ({ number: position + 1 + (said ? 1 : 0), cells }));
  } catch (error) {
    const line =
      typeof error === "object" && error && "lines" in error ? ` near line ${String(error.lines)}` : "";
    throw new RefusedFile(
      "csv/broken",
      `The table cannot be read${line}: a quotation mark is opened and not closed, or a row is endless (cells parted by ${NAMED[delimiter] ?? delimiter}).`,
      "Save it again as CSV (UTF-8, comma separated) and import that file.",
    );
  }
}

const OPTIONS = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
  max_record_size: IMPORT_LIMITS.recordText * 2,
} as const;

/** The mark that parts the first lines into the same number of cells most often. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 32_768);
  let best: { mark: string; score: number } = { mark: ",", score: 0 };
  for (const mark of MARKS) {
    let rows: string[][];
    try {
      rows = parse(head, { ...OPTIONS, delimiter: mark, to: 40 }) as string[][];
    } catch {
      continue;
    }
    const widths = new Map<number, number>();
    for (const row of rows) if (row.length > 1) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
    const score = Math.max(0, ...[...widths].map(([width, times]) => times * 100 + width));
    if (score > best.score) best = { mark, score };
  }
  return best.mark;
}
