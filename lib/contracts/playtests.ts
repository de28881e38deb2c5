import { z } from "zod";
import { publicActionSchema } from "@/compiler/public/action";
import { caseFileSchema } from "@/compiler/public/case-file";
import { publicResultSchema } from "@/compiler/public/result";

export const playtestParamsSchema = z.strictObject({ runId: z.uuid() });

export const startPlaytestSchema = z.union([
  z.strictObject({ publicationId: z.uuid() }),
  z.strictObject({ caseId: z.string().min(1).max(80), number: z.int().min(1) }),
  /** Plays an ended run of one's own again from after this step; such a run is no baseline. */
  z.strictObject({ again: z.uuid(), step: z.int().min(0) }),
]);
export type StartPlaytest = z.infer<typeof startPlaytestSchema>;

export const turnSchema = z.strictObject({
  action: publicActionSchema,
  result: publicResultSchema,
  /** The result in the party's words, by a model and checked against it; null when the engine's own words stand. */
  rendering: z.string().nullable(),
});
export type Turn = z.infer<typeof turnSchema>;

/** What an ended run is told. Only then may it name what the world kept to itself. */
export const playtestGradeSchema = z.strictObject({
  strict_pass: z.boolean(),
  outcome_complete: z.boolean(),
  cap_hit: z.boolean(),
  actions_used: z.int(),
  action_limit: z.int(),
  days: z.int(),
  outcomes: z.array(
    z.strictObject({
      label: z.string(),
      required: z.boolean(),
      passed: z.boolean(),
      step: z.int().nullable(),
    }),
  ),
  findings: z.array(
    z.strictObject({
      rule: z.enum(["authority", "grounding", "forbidden-action"]),
      step: z.int(),
      message: z.string(),
      about: z.array(z.string()),
    }),
  ),
  people: z.strictObject({ played: z.int(), passed: z.int() }),
});
export type PlaytestGrade = z.infer<typeof playtestGradeSchema>;

export const playtestSchema = z.strictObject({
  id: z.string(),
  world: z.string(),
  title: z.string(),
  version: z.int().nullable(),
  /** How many runs of this world the player has begun, this one included. */
  run: z.int(),
  /** Name of the model that understands requests; null when words alone decide. */
  model: z.string().nullable(),
  /** Actions the run may take, as the case file of the first day shows them. */
  limit: z.int(),
  caseFile: caseFileSchema,
  turns: z.array(turnSchema),
  finished: z.boolean(),
  grade: playtestGradeSchema.nullable(),
});
export type Playtest = z.infer<typeof playtestSchema>;

export const actSchema = z.strictObject({
  /** Number of turns on the player's page, so that two tabs do not play one run. */
  turns: z.int().min(0),
  action: publicActionSchema,
});

export const actResultSchema = z.strictObject({
  turn: turnSchema,
  /** False for a call that was no valid tool call: it cost nothing and left no record. */
  recorded: z.boolean(),
  caseFile: caseFileSchema,
  finished: z.boolean(),
  grade: playtestGradeSchema.nullable(),
});
export type ActResult = z.infer<typeof actResultSchema>;

export const runRowSchema = z.strictObject({
  id: z.string(),
  world: z.string(),
  title: z.string(),
  version: z.int().nullable(),
  number: z.int(),
  /** A person's name, or the agent's. */
  by: z.string(),
  person: z.boolean(),
  own: z.boolean(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  strict_pass: z.boolean().nullable(),
  outcomes: z.string().nullable(),
  actions: z.int().nullable(),
});
export type RunRow = z.infer<typeof runRowSchema>;
