import { z } from "zod";
import { idSchema } from "../spec/id";
import { LIMITS } from "../spec/limits";
import { channelKindSchema } from "../spec/world";

const ids = z.array(idSchema).max(LIMITS.listLength);

/**
 * One privileged operation of a witness, in the notation of the paper's table 22. Operations and forms
 * are both `submit_form` with `complete`; a wait of whole days has `days`, any other `minutes`.
 * `at` is the minute since the start in which the step happens (of a wait: in which it ends).
 */
export const witnessStepSchema = z.strictObject({
  op: z.enum(["ask", "submit_form", "wait", "contact", "check_status", "read_document"]),
  party: idSchema.optional(),
  /** Kind of the channel; of a document: how it was obtained. Operations and forms leave it out. */
  via: channelKindSchema.optional(),
  channel: idSchema.optional(),
  /** Facts, or the request of a document that is handed over. */
  obtain: ids.optional(),
  /** The request of a document that takes time. */
  request: ids.optional(),
  /** An operation or a form. */
  complete: idSchema.optional(),
  observe: ids.optional(),
  document: idSchema.optional(),
  form: idSchema.optional(),
  /** Facts whose values are passed on; left out when there are none. */
  transmit: ids.optional(),
  /** Other parties that are on the same call; left out when there are none. */
  participants: ids.optional(),
  days: z.int().min(1).optional(),
  minutes: z.int().min(1).optional(),
  at: z.int().min(0),
});
export type WitnessStep = z.infer<typeof witnessStepSchema>;
