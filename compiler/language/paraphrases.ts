import { z } from "zod";
import { idSchema } from "../spec/id";
import { LIMITS } from "../spec/limits";
import { ALONE, type Translation, type TranslationRequest } from "./translation";

export const PARAPHRASES_SCHEMA_VERSION = 2;

const words = z.string().trim().min(1).max(LIMITS.statement);
const tool = z.enum(["ask", "act"]);

/** Where a paraphrase comes from: a person wrote it, a model proposed it, or it is a frame around the public label. */
export const paraphraseSourceSchema = z.enum(["written", "model", "framing"]);
export type ParaphraseSource = z.infer<typeof paraphraseSourceSchema>;
export const PARAPHRASE_SOURCES = paraphraseSourceSchema.options;

/**
 * How people ask for what a world's parties have, and for what they have not. Travels beside a world as a
 * file of its own: nothing of it is part of the world, and no translator learns from it.
 */
export const paraphrasesSchema = z.strictObject({
  schema_version: z.literal(PARAPHRASES_SCHEMA_VERSION),
  kind: z.literal("paraphrases"),
  world: idSchema,
  /** By menu item (a document by the id of its request), at every party that has it. */
  items: z.record(
    idSchema,
    z.partialRecord(paraphraseSourceSchema, z.array(words).min(1).max(LIMITS.listLength)),
  ),
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

/** No paraphrases yet, of a world. */
export const noParaphrases = (world: string): Paraphrases => ({
  schema_version: PARAPHRASES_SCHEMA_VERSION,
  kind: "paraphrases",
  world,
  items: {},
  requests: [],
  no_fit: [],
});

/** The distinct texts for a menu item, each with where it comes from, the written ones first. */
export function textsOf({ items }: Paraphrases, item: string): { text: string; source: ParaphraseSource }[] {
  const found = new Map<string, ParaphraseSource>();
  for (const source of PARAPHRASE_SOURCES)
    for (const text of items[item]?.[source] ?? []) if (!found.has(text)) found.set(text, source);
  return [...found].map(([text, source]) => ({ text, source }));
}

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
  /** Null for requests of several parts and for those that fit nothing. */
  source: ParaphraseSource | null;
  request: TranslationRequest;
}

/** What became of a trial. `wrong` is an item that was not meant; `asked_back` names the meant one among others. */
export type TrialVerdict = "hit" | "asked_back" | "missed" | "wrong";

const toolFor = (kind: TranslationRequest["menu"][number]["kind"]) =>
  kind === "operation" || kind === "form" ? ("act" as const) : ("ask" as const);

/** One way to ask a party for an item of its menu. */
export function trialOf(
  party: PartyMenu,
  item: PartyMenu["menu"][number],
  { text, source }: { text: string; source: ParaphraseSource },
): Trial {
  return trial(party, toolFor(item.kind), text, [item.id], source);
}

function trial(
  { id, name, kind, menu }: PartyMenu,
  tool: "ask" | "act",
  text: string,
  items: readonly string[],
  source: ParaphraseSource | null,
): Trial {
  const request = { tool, party: { name, kind }, text, share: [], menu, vocabulary: [], ...ALONE };
  return { party: id, items, source, request };
}

/** Every request of a paraphrases file as it reaches a translator. Items that no menu has are left out. */
export function trialsOf(parties: readonly PartyMenu[], paraphrases: Paraphrases): Trial[] {
  const single = parties.flatMap((party) =>
    party.menu.flatMap((item) => textsOf(paraphrases, item.id).map((one) => trialOf(party, item, one))),
  );
  const at = new Map(parties.map((party) => [party.id, party]));
  const several = [
    ...paraphrases.requests,
    ...paraphrases.no_fit.map((request) => ({ ...request, items: [] })),
  ].flatMap(({ party, tool, text, items }) => {
    const found = at.get(party);
    return found ? [trial(found, tool, text, items, null)] : [];
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
