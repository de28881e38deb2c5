import { type Field, kindOf, kindOfTextField, matchFields, normalName } from "./fields";
import type { DraftCase, DraftRecord, ImportMessage, ReadResult } from "./imported-case";
import { clockIn, type DateOrder, momentIn, orderOfColumn } from "./moments";
import { result } from "./reader";

export interface TableRow {
  /** Its number as the program shows it that the table was made with; messages name it. */
  number: number;
  cells: readonly string[];
  /** Set when the cells cannot be told apart by column: they are kept as written. */
  unsorted?: boolean;
}

export interface Table {
  headers: readonly string[];
  rows: readonly TableRow[];
  /** Lines above the header. */
  above: readonly string[];
}

/** Of a long list, the first and how many more there are. */
export function listed(numbers: readonly (number | string)[], most = 12): string {
  const more = numbers.length - most;
  return numbers.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
const rowsWord = (numbers: readonly number[]) =>
  `${numbers.length === 1 ? "Row" : "Rows"} ${listed(numbers)}`;

const OUTCOME =
  /^(?:.*_)?(?:decision|outcome|determination|result|disposition|verdict|ruling|resolution|status)$/;

/**
 * A table as cases: a record for each row, rows of one case id together, in the order of the file. Without a column of
 * text the whole row is the record, and without one of cases the rows go with the other files. What has no field of its own stands below the text as `column: value`.
 */
export function readRows(format: string, name: string, table: Table): ReadResult {
  const reading = new RowReading(table);
  const cases = new Map<string, DraftCase & { titles: Set<string> }>();
  const empty: number[] = [];
  for (const row of table.rows) {
    const record = reading.record(row);
    if (!record.text.trim()) {
      empty.push(row.number);
      continue;
    }
    const id = reading.value(row, "case_id").trim();
    const title = reading.value(row, "case_title").trim();
    const found = cases.get(id) ?? { sourceId: id || undefined, title, records: [], titles: new Set() };
    cases.set(id, found);
    found.title ||= title;
    if (record.title) found.titles.add(record.title);
    found.records.push(record);
  }
  const made: DraftCase[] = [...cases.values()].map(({ sourceId, title, records, titles }) => ({
    sourceId,
    title: title || (sourceId && titles.size === 1 ? [...titles][0]! : "") || sourceId || name,
    records: [...aboveRecord(table), ...records],
  }));
  const whole = matchFields(table.headers).case_id === undefined;
  const warnings = reading.messages();
  if (empty.length > 0)
    warnings.push({
      code: "table/empty_rows",
      message: `${rowsWord(empty)} ${empty.length === 1 ? "has" : "have"} no text and made no record.`,
    });
  const found = table.rows.length;
  const account = [{ unit: "rows" as const, found, kept: found - empty.length, leftOut: empty.length }];
  return whole
    ? result(format, { loose: made.flatMap((one) => one.records), warnings, account })
    : result(format, { cases: made, warnings, account });
}

function aboveRecord({ above }: Table): DraftRecord[] {
  return above.length === 0 ? [] : [{ kind: "note", title: "Above the table", text: above.join("\n") }];
}

/** What is known about a table's columns, and what was met while its rows were read. */
class RowReading {
  readonly #table: Table;
  readonly #used: Partial<Record<Field, number>>;
  readonly #others: number[];
  /** A clock in a column of its own, beside a column of days. */
  readonly #clock: number | undefined;
  readonly #order: DateOrder;
  readonly #evidence: ReturnType<typeof orderOfColumn>["evidence"];
  readonly #badTimes: number[] = [];
  readonly #badKinds: number[] = [];

  constructor(table: Table) {
    this.#table = table;
    this.#used = matchFields(table.headers);
    this.#clock = this.#clockColumn();
    const taken = new Set([...Object.values(this.#used), this.#clock]);
    this.#others = table.headers.map((_, place) => place).filter((place) => !taken.has(place));
    const { at } = this.#used;
    const dates =
      at === undefined ? [] : table.rows.map((row) => (row.unsorted ? "" : (row.cells[at] ?? "")));
    const column = orderOfColumn(dates);
    this.#order = column.order;
    this.#evidence = column.evidence;
  }

  #clockColumn(): number | undefined {
    const { at } = this.#used;
    const place = this.#table.headers.findIndex((name) => /^(?:time|clock|hour)$/.test(normalName(name)));
    if (at === undefined || place < 0 || place === at) return undefined;
    const clocks = this.#table.rows.filter((row) => !row.unsorted && row.cells[place]?.trim());
    const good = clocks.every((row) => clockIn(` ${row.cells[place]!.trim()}`) !== null);
    return clocks.length > 0 && good ? place : undefined;
  }

  /** A cell by its field; of a row whose cells are unsorted only the first column is sure. */
  value(row: TableRow, field: Field): string {
    const place = this.#used[field];
    if (place === undefined || (row.unsorted && place > 0)) return "";
    return row.cells[place] ?? "";
  }

  record(row: TableRow): DraftRecord {
    if (row.unsorted) {
      const cells = row.cells.filter((cell) => cell !== "");
      const text = cells.length === 0 ? "" : `Row ${row.number} as written: ${row.cells.join(" | ")}`;
      return { kind: "other", title: `Row ${row.number}`, text };
    }
    const rest = this.#others
      .filter((place) => (row.cells[place] ?? "").trim() !== "")
      .map((place) => `${this.#table.headers[place]}: ${row.cells[place]}`);
    const at = this.#time(row, rest);
    const word = this.value(row, "kind");
    const kind = kindOf(word);
    if (word.trim() && kind === null) {
      this.#badKinds.push(row.number);
      rest.unshift(`${this.#header("kind")}: ${word}`);
    }
    const text = this.value(row, "text");
    if (this.#used.text === undefined) rest.unshift(...this.#titled(row));
    return {
      key: this.value(row, "key").trim() || undefined,
      kind: kind ?? (this.#used.text === undefined ? "form" : kindOfTextField(this.#header("text"))),
      sender: this.value(row, "sender").trim(),
      at,
      title: this.value(row, "title").trim(),
      text: rest.length > 0 ? `${text}${text ? "\n\n" : ""}${rest.join("\n")}` : text,
    };
  }

  /** In a table without text the row itself is the record, with its title in it. */
  #titled(row: TableRow): string[] {
    const title = this.value(row, "title");
    return title.trim() ? [`${this.#header("title")}: ${title}`] : [];
  }

  #time(row: TableRow, rest: string[]): string | null {
    const written = this.value(row, "at").trim();
    const clock = this.#clock === undefined ? "" : (row.cells[this.#clock] ?? "").trim();
    if (!written && !clock) return null;
    const whole = clock ? `${written} ${clock}` : written;
    const at = momentIn(whole, this.#order);
    const doubtful = this.#evidence === "undecided" || this.#evidence === "mixed";
    if (at === null) this.#badTimes.push(row.number);
    if (at === null || (doubtful && /^\D*\d{1,2}[/-]\d{1,2}[/-]/.test(written)))
      rest.unshift(`${this.#header("at")}: ${whole}`);
    return at;
  }

  #header(field: Field): string {
    return this.#table.headers[this.#used[field] ?? -1] ?? "";
  }

  messages(): ImportMessage[] {
    const messages: ImportMessage[] = [];
    const say = (code: string, message: string) => messages.push({ code, message });
    const unsorted = this.#table.rows.filter((row) => row.unsorted).map((row) => row.number);
    if (unsorted.length > 0)
      say(
        "table/ragged",
        `${rowsWord(unsorted)} ${unsorted.length === 1 ? "has" : "have"} more or fewer cells than the header names. Nothing was moved: the cells stand as written, not sorted into columns. Correct the table if they belong to columns.`,
      );
    if (this.#table.above.length > 0)
      say(
        "table/above",
        `${this.#table.above.length} lines above the header were kept as a record of their own.`,
      );
    if (this.#used.text === undefined)
      say(
        "table/row_records",
        "No column holds the records' text, so each row is a record with all its columns. Name a column “text” if one does.",
      );
    else if (this.#others.length > 0)
      say(
        "table/other_columns",
        `Kept below each record's text, because no field is known for ${this.#others.length === 1 ? "it" : "them"}: ${listed(
          this.#others.map((place) => this.#table.headers[place]!.slice(0, 60)),
          30,
        )}.`,
      );
    this.#sayTimes(say);
    if (this.#badKinds.length > 0)
      say(
        "table/kind",
        `${rowsWord(this.#badKinds)} ${this.#badKinds.length === 1 ? "has a kind" : "have kinds"} that is not known; the word is kept below the text.`,
      );
    for (const message of twinsIn(this.#table, this.#used)) say("table/twins", message);
    if (this.#used.case_id === undefined && this.#table.rows.length > 1)
      say("table/one_case", "There is no case_id column: all rows belong to one case.");
    return messages;
  }

  #sayTimes(say: (code: string, message: string) => void): void {
    if (this.#badTimes.length > 0)
      say(
        "table/time",
        `${rowsWord(this.#badTimes)} ${this.#badTimes.length === 1 ? "has a time" : "have times"} that could not be read; kept below the text.`,
      );
    const column = this.#header("at");
    if (this.#evidence === "undecided")
      say(
        "table/date_order",
        `The dates in “${column}” can be read with the month or the day first. They were read with the month first, and stand below the text as written; check them.`,
      );
    if (this.#evidence === "mixed")
      say(
        "table/date_order",
        `Some dates in “${column}” have the day first and others the month first. Those that can be read both ways were read with the month first; all stand below the text as written.`,
      );
    if (this.#evidence === "clear" && this.#order === "day_first")
      say("table/date_order", `The dates in “${column}” have the day first, as some of them show.`);
  }
}

/** Rows with the same text and another outcome: one of them is probably wrong. */
function twinsIn({ headers, rows }: Table, used: Partial<Record<Field, number>>): string[] {
  if (used.text === undefined) return [];
  const outcomes = headers.flatMap((name, place) => (OUTCOME.test(normalName(name)) ? [place] : []));
  const messages: string[] = [];
  for (const place of outcomes.slice(0, 5)) {
    const byText = new Map<string, { number: number; outcome: string }[]>();
    for (const row of rows) {
      const text = (row.cells[used.text] ?? "").replace(/\s+/g, " ").trim();
      const outcome = (row.cells[place] ?? "").trim();
      if (row.unsorted || text.length < 20 || !outcome) continue;
      const twins = byText.get(text) ?? [];
      byText.set(text, twins);
      twins.push({ number: row.number, outcome });
    }
    for (const twins of byText.values()) {
      const distinct = [...new Set(twins.map((one) => one.outcome.toLowerCase()))];
      if (distinct.length < 2) continue;
      const said = twins.map(({ number, outcome }) => `row ${number}: ${outcome.slice(0, 40)}`);
      messages.push(
        `Rows with the same text differ in “${headers[place]!.slice(0, 60)}” (${listed(said, 6)}). Check which is right.`,
      );
    }
  }
  return messages.length > 20
    ? [
        ...messages.slice(0, 20),
        `${messages.length - 20} more texts stand in the table with different outcomes.`,
      ]
    : messages;
}
