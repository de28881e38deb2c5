import { z } from "zod";

/** Who does a language step: rules, or the model that the settings name. */
export const byWhomSchema = z.enum(["rules", "model"]);
export type ByWhom = z.infer<typeof byWhomSchema>;

/** What a running language step tells the page, line by line; the last line is `done` or `failed`. */
export const workEventSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("progress"), words: z.string() }),
  z.strictObject({
    kind: z.literal("done"),
    words: z.string(),
    /** Items that did not come in, in the drafter's words. */
    refused: z.array(z.strictObject({ section: z.string(), what: z.string(), why: z.string() })),
  }),
  z.strictObject({ kind: z.literal("failed"), words: z.string(), fix: z.string() }),
]);
export type WorkEvent = z.infer<typeof workEventSchema>;
