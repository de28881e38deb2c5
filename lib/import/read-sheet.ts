import { type ReadResult, RefusedFile } from "./imported-case";
import { type Attributes, OfficeParts, walkXml } from "./office";
import { baseName } from "./plain-text";
import { mediaUnread } from "./read-docx";
import { FIT, type Reader, result } from "./reader";
import { readRows, type TableRow } from "./rows";
import { shapeTable } from "./table-shape";

interface Sheet {
  name: string;
  rows: TableRow[];
}

/** Cells of one sheet beyond which it is no table that a person keeps. */
const MOST_CELLS = 2_000_000;
const MOST_COLUMNS = 16_384;

/** An Excel workbook: each sheet is read like a table of its own. */
export const xlsxReader: Reader = {
  name: "Excel workbook",
  takes: (file) =>
    file.innerNames.includes("xl/workbook.xml")
      ? FIT.mark
      : /^xls[xm]$/.test(file.extension)
        ? FIT.extension
        : FIT.no,
  async read(file, inside) {
    const parts = await OfficeParts.of(
      file,
      inside,
      /^xl\/(?:workbook|sharedStrings|styles|worksheets\/[^/]+|comments\d*|comments\/[^/]+|_rels\/workbook)\.xml(?:\.rels)?$/,
    );
    const strings = sharedStrings(parts.xml("xl/sharedStrings.xml") ?? "");
    const dates = dateStyles(parts.xml("xl/styles.xml") ?? "");
    const { sheets, from1904 } = workbook(
      parts.required("xl/workbook.xml"),
      parts.xml("xl/_rels/workbook.xml.rels") ?? "",
    );
    const read = sheets.map(({ name, part }) => ({
      name,
      rows: sheetRows(parts.xml(part) ?? "", strings, dates, from1904),
    }));
    const comments = parts.names
      .filter((name) => /^xl\/comments/.test(name))
      .flatMap((name) => commentsIn(parts.xml(name) ?? ""));
    const whole = sheetsResult("Excel workbook", file.name, read);
    if (comments.length > 0)
      whole.loose.push({
        kind: "note",
        title: `Comments in ${baseName(file.name)}`,
        text: comments.join("\n"),
      });
    whole.unread.push(...mediaUnread(parts.media(/^xl\/(?:media|embeddings)\//), "workbook"));
    return whole;
  },
};

/** An OpenDocument sheet: each sheet is read like a table of its own. */
export const odsReader: Reader = {
  name: "OpenDocument sheet",
  takes: (file) =>
    file.head.includes("mimetypeapplication/vnd.oasis.opendocument.spreadsheet")
      ? FIT.mark
      : file.extension === "ods"
        ? FIT.extension
        : FIT.no,
  async read(file, inside) {
    const parts = await OfficeParts.of(file, inside, /^content\.xml$/);
    const whole = sheetsResult("OpenDocument sheet", file.name, odsSheets(parts.required("content.xml")));
    whole.unread.push(...mediaUnread(parts.media(/^(?:Pictures|Object)/), "sheet"));
    return whole;
  },
};

function sheetsResult(format: string, name: string, sheets: readonly Sheet[]): ReadResult {
  const whole = result(format, {});
  const filled = sheets.filter((sheet) => sheet.rows.some((row) => row.cells.some((cell) => cell.trim())));
  for (const sheet of filled) {
    const width = sheet.rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
    // Cells that are left empty stand in no sheet's file; here every row is as wide as the sheet.
    const padded =
      sheet.rows.length * width > MOST_CELLS ? sheet.rows : sheet.rows.map((row) => pad(row, width));
    const table = shapeTable(padded);
    if (!table) {
      const text = sheet.rows.map((row) => row.cells.join(" | ")).join("\n");
      whole.loose.push({ kind: "other", title: sheet.name, text });
      whole.account.push({ unit: "rows", found: sheet.rows.length, kept: sheet.rows.length, leftOut: 0 });
      continue;
    }
    const title = filled.length > 1 ? `${baseName(name)}: ${sheet.name}` : baseName(name);
    const read = readRows(format, title, table);
    whole.cases.push(...read.cases);
    whole.loose.push(...read.loose);
    whole.account.push(...read.account);
    const prefix = filled.length > 1 ? `Sheet “${sheet.name.slice(0, 40)}”: ` : "";
    whole.warnings.push(...read.warnings.map((one) => ({ ...one, message: prefix + one.message })));
  }
  if (whole.cases.length + whole.loose.length === 0)
    throw new RefusedFile(
      "sheet/empty",
      "There is no row in this workbook.",
      "Import a table with at least one row.",
    );
  return whole;
}

const pad = (row: TableRow, width: number): TableRow =>
  row.cells.length >= width
    ? row
    : { ...row, cells: [...row.cells, ...Array(width - row.cells.length).fill("")] };

const local = (name: string) => name.slice(name.indexOf(":") + 1);

function workbook(xml: string, relations: string) {
  const targets = new Map<string, string>();
  walkXml(relations, {
    open(name, { Id, Target }) {
      if (local(name) === "Relationship" && Id && Target)
        targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets: { name: string; part: string }[] = [];
  let from1904 = false;
  walkXml(xml, {
    open(name, attributes) {
      if (local(name) === "workbookPr") from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
      if (local(name) !== "sheet") return;
      const part = targets.get(attributes["r:id"] ?? "") ?? `xl/worksheets/sheet${sheets.length + 1}.xml`;
      sheets.push({ name: attributes.name ?? `Sheet ${sheets.length + 1}`, part });
    },
  });
  return { sheets, from1904 };
}

function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let parts: string[] = [];
  let inText = false;
  let phonetic = 0;
  walkXml(xml, {
    open(name) {
      if (local(name) === "si") parts = [];
      if (local(name) === "rPh") phonetic++;
      inText = local(name) === "t" && phonetic === 0;
    },
    text(value) {
      if (inText) parts.push(value);
    },
    close(name) {
      inText = false;
      if (local(name) === "rPh") phonetic--;
      if (local(name) === "si") strings.push(parts.join(""));
    },
  });
  return strings;
}

/** A day, a clock, or a number with at least so many decimals. */
type NumberForm = "date" | "clock" | number;

/** How each cell style shows a number: as a day, as a clock, or as a number. */
function dateStyles(xml: string): NumberForm[] {
  const codes = new Map<number, string>();
  const styles: NumberForm[] = [];
  let inCells = false;
  walkXml(xml, {
    open(name, attributes) {
      const tag = local(name);
      if (tag === "numFmt") codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      if (tag === "cellXfs") inCells = true;
      if (tag === "xf" && inCells) styles.push(numberForm(Number(attributes.numFmtId), codes));
    },
    close(name) {
      if (local(name) === "cellXfs") inCells = false;
    },
  });
  return styles;
}

function numberForm(id: number, codes: ReadonlyMap<number, string>): NumberForm {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return "date";
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return "clock";
  const code = (codes.get(id) ?? "").replace(/"[^"]*"|\[[^\]]*\]|\\./g, "");
  if (/[yd]/i.test(code)) return "date";
  if (/[hs]/i.test(code)) return "clock";
  if (id === 2 || id === 4 || id === 39 || id === 40 || id === 44) return 2;
  return code.includes("%") ? 0 : (/0\.(0{1,10})/.exec(code)?.[1]?.length ?? 0);
}

function sheetRows(
  xml: string,
  strings: readonly string[],
  forms: readonly NumberForm[],
  from1904: boolean,
): TableRow[] {
  const rows: TableRow[] = [];
  let cells: string[] = [];
  let number = 0;
  let column = 0;
  let cell: Attributes = {};
  let value: string[] = [];
  let taking = false;
  walkXml(xml, {
    open(name, attributes) {
      const tag = local(name);
      if (tag === "row") {
        number = Number(attributes.r) || number + 1;
        cells = [];
        column = 0;
      } else if (tag === "c") {
        cell = attributes;
        column = columnOf(attributes.r) ?? column + 1;
        value = [];
      }
      taking = tag === "v" || tag === "t";
    },
    text(text) {
      if (taking) value.push(text);
    },
    close(name) {
      const tag = local(name);
      taking = false;
      if (tag === "c" && column <= MOST_COLUMNS) {
        while (cells.length < column - 1) cells.push("");
        cells[column - 1] = shown(cell, value.join(""), strings, forms, from1904);
      } else if (tag === "row") rows.push({ number, cells });
    },
  });
  return rows;
}

function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) : null;
}

function shown(
  { t: type, s: style }: Attributes,
  value: string,
  strings: readonly string[],
  forms: readonly NumberForm[],
  from1904: boolean,
): string {
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type === "str" || type === "inlineStr" || type === "e" || type === "d" || value === "") return value;
  const form = forms[Number(style ?? 0)] ?? 0;
  return typeof form === "number"
    ? writtenNumber(value, form)
    : writtenMoment(Number(value), form, from1904, value);
}

/** A number as Excel shows it: without the dust of its binary form, with the zeros its format asks for. */
function writtenNumber(value: string, decimals: number): string {
  const plain = /^-?\d*\.\d{13,}$/.test(value) ? String(Number(Number(value).toPrecision(15))) : value;
  const number = /^-?\d+(?:\.(\d+))?$/.exec(plain);
  const has = number?.[1]?.length ?? 0;
  if (!number || has >= decimals) return plain;
  return `${plain}${has === 0 ? "." : ""}${"0".repeat(decimals - has)}`;
}

/** Excel counts days from the end of 1899 (or from 1904), and takes 1900 for a leap year. */
function writtenMoment(days: number, form: "date" | "clock", from1904: boolean, written: string): string {
  if (!Number.isFinite(days) || days < 0 || days > 2_958_465) return written;
  const minutes = Math.round((days % 1) * 1440);
  const clock = `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  if (form === "clock" && days < 1) return clock;
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const day = new Date(start + Math.floor(days + (minutes === 1440 ? 1 : 0)) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  return clock === "00:00" ? day : `${day} ${clock}`;
}

function commentsIn(xml: string): string[] {
  const comments: string[] = [];
  let parts: string[] = [];
  let reference = "";
  let inText = false;
  walkXml(xml, {
    open(name, attributes) {
      if (local(name) === "comment") {
        reference = attributes.ref ?? "";
        parts = [];
      }
      inText = local(name) === "t";
    },
    text(value) {
      if (inText) parts.push(value);
    },
    close(name) {
      inText = false;
      if (local(name) === "comment") comments.push(`${reference}: ${parts.join("")}`);
    },
  });
  return comments;
}

function odsSheets(xml: string): Sheet[] {
  const sheets: Sheet[] = [];
  let cells: string[] = [];
  let repeat = 1;
  let rowRepeat = 1;
  let number = 0;
  let value = "";
  let paragraphs: string[] = [];
  let inText = 0;
  let note = 0;
  let total = 0;
  const count = (written: string | undefined) =>
    Math.max(1, Math.min(Number(written ?? 1) || 1, MOST_COLUMNS));
  walkXml(xml, {
    open(name, attributes) {
      if (name === "table:table") {
        sheets.push({ name: attributes["table:name"] ?? `Sheet ${sheets.length + 1}`, rows: [] });
        number = 0;
      } else if (name === "table:table-row") {
        cells = [];
        rowRepeat = Math.max(1, Number(attributes["table:number-rows-repeated"] ?? 1) || 1);
      } else if (name === "table:table-cell" || name === "table:covered-table-cell") {
        repeat = count(attributes["table:number-columns-repeated"]);
        value = attributes["office:date-value"]?.replace("T", " ") ?? "";
        paragraphs = [];
      } else if (name === "office:annotation") note++;
      else if (name === "text:p") {
        inText++;
        paragraphs.push(note > 0 ? "[comment] " : "");
      } else if (name === "text:line-break" && inText > 0) paragraphs[paragraphs.length - 1] += "\n";
      else if (name === "text:s" && inText > 0) paragraphs[paragraphs.length - 1] += " ";
    },
    text(text) {
      if (inText > 0) paragraphs[paragraphs.length - 1] += text;
    },
    close(name) {
      if (name === "text:p") inText--;
      else if (name === "office:annotation") note--;
      else if (name === "table:table-cell" || name === "table:covered-table-cell") {
        const shownValue = value || paragraphs.join("\n");
        // Empty cells at the end of a row are repeated to the sheet's edge.
        const times = shownValue === "" ? Math.min(repeat, 1_000) : repeat;
        total += times;
        if (total <= MOST_CELLS) for (let n = 0; n < times; n++) cells.push(shownValue);
      } else if (name === "table:table-row") {
        const filled = cells.some((cell) => cell !== "");
        const times = filled ? Math.min(rowRepeat, 1_000) : 1;
        for (let n = 0; n < times && filled; n++)
          sheets.at(-1)?.rows.push({ number: number + n + 1, cells: trimEnd(cells) });
        number += rowRepeat;
      }
    },
  });
  return sheets;
}

function trimEnd(cells: readonly string[]): string[] {
  let end = cells.length;
  while (end > 0 && cells[end - 1] === "") end--;
  return cells.slice(0, end);
}
