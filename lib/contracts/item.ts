import { z } from "zod";
import {
  blockerItemSchema,
  briefItemSchema,
  exchangeItemSchema,
  outcomeItemSchema,
  PACKET_SCHEMA_VERSION,
  PACKET_SECTIONS,
  type Packet,
  partyItemSchema,
  practiceItemSchema,
  prohibitedItemSchema,
  stepItemSchema,
} from "@/compiler/packet/packet";
import { LIMITS } from "@/compiler/spec/limits";

/** Where an item stands in the packet. `about` holds the title and the source note and is never decided. */
export const SECTIONS = ["about", "brief", ...PACKET_SECTIONS] as const;
export const sectionSchema = z.enum(SECTIONS);
export type Section = z.infer<typeof sectionSchema>;

/** Id of the one item of the section `about`. */
export const ABOUT = "about";

/**
 * The form in which an item is kept while it is edited: exactly the packet's fields, but texts and references may still
 * be empty or unfinished. What is submitted has to satisfy the packet schema itself.
 */
function unfinished(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault)
    return unfinished(schema.unwrap() as z.ZodType).default(schema.def.defaultValue as never);
  if (schema instanceof z.ZodNullable) return unfinished(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodArray)
    return z.array(unfinished(schema.element as z.ZodType)).max(LIMITS.listLength);
  if (schema instanceof z.ZodDiscriminatedUnion)
    return z.discriminatedUnion(
      schema.def.discriminator,
      schema.options.map((option) => unfinished(option as z.ZodType)) as never,
    );
  if (schema instanceof z.ZodUnion)
    return z.union(schema.options.map((option) => unfinished(option as z.ZodType)) as never);
  if (schema instanceof z.ZodObject)
    return z.strictObject(
      Object.fromEntries(
        Object.entries(schema.shape).map(([key, field]) => [
          key,
          key === "evidence" || key === "id" ? (field as z.ZodType) : unfinished(field as z.ZodType),
        ]),
      ),
    );
  if (schema.def.type === "string") return z.string().max(LIMITS.brief);
  return schema;
}

const aboutSchema = z.strictObject({
  id: z.literal(ABOUT),
  title: z.string().trim().min(1).max(LIMITS.label),
  source_note: z.string().max(LIMITS.brief).default(""),
});

const strict = {
  about: aboutSchema,
  brief: briefItemSchema,
  parties: partyItemSchema,
  exchanges: exchangeItemSchema,
  steps: stepItemSchema,
  outcomes: outcomeItemSchema,
  prohibited: prohibitedItemSchema,
  blockers: blockerItemSchema,
  practices: practiceItemSchema,
} as const;

const lenient = Object.fromEntries(
  Object.entries(strict).map(([section, schema]) => [section, unfinished(schema)]),
) as unknown as Record<Section, z.ZodType<ItemContent>>;

export type About = z.infer<typeof aboutSchema>;
/** Any item's content. Fields of one kind are read after looking at the section. */
export type ItemContent = { id: string } & Record<string, unknown>;
export type ContentOf<S extends Section> = z.infer<(typeof strict)[S]>;

/** The schema that an item of a section satisfies while it is edited. */
export const contentSchema = (section: Section): z.ZodType<ItemContent> => lenient[section];
/** The schema that an item of a section satisfies when it is submitted. */
export const finishedSchema = (section: Section): z.ZodType => strict[section];

/** One item with its place. */
export type PlacedItem = { section: Section; position: number; content: ItemContent };

/** Takes a packet apart into items; positions are 1, 2, 3 in each section. */
export function itemsOf(packet: Packet): PlacedItem[] {
  const about: About = { id: ABOUT, title: packet.title, source_note: packet.source_note };
  return [
    { section: "about", position: 1, content: about },
    { section: "brief", position: 1, content: packet.brief },
    ...PACKET_SECTIONS.flatMap((section) =>
      packet[section].map((content, index) => ({
        section,
        position: index + 1,
        content: content as ItemContent,
      })),
    ),
  ];
}

/** Puts items together as a packet, each section in the order of positions. It may still be unfinished. */
export function packetOf(caseId: string, items: readonly PlacedItem[]): Packet {
  const ordered = [...items].sort(
    (a, b) => a.position - b.position || (a.content.id < b.content.id ? -1 : 1),
  );
  const of = (section: Section) =>
    ordered.filter((item) => item.section === section).map((item) => item.content);
  const about = of("about")[0] as About | undefined;
  return {
    schema_version: PACKET_SCHEMA_VERSION,
    case_id: caseId,
    title: about?.title ?? "",
    brief: of("brief")[0],
    ...Object.fromEntries(PACKET_SECTIONS.map((section) => [section, of(section)])),
    source_note: about?.source_note ?? "",
  } as unknown as Packet;
}

/** Whether two JSON values say the same, whatever the order of their keys. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a).filter(([, value]) => value !== undefined);
  const right = Object.entries(b).filter(([, value]) => value !== undefined);
  return (
    left.length === right.length &&
    left.every(([key, value]) => same(value, (b as Record<string, unknown>)[key]))
  );
}

/** Fields that say something about an item, not what it says. */
const remarks = new Set(["decision", "comments", "origin", "evidence"]);

/** The fields in which an item differs from its draft; evidence and decisions do not count. */
export function changedFields(draft: ItemContent, now: ItemContent): string[] {
  return [...new Set([...Object.keys(draft), ...Object.keys(now)])].filter(
    (key) => !remarks.has(key) && !same(draft[key], now[key]),
  );
}

/** What three versions of an item come to, and the fields in which both sides changed something differently. */
export type Merge = { content: ItemContent; conflicts: string[] };

function mergeLists(base: unknown[], theirs: unknown[], mine: unknown[]): unknown[] {
  const has = (list: unknown[], value: unknown) => list.some((one) => same(one, value));
  const kept = theirs.filter((value) => has(mine, value) || !has(base, value));
  return [...kept, ...mine.filter((value) => !has(base, value) && !has(theirs, value))];
}

/**
 * Merges two changes of one item, field by field, against what both began with. A field that only one side changed is
 * taken from that side; quotes and comments are merged as lists. Where both changed a field differently the field is
 * named as a conflict and `content` keeps their side.
 */
export function mergeItems(base: ItemContent, theirs: ItemContent, mine: ItemContent): Merge {
  const conflicts: string[] = [];
  const content: ItemContent = { ...theirs };
  for (const key of new Set([...Object.keys(base), ...Object.keys(theirs), ...Object.keys(mine)])) {
    const [b, t, m] = [base[key], theirs[key], mine[key]];
    if (same(m, b) || same(m, t)) continue;
    if (same(t, b)) content[key] = m;
    else if ((key === "evidence" || key === "comments") && [b, t, m].every(Array.isArray))
      content[key] = mergeLists(b as unknown[], t as unknown[], m as unknown[]);
    else conflicts.push(key);
  }
  return { content, conflicts };
}
