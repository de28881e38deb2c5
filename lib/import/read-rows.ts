import { parse } from "csv-parse/sync";
import { type RecordKind, recordKindSchema } from "@/lib/contracts/case-file";
import {
  type DraftCase,
  type DraftRecord,
  IMPORT_LIMITS,
  type ImportMessage,
  type ReadResult,
  RefusedFile,
} from "./imported-case";
import { baseName, momentIn } from "./plain-text";
import { FIT, type Reader, result } from "./reader";

/** Column names (and JSON field names) that are understood; the first of each is the documented one. */
export const FIELD_NAMES = {
  case_id: ["case_id", "case", "caseid", "case_key", "case_number", "conversation_id", "thread_id"],
  case_title: ["case_title"],
  key: ["key", "id", "record_id", "record_key", "message_id"],
  kind: ["kind", "type", "record_kind", "channel"],
  sender: ["sender", "from", "author", "speaker", "sent_by"],
  at: ["at", "date", "time", "timestamp", "datetime", "sent_at", "created_at"],
  title: ["title", "subject", "heading", "section_header"],
  text: ["text", "body", "message", "content", "dialogue", "transcript", "note", "notes", "section_text"],
} as const;
type Field = keyof typeof FIELD_NAMES;

const KIND_WORDS: Record<string, RecordKind> = {
  chat: "message",
  sms: "message",
  text: "message",
  mail: "email",
  "e-mail": "email",
  call: "call_note",
  phone: "call_note",
  "phone call": "call_note",
  transcript: "call_transcript",
  dialogue: "call_transcript",
  letter: "letter",
  fax: "fax",
  form: "form",
  note: "note",
  document: "other",
};
const KIND_OF_TEXT_FIELD: Record<string, RecordKind> = {
  dialogue: "call_transcript",
  transcript: "call_transcript",
  message: "message",
  note: "note",
  notes: "note",
  body: "message",
};

const normalName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

/** Which of the names given stand for which field; a name is used once, a field takes the first it meets. */
export function matchFields(names: readonly string[]): {
  used: Partial<Record<Field, string>>;
  others: string[];
} {
  const used: Partial<Record<Field, string>> = {};
  const taken = new Set<string>();
  for (const field of Object.keys(FIELD_NAMES) as Field[]) {
    for (const alias of FIELD_NAMES[field]) {
      const name = names.find((one) => normalName(one) === alias && !taken.has(one));
      if (name === undefined) continue;
      used[field] = name;
      taken.add(name);
      break;
    }
  }
  return { used, others: names.filter((name) => !taken.has(name)) };
}

/** One row (or JSON object of plain values) to a record; what has no field of its own is kept below the text. */
export function rowToRecord(
  row: Readonly<Record<string, string>>,
  used: Partial<Record<Field, string>>,
  others: readonly string[],
): { record: DraftRecord; badTime: boolean; badKind: boolean } {
  const value = (field: Field) => (used[field] === undefined ? "" : (row[used[field]] ?? ""));
  const at = value("at").trim() ? momentIn(value("at")) : null;
  const badTime = value("at").trim() !== "" && at === null;
  const kindWord = value("kind").trim().toLowerCase();
  const kind = recordKindSchema.safeParse(kindWord).data ?? KIND_WORDS[kindWord];
  const badKind = kindWord !== "" && kind === undefined;
  const rest = others
    .filter((name) => (row[name] ?? "").trim() !== "")
    .map((name) => `${name}: ${row[name]}`);
  if (badTime) rest.unshift(`${used.at}: ${value("at")}`);
  if (badKind) rest.unshift(`${used.kind}: ${value("kind")}`);
  const text = value("text");
  return {
    record: {
      key: value("key").trim() || undefined,
      kind: kind ?? KIND_OF_TEXT_FIELD[normalName(used.text ?? "")] ?? "other",
      sender: value("sender").trim(),
      at,
      title: value("title").trim(),
      text: rest.length > 0 ? `${text}${text ? "\n\n" : ""}${rest.join("\n")}` : text,
    },
    badTime,
    badKind,
  };
}

export const tableReader: Reader = {
  name: "table",
  takes: (file) =>
    file.text !== null && (file.extension === "csv" || file.extension === "tsv") ? FIT.form : FIT.no,
  read: (file) => readCsv(file.name, file.text!),
};

/** A table: one record a row, rows of one `case_id` together; without that column the file is one case. */
export function readCsv(name: string, text: string): ReadResult {
  let rows: Record<string, string>[];
  let headers: string[] = [];
  try {
    rows = parse(text, {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      delimiter: delimiterOf(text),
      max_record_size: IMPORT_LIMITS.recordText * 2,
      columns: (line: string[]) => {
        headers = line
          .map((header, i) => header.trim() || `column_${i + 1}`)
          .map((header, i, all) => (all.indexOf(header) === i ? header : `${header}_${i + 1}`));
        return headers;
      },
    });
  } catch (error) {
    const line =
      typeof error === "object" && error && "lines" in error ? ` near line ${String(error.lines)}` : "";
    throw new RefusedFile(
      "csv/broken",
      `The table cannot be read${line}: a quotation mark or a column is out of place.`,
      "Save it again as CSV (UTF-8, comma separated) and import that file.",
    );
  }
  const { used, others } = matchFields(headers);
  if (used.text === undefined) {
    throw new RefusedFile(
      "csv/no_text_column",
      `None of the columns holds the record's text (${headers.slice(0, 12).join(", ")}).`,
      `Name the column “text”. Understood: ${FIELD_NAMES.text.join(", ")}.`,
    );
  }
  if (rows.length === 0)
    throw new RefusedFile(
      "csv/empty",
      "The table has a header and no rows.",
      "Import a table with at least one row.",
    );
  const warnings: ImportMessage[] = [];
  const cases = new Map<string, DraftCase>();
  let badTimes = 0;
  let badKinds = 0;
  let empty = 0;
  for (const row of rows) {
    const { record, badTime, badKind } = rowToRecord(row, used, others);
    if (badTime) badTimes++;
    if (badKind) badKinds++;
    if (!record.text.trim()) {
      empty++;
      continue;
    }
    const id = used.case_id ? (row[used.case_id] ?? "").trim() : "";
    const title = used.case_title ? (row[used.case_title] ?? "").trim() : "";
    const found = cases.get(id);
    if (found) found.records.push(record);
    else
      cases.set(id, { sourceId: id || undefined, title: title || id || baseName(name), records: [record] });
  }
  if (others.length > 0)
    warnings.push({
      code: "csv/other_columns",
      message: `Kept below each record's text, because no field is known for ${others.length === 1 ? "it" : "them"}: ${others.join(", ")}.`,
    });
  if (badTimes > 0)
    warnings.push({
      code: "csv/time",
      message: `${badTimes} ${badTimes === 1 ? "row has a time" : "rows have times"} that could not be read; kept below the text.`,
    });
  if (badKinds > 0)
    warnings.push({
      code: "csv/kind",
      message: `${badKinds} ${badKinds === 1 ? "row has a kind" : "rows have kinds"} that is not known; set to “other”, the word kept below the text.`,
    });
  if (empty > 0)
    warnings.push({
      code: "csv/empty_rows",
      message: `${empty} ${empty === 1 ? "row has" : "rows have"} no text and made no record.`,
    });
  if (!used.case_id && rows.length > 1)
    warnings.push({ code: "csv/one_case", message: "There is no case_id column: all rows form one case." });
  return result("CSV", { cases: [...cases.values()], warnings });
}

function delimiterOf(text: string): string {
  const line = text.slice(0, Math.max(0, text.indexOf("\n")) || 2000);
  const count = (mark: string) => line.split(mark).length;
  return ["\t", ";", "|"].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ",");
}
