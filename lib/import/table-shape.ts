import { matchFields } from "./fields";
import { momentIn } from "./moments";
import type { Table, TableRow } from "./rows";

/** How far down a header is looked for. */
const HEAD_ROWS = 20;

/**
 * Finds the header of a grid: title lines above it are parted from it, a table without one gets names for its columns,
 * and rows with other numbers of cells than the header are marked. null when there is no row of data.
 */
export function shapeTable(rows: readonly TableRow[]): Table | null {
  const filled = rows.filter((row) => row.cells.some((cell) => cell.trim() !== ""));
  if (filled.length === 0) return null;
  const start = headerPlace(filled);
  const header = filled[start]!;
  const above = filled.slice(0, start).map((row) => trimmed(row.cells).join(" | "));
  const named = looksLikeHeader(header.cells, filled.slice(start + 1));
  const data = filled.slice(named ? start + 1 : start);
  const width = named
    ? trimmed(header.cells).length
    : Math.max(...data.slice(0, 200).map((row) => trimmed(row.cells).length));
  const headers = uniqueNames(
    Array.from({ length: width }, (_, place) => (named ? (header.cells[place] ?? "").trim() : "")),
  );
  if (data.length === 0) return null;
  return {
    headers,
    above,
    rows: data.map((row) => {
      const cells = trimmed(row.cells);
      // A row that is cut short in the file has lost a cell somewhere; only empty cells at the end are no news.
      const ragged = cells.length > width || row.cells.length < width;
      return { number: row.number, cells, ...(ragged ? { unsorted: true } : {}) };
    }),
  };
}

/** The first row as wide as the table is, after title lines that fill at most half of it. */
function headerPlace(rows: readonly TableRow[]): number {
  const widths = rows.slice(0, HEAD_ROWS * 3).map((row) => row.cells.filter((cell) => cell.trim()).length);
  const usual = widths.slice(1).sort((a, b) => a - b)[Math.floor((widths.length - 1) / 2)] ?? widths[0]!;
  if (usual < 2) return 0;
  for (let place = 0; place < Math.min(HEAD_ROWS, rows.length - 1); place++) {
    if (Object.keys(matchFields(rows[place]!.cells)).length >= 2) return place;
    if (widths[place]! > usual / 2) return place;
  }
  return 0;
}

function looksLikeHeader(cells: readonly string[], data: readonly TableRow[]): boolean {
  const names = trimmed(cells);
  if (Object.keys(matchFields(names)).length > 0) return true;
  if (data.length === 0) return true;
  return !names.some(
    (name) => name.length > 80 || momentIn(name) !== null || /^[-+$€£]?\d[\d.,]*%?$/.test(name.trim()),
  );
}

function trimmed(cells: readonly string[]): string[] {
  let end = cells.length;
  while (end > 0 && cells[end - 1]!.trim() === "") end--;
  return cells.slice(0, end);
}

function uniqueNames(names: readonly string[]): string[] {
  const times = new Map<string, number>();
  return names.map((name, place) => {
    const wanted = name || `column_${place + 1}`;
    const met = times.get(wanted) ?? 0;
    times.set(wanted, met + 1);
    return met === 0 ? wanted : `${wanted}_${place + 1}`;
  });
}
