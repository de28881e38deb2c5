import { z } from "zod";

const day = z.iso.date();
export const auditQuerySchema = z.strictObject({
  who: z.string().max(80).default(""),
  act: z.string().max(80).default(""),
  caseId: z.string().max(80).default(""),
  from: z.union([day, z.literal("")]).default(""),
  to: z.union([day, z.literal("")]).default(""),
  before: z.string().regex(/^\d*$/).default(""),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

export const auditRowSchema = z.strictObject({
  id: z.string(),
  at: z.string(),
  who: z.string(),
  act: z.string(),
  caseId: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditRow = z.infer<typeof auditRowSchema>;
export const auditPageSchema = z.strictObject({
  rows: z.array(auditRowSchema),
  /** Give it as `before` to read on; null at the end. */
  next: z.string().nullable(),
  acts: z.array(z.string()),
  people: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});
export type AuditPage = z.infer<typeof auditPageSchema>;
