import { z } from "zod";
import { recordSchema, stageSchema } from "./packets";
import { personSchema } from "./people";

export const TABS = ["needs_you", "in_review", "with_curator", "published", "all"] as const;
export type Tab = (typeof TABS)[number];

/** What of the queue somebody wants to see. */
export const queueQuerySchema = z.strictObject({
  tab: z.enum(TABS).default("needs_you"),
  q: z.string().trim().max(200).default(""),
  state: z.union([stageSchema, z.literal("any")]).default("any"),
  held: z.enum(["anyone", "me", "nobody", "others"]).default("anyone"),
  findings: z.enum(["any", "open", "none"]).default("any"),
  sort: z.enum(["wait", "title", "edited"]).default("wait"),
});
export type QueueQuery = z.infer<typeof queueQuerySchema>;

export const solvabilitySchema = z.strictObject({
  revision: z.int(),
  /** Version of the compiler that said so; another one may say otherwise. */
  compiler: z.string(),
  unreachable: z.int(),
  toCheck: z.int(),
  /** The first thing that is wrong, in plain words, and the item to blame. */
  first: z.strictObject({ itemId: z.string().nullable(), message: z.string() }).nullable(),
});
export type Solvability = z.infer<typeof solvabilitySchema>;

export const queueRowSchema = z.strictObject({
  caseId: z.string(),
  title: z.string(),
  stage: stageSchema,
  /** A word about the state: "sent back, 2 comments". */
  note: z.string(),
  setAside: z.boolean(),
  records: z.int(),
  parties: z.int(),
  decided: z.int(),
  total: z.int(),
  advocate: personSchema.nullable(),
  reviewer: personSchema.nullable(),
  holder: z.strictObject({ person: personSchema, until: z.string() }).nullable(),
  solvability: solvabilitySchema.nullable(),
  openFindings: z.int(),
  waitingSince: z.string(),
  editedAt: z.string().nullable(),
  /** The next step by its name, and where it is done. */
  next: z.strictObject({ label: z.string(), href: z.string(), take: z.boolean() }),
});
export type QueueRow = z.infer<typeof queueRowSchema>;

export const queueSchema = z.strictObject({
  counts: z.record(z.enum(TABS), z.int()),
  rows: z.array(queueRowSchema),
  /** More cases match than are listed. */
  more: z.boolean(),
});
export type Queue = z.infer<typeof queueSchema>;

export const recordsSchema = z.strictObject({ records: z.array(recordSchema) });

export const assignSchema = z.strictObject({
  advocateId: z.string().nullable().optional(),
  reviewerId: z.string().nullable().optional(),
  curatorId: z.string().nullable().optional(),
});
export const shareSchema = z.strictObject({ userId: z.string(), shared: z.boolean() });
export const identifierSchema = z.strictObject({
  record: z.string().min(1).max(240),
  start: z.int().min(0),
  end: z.int().min(1),
});

/** Who works on a case, and whom the caller may put in their place. */
export const casePeopleSchema = z.strictObject({
  advocate: personSchema.nullable(),
  reviewer: personSchema.nullable(),
  curator: personSchema.nullable(),
  shared: z.array(personSchema),
  mayShare: z.boolean(),
  mayAssign: z.boolean(),
  advocates: z.array(personSchema),
  reviewers: z.array(personSchema),
  curators: z.array(personSchema),
});
export type CasePeople = z.infer<typeof casePeopleSchema>;
