import { z } from "zod";
import { caseRecordSchema } from "@/lib/contracts/case-file";
import {
  type DraftCase,
  type DraftRecord,
  IMPORT_LIMITS,
  type ImportMessage,
  type ReadResult,
  RefusedFile,
} from "./imported-case";
import { momentIn, writtenOut } from "./plain-text";
import { isFhirResource, readFhir } from "./read-fhir";
import { baseName, matchFields, rowToRecord } from "./read-rows";
import { isTaskList, readTasks } from "./read-tasks";

/** The studio's own case file, as import takes it: an id may be missing, keys and titles may need rewriting. */
const ownCaseSchema = z.strictObject({
  schema_version: z.literal(1),
  id: z.string().min(1).max(IMPORT_LIMITS.label).optional(),
  title: z.string().min(1),
  records: z
    .array(
      z.strictObject({
        ...caseRecordSchema.shape,
        key: z.string().min(1).max(IMPORT_LIMITS.label),
        at: z
          .string()
          .refine((at) => momentIn(at) !== null, "a local time like 2031-04-02T09:30 or null")
          .nullable()
          .default(null),
        title: z.string().default(""),
        sender: z.string().default(""),
      }),
    )
    .min(1),
});

/** JSON of any of the known shapes; `companions` are the other JSON files of the import, for references between them. */
export function readJson(name: string, text: string, companions: ReadonlyMap<string, unknown>): ReadResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const at = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    throw new RefusedFile(
      "json/broken",
      `The file is not JSON${at ? `: it breaks at character ${at}` : ""}.`,
      "Export it again; check for a missing bracket or a file that was cut off.",
    );
  }
  if (Array.isArray(value) && value.length === 0)
    throw new RefusedFile(
      "json/empty",
      "The list in this file is empty.",
      "Import a file with at least one case.",
    );
  if (looksOwn(value)) return readOwn(value);
  if (isFhirResource(value) || (Array.isArray(value) && value.every(isFhirResource))) {
    const { draft, warnings } = readFhir(value, baseName(name));
    return { format: "FHIR R4", cases: [draft], loose: [], warnings };
  }
  if (isTaskList(value)) return readTasks(value, companions);
  if (isSplit(value)) {
    const tasks = [...companions.values()].some((other) => isTaskList(other));
    if (tasks)
      return {
        format: "task split",
        cases: [],
        loose: [],
        warnings: [
          {
            code: "tasks/split",
            message: "A list of task ids: used to check the task file of this import; it makes no record.",
          },
        ],
      };
  }
  return readUnknown(name, value);
}

function looksOwn(value: unknown): boolean {
  const one = Array.isArray(value) ? value[0] : value;
  return typeof one === "object" && one !== null && "schema_version" in one && "records" in one;
}

function isSplit(value: unknown): value is Record<string, string[]> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).every(
      (list) => Array.isArray(list) && list.length > 0 && list.every((id) => typeof id === "string"),
    )
  );
}

function readOwn(value: unknown): ReadResult {
  const list = Array.isArray(value) ? value : [value];
  const cases: DraftCase[] = [];
  const warnings: ImportMessage[] = [];
  list.forEach((one, position) => {
    const parsed = ownCaseSchema.safeParse(one);
    if (parsed.success) {
      const records = parsed.data.records.map((record) => ({
        ...record,
        at: record.at && momentIn(record.at),
      }));
      cases.push({ sourceId: parsed.data.id, title: parsed.data.title, records });
      return;
    }
    const issues = parsed.error.issues
      .slice(0, 5)
      .map(
        (issue) =>
          `${issue.path.join(".") || "case"}: ${issue.code === "unrecognized_keys" ? `unknown field ${issue.keys.map((key) => key.slice(0, 40)).join(", ")}` : issue.message}`,
      );
    const message = `${list.length > 1 ? `Case ${position + 1}` : "The case"} does not have the form of a case file: ${issues.join("; ")}.`;
    if (list.length === 1)
      throw new RefusedFile(
        "json/case_form",
        message,
        "Correct the fields named; the form is { schema_version: 1, title, records: [{ key, kind, sender, at, title, text }] }.",
      );
    warnings.push({ code: "json/case_form", message: `${message} It was left out.` });
  });
  if (cases.length === 0)
    throw new RefusedFile(
      "json/case_form",
      `None of the ${list.length} cases has the form of a case file. ${warnings[0]?.message ?? ""}`,
      "Correct the fields named and import the file again.",
    );
  return { format: "case file", cases, loose: [], warnings };
}

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
      return { format: "JSON", cases: [], loose: records.filter((record) => record.text.trim()), warnings };
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
  return { format: "JSON", cases: [], loose: sections, warnings };
}
