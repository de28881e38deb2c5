import { z } from "zod";
import { momentSchema } from "../spec/moment";
import { valueSchema } from "../spec/value";
import { channelKindSchema, entityKindSchema } from "../spec/world";

/** A fact as the agent has learned it. */
export const publicFactSchema = z.strictObject({
  fact: z.string(),
  label: z.string(),
  statement: z.string(),
  value: valueSchema,
});
export type PublicFact = z.infer<typeof publicFactSchema>;

export const publicChannelSchema = z.strictObject({
  channel: z.string(),
  kind: channelKindSchema,
  label: z.string(),
});

/** A party the agent may reach, with the channels it has been shown. */
export const publicPartySchema = z.strictObject({
  party: z.string(),
  name: z.string(),
  kind: entityKindSchema,
  channels: z.array(publicChannelSchema),
});
export type PublicParty = z.infer<typeof publicPartySchema>;

/** `owner` is the name of a party, which may not have been reached yet; so are `party` below. */
export const publicDocumentSchema = z.strictObject({
  document: z.string(),
  title: z.string(),
  owner: z.string(),
});

/** A form the agent holds: what it must fill in, never what is expected. */
export const publicFormSchema = z.strictObject({
  form: z.string(),
  title: z.string(),
  party: z.string(),
  fields: z.array(
    z.strictObject({ field: z.string(), label: z.string(), kind: z.enum(["value", "attestation"]) }),
  ),
});

/** Where a submitted form stands; `to_correct` are fields of the last answer. */
export const publicFormStateSchema = z.strictObject({
  form: z.string(),
  state: z.enum(["draft", "submitted", "rejected", "accepted"]),
  to_correct: z.array(z.string()),
});
export type PublicFormState = z.infer<typeof publicFormStateSchema>;

export const publicStatusSchema = z.strictObject({ party: z.string(), label: z.string(), value: z.string() });

/**
 * How one part of a request ended.
 * told: an answer; handed_over: a document; requested: it will take time; completed: an operation or
 * form went through; already_done: it was done before, nothing changed; not_yet: in progress, ask later;
 * refused: this party would do it, not now or not with these values; answered: an ordinary question;
 * cannot_do_here: not something this party does; not_understood: the words fit nothing; unclear: `candidates` holds
 * the one thing that might have been meant; held_back: the request said not to do it; noted: an outbound channel
 * carried it.
 */
export const partOutcomeSchema = z.enum([
  "told",
  "handed_over",
  "requested",
  "completed",
  "already_done",
  "not_yet",
  "refused",
  "answered",
  "cannot_do_here",
  "not_understood",
  "unclear",
  "held_back",
  "noted",
]);
export type PartOutcome = z.infer<typeof partOutcomeSchema>;

export const partResultSchema = z.strictObject({
  /** The agent's own words of this part. */
  asked: z.string(),
  outcome: partOutcomeSchema,
  message: z.string(),
  facts: z.array(publicFactSchema),
  documents: z.array(publicDocumentSchema),
  statuses: z.array(publicStatusSchema),
  candidates: z.array(z.string()),
});
export type PartResult = z.infer<typeof partResultSchema>;

/** What an action showed. Everything here is disclosed; nothing else of the engine's state ever is. */
export const publicResultSchema = z.strictObject({
  /** Number of the record in the run log, from 1. */
  step: z.int(),
  tool: z.string(),
  /** done: the tool did something; no_answer: a call nobody took; refused: the tool could not be used so. */
  outcome: z.enum(["done", "no_answer", "refused", "finished"]),
  message: z.string(),
  clock: momentSchema,
  actions_left: z.int(),
  parts: z.array(partResultSchema),
  /** Facts read or brought by time. */
  facts: z.array(publicFactSchema),
  parties: z.array(publicPartySchema),
  documents: z.array(publicDocumentSchema),
  /** Forms that came to be held. */
  forms: z.array(publicFormSchema),
  /** Forms that were submitted or answered in this action. */
  form_states: z.array(publicFormStateSchema),
  /** Text of a document or playbook that was read, or exchanges that were recalled. */
  text: z.string(),
});
export type PublicResultWire = z.infer<typeof publicResultSchema>;
