import { z } from "zod";
import type { Share } from "../public/action";
import { idSchema } from "../spec/id";
import { LIMITS } from "../spec/limits";
import type { ChannelKind, Entity } from "../spec/world";

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
  /** Parties and channels that the agent has been shown: what an ordinary question can be about besides the menu. */
  known: readonly KnownThing[];
  /** Items of the menu that may be landed on but never offered. */
  withheld: ReadonlySet<string>;
  /** Whether the agent was shown somebody of that name: a request for anybody else means nothing on the menu. */
  isNamed: (name: string) => boolean;
  /** The item that this party offered last over this channel; "yes" means it. Null when no offer stands. */
  offered: string | null;
}

/** The part of a request about a run, for one that is tried outside of any run. */
export const ALONE = {
  known: [],
  withheld: new Set<string>(),
  isNamed: () => true,
  offered: null,
} as const satisfies Partial<TranslationRequest>;

export type KnownThing =
  | { kind: "party"; id: string; label: string; role: Entity["kind"] }
  | { kind: "channel"; id: string; label: string; channel: ChannelKind; party: string };

/**
 * Questions that every party answers in the same way, whatever is on its menu (SPEC, Q1 to Q7); `elsewhere` asks for
 * hours or a number of somebody who is not in `known`.
 */
export const ORDINARY_TOPICS = [
  "hours",
  "contact",
  "needed",
  "progress",
  "offered",
  "elsewhere",
  "courtesy",
] as const;
export const ordinarySchema = z.strictObject({
  topic: z.enum(ORDINARY_TOPICS),
  /** A party or channel of `known`, or an item of this party's menu; null is the party itself, or nothing in particular. */
  about: idSchema.nullable(),
});
export type Ordinary = z.infer<typeof ordinarySchema>;

/** Why a part fits nothing. `not_offered` only where words are a plain request and nothing on the menu comes near (L9). */
export const NO_FIT = ["not_understood", "not_offered", "held_back"] as const;
export type NoFit = (typeof NO_FIT)[number];

/**
 * A request as ordered parts of the menu, with the values it carries. A part is an item, or an ordinary question,
 * or asked back with at most one candidate, or fits nothing for a reason. `unplaced` are words of shares that name
 * no one fact.
 */
export const translationSchema = z.strictObject({
  parts: z
    .array(
      z.strictObject({
        asked: z.string().max(LIMITS.statement),
        item: idSchema.nullable(),
        candidates: z.array(idSchema).max(LIMITS.listLength),
        ordinary: ordinarySchema.nullable().default(null),
        why: z.enum(NO_FIT).nullable().default(null),
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
/** A translation as it is written: a part without `ordinary` and `why` has neither. */
export type TranslationInput = z.input<typeof translationSchema>;

/** A translator that could not do its work (a fault of the infrastructure, not of the agent). */
export const translationFailureSchema = z.strictObject({ failed: z.string().min(1).max(LIMITS.statement) });
export type TranslationFailure = z.infer<typeof translationFailureSchema>;

export type Translate = (request: TranslationRequest) => Translation;
