import { z } from "zod";
import { momentSchema } from "../spec/moment";
import {
  publicDocumentSchema,
  publicFactSchema,
  publicFormSchema,
  publicFormStateSchema,
  publicPartySchema,
  publicStatusSchema,
} from "./result";

const step = z.int();

/**
 * The agent's view of the case, rebuilt from the run log after each action. Never in it: terminals,
 * authority rules, the hidden graph, the witness, the grade (world.md, section 3).
 */
export const caseFileSchema = z.strictObject({
  brief: z.string(),
  clock: momentSchema,
  actions_left: z.int(),
  facts: z.array(
    publicFactSchema.extend({
      source: z.strictObject({
        kind: z.enum(["on_file", "party", "document", "receipt", "arrived"]),
        id: z.string(),
        step,
      }),
    }),
  ),
  parties: z.array(publicPartySchema),
  documents: z.array(publicDocumentSchema.extend({ read: z.boolean(), step })),
  forms: z.array(publicFormSchema.extend(publicFormStateSchema.omit({ form: true }).shape)),
  statuses: z.array(publicStatusSchema.extend({ step })),
  receipts: z.array(z.strictObject({ step, party: z.string(), message: z.string() })),
  /** What is under way: "requested, ask again later", "a form is in review". */
  timing: z.array(z.strictObject({ step, party: z.string(), message: z.string() })),
  open_call: z.array(z.string()),
  plan_note: z.string(),
  playbooks: z.array(
    z.strictObject({
      playbook: z.string(),
      title: z.string(),
      purpose: z.string(),
      text: z.string().nullable(),
    }),
  ),
  /** The most recent exchanges, oldest first. */
  history: z.array(z.strictObject({ step, tool: z.string(), said: z.string(), answer: z.string() })),
});
export type CaseFile = z.infer<typeof caseFileSchema>;
