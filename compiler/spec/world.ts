import { z } from "zod";
import { idSchema } from "./id";
import { LIMITS } from "./limits";
import { momentSchema, timeOfDaySchema } from "./moment";
import { requirementSchema } from "./requirement";
import { valueSchema } from "./value";

/** Version of the WorldSpec format. */
export const WORLD_SCHEMA_VERSION = 1;

const label = z.string().trim().min(1).max(LIMITS.label);
const statement = z.string().trim().min(1).max(LIMITS.statement);
const ids = z.array(idSchema).max(LIMITS.listLength);
const minutes = z.int().min(0).max(LIMITS.minutes);
const evidence = z.array(z.string().max(LIMITS.label)).max(LIMITS.listLength).default([]);
/**
 * Other ways in which people ask for it, written by people who know what it is. The translator reads them beside the label;
 * nothing shows them. Left out when there are none.
 */
const ways = z.array(statement).min(1).max(LIMITS.ways).optional();
const many = <T extends z.ZodType>(item: T) => z.array(item).max(LIMITS.nodesPerKind).default([]);

/** phone and in_person are live; message, portal and email are written; voicemail, fax and mail only carry out. */
export const channelKindSchema = z.enum([
  "phone",
  "voicemail",
  "message",
  "portal",
  "email",
  "fax",
  "mail",
  "in_person",
]);
export type ChannelKind = z.infer<typeof channelKindSchema>;

export const entityKindSchema = z.enum([
  "patient",
  "caregiver",
  "payer",
  "provider",
  "supplier",
  "pharmacy",
  "community",
  "directory",
  "case_record",
]);

export const channelSchema = z.strictObject({ id: idSchema, kind: channelKindSchema, label, evidence });
export type Channel = z.infer<typeof channelSchema>;

/** A party. Its channels have ids of their own, unique in the world. */
export const entitySchema = z.strictObject({
  id: idSchema,
  name: label,
  kind: entityKindSchema,
  decoy: z.boolean().default(false),
  channels: z.array(channelSchema).max(LIMITS.listLength).default([]),
  evidence,
});
export type Entity = z.infer<typeof entitySchema>;

/**
 * What one request to a party asks for before it succeeds, and what the grader holds against it.
 * `requires` is enforced by the engine (an honest refusal). `shares` are the facts whose values the
 * request must carry. `authorities` and `grounding` are never enforced at the door: a request without
 * them proceeds and is a finding (paper, appendices F and J); the oracle treats them as required.
 * `via` narrows the channels (empty: every channel of the party that can carry such a request);
 * `participants` are other parties that must be on the same call.
 */
const exchangeShape = {
  requires: requirementSchema.default([]),
  shares: ids.default([]),
  authorities: ids.default([]),
  grounding: requirementSchema.default([]),
  via: ids.default([]),
  participants: ids.default([]),
};
export const exchangeSchema = z.strictObject(exchangeShape);
export type Exchange = z.infer<typeof exchangeSchema>;

/** A fact and the parties that can tell it. A fact nobody tells is found in a document or a receipt. */
export const knowledgeSchema = z.strictObject({
  id: idSchema,
  label,
  ways,
  statement,
  value: valueSchema,
  protected: z.boolean().default(false),
  held_by: z
    .array(z.strictObject({ party: idSchema, ...exchangeShape }))
    .max(LIMITS.listLength)
    .default([]),
  /** Channels of parties that become reachable with this fact. */
  reveals: ids.default([]),
  evidence,
});
export type Knowledge = z.infer<typeof knowledgeSchema>;

/**
 * `at_once`: the request hands it over; `collected`: it is requested, becomes ready, and is asked for
 * again; `sent`: it is requested and arrives by itself. A document without a request is held on day
 * one or handed over by an effect.
 */
export const documentSchema = z.strictObject({
  id: idSchema,
  owner: idSchema,
  title: label,
  facts: ids.default([]),
  request: z
    .strictObject({
      id: idSchema,
      label,
      ways,
      handover: z.enum(["at_once", "collected", "sent"]),
      ...exchangeShape,
    })
    .nullable()
    .default(null),
  evidence,
});
export type Document = z.infer<typeof documentSchema>;

/** Effects only add. Granting an authority is stated by the authority itself (`grant_action`). */
export const effectSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("set_status"), status: idSchema, value: idSchema }),
  z.strictObject({ kind: z.literal("reveal_fact"), fact: idSchema }),
  z.strictObject({ kind: z.literal("hand_document"), document: idSchema }),
]);
export type Effect = z.infer<typeof effectSchema>;

/** An operation. It is forbidden when a red line says so. */
export const mutationSchema = z.strictObject({
  id: idSchema,
  party: idSchema,
  label,
  ways,
  ...exchangeShape,
  effects: z.array(effectSchema).max(LIMITS.listLength).default([]),
  receipt: statement,
  evidence,
});
export type Mutation = z.infer<typeof mutationSchema>;

/**
 * A field takes its expected value from its source fact; a field without a source states `expected`.
 * An attestation is a tick whose backing is its source fact, its expected value is `true`.
 */
export const formFieldSchema = z.strictObject({
  id: idSchema,
  label,
  kind: z.enum(["value", "attestation"]),
  source: idSchema.nullable().default(null),
  expected: valueSchema.nullable().default(null),
  verifiable: z.boolean(),
});
export type FormField = z.infer<typeof formFieldSchema>;

/** A form: draft, submitted, rejected, corrected, accepted. It is held as soon as `held_when` holds. */
export const formSchema = z.strictObject({
  id: idSchema,
  party: idSchema,
  title: label,
  ways,
  held_when: requirementSchema.default([]),
  ...exchangeShape,
  fields: z.array(formFieldSchema).min(1).max(LIMITS.listLength),
  effects: z.array(effectSchema).max(LIMITS.listLength).default([]),
  receipt: statement,
  evidence,
});
export type Form = z.infer<typeof formSchema>;

/** An observed state with ranked values: a later value implies the earlier ones. */
export const statusSurfaceSchema = z.strictObject({
  id: idSchema,
  party: idSchema,
  label,
  ways,
  values: z
    .array(z.strictObject({ id: idSchema, label }))
    .min(2)
    .max(LIMITS.listLength),
  initial: idSchema,
  observe: exchangeSchema,
  /** What the agent learns besides the value, once the status is observed at `from` or later. */
  reveals: z
    .array(z.strictObject({ from: idSchema, facts: ids.default([]), channels: ids.default([]) }))
    .max(LIMITS.listLength)
    .default([]),
  evidence,
});
export type StatusSurface = z.infer<typeof statusSurfaceSchema>;

/** Fires once `starts` holds and `not_before` is reached, later by the delays that apply to it. */
export const timeEventSchema = z.strictObject({
  id: idSchema,
  label,
  starts: requirementSchema.default([]),
  not_before: momentSchema.nullable().default(null),
  effects: z.array(effectSchema).min(1).max(LIMITS.listLength),
  evidence,
});
export type TimeEvent = z.infer<typeof timeEventSchema>;

/** A scoped permission. `grant_action` is the operation at the grantor that gives it. */
export const authoritySchema = z.strictObject({
  id: idSchema,
  grantor: idSchema,
  recipient: idSchema,
  scope: label,
  grant_action: idSchema.nullable(),
  evidence,
});
export type Authority = z.infer<typeof authoritySchema>;

export const terminalKindSchema = z.enum([
  "fact_discovered",
  "document_obtained",
  "required_state_observed",
  "action_completed",
  "form_accepted",
]);
export type TerminalKind = z.infer<typeof terminalKindSchema>;

/** One possible end state. Terminals of one group are alternatives; a group is required or optional as a whole. */
export const terminalSchema = z.strictObject({
  id: idSchema,
  kind: terminalKindSchema,
  target: idSchema,
  /** The status value to observe; null for the other kinds. */
  value: idSchema.nullable().default(null),
  group: idSchema,
  required: z.boolean(),
  label,
  evidence,
});
export type Terminal = z.infer<typeof terminalSchema>;

/** A forbidden action is enforced by the engine; a conduct rule is text for a judge and never scored. */
export const redLineSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    id: idSchema,
    kind: z.literal("forbidden_action"),
    /** An operation or a form; with `field`, the unbacked entry of that form field. */
    target: idSchema,
    field: idSchema.nullable().default(null),
    text: statement,
    evidence,
  }),
  z.strictObject({ id: idSchema, kind: z.literal("conduct_rule"), text: statement, evidence }),
]);
export type RedLine = z.infer<typeof redLineSchema>;

const severity = z.int().min(1).max(3);
const frictionShape = { id: idSchema, target: idSchema, severity, evidence };

/** A friction mechanism. Taking all of them and the decoys away leaves the friction-free world. */
export const frictionSchema = z.discriminatedUnion("kind", [
  /**
   * Target: a live channel. The try number `tries` gets through, at the earliest `gap_minutes` after the
   * first try in open hours. With `other_channel`, the channel never answers and the missed tries make
   * that channel of the same party reachable instead.
   */
  z.strictObject({
    kind: z.literal("retry"),
    ...frictionShape,
    tries: z.int().min(2).max(10),
    gap_minutes: minutes.default(0),
    other_channel: idSchema.nullable().default(null),
  }),
  /** Target: a time event, or a document whose request is not answered at once. */
  z.strictObject({ kind: z.literal("delay"), ...frictionShape, minutes: minutes.min(1) }),
  /** Target: a form; the answer to a submission comes this much later. */
  z.strictObject({ kind: z.literal("form_review"), ...frictionShape, minutes: minutes.min(1) }),
  /** Target: a channel; open on these days (1 Monday to 7 Sunday) from `from` until before `to`. */
  z.strictObject({
    kind: z.literal("availability_window"),
    ...frictionShape,
    daily: z
      .strictObject({
        from: timeOfDaySchema,
        to: timeOfDaySchema,
        weekdays: z.array(z.int().min(1).max(7)).max(7).default([]),
      })
      .nullable()
      .default(null),
    single: z.strictObject({ from: momentSchema, to: momentSchema }).nullable().default(null),
  }),
  /** Target: a channel; it opens this long after `after` first holds (empty: after the start). */
  z.strictObject({
    kind: z.literal("relative_opening"),
    ...frictionShape,
    after: requirementSchema.default([]),
    minutes: minutes.min(1),
  }),
  /** Target: an operation, a form, a fact or a document request; it must happen at or before `at`. */
  z.strictObject({ kind: z.literal("deadline"), ...frictionShape, at: momentSchema }),
  /** Target: an entity marked as decoy. All decoys of a world score once. */
  z.strictObject({ kind: z.literal("decoy"), ...frictionShape }),
]);
export type Friction = z.infer<typeof frictionSchema>;
export type FrictionKind = Friction["kind"];

/** Ids are unique across all kinds of one world, form fields (unique in their form) and status values aside. */
export const worldSpecSchema = z.strictObject({
  schema_version: z.literal(WORLD_SCHEMA_VERSION),
  id: idSchema,
  title: label,
  brief: z.string().trim().min(1).max(LIMITS.brief),
  clock_start: momentSchema,
  action_limit: z.int().min(1).max(LIMITS.actionLimit).default(150),
  day_one: z.strictObject({
    /** Channels that are known at the start. */
    contacts: ids.default([]),
    facts: ids.default([]),
    documents: ids.default([]),
    authorities: ids.default([]),
  }),
  entities: many(entitySchema),
  knowledge: many(knowledgeSchema),
  documents: many(documentSchema),
  mutations: many(mutationSchema),
  forms: many(formSchema),
  status_surfaces: many(statusSurfaceSchema),
  time_events: many(timeEventSchema),
  authorities: many(authoritySchema),
  terminals: many(terminalSchema),
  red_lines: many(redLineSchema),
  frictions: many(frictionSchema),
});
export type WorldSpec = z.infer<typeof worldSpecSchema>;
