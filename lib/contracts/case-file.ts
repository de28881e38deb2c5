import { z } from "zod";
import { idSchema } from "@/compiler/spec/id";
import { LIMITS } from "@/compiler/spec/limits";
import { momentSchema } from "@/compiler/spec/moment";

/** What sort of record it is; the page shows its sign and its layout. */
export const recordKindSchema = z.enum([
  "message",
  "call_note",
  "call_transcript",
  "fax",
  "email",
  "note",
  "letter",
  "form",
  "other",
]);
export type RecordKind = z.infer<typeof recordKindSchema>;

/** One source record. `key` is its name inside the case; evidence spans point at it. */
export const caseRecordSchema = z.strictObject({
  key: idSchema,
  kind: recordKindSchema,
  sender: z.string().max(LIMITS.label),
  at: momentSchema.nullable().default(null),
  title: z.string().trim().min(1).max(LIMITS.label),
  text: z.string().min(1).max(1_000_000),
});
export type CaseRecord = z.infer<typeof caseRecordSchema>;

/** A case as a file: its source records, in the order in which they are read. */
export const caseFileSchema = z
  .strictObject({
    schema_version: z.literal(1),
    id: idSchema,
    title: z.string().trim().min(1).max(LIMITS.label),
    records: z.array(caseRecordSchema).min(1).max(5_000),
  })
  .refine(
    ({ records }) => new Set(records.map((record) => record.key)).size === records.length,
    "two records have the same key",
  );
export type CaseDocument = z.infer<typeof caseFileSchema>;
