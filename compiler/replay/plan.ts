import { z } from "zod";
import { publicFactSchema } from "../public/result";

/** A handle that the environment must have shown before the plan may use it. */
const handle = z.string().min(1);
const handles = z.array(handle);

/** What a public result must show. A fact is compared with its words, never its value: values come from the environment. */
const expectedSchema = z.strictObject({
  facts: z.array(publicFactSchema.pick({ fact: true, label: true, statement: true })),
  documents: z.array(z.strictObject({ document: handle, title: z.string() })),
  /** Any of the values will do: a status may have moved on. */
  statuses: z.array(z.strictObject({ label: z.string(), values: z.array(z.string()).min(1) })),
  /** Words of the receipt that must appear; empty where none is given. */
  receipt: z.string(),
});
export type Expected = z.infer<typeof expectedSchema>;

/** How a step reaches its party: in a call with these participants (channels to try for each), or over one channel. */
const routeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("call"), participants: z.array(handles.min(1)).min(1) }),
  z.strictObject({ kind: z.literal("channel"), channel: handle }),
  z.strictObject({ kind: z.literal("voicemail"), channel: handle }),
]);
export type Route = z.infer<typeof routeSchema>;

const stepShape = {
  /** Numbers of the witness steps that this carries out, from 1. */
  witness: z.array(z.int()).min(1),
  /** Objects to blame when it goes wrong, the first one first. */
  nodes: z.array(z.string()),
};

const entrySchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("fact"), field: handle, fact: handle }),
  /** A choice that no fact gives; its words must have been seen somewhere. */
  z.strictObject({ kind: z.literal("words"), field: handle, words: z.string() }),
  /** Ticked unless the fact it rests on says no. */
  z.strictObject({ kind: z.literal("tick"), field: handle, fact: handle.nullable() }),
]);
export type Entry = z.infer<typeof entrySchema>;

/**
 * A field that is filled in wrongly first. `answered`: when the answer comes, it names the field, or the fact by its
 * `label`, and the correction is accepted. `in_review`: the correction goes out while the wrong entry is in review,
 * and is accepted.
 */
const spoilSchema = z.strictObject({
  field: handle,
  entry: z.union([z.string(), z.boolean()]),
  label: z.string(),
  noticed: z.enum(["answered", "in_review"]),
});
export type Spoil = z.infer<typeof spoilSchema>;

export const planStepSchema = z.discriminatedUnion("do", [
  /** A call that nobody takes. */
  z.strictObject({ do: z.literal("miss"), ...stepShape, participants: z.array(handles.min(1)).min(1) }),
  z.strictObject({
    do: z.literal("say"),
    ...stepShape,
    tool: z.enum(["ask", "act"]),
    party: handle,
    route: routeSchema,
    /** In the words of the public labels, one for each expected part. */
    requests: z
      .array(
        z.strictObject({
          words: z.string().min(1),
          outcomes: z.array(z.string()).min(1),
          expected: expectedSchema,
        }),
      )
      .min(1),
    /** Facts whose values are passed on, as the environment has told them. */
    share: handles,
  }),
  z.strictObject({
    do: z.literal("submit"),
    ...stepShape,
    form: handle,
    route: routeSchema,
    entries: z.array(entrySchema),
    /** Minutes until the answer; 0 when it comes at once. */
    review_minutes: z.int().min(0),
    /** Each is a submission of its own, before the right one. */
    spoils: z.array(spoilSchema),
    expected: expectedSchema,
  }),
  z.strictObject({ do: z.literal("read"), ...stepShape, document: handle, expected: expectedSchema }),
  /** The forms in review whose acceptance comes by then are named. */
  z.strictObject({ do: z.literal("wait"), ...stepShape, until: z.string(), accepted: handles }),
]);
export type PlanStep = z.infer<typeof planStepSchema>;

/** A witness in terms of the eight public tools. Made by `certify/plan-witness`, walked by anyone who holds a PublicEnvironment. */
export const publicPlanSchema = z.strictObject({
  steps: z.array(planStepSchema),
  /** Documents that are not held at the start: reading one must fail. */
  unheld: handles,
  summary: z.string(),
});
export type PublicPlan = z.infer<typeof publicPlanSchema>;

/** An expectation that any result meets. */
export const NOTHING_EXPECTED: Expected = { facts: [], documents: [], statuses: [], receipt: "" };
