import { z } from "zod";

/** One step of the studio that may use a model, and who does it now. */
export const modelStepSchema = z.strictObject({
  step: z.string(),
  does: z.string(),
  /** Null: by rules. */
  model: z.string().nullable(),
  rules: z.string(),
});

export const modelCallSchema = z.strictObject({
  id: z.string(),
  at: z.string(),
  step: z.string(),
  model: z.string(),
  caseId: z.string().nullable(),
  /** Words for what became of it; null when it was answered. */
  fault: z.string().nullable(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  costDollars: z.number(),
  latencyMs: z.int().nullable(),
});
export type ModelCallRow = z.infer<typeof modelCallSchema>;

export const modelsSchema = z.strictObject({
  /** Where models are called; null when none is set up. Never the key. */
  address: z.string().nullable(),
  steps: z.array(modelStepSchema),
  spentToday: z.number(),
  budgetPerDay: z.number(),
  budgetPerCase: z.number(),
  /** Cases by what they cost, the dearest first. */
  cases: z.array(z.strictObject({ caseId: z.string(), calls: z.int(), costDollars: z.number() })),
  calls: z.array(modelCallSchema),
});
export type Models = z.infer<typeof modelsSchema>;

export const callParamsSchema = z.strictObject({ callId: z.uuid() });
/** What was asked and answered, as plain text; it may hold record text, so it is only shown when asked for. */
export const callTextSchema = z.strictObject({ prompt: z.string(), schema: z.string(), answer: z.string() });
