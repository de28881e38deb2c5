import { z } from "zod";
import type { Share } from "../public/action";
import { idSchema } from "../spec/id";
import { LIMITS } from "../spec/limits";

/** What a translator is asked: one request to one party, and the party's private menu. */
export interface TranslationRequest {
  tool: "ask" | "act" | "voicemail";
  party: { name: string; kind: string };
  text: string;
  share: readonly Share[];
  /** Everything this party can be asked or told to do; a document goes by the id of its request. */
  menu: readonly {
    id: string;
    kind: "fact" | "document" | "status" | "operation" | "form";
    label: string;
    /** Other ways in which people ask for it. */
    ways?: readonly string[];
  }[];
  /** Facts that `share` may mean: those the agent knows (whose handles it may use), and those the menu asks for. */
  vocabulary: readonly { fact: string; label: string; known: boolean }[];
}

/**
 * A request as ordered parts of the menu, with the values it carries. A part with neither an item nor
 * candidates fits nothing; `unplaced` are words of shares that name no one fact.
 */
export const translationSchema = z.strictObject({
  parts: z
    .array(
      z.strictObject({
        asked: z.string().max(LIMITS.statement),
        item: idSchema.nullable(),
        candidates: z.array(idSchema).max(LIMITS.listLength),
      }),
    )
    .min(1)
    .max(LIMITS.listLength),
  said: z
    .array(z.strictObject({ fact: idSchema, value: z.string().max(LIMITS.statement) }))
    .max(LIMITS.listLength),
  unplaced: z.array(z.string()).max(LIMITS.listLength),
});
export type Translation = z.infer<typeof translationSchema>;

/** A translator that could not do its work (a fault of the infrastructure, not of the agent). */
export const translationFailureSchema = z.strictObject({ failed: z.string().min(1).max(LIMITS.statement) });
export type TranslationFailure = z.infer<typeof translationFailureSchema>;

export type Translate = (request: TranslationRequest) => Translation;
