import { z } from "zod";
import { LIMITS } from "../spec/limits";
import { momentSchema } from "../spec/moment";

/** A handle the environment has shown: of a party, a channel, a fact, a document, a form or a playbook. */
const handle = z.string().min(1).max(LIMITS.label);
const text = z.string().min(1).max(LIMITS.statement);

/**
 * A value the agent passes on: `what` is a fact's handle from the case file or words for it,
 * `value` is what the agent says it is. Saying something that was never learned is possible and graded.
 */
export const shareSchema = z.strictObject({ what: handle, value: z.string().min(1).max(LIMITS.statement) });
export type Share = z.infer<typeof shareSchema>;

const request = {
  party: handle,
  /** A written or outbound channel of the party; null speaks in the open call. */
  channel: handle.nullable().default(null),
  /** Natural language; several requests may stand in one text. */
  request: text,
  share: z.array(shareSchema).max(LIMITS.listLength).default([]),
};

/** The eight public tools (paper, table 8). Each but `memory` costs one action. */
export const publicActionSchema = z.discriminatedUnion("tool", [
  z.strictObject({
    tool: z.literal("contact"),
    /** `call` opens a call to the channels named in `channels`, one for each participant. */
    mode: z.enum(["call", "end_call", "voicemail"]),
    channels: z.array(handle).max(8).default([]),
    /** Only with `voicemail`: what is left on it. It can carry a request, never an answer. */
    request: text.nullable().default(null),
    share: z.array(shareSchema).max(LIMITS.listLength).default([]),
  }),
  z.strictObject({ tool: z.literal("ask"), ...request }),
  z.strictObject({ tool: z.literal("act"), ...request }),
  z.strictObject({
    tool: z.literal("submit_form"),
    form: handle,
    channel: handle.nullable().default(null),
    fields: z.record(handle, z.union([z.string().max(LIMITS.statement), z.boolean()])),
  }),
  z.strictObject({ tool: z.literal("read_document"), document: handle }),
  z.strictObject({
    tool: z.literal("wait"),
    minutes: z.int().min(1).max(LIMITS.minutes).nullable().default(null),
    until: momentSchema.nullable().default(null),
  }),
  z.strictObject({
    tool: z.literal("memory"),
    mode: z.enum(["note", "recall"]),
    /** The new plan note, or words to look for among earlier exchanges. */
    text: z.string().max(LIMITS.brief).default(""),
  }),
  z.strictObject({ tool: z.literal("finish"), summary: z.string().max(LIMITS.brief) }),
]);
export type PublicAction = z.infer<typeof publicActionSchema>;
export type PublicActionInput = z.input<typeof publicActionSchema>;
export type ToolName = PublicAction["tool"];

export const TOOL_NAMES = [
  "contact",
  "ask",
  "act",
  "submit_form",
  "read_document",
  "wait",
  "memory",
  "finish",
] as const satisfies readonly ToolName[];
