import { z } from "zod";
import { recordKindSchema } from "./case-file";
import { stageSchema } from "./packets";

export const gatherSchema = z.enum(["by_folder", "each_file", "one_case"]);
export const importQuerySchema = z.strictObject({ gather: gatherSchema.default("by_folder") });

const message = z.strictObject({ code: z.string(), message: z.string() });
export const fileReportSchema = z.strictObject({
  name: z.string(),
  format: z.string(),
  outcome: z.enum(["read", "refused"]),
  cases: z.int(),
  records: z.int(),
  warnings: z.array(message),
  reason: z.string().nullable(),
  fix: z.string().nullable(),
});

export const importedCaseSchema = z.strictObject({
  caseId: z.string(),
  title: z.string(),
  records: z.int(),
  /** Possible identifiers that a person has to look at; 0 and the case can be worked on. */
  findings: z.int(),
  richness: z.int(),
  /** Why it was not put into the studio; null when it was. */
  refused: z.string().nullable(),
});
export const importResultSchema = z.strictObject({
  reports: z.array(fileReportSchema),
  cases: z.array(importedCaseSchema),
});
export type ImportResultView = z.infer<typeof importResultSchema>;

export const findingDecisionSchema = z.enum(["undecided", "identifier", "harmless"]);
export const screeningFindingSchema = z.strictObject({
  id: z.string(),
  record: z.string(),
  recordTitle: z.string(),
  recordKind: recordKindSchema.or(z.string()),
  field: z.enum(["text", "title", "sender"]),
  kind: z.string(),
  kindWords: z.string(),
  reason: z.string(),
  /** The passage and what stands around it; empty for whoever may not decide. */
  before: z.string(),
  passage: z.string(),
  after: z.string(),
  decision: findingDecisionSchema,
});
export type ScreeningFindingView = z.infer<typeof screeningFindingSchema>;

const richnessPart = z.strictObject({
  score: z.number(),
  of: z.number(),
  reasons: z.array(z.strictObject({ message: z.string(), points: z.number(), of: z.number() })),
});
export const richnessSchema = z.strictObject({
  score: z.number(),
  parts: z.strictObject({
    outcomes: richnessPart,
    parties: richnessPart,
    steps: richnessPart,
    information: richnessPart,
  }),
});
export type RichnessView = z.infer<typeof richnessSchema>;

export const screeningViewSchema = z.strictObject({
  caseId: z.string(),
  title: z.string(),
  stage: stageSchema,
  mayDecide: z.boolean(),
  records: z.int(),
  richness: richnessSchema.nullable(),
  findings: z.array(screeningFindingSchema),
});
export type ScreeningView = z.infer<typeof screeningViewSchema>;

export const screeningActSchema = z.discriminatedUnion("act", [
  z.strictObject({
    act: z.literal("decide"),
    findings: z.array(z.uuid()).min(1).max(2_000),
    as: findingDecisionSchema,
  }),
  z.strictObject({ act: z.literal("finish") }),
]);
export type ScreeningAct = z.infer<typeof screeningActSchema>;
