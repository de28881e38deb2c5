import { matchFields } from "./fields";
import type { DraftCase, DraftRecord, ImportMessage, ReadResult } from "./imported-case";
import { RefusedFile } from "./imported-case";
import { baseName, writtenOut } from "./plain-text";
import { FIT, type Reader, result } from "./reader";
import { readRows, type Table } from "./rows";

/** JSON of a form that no other reader knows. */
export const jsonReader: Reader = {
  name: "JSON",
  takes: (file) =>
    file.json !== undefined
      ? FIT.form
      : file.extension === "json" || file.mediaType === "application/json"
        ? FIT.extension
        : FIT.no,
  read(file) {
    if (file.json === undefined)
      throw new RefusedFile(
        "json/broken",
        `The file is not JSON${file.jsonFault ? `: ${file.jsonFault}` : ""}.`,
        "Export it again; check for a missing bracket or a file that was cut off.",
      );
    return readValue("JSON", file.name, file.json);
  },
};

/** A JSON value on each line: the values are read as one list. */
export const jsonLinesReader: Reader = {
  name: "JSON lines",
  takes: (file) => (file.jsonLines ? FIT.form : FIT.no),
  read: (file) => readValue("JSON lines", file.name, file.jsonLines),
};

type JsonObject = Record<string, unknown>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isRows = (value: unknown): value is JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

function readValue(format: string, name: string, value: unknown): ReadResult {
  if (Array.isArray(value) && value.length === 0)
    throw new RefusedFile(
      "json/empty",
      "The list in this file is empty.",
      "Import a file with at least one case.",
    );
  const found = isRows(value)
    ? (readConversations(format, name, value) ?? readObjects(format, name, value))
    : isObject(value)
      ? (readConversations(format, name, [value]) ?? readMessage(format, name, value))
      : null;
  return found ?? readSections(format, name, value);
}

/** Columns beyond this make no table; such objects are written out one by one. */
const MOST_COLUMNS = 500;

/** A list of objects is a table; null when its objects have hardly a field in common. */
function readObjects(format: string, name: string, objects: readonly JsonObject[]): ReadResult | null {
  const places = new Map<string, number>();
  for (const one of objects) {
    for (const key of Object.keys(one)) if (!places.has(key)) places.set(key, places.size);
    if (places.size > MOST_COLUMNS) return null;
  }
  const headers = [...places.keys()];
  const rows: Table["rows"] = objects.map((one, position) => ({
    number: position + 1,
    cells: headers.map((key) => cellOf(one[key])),
  }));
  const { text } = matchFields(headers);
  const read = readRows(format, baseName(name), { headers, rows, above: [] });
  return text === undefined ? { ...read, warnings: [UNKNOWN_FORM, ...read.warnings] } : read;
}

/** A single object with a text is one message. */
function readMessage(format: string, name: string, value: JsonObject): ReadResult | null {
  return isMessages([value]) ? readObjects(format, name, [value]) : null;
}

const cellOf = (value: unknown) =>
  value === undefined || value === null
    ? ""
    : typeof value === "string"
      ? value
      : writtenOut(value).join("\n");

const UNKNOWN_FORM: ImportMessage = {
  code: "json/unknown_form",
  message: "The form of this JSON is not known. It was written out as text; check that it reads well.",
};

/**
 * Objects that each carry a list of messages (rows with a text) are conversations, a case each; what else they say is a
 * record before the messages. null for anything else.
 */
function readConversations(format: string, name: string, objects: readonly JsonObject[]): ReadResult | null {
  const lists = objects.map((one) => Object.entries(one).filter(([, held]) => isMessages(held)));
  if (!lists.every((list) => list.length === 1)) return null;
  const cases: DraftCase[] = [];
  const warnings: ImportMessage[] = [];
  let messages = 0;
  let kept = 0;
  objects.forEach((one, position) => {
    const [key, held] = lists[position]![0]!;
    const { [key]: _, ...about } = one;
    const names = Object.keys(about);
    const used = matchFields(names);
    const said = (place: number | undefined) =>
      (place === undefined ? "" : cellOf(about[names[place]!])).trim();
    const id = said(used.case_id) || said(used.key);
    const title = said(used.case_title) || said(used.title) || id || baseName(name);
    const read = readObjects(format, title, held as JsonObject[]);
    if (!read) return;
    const lines = writtenOut(about);
    const first: DraftRecord[] =
      lines.length > 0 ? [{ kind: "note", title: "About this conversation", text: lines.join("\n") }] : [];
    const records = [...read.loose, ...read.cases.flatMap((inner) => inner.records)];
    if (records.length > 0) cases.push({ sourceId: id || undefined, title, records: [...first, ...records] });
    warnings.push(...read.warnings.filter((warning) => warning.code !== "table/one_case"));
    messages += read.account[0]?.found ?? 0;
    kept += read.account[0]?.kept ?? 0;
  });
  if (cases.length === 0) return null;
  const account = [{ unit: "messages" as const, found: messages, kept, leftOut: messages - kept }];
  return result(format, { cases, warnings, account });
}

function isMessages(value: unknown): boolean {
  if (!isRows(value)) return false;
  const names = Object.keys(value[0]!);
  return names.length <= MOST_COLUMNS && matchFields(names).text !== undefined;
}

/** Anything else is written out as lines, a record for each part. */
function readSections(format: string, name: string, value: unknown): ReadResult {
  const warnings: ImportMessage[] = [UNKNOWN_FORM];
  const sections: DraftRecord[] = [];
  const empty: string[] = [];
  const top: [string, unknown][] = Array.isArray(value)
    ? value.map((one, i) => [String(i + 1), one])
    : isObject(value)
      ? Object.entries(value)
      : [["value", value]];
  for (const [key, held] of top) {
    const lines = writtenOut(held);
    if (lines.length === 0) empty.push(key);
    else sections.push({ key, kind: "other", title: `${baseName(name)}: ${key}`, text: lines.join("\n") });
  }
  if (empty.length > 0 && sections.length > 0)
    warnings.push({
      code: "json/empty_parts",
      message: `Nothing stands in ${empty
        .slice(0, 20)
        .map((key) => key.slice(0, 40))
        .join(", ")}; no record was made of it.`,
    });
  if (sections.length === 0)
    throw new RefusedFile(
      "json/nothing",
      "There is nothing to read in this JSON.",
      "Import a case file, a table, a mail, a transcript or a FHIR bundle.",
    );
  const account = [
    { unit: "records" as const, found: top.length, kept: sections.length, leftOut: empty.length },
  ];
  return result(format, { loose: sections, warnings, account });
}
