import { z } from "zod";
import { certificateSchema, GATES, gateResultSchema, ladderRowSchema } from "@/compiler/certify/certificate";
import { difficultyFiguresSchema } from "./worlds";

export { GATES };

/** A gate that has ended, and how long it took. */
export const gateDoneSchema = gateResultSchema.extend({ ms: z.int() });
export type GateDone = z.infer<typeof gateDoneSchema>;

export const runStatusSchema = z.enum(["queued", "running", "passed", "refused", "cancelled", "failed"]);
export type RunStatusName = z.infer<typeof runStatusSchema>;

/** What an ended or running certification says besides its gates. */
export const certificationResultSchema = z.strictObject({
  difficulty: difficultyFiguresSchema.nullable(),
  ladder: z.array(ladderRowSchema),
});
export type CertificationResult = z.infer<typeof certificationResultSchema>;

/** A run as the queue lists it. */
export const certificationRowSchema = z.strictObject({
  id: z.string(),
  caseId: z.string(),
  title: z.string(),
  number: z.int(),
  status: runStatusSchema,
  by: z.string().nullable(),
  queuedAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  gates: z.array(gateDoneSchema),
});
export type CertificationRow = z.infer<typeof certificationRowSchema>;

export const certificationViewSchema = certificationRowSchema.extend({
  certificate: certificateSchema.nullable(),
});
export type CertificationView = z.infer<typeof certificationViewSchema>;

export const runParamsSchema = z.strictObject({ runId: z.uuid() });

/** One line of the live stream. `gate` as it ends; `status` when the run begins or ends. */
export const certificationEventSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("gate"), gate: gateDoneSchema }),
  z.strictObject({ kind: z.literal("status"), status: runStatusSchema }),
]);
export type CertificationStreamEvent = z.infer<typeof certificationEventSchema>;

export const publishSchema = z.strictObject({
  number: z.int().min(1),
  /** Hash of the world on the screen; anything else on the server is refused. */
  contentHash: z.string().regex(/^[0-9a-f]{64}$/),
});
export const withdrawSchema = z.strictObject({ reason: z.string().trim().min(3).max(500) });
