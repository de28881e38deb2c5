import { z } from "zod";
import { idSchema } from "@/compiler/spec/id";
import { LIMITS } from "@/compiler/spec/limits";
import { type ItemContent, sectionSchema } from "./item";
import { commentSchema, stageSchema } from "./packets";
import { personSchema } from "./people";

export const BLIND = ["accept", "change", "reject"] as const;
export const blindDecisionSchema = z.enum(BLIND);
export type BlindDecision = z.infer<typeof blindDecisionSchema>;

/** What a reviewer confirms before accepting: the paper's quality assurance. */
export const CHECKLIST = [
  { id: "goal_matches_records", text: "The goal in the brief is what the records say the person needs." },
  { id: "outcomes_match_steps", text: "Every required outcome follows from the canonical steps." },
  { id: "parties_right", text: "The parties are the right ones, and nobody is missing." },
  { id: "exchanges_right", text: "The exchanges are right: who tells whom what, and what is sensitive." },
  { id: "exchanges_sufficient", text: "With these exchanges somebody could finish the work." },
] as const;
export const checklistSchema = z.strictObject(
  Object.fromEntries(CHECKLIST.map((point) => [point.id, z.boolean().default(false)])) as Record<
    (typeof CHECKLIST)[number]["id"],
    z.ZodDefault<z.ZodBoolean>
  >,
);
export type Checklist = z.infer<typeof checklistSchema>;

export const blindDecisionsSchema = z.record(idSchema, blindDecisionSchema);
export const settledSchema = z.record(idSchema, z.enum(["advocate_is_right", "needs_change"]));
export type Settled = z.infer<typeof settledSchema>;

/** A step of a review. Each names the submitted revision it is about, so that nothing is judged that was not seen. */
export const reviewActSchema = z.discriminatedUnion("act", [
  z.strictObject({
    act: z.literal("decide"),
    revision: z.int(),
    itemId: idSchema,
    decision: blindDecisionSchema.nullable(),
  }),
  z.strictObject({ act: z.literal("end_blind"), revision: z.int() }),
  z.strictObject({
    act: z.literal("settle"),
    revision: z.int(),
    itemId: idSchema,
    as: z.enum(["advocate_is_right", "needs_change"]),
  }),
  z.strictObject({
    act: z.literal("check"),
    revision: z.int(),
    point: z.enum(CHECKLIST.map((point) => point.id)),
    checked: z.boolean(),
  }),
  z.strictObject({
    act: z.literal("return"),
    revision: z.int(),
    reasons: z.string().trim().min(1).max(LIMITS.statement),
  }),
  z.strictObject({ act: z.literal("accept"), revision: z.int() }),
]);
export type ReviewAct = z.infer<typeof reviewActSchema>;

const content = z.custom<ItemContent>();
export const reviewItemSchema = z.strictObject({
  id: z.string(),
  section: sectionSchema,
  number: z.int(),
  /** What the draft said; null for an expert's own item. */
  draft: content.nullable(),
  /** What the advocate made of it; withheld (null) while the first pass is blind and there is a draft. */
  now: content.nullable(),
  decision: z.enum(["undecided", "accepted", "edited", "rejected", "deleted"]).nullable(),
  changed: z.array(z.string()),
  mine: blindDecisionSchema.nullable(),
  disagree: z.boolean(),
  settled: z.enum(["advocate_is_right", "needs_change"]).nullable(),
});
export type ReviewItem = z.infer<typeof reviewItemSchema>;

export const reviewViewSchema = z.strictObject({
  caseId: z.string(),
  title: z.string(),
  stage: stageSchema,
  revision: z.int(),
  advocate: personSchema.nullable(),
  submittedAt: z.string(),
  phase: z.enum(["blind", "compare", "closed"]),
  items: z.array(reviewItemSchema),
  checklist: checklistSchema,
  agreement: z.array(z.strictObject({ section: sectionSchema, both: z.int(), agree: z.int() })),
  comments: z.array(commentSchema),
  verdict: z.enum(["open", "returned", "accepted"]),
  reasons: z.string().nullable(),
  /** What keeps the packet from being accepted, in plain words. */
  open: z.array(z.string()),
});
export type ReviewView = z.infer<typeof reviewViewSchema>;

export const reviewRowSchema = z.strictObject({
  caseId: z.string(),
  title: z.string(),
  verdict: z.enum(["open", "returned", "accepted"]),
  revision: z.int(),
  by: z.string(),
  at: z.string(),
});
