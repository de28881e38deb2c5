import { z } from "zod";
import {
  noParaphrases,
  type ParaphraseSource,
  type Paraphrases,
  type Phrasings,
  paraphrasesSchema,
  textsOf,
} from "@/compiler/language/paraphrases";
import { canonicalJson } from "@/compiler/spec/canonical";
import { sha256 } from "@/lib/crypto/hash";
import type { Db } from "@/lib/db";
import type { Prisma } from "@/lib/db/generated/client";
import { parse } from "@/lib/http/parse";

const { items, requests, no_fit, ordinary, traps } = paraphrasesSchema.shape;

/** What one change adds or takes away. */
const entrySchema = z.discriminatedUnion("kind", [
  /** What gate 5 tries. */
  z.strictObject({ kind: z.literal("item"), item: items.keyType, text: z.string() }),
  /** What the translator reads: part of the world. */
  z.strictObject({ kind: z.literal("way"), item: items.keyType, text: z.string() }),
  requests.element.extend({ kind: z.literal("request") }),
  no_fit.element.extend({ kind: z.literal("no_fit") }),
  ordinary.unwrap().element.extend({ kind: z.literal("ordinary") }),
  traps.unwrap().element.extend({ kind: z.literal("trap") }),
]);
export type Entry = z.infer<typeof entrySchema>;

export interface Kept {
  entry: Entry;
  source: Exclude<ParaphraseSource, "framing">;
  by: string | null;
  at: Date;
}

/** Names a set in its order, because a certificate carries it in that order. */
const hashOf = (kept: Iterable<Kept>): string =>
  sha256(canonicalJson([...kept].map(({ entry, source }) => ({ entry, source }))));

/** What holds of a case after all changes, in the order in which it came, by its content; and its hash. */
export async function keptOf(
  db: Db,
  caseId: string,
): Promise<{ kept: Map<string, Kept>; hash: string | null }> {
  const rows = await db.paraphraseChange.findMany({
    where: { caseId },
    orderBy: { id: "asc" },
    include: { author: { select: { name: true } } },
  });
  const kept = new Map<string, Kept>();
  for (const row of rows) {
    const entry = parse(entrySchema, row.entry, "The stored paraphrase");
    const key = canonicalJson(entry);
    if (row.op === "add")
      kept.set(key, {
        entry,
        source: row.source,
        by: row.model ?? row.author?.name ?? null,
        at: row.createdAt,
      });
    else kept.delete(key);
  }
  return { kept, hash: rows.at(-1)?.setHash ?? null };
}

/** What is kept, as the gates take it; they leave out what their world has not. */
export function documentOf(world: string, kept: Iterable<Kept>): Paraphrases {
  const out = noParaphrases(world);
  for (const { entry, source } of kept)
    if (entry.kind === "item") {
      const own = out.items[entry.item] ?? {};
      out.items[entry.item] = { ...own, [source]: [...(own[source] ?? []), entry.text] };
    } else if (entry.kind === "request") {
      const { kind: _, ...request } = entry;
      out.requests.push(request);
    } else if (entry.kind === "no_fit") {
      const { kind: _, ...request } = entry;
      out.no_fit.push(request);
    } else if (entry.kind === "ordinary") {
      const { kind: _, ...request } = entry;
      out.ordinary.push(request);
    } else if (entry.kind === "trap") {
      const { kind: _, ...request } = entry;
      out.traps.push(request);
    }
  return out;
}

/**
 * What gate 5 of a world is given, and the hash of the set; null before the first change. A certificate made with another set
 * is stale.
 */
export async function paraphrasesFor(
  db: Db,
  caseId: string,
  world: string,
): Promise<{ paraphrases: Paraphrases; hash: string | null }> {
  const { kept, hash } = await keptOf(db, caseId);
  return { paraphrases: documentOf(world, kept.values()), hash };
}

export interface Change {
  op: "add" | "remove";
  entry: Entry;
  source: Kept["source"];
  model?: string;
}

/** Writes changes inside a transaction that holds the case's lock. A certificate made before is stale from then on. */
export async function write(
  step: Db,
  caseId: string,
  authorId: string | null,
  changes: readonly Change[],
): Promise<void> {
  const { kept } = await keptOf(step, caseId);
  for (const { op, entry, source } of changes)
    if (op === "remove") kept.delete(canonicalJson(entry));
    else kept.set(canonicalJson(entry), { entry, source, by: null, at: new Date() });
  const setHash = hashOf(kept.values());
  await step.paraphraseChange.createMany({
    data: changes.map(({ op, entry, source, model = null }) => ({
      caseId,
      op,
      entry: entry as Prisma.InputJsonValue,
      source,
      model,
      authorId,
      setHash,
    })),
  });
  await step.case.updateMany({
    where: { id: caseId, stage: "certified" },
    data: { stage: "compiled", stageSince: new Date() },
  });
}

/** The ways of asking that are part of a case's world, by item. */
export async function waysFor(db: Db, caseId: string): Promise<Record<string, string[]>> {
  return waysOf((await keptOf(db, caseId)).kept.values());
}

export function waysOf(kept: Iterable<Kept>): Record<string, string[]> {
  const out: Record<string, string[]> = {};
  for (const { entry } of kept)
    if (entry.kind === "way") out[entry.item] = [...(out[entry.item] ?? []), entry.text];
  return out;
}

/** Keeps the ways of asking that came with a case, and what gate 5 tries. Call it in the transaction that makes the case. */
export async function placeParaphrases(
  step: Db,
  caseId: string,
  given: Paraphrases,
  phrasings: Phrasings,
): Promise<void> {
  const written = "written" as const;
  const entries: { entry: Entry; source: Kept["source"] }[] = [
    ...Object.keys(given.items).flatMap((item) =>
      textsOf(given, item).flatMap(({ text, source }) =>
        source === "framing" ? [] : [{ entry: { kind: "item" as const, item, text }, source }],
      ),
    ),
    ...Object.entries(phrasings.items).flatMap(([item, texts]) =>
      texts.map((text) => ({ entry: { kind: "way" as const, item, text }, source: written })),
    ),
    ...given.requests.map((one) => ({ entry: { kind: "request" as const, ...one }, source: written })),
    ...given.no_fit.map((one) => ({ entry: { kind: "no_fit" as const, ...one }, source: written })),
    ...given.ordinary.map((one) => ({ entry: { kind: "ordinary" as const, ...one }, source: written })),
    ...given.traps.map((one) => ({ entry: { kind: "trap" as const, ...one }, source: written })),
  ];
  await write(
    step,
    caseId,
    null,
    entries.map((one) => ({ op: "add", ...one })),
  );
}
