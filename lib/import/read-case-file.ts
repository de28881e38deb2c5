import { z } from "zod";
import { caseRecordSchema } from "@/lib/contracts/case-file";
import {
  type DraftCase,
  IMPORT_LIMITS,
  type ImportMessage,
  type ReadResult,
  RefusedFile,
} from "./imported-case";
import { momentIn } from "./plain-text";
import { FIT, type Reader, result } from "./reader";

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

/** The studio's own case file: one case or a list of them. */
export const caseFileReader: Reader = {
  name: "case file",
  takes: (file) => (looksOwn(file.json) ? FIT.content : FIT.no),
  read: (file) => readOwn(file.json),
};

function looksOwn(value: unknown): boolean {
  const one = Array.isArray(value) ? value[0] : value;
  return typeof one === "object" && one !== null && "schema_version" in one && "records" in one;
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
  const kept = cases.length;
  const account = [{ unit: "records" as const, found: list.length, kept, leftOut: list.length - kept }];
  return result("case file", { cases, warnings, account });
}
