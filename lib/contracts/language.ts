import { z } from "zod";
import { findingSchema } from "@/compiler/spec/finding";

/** Who does a language step: rules, or the model that the settings name. */
export const byWhomSchema = z.enum(["rules", "model"]);
export type ByWhom = z.infer<typeof byWhomSchema>;

/** What a running language step tells the page, line by line; the last line is `done` or `failed`. */
export const workEventSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("progress"), words: z.string() }),
  z.strictObject({
    kind: z.literal("done"),
    words: z.string(),
    /** Items that did not come in, in the drafter's words. */
    refused: z.array(z.strictObject({ section: z.string(), what: z.string(), why: z.string() })),
  }),
  z.strictObject({ kind: z.literal("failed"), words: z.string(), fix: z.string() }),
]);
export type WorkEvent = z.infer<typeof workEventSchema>;

/** One attempt to compile a case, as it was kept. */
export const attemptSchema = z.strictObject({
  number: z.int(),
  /** "rules", or the name of the model that repaired. */
  proposer: z.string(),
  at: z.string(),
  /** Version of the world that came of it. */
  version: z.int().nullable(),
  why: z.string(),
  passed: z.boolean().nullable(),
  findings: z.array(findingSchema),
  differences: z.array(
    z.strictObject({ id: z.string(), field: z.string(), before: z.unknown(), after: z.unknown() }),
  ),
  /** A world was kept with it that a person may take. */
  usable: z.boolean(),
});
export type AttemptView = z.infer<typeof attemptSchema>;
export const attemptsSchema = z.strictObject({
  attempts: z.array(attemptSchema),
  model: z.string().nullable(),
});
export type Attempts = z.infer<typeof attemptsSchema>;

export const attemptParamsSchema = z.strictObject({
  caseId: z.string().min(1).max(80),
  number: z.coerce.number().int().min(1),
});

export const takenSchema = z.strictObject({ version: z.int() });
