import { z } from "zod";
import { idSchema } from "../spec/id";
import { LIMITS } from "../spec/limits";
import { momentSchema } from "../spec/moment";
import { valueSchema } from "../spec/value";
import { channelKindSchema, entityKindSchema, frictionSchema, terminalKindSchema } from "../spec/world";

/** Version of the packet format. Older packets are brought up by `upgrade.ts`. */
export const PACKET_SCHEMA_VERSION = 2;

const label = z.string().trim().min(1).max(LIMITS.label);
const statement = z.string().trim().min(1).max(LIMITS.statement);
const ids = z.array(idSchema).max(LIMITS.listLength).default([]);

/**
 * A passage of a source record. Offsets are UTF-16 code units into the stored text; `quote`, `before`
 * and `after` let drift be seen, `record_hash` is the SHA-256 of the whole text it was marked in.
 */
export const spanSchema = z.strictObject({
  record: z.string().min(1).max(LIMITS.label),
  start: z.int().min(0),
  end: z.int().min(1),
  quote: z.string().min(1).max(LIMITS.statement),
  before: z.string().max(64).default(""),
  after: z.string().max(64).default(""),
  record_hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Span = z.infer<typeof spanSchema>;

export const decisionSchema = z.enum(["undecided", "accepted", "edited", "rejected"]);
export type Decision = z.infer<typeof decisionSchema>;

/** What every item carries: who wrote it, what was decided on it, where it stands in the records. */
const itemShape = {
  id: idSchema,
  origin: z.enum(["draft", "expert"]),
  decision: decisionSchema.default("undecided"),
  evidence: z.array(spanSchema).max(LIMITS.listLength).default([]),
  comments: z
    .array(z.strictObject({ by: label, at: z.string().max(40), text: statement }))
    .max(LIMITS.listLength)
    .default([]),
};

/**
 * Something that has to be true first: an exchange was told, a document exchange was read, a step was
 * done; with `state`, the check step shows this state or a later one.
 */
const precedingSchema = z.strictObject({ item: idSchema, state: idSchema.nullable().default(null) });
/** Alternatives of things that must all have happened; empty asks for nothing. */
const after = z.array(z.array(precedingSchema).max(LIMITS.listLength)).max(LIMITS.listLength).default([]);

export const partyItemSchema = z.strictObject({
  ...itemShape,
  name: label,
  kind: entityKindSchema,
  /** Ways to reach the party. `at_start`: the advocate can use it from the first day. */
  contacts: z
    .array(z.strictObject({ id: idSchema, kind: channelKindSchema, label, at_start: z.boolean() }))
    .max(LIMITS.listLength)
    .default([]),
  /** A party that only looks like the right one. */
  look_alike: z.boolean().default(false),
});
export type PartyItem = z.infer<typeof partyItemSchema>;

/** What a request to a party needs, in exchanges and steps alike. */
const needsShape = {
  /** Exchanges whose content the advocate must give first. */
  give_first: ids,
  /** Permission steps that must have been obtained. */
  permissions: ids,
  after,
  /** What must have been confirmed before, so that saying or doing this is honest. */
  confirmed_by: after,
  /** Only over these ways to reach the party; empty: any. */
  over: ids,
  /** Other parties that must be on the same call. */
  together_with: ids,
};

/**
 * Who tells whom what. `told` is a party or `advocate`; only what the advocate is told becomes
 * something to find in the world. A document is an exchange with `document` filled in.
 */
export const exchangeItemSchema = z.strictObject({
  ...itemShape,
  teller: idSchema.nullable(),
  also_told_by: ids,
  told: z.union([z.literal("advocate"), idSchema]).default("advocate"),
  what: label,
  statement,
  value: valueSchema.nullable().default(null),
  sensitive: z.boolean().default(false),
  /** The advocate has it on the first day. */
  on_file: z.boolean().default(false),
  /** Ways to reach parties that this opens. */
  opens: ids,
  document: z
    .strictObject({
      /** Id of the paper itself; `what` is how one asks for it. */
      id: idSchema,
      title: label,
      contains: ids,
      handover: z.enum(["at_once", "collected", "sent"]),
    })
    .nullable()
    .default(null),
  ...needsShape,
});
export type ExchangeItem = z.infer<typeof exchangeItemSchema>;

/** A state that the step leaves something in, e.g. step "arrange delivery" leaves delivery "arranged". */
const leavesSchema = z.strictObject({ check: idSchema, state: idSchema });

/** What a step that went through brings with it: states, exchanges that are told, papers handed over. */
const bringsShape = {
  leaves: z.array(leavesSchema).max(LIMITS.listLength).default([]),
  tells: ids,
  hands_over: ids,
};

/** What the advocate does: obtain a permission, have something done, send a form, check on something. */
export const stepItemSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    ...itemShape,
    kind: z.literal("permission"),
    /** Who gives it (the party that is asked) and whom it allows the advocate to deal with. */
    party: idSchema,
    what: label,
    for_party: idSchema,
    scope: label,
    answer: statement,
    /** Id of the permission itself; the step's own id names the act of giving it. */
    permission: idSchema,
    on_file: z.boolean().default(false),
    ...needsShape,
  }),
  z.strictObject({
    ...itemShape,
    kind: z.literal("action"),
    party: idSchema,
    what: label,
    answer: statement,
    ...bringsShape,
    ...needsShape,
  }),
  z.strictObject({
    ...itemShape,
    kind: z.literal("form"),
    party: idSchema,
    what: label,
    answer: statement,
    ...bringsShape,
    held_after: after,
    fields: z
      .array(
        z.strictObject({
          id: idSchema,
          label,
          kind: z.enum(["value", "attestation"]),
          /** The exchange the entry comes from. */
          from: idSchema.nullable(),
          expected: valueSchema.nullable().default(null),
          checked: z.boolean(),
        }),
      )
      .max(LIMITS.listLength),
    ...needsShape,
  }),
  z.strictObject({
    ...itemShape,
    kind: z.literal("check"),
    party: idSchema,
    what: label,
    /** Ranked, the first is how things stand at the start. `in_time`: it comes by itself after that step. */
    states: z
      .array(z.strictObject({ id: idSchema, label, in_time_after: idSchema.nullable().default(null) }))
      .max(LIMITS.listLength),
    /** What one learns besides the state, once it shows this state or a later one. */
    shows: z
      .array(z.strictObject({ from: idSchema, tells: ids, opens: ids }))
      .max(LIMITS.listLength)
      .default([]),
    ...needsShape,
  }),
]);
export type StepItem = z.infer<typeof stepItemSchema>;

export const outcomeItemSchema = z.strictObject({
  ...itemShape,
  text: label,
  required: z.boolean().default(true),
  /** Any one of these is enough. `item` is an exchange or a step. */
  alternatives: z
    .array(
      z.strictObject({
        id: idSchema,
        kind: terminalKindSchema,
        item: idSchema,
        state: idSchema.nullable().default(null),
        text: label,
      }),
    )
    .max(LIMITS.listLength),
});
export type OutcomeItem = z.infer<typeof outcomeItemSchema>;

/** With `step` it is enforced by the engine; without, it is a rule of conduct that nobody scores. */
export const prohibitedItemSchema = z.strictObject({
  ...itemShape,
  text: statement,
  step: idSchema.nullable().default(null),
  field: idSchema.nullable().default(null),
});
export type ProhibitedItem = z.infer<typeof prohibitedItemSchema>;

/** What stood in the way. `hardship` says it in the terms of a friction mechanism; without, it is a remark. */
export const blockerItemSchema = z.strictObject({
  ...itemShape,
  text: statement,
  hardship: z
    .strictObject({
      kind: z.enum([
        "retry",
        "delay",
        "form_review",
        "availability_window",
        "relative_opening",
        "deadline",
        "decoy",
      ]),
      /** A way to reach a party, a look-alike party, an exchange, a step, or with `state` what comes by itself. */
      on: precedingSchema,
      severity: z.int().min(1).max(3),
      minutes: z.int().min(0).max(LIMITS.minutes).nullable().default(null),
      tries: z.int().min(2).max(10).nullable().default(null),
      other_contact: idSchema.nullable().default(null),
      after,
      at: momentSchema.nullable().default(null),
      daily: frictionSchema.options[3].shape.daily,
      single: frictionSchema.options[3].shape.single,
    })
    .nullable()
    .default(null),
});
export type BlockerItem = z.infer<typeof blockerItemSchema>;

export const practiceItemSchema = z.strictObject({
  ...itemShape,
  kind: z.enum(["best", "worst"]),
  text: statement,
});
export type PracticeItem = z.infer<typeof practiceItemSchema>;

export const briefItemSchema = z.strictObject({
  ...itemShape,
  text: z.string().trim().min(1).max(LIMITS.brief),
  /** When the work begins, in the wall-clock time of the case. */
  starts: momentSchema,
});

const many = <T extends z.ZodType>(item: T) => z.array(item).max(2_000).default([]);

/** The annotation of one case: what an advocate edits and a reviewer accepts. */
export const packetSchema = z.strictObject({
  schema_version: z.literal(PACKET_SCHEMA_VERSION),
  case_id: idSchema,
  title: label,
  brief: briefItemSchema,
  parties: many(partyItemSchema),
  exchanges: many(exchangeItemSchema),
  steps: many(stepItemSchema),
  outcomes: many(outcomeItemSchema),
  prohibited: many(prohibitedItemSchema),
  blockers: many(blockerItemSchema),
  practices: many(practiceItemSchema),
  source_note: z.string().max(LIMITS.brief).default(""),
});
export type Packet = z.infer<typeof packetSchema>;

/** Sections that hold lists of items, in the order in which they are shown. */
export const PACKET_SECTIONS = [
  "parties",
  "exchanges",
  "steps",
  "outcomes",
  "prohibited",
  "blockers",
  "practices",
] as const;
export type PacketSection = (typeof PACKET_SECTIONS)[number];
export type PacketItem = Packet[PacketSection][number] | Packet["brief"];
