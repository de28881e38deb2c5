import { z } from "zod";
import { idSchema } from "@/compiler/spec/id";
import { LIMITS } from "@/compiler/spec/limits";
import { type ItemContent, sectionSchema } from "./item";
import { personSchema } from "./people";

export const STAGES = [
  "imported",
  "screened",
  "drafted",
  "annotating",
  "in_review",
  "accepted",
  "compiled",
  "certified",
  "published",
] as const;
export const stageSchema = z.enum(STAGES);
export type StageName = z.infer<typeof stageSchema>;

export const caseParamsSchema = z.strictObject({ caseId: z.string().min(1).max(80) });
export const itemParamsSchema = z.strictObject({ caseId: z.string().min(1).max(80), itemId: idSchema });

/** Content is checked against its section's schema by the service. */
const contentField = z.custom<ItemContent>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "an item is a JSON object",
);

/**
 * One change of one item. `base` is the item's revision on which it was made (0: the item is new), `clientKey` names the
 * change for good: the same key sent again is the same change. A whole item is sent, never a part.
 */
export const changeSchema = z.strictObject({
  clientKey: z.uuid(),
  itemId: idSchema,
  section: sectionSchema,
  op: z.enum(["put", "delete", "restore"]),
  base: z.int().min(0),
  position: z.number().finite(),
  content: contentField,
});
export type Change = z.infer<typeof changeSchema>;

export const saveSchema = z.strictObject({ changes: z.array(changeSchema).min(1).max(LIMITS.listLength) });

const itemSchema = z.strictObject({
  id: z.string(),
  section: sectionSchema,
  position: z.number(),
  revision: z.int(),
  deleted: z.boolean(),
  content: contentField,
  draft: contentField.nullable(),
});
export type StoredItem = z.infer<typeof itemSchema>;

/**
 * What became of a change. `applied`: as sent, or with its decision named by the server; `merged`: joined with a change
 * of others to other fields; `set_aside`: it collided, is kept in the history, and the item stands as `item` says.
 */
export const changeResultSchema = z.strictObject({
  clientKey: z.string(),
  outcome: z.enum(["applied", "merged", "set_aside"]),
  item: itemSchema,
  /** For `set_aside`: the fields that collide, what both sides began with, and who made the other change. */
  collision: z
    .strictObject({ fields: z.array(z.string()), base: contentField.nullable(), by: z.string() })
    .nullable(),
});
export type ChangeResult = z.infer<typeof changeResultSchema>;

export const leaseSchema = z.strictObject({ holder: personSchema, until: z.string() });
export type LeaseView = z.infer<typeof leaseSchema>;

export const saveResultSchema = z.strictObject({
  revision: z.int(),
  at: z.string(),
  lease: leaseSchema,
  results: z.array(changeResultSchema),
});
export type SaveResult = z.infer<typeof saveResultSchema>;

export const recordSchema = z.strictObject({
  key: z.string(),
  kind: z.string(),
  sender: z.string(),
  at: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  sha256: z.string(),
  /** Set aside because somebody saw an identifier in it: its text is not sent. */
  setAside: z.string().nullable(),
});
export type RecordView = z.infer<typeof recordSchema>;

export const commentSchema = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  author: personSchema,
  text: z.string(),
  at: z.string(),
  resolvedAt: z.string().nullable(),
});
export type CommentView = z.infer<typeof commentSchema>;

/** What the last closed review said about an item. */
export const judgementSchema = z.strictObject({
  by: z.string(),
  decision: z.enum(["accept", "change", "reject"]).nullable(),
  settled: z.enum(["advocate_is_right", "needs_change"]).nullable(),
});
export type Judgement = z.infer<typeof judgementSchema>;

export const reviewReturnSchema = z.strictObject({
  by: z.string(),
  at: z.string(),
  reasons: z.string(),
});

/** Everything the workbench shows of a case. */
export const packetViewSchema = z.strictObject({
  caseId: z.string(),
  title: z.string(),
  stage: stageSchema,
  revision: z.int(),
  editedAt: z.string().nullable(),
  /** Whether the caller may edit it, once nobody else holds it; else the reason in plain words. */
  mayEdit: z.boolean(),
  whyNot: z.string().nullable(),
  /** Whether the caller may begin the packet of a case that has none. */
  mayBegin: z.boolean(),
  /** Whether the caller may take the case, which nobody has. */
  mayTake: z.boolean(),
  lease: leaseSchema.nullable(),
  items: z.array(itemSchema),
  comments: z.array(commentSchema),
  returned: reviewReturnSchema.nullable(),
  judgements: z.record(z.string(), judgementSchema),
});
export type PacketView = z.infer<typeof packetViewSchema>;

export const packetQuerySchema = z.strictObject({ since: z.coerce.number().int().min(0).optional() });

export const newCommentSchema = z.strictObject({
  itemId: idSchema,
  text: z.string().trim().min(1).max(LIMITS.statement),
});

export const historyEntrySchema = z.strictObject({
  number: z.int(),
  at: z.string(),
  by: z.string(),
  op: z.enum(["draft", "put", "delete", "restore"]),
  outcome: z.enum(["applied", "merged", "set_aside"]),
  content: contentField,
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
export const itemHistorySchema = z.strictObject({ entries: z.array(historyEntrySchema) });

export const revisionSchema = z.strictObject({
  number: z.int(),
  kind: z.enum(["draft", "save", "submit", "return", "accept", "reopen", "import"]),
  at: z.string(),
  by: z.string(),
  contentHash: z.string(),
});
export type RevisionView = z.infer<typeof revisionSchema>;
export const packetHistorySchema = z.strictObject({
  revisions: z.array(revisionSchema),
  changes: z.array(
    z.strictObject({
      number: z.int(),
      at: z.string(),
      by: z.string(),
      itemId: z.string(),
      section: sectionSchema,
      op: z.enum(["put", "delete", "restore"]),
      outcome: z.enum(["applied", "merged", "set_aside"]),
      name: z.string(),
    }),
  ),
});
export type PacketHistory = z.infer<typeof packetHistorySchema>;

export const takeLeaseSchema = z.strictObject({ take: z.enum(["if_free", "over"]) });
export const exportQuerySchema = z.strictObject({ which: z.enum(["accepted", "now"]).default("accepted") });
export const commentParamsSchema = z.strictObject({ caseId: z.string().min(1).max(80), commentId: z.uuid() });

/** Three answers that begin a packet where no draft can be had. */
export const guidedStartSchema = z.strictObject({
  /** "A woman of 67 on home oxygen": no name. */
  patient: z.string().trim().min(1).max(240),
  /** What must come out of it, one a line. */
  needs: z.string().trim().min(1).max(2_000),
  /** Whom somebody talked to, one a line. */
  talkedTo: z.string().trim().max(2_000),
});
export type GuidedStart = z.infer<typeof guidedStartSchema>;
export const beginBodySchema = z.strictObject({ guided: guidedStartSchema.nullable() });
