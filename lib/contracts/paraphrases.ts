import { z } from "zod";
import { ballotReportSchema } from "@/compiler/certify/ballots";
import { paraphraseSourceSchema } from "@/compiler/language/paraphrases";

export { ballotReportSchema };

/** Longest way of asking that is taken: a sentence or two. */
export const LONGEST_WAY = 300;

/**
 * Adds a way to ask for a menu item of a world, takes one away, or teaches the world one that gate 5 has tried so far.
 * `use`: what the way is for. The translator reads those of the world; gate 5 tries the others, which nobody taught it.
 */
export const editParaphraseSchema = z.strictObject({
  op: z.enum(["add", "remove", "teach"]),
  use: z.enum(["test", "world"]).default("test"),
  item: z.string().min(1).max(120),
  text: z.string().trim().min(1).max(LONGEST_WAY),
});
export type EditParaphrase = z.infer<typeof editParaphraseSchema>;
export type EditParaphraseInput = z.input<typeof editParaphraseSchema>;

export const landingSchema = z.enum(["hit", "asked_back", "missed", "wrong"]);

/** One way to ask for a menu item, what it is understood as, and where it comes from. */
export const waySchema = z.strictObject({
  text: z.string(),
  source: paraphraseSourceSchema,
  /** Who wrote it, or the model; null when it came with the case or is a frame of the label. */
  by: z.string().nullable(),
  at: z.string().nullable(),
  landing: landingSchema,
  /** Labels of what it was understood as or what was offered instead, where it did not lead to the item. */
  instead: z.array(z.string()),
});
export type Way = z.infer<typeof waySchema>;

export const askedItemSchema = z.strictObject({
  item: z.string(),
  kind: z.enum(["fact", "document", "status", "operation", "form"]),
  label: z.string(),
  parties: z.array(z.string()),
  onRoute: z.boolean(),
  /** Ways that lead to it at every party that has it. */
  landed: z.int(),
  ways: z.array(waySchema),
  /** What the world understands besides the label. */
  taught: z.array(z.strictObject({ text: z.string(), by: z.string().nullable(), at: z.string() })),
});
export type AskedItem = z.infer<typeof askedItemSchema>;

/** The ways to ask for everything on the menus of a version of a world. */
export const paraphrasesViewSchema = z.strictObject({
  number: z.int(),
  /** How many ways must lead to each item of the route. */
  needed: z.int(),
  /** The model that would propose some; null when none is set up. */
  model: z.string().nullable(),
  solvable: z.boolean(),
  items: z.array(askedItemSchema),
  /** Requests of several parts, and requests that must land on nothing, with how many are understood rightly. */
  several: z.strictObject({ asked: z.int(), right: z.int() }),
  noFit: z.strictObject({ asked: z.int(), right: z.int() }),
  ordinary: z.strictObject({ asked: z.int(), right: z.int() }),
  traps: z.strictObject({ asked: z.int(), right: z.int() }),
});
export type ParaphrasesView = z.infer<typeof paraphrasesViewSchema>;
