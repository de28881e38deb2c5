import { z } from "zod";
import { idSchema } from "../spec/id";
import { LIMITS } from "../spec/limits";
import type { WorldSpec } from "../spec/world";
import { namesIn } from "./names";
import {
  ALONE,
  ORDINARY_TOPICS,
  type Ordinary,
  type Translation,
  type TranslationRequest,
} from "./translation";

export const PARAPHRASES_SCHEMA_VERSION = 3;
export const PHRASINGS_SCHEMA_VERSION = 1;

/** What makes a trap of a request that is close to an item. */
export const TRAPS = [
  "negation",
  "undo",
  "recipient",
  "other_object",
  "other_person",
  "question_about_act",
  "conditional",
  "reported",
  "quote",
  "injection",
] as const;

const words = z.string().trim().min(1).max(LIMITS.statement);
const tool = z.enum(["ask", "act"]);

/** Where a paraphrase comes from: a person wrote it, a model proposed it, or it is a frame around the public label. */
export const paraphraseSourceSchema = z.enum(["written", "model", "framing"]);
export type ParaphraseSource = z.infer<typeof paraphraseSourceSchema>;
export const PARAPHRASE_SOURCES = paraphraseSourceSchema.options;

/**
 * Ways in which people ask for what a world's parties have, as a file beside a packet. They become part of the world
 * (`ways`) and of its hash: the translator reads them.
 */
export const phrasingsSchema = z.strictObject({
  schema_version: z.literal(PHRASINGS_SCHEMA_VERSION),
  kind: z.literal("phrasings"),
  world: idSchema,
  /** By menu item; a document goes by the id of its request. */
  items: z.record(idSchema, z.array(words).min(1).max(LIMITS.ways)),
});
export type Phrasings = z.infer<typeof phrasingsSchema>;

/** The ways of asking that are part of a world, by menu item. */
export function waysIn(spec: WorldSpec): Record<string, string[]> {
  const out: Record<string, string[]> = {};
  for (const { id, ways } of askable(spec)) if (ways) out[id] = ways;
  return out;
}

const askable = (spec: WorldSpec) => [
  ...spec.knowledge,
  ...spec.documents.flatMap(({ request }) => request ?? []),
  ...spec.status_surfaces,
  ...spec.mutations,
  ...spec.forms,
];

/** A world whose ways of asking are exactly these; those of items that it has not are left out. */
export function withWays(spec: WorldSpec, items: Readonly<Record<string, readonly string[]>>): WorldSpec {
  const put = <T extends { id: string }>(one: T): T => {
    const { ways: _, ...rest } = one as T & { ways?: string[] };
    const own = items[one.id];
    return (own && own.length > 0 ? { ...rest, ways: [...own] } : rest) as T;
  };
  return {
    ...spec,
    knowledge: spec.knowledge.map(put),
    documents: spec.documents.map((one) => ({ ...one, request: one.request && put(one.request) })),
    status_surfaces: spec.status_surfaces.map(put),
    mutations: spec.mutations.map(put),
    forms: spec.forms.map(put),
  };
}

/**
 * How people ask for what a world's parties have, and for what they have not: what gate 5 tries. Travels beside a world
 * as a file of its own, by other authors than the ways of asking that the world has; no translator reads it.
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
  /** Questions that any party answers and no item of a menu. */
  ordinary: z
    .array(z.strictObject({ party: idSchema, tool, text: words, topic: z.enum(ORDINARY_TOPICS) }))
    .max(LIMITS.listLength)
    .default([]),
  /** Requests that are close to an item and must not land on it: a "don't", an act that undoes it, somebody else. */
  traps: z
    .array(
      z.strictObject({
        party: idSchema,
        tool,
        text: words,
        why: z.enum(TRAPS),
        must_not: z.array(idSchema).min(1).max(LIMITS.listLength),
      }),
    )
    .max(LIMITS.listLength)
    .default([]),
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
  ordinary: [],
  traps: [],
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
  /** Who is named in the world. */
  isNamed?: TranslationRequest["isNamed"];
}

/** Who is named anywhere in a world: an agent that has seen all of it may speak of them. */
export const namesOf = ({ title, brief, entities, knowledge }: WorldSpec): TranslationRequest["isNamed"] =>
  namesIn(() => [
    title,
    brief,
    ...entities.map(({ name }) => name),
    ...knowledge.map(({ statement }) => statement),
  ]);

/** One request with the items it means, in order; none where it must land on nothing. */
export interface Trial {
  of: ParaphraseSource | "several" | "no_fit" | "ordinary" | "trap";
  party: string;
  items: readonly string[];
  /** Of a trap: where it must not land, and why it is one. */
  must_not: readonly string[];
  why: (typeof TRAPS)[number] | null;
  /** Of an ordinary question. */
  topic: Ordinary["topic"] | null;
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
  return trial(party, toolFor(item.kind), text, { of: source, items: [item.id] });
}

function trial(
  { id, name, kind, menu, isNamed = ALONE.isNamed }: PartyMenu,
  tool: "ask" | "act",
  text: string,
  rest: Pick<Trial, "of"> & Partial<Trial>,
): Trial {
  const request = { tool, party: { name, kind }, text, share: [], menu, vocabulary: [], ...ALONE, isNamed };
  return { party: id, items: [], must_not: [], why: null, topic: null, request, ...rest };
}

/** Every request of a paraphrases file as it reaches a translator. Items that no menu has are left out. */
export function trialsOf(parties: readonly PartyMenu[], paraphrases: Paraphrases): Trial[] {
  const single = parties.flatMap((party) =>
    party.menu.flatMap((item) => textsOf(paraphrases, item.id).map((one) => trialOf(party, item, one))),
  );
  const at = new Map(parties.map((party) => [party.id, party]));
  type Asked = { party: string; tool: "ask" | "act"; text: string };
  const put = ({ party, tool, text }: Asked, rest: Parameters<typeof trial>[3]): Trial[] => {
    const found = at.get(party);
    return found ? [trial(found, tool, text, rest)] : [];
  };
  return [
    ...single,
    ...paraphrases.requests.flatMap((one) => put(one, { of: "several", items: one.items })),
    ...paraphrases.no_fit.flatMap((one) => put(one, { of: "no_fit" })),
    ...paraphrases.ordinary.flatMap((one) => put(one, { of: "ordinary", topic: one.topic })),
    ...paraphrases.traps.flatMap((one) => put(one, { of: "trap", must_not: one.must_not, why: one.why })),
  ];
}

export function judgeTrial({ of, items, must_not, topic }: Trial, { parts }: Translation): TrialVerdict {
  const got = parts.map((part) => part.item);
  if (of === "trap") return got.some((item) => item !== null && must_not.includes(item)) ? "wrong" : "hit";
  if (got.some((item) => item !== null && !items.includes(item))) return "wrong";
  if (topic !== null) return parts.some((part) => part.ordinary?.topic === topic) ? "hit" : "missed";
  if (items.length === 0) return "hit";
  if (got.length === items.length && items.every((item) => got.includes(item))) return "hit";
  const offered = new Set(parts.flatMap((part) => [...(part.item ? [part.item] : []), ...part.candidates]));
  return items.every((item) => offered.has(item)) ? "asked_back" : "missed";
}
