import { type DraftRecord, type ImportMessage, type ReadResult, RefusedFile } from "./imported-case";
import { baseName, writtenOut } from "./plain-text";
import { matchFields, rowToRecord } from "./read-rows";
import { FIT, type Reader, result } from "./reader";

/** JSON of a form that no other reader knows. */
export const jsonReader: Reader = {
  name: "JSON",
  takes: (file) => (file.json !== undefined ? FIT.form : file.extension === "json" ? FIT.extension : FIT.no),
  read(file) {
    if (file.json === undefined)
      throw new RefusedFile(
        "json/broken",
        `The file is not JSON${file.jsonFault ? `: ${file.jsonFault}` : ""}.`,
        "Export it again; check for a missing bracket or a file that was cut off.",
      );
    if (Array.isArray(file.json) && file.json.length === 0)
      throw new RefusedFile(
        "json/empty",
        "The list in this file is empty.",
        "Import a file with at least one case.",
      );
    return readUnknown(file.name, file.json);
  },
};

/** JSON nobody has described: lists of objects with a text become records, anything else is written out as lines. */
function readUnknown(name: string, value: unknown): ReadResult {
  const warnings: ImportMessage[] = [
    {
      code: "json/unknown_form",
      message: "The form of this JSON is not known. It was written out as text; check that it reads well.",
    },
  ];
  const objects = Array.isArray(value) ? value : [value];
  const rows = objects.filter(
    (one): one is Record<string, unknown> => typeof one === "object" && one !== null && !Array.isArray(one),
  );
  if (rows.length === objects.length && rows.length > 0) {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const { used, others } = matchFields(names);
    if (used.text && rows.every((row) => typeof row[used.text!] === "string")) {
      const records = rows.map(
        (row) =>
          rowToRecord(
            Object.fromEntries(
              Object.entries(row).map(([key, held]) => [
                key,
                typeof held === "string" ? held : writtenOut(held).join("\n"),
              ]),
            ),
            used,
            others,
          ).record,
      );
      return result("JSON", { loose: records.filter((record) => record.text.trim()), warnings });
    }
  }
  const sections: DraftRecord[] = [];
  const empty: string[] = [];
  const top: [string, unknown][] = Array.isArray(value)
    ? value.map((one, i) => [String(i + 1), one])
    : typeof value === "object" && value !== null
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
  return result("JSON", { loose: sections, warnings });
}
