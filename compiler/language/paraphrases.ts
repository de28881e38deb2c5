import { z } from "zod";
import { idSchema } from "../spec/id";
import { LIMITS } from "../spec/limits";
import type { Translation, TranslationRequest } from "./translation";

export const PARAPHRASES_SCHEMA_VERSION = 1;

const words = z.string().trim().min(1).max(LIMITS.statement);
const tool = z.enum(["ask", "act"]);

/**
 * How people ask for what a world's parties have, and for what they have not. Travels beside a world as a
 * file of its own: nothing of it is part of the world, and no translator learns from it.
 */
export const paraphrasesSchema = z.strictObject({
  schema_version: z.literal(PARAPHRASES_SCHEMA_VERSION),
  kind: z.literal("paraphrases"),
  world: idSchema,
  /** By menu item (a document by the id of its request), at every party that has it. */
  items: z.record(idSchema, z.array(words).min(1).max(LIMITS.listLength)),
  /** Requests of several parts, with the items in the order in which they are asked for. */
  requests: z
    .array(z.strictObject({ party: idSchema, tool, text: words, items: z.array(idSchema).min(2) }))
    .max(LIMITS.listLength),
  /** Requests that must land on nothing; `fits` are items that they might mean, more than one or none. */
  no_fit: z
    .array(z.strictObject({ party: idSchema, tool, text: words, fits: z.array(idSchema) }))
    .max(LIMITS.listLength),
});
export type Paraphrases = z.infer<typeof paraphrasesSchema>;

/** A menu and who has it. */
export interface PartyMenu {
  id: string;
  name: string;
  kind: string;
  menu: TranslationRequest["menu"];
}

/** One request with the items it means, in order; none where it must land on nothing. */
export interface Trial {
  party: string;
  items: readonly string[];
  request: TranslationRequest;
}

/** What became of a trial. `wrong` is an item that was not meant; `asked_back` names the meant one among others. */
export type TrialVerdict = "hit" | "asked_back" | "missed" | "wrong";

const toolFor = (kind: TranslationRequest["menu"][number]["kind"]) =>
  kind === "operation" || kind === "form" ? ("act" as const) : ("ask" as const);

/** Every request of a paraphrases file as it reaches a translator. Items that no menu has are left out. */
export function trialsOf(parties: readonly PartyMenu[], paraphrases: Paraphrases): Trial[] {
  const trial = (party: PartyMenu, tool: "ask" | "act", text: string, items: readonly string[]): Trial => ({
    party: party.id,
    items,
    request: {
      tool,
      party: { name: party.name, kind: party.kind },
      text,
      share: [],
      menu: party.menu,
      vocabulary: [],
    },
  });
  const single = parties.flatMap((party) =>
    party.menu.flatMap((item) =>
      (paraphrases.items[item.id] ?? []).map((text) => trial(party, toolFor(item.kind), text, [item.id])),
    ),
  );
  const at = new Map(parties.map((party) => [party.id, party]));
  const several = [
    ...paraphrases.requests,
    ...paraphrases.no_fit.map((request) => ({ ...request, items: [] })),
  ].flatMap(({ party, tool, text, items }) => {
    const found = at.get(party);
    return found ? [trial(found, tool, text, items)] : [];
  });
  return [...single, ...several];
}

export function judgeTrial({ items }: Trial, { parts }: Translation): TrialVerdict {
  const got = parts.map((part) => part.item);
  if (got.some((item) => item !== null && !items.includes(item))) return "wrong";
  if (items.length === 0) return "hit";
  if (got.length === items.length && got.every((item, i) => item === items[i])) return "hit";
  const offered = new Set(parts.flatMap((part) => [...(part.item ? [part.item] : []), ...part.candidates]));
  return items.every((item) => offered.has(item)) ? "asked_back" : "missed";
}
