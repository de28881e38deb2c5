import { z } from "zod";
import {
  checkParaphrases,
  completeParaphrases,
  itemsOfRoute,
  LEAST_LANDING,
  menusOf,
  type RequestBallot,
} from "@/compiler/certify";
import {
  noParaphrases,
  type ParaphraseSource,
  type Paraphrases,
  paraphrasesSchema,
  textsOf,
} from "@/compiler/language/paraphrases";
import { identifiersIn } from "@/compiler/lint";
import { proveReachable } from "@/compiler/oracle";
import { canonicalJson } from "@/compiler/spec/canonical";
import { LIMITS } from "@/compiler/spec/limits";
import { readWorld } from "@/compiler/spec/world-index";
import { audit } from "@/lib/auth/audit";
import type { AskedItem, EditParaphrase, ParaphrasesView, Way } from "@/lib/contracts/paraphrases";
import { sha256 } from "@/lib/crypto/hash";
import type { Database, Db } from "@/lib/db";
import type { Prisma } from "@/lib/db/generated/client";
import { parse } from "@/lib/http/parse";
import { Problem } from "@/lib/http/problem";
import { ModelFailure } from "@/lib/llm/failure";
import type { AskOptions, Model } from "@/lib/llm/model";
import { type ProposedWays, waysByModel } from "@/lib/llm/paraphrase";
import type { Actor } from "./cases-access";
import { newestWorld } from "./compile";
import { lockCase } from "./packets";
import { specOf } from "./worlds";

const { items, requests, no_fit } = paraphrasesSchema.shape;

/** What one change adds or takes away. */
const entrySchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("item"), item: items.keyType, text: z.string() }),
  requests.element.extend({ kind: z.literal("request") }),
  no_fit.element.extend({ kind: z.literal("no_fit") }),
]);
type Entry = z.infer<typeof entrySchema>;

interface Kept {
  entry: Entry;
  source: Exclude<ParaphraseSource, "framing">;
  by: string | null;
  at: Date;
}

/** Names a set in its order, because a certificate carries it in that order. */
const hashOf = (kept: Iterable<Kept>): string =>
  sha256(canonicalJson([...kept].map(({ entry, source }) => ({ entry, source }))));

/** What holds of a case after all changes, in the order in which it came, by its content; and its hash. */
async function keptOf(db: Db, caseId: string): Promise<{ kept: Map<string, Kept>; hash: string | null }> {
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
function documentOf(world: string, kept: Iterable<Kept>): Paraphrases {
  const out = noParaphrases(world);
  for (const { entry, source } of kept)
    if (entry.kind === "item") {
      const own = out.items[entry.item] ?? {};
      out.items[entry.item] = { ...own, [source]: [...(own[source] ?? []), entry.text] };
    } else if (entry.kind === "request") {
      const { kind: _, ...request } = entry;
      out.requests.push(request);
    } else {
      const { kind: _, ...request } = entry;
      out.no_fit.push(request);
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

interface Change {
  op: "add" | "remove";
  entry: Entry;
  source: Kept["source"];
  model?: string;
}

/** Writes changes inside a transaction that holds the case's lock. A certificate made before is stale from then on. */
async function write(
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

/** Keeps the paraphrases that came with a case. Call it in the transaction that makes the case. */
export async function placeParaphrases(step: Db, caseId: string, given: Paraphrases): Promise<void> {
  const entries: { entry: Entry; source: Kept["source"] }[] = [
    ...Object.keys(given.items).flatMap((item) =>
      textsOf(given, item).flatMap(({ text, source }) =>
        source === "framing" ? [] : [{ entry: { kind: "item" as const, item, text }, source }],
      ),
    ),
    ...given.requests.map((request) => ({
      entry: { kind: "request" as const, ...request },
      source: "written" as const,
    })),
    ...given.no_fit.map((request) => ({
      entry: { kind: "no_fit" as const, ...request },
      source: "written" as const,
    })),
  ];
  await write(
    step,
    caseId,
    null,
    entries.map((one) => ({ op: "add", ...one })),
  );
}

async function readVersion(db: Db, caseId: string) {
  const version = await newestWorld(db, caseId);
  const read = version && readWorld(specOf(version));
  if (!version || !read?.ok)
    throw new Problem("not_found", "This case has no world yet.", { fix: "Compile it first." });
  return { number: version.number, world: read.value };
}

const ROOM = LIMITS.listLength - 2 * LEAST_LANDING;

/**
 * Adds a way to ask for a menu item of the newest version of a world, or takes one away.
 * @throws {Problem} not_found for an item or a way that is not there, conflict for one that is there already, bad_input
 * when it seems to hold a personal identifier, not_ready when the item has no room for more
 */
export async function editParaphrase(
  database: Database,
  actor: Actor,
  caseId: string,
  given: EditParaphrase,
): Promise<void> {
  const { op, item, text } = given;
  await database.$transaction(async (step) => {
    await lockCase(step, caseId);
    const { world } = await readVersion(step, caseId);
    const { kept } = await keptOf(step, caseId);
    const entry: Entry = { kind: "item", item, text };
    const there = kept.get(canonicalJson(entry));
    if (op === "remove" && !there) throw new Problem("not_found", "This way of asking is gone already.");
    if (op === "add") {
      if (there) throw new Problem("conflict", "This way of asking is there already.");
      if (!menusOf(world).some(({ menu }) => menu.some((one) => one.id === item)))
        throw new Problem("not_found", "Nobody in this world has that on their menu.");
      const [identifier] = identifiersIn(text);
      if (identifier)
        throw new Problem("bad_input", `This has what looks like ${identifier}.`, {
          fix: "Ask without it, or use an invented one: 555-0100 to 555-0199, name@example.org.",
        });
      if ([...kept.values()].filter(({ entry: e }) => e.kind === "item" && e.item === item).length >= ROOM)
        throw new Problem("not_ready", "There are very many ways to ask for this already.", {
          fix: "Take some away first.",
        });
    }
    await write(step, caseId, actor.id, [{ op, entry, source: there?.source ?? "written" }]);
    await audit(step, { actorId: actor.id, action: `paraphrase.${op}`, caseId, detail: { item } });
  });
}

const worst = ["hit", "asked_back", "missed", "wrong"] as const;

/** The ways to ask for everything in the newest version of a world, and what each is understood as. @throws {Problem} not_found */
export async function paraphrasesView(db: Db, caseId: string, model: Model | null): Promise<ParaphrasesView> {
  const { number, world } = await readVersion(db, caseId);
  const { kept } = await keptOf(db, caseId);
  const oracle = proveReachable(world, { routes: false });
  const route = oracle.verdict === "proved" ? itemsOfRoute(oracle.witness) : new Set<string>();
  const document = completeParaphrases(world, route, documentOf(world.spec.id, kept.values()));
  const { ballots } = checkParaphrases(world, route, document);
  const menus = menusOf(world);
  const labels = new Map(menus.flatMap(({ menu }) => menu.map((item) => [item.id, item.label] as const)));
  const ballotsOf = new Map<string, RequestBallot[]>();
  for (const ballot of ballots) {
    if (ballot.intended.length !== 1) continue;
    const key = canonicalJson([ballot.intended[0], ballot.asked]);
    ballotsOf.set(key, [...(ballotsOf.get(key) ?? []), ballot]);
  }
  const wayOf = (item: string, { text, source }: { text: string; source: ParaphraseSource }): Way => {
    const own = ballotsOf.get(canonicalJson([item, text])) ?? [];
    const landing = worst.findLast((verdict) => own.some((one) => one.verdict === verdict)) ?? "missed";
    const told = kept.get(canonicalJson({ kind: "item", item, text } satisfies Entry));
    return {
      text,
      source,
      by: told?.by ?? null,
      at: told?.at.toISOString() ?? null,
      landing,
      instead: landing === "hit" ? [] : insteadOf(item, own).map((id) => labels.get(id) ?? id),
    };
  };
  const asked = new Map<string, AskedItem>();
  for (const { name, menu } of menus)
    for (const { id, kind, label } of menu) {
      const before = asked.get(id);
      if (before) before.parties.push(name);
      else {
        const ways = textsOf(document, id).map((text) => wayOf(id, text));
        asked.set(id, {
          item: id,
          kind,
          label,
          parties: [name],
          onRoute: route.has(id),
          landed: ways.filter((way) => way.landing === "hit").length,
          ways,
        });
      }
    }
  const share = (of: RequestBallot["of"]) => {
    const own = ballots.filter((ballot) => ballot.of === of);
    return { asked: own.length, right: own.filter((ballot) => ballot.verdict === "hit").length };
  };
  return {
    number,
    needed: LEAST_LANDING,
    model: model?.nameOf("paraphrase") ?? null,
    solvable: oracle.verdict === "proved",
    items: [...asked.values()].sort((a, b) => Number(b.onRoute) - Number(a.onRoute)),
    several: share("several"),
    noFit: share("no_fit"),
  };
}

const insteadOf = (item: string, ballots: readonly RequestBallot[]): string[] => [
  ...new Set(
    ballots.flatMap(({ understood, offered, verdict }) =>
      verdict === "wrong" ? understood.filter((id) => id !== null && id !== item) : offered,
    ) as string[],
  ),
];

/**
 * Lets a model propose ways to ask for the items of the route. They are kept with its name; each is put to the translator as
 * any other, and a person takes away what does not mean the item. Nothing is certified.
 * @throws {Problem} not_found, not_ready, unavailable when the model gave no usable answer
 */
export async function proposeParaphrases(
  database: Database,
  actor: Actor,
  caseId: string,
  model: Model | null,
  options: AskOptions = {},
): Promise<{ added: number; refused: ProposedWays["refused"] }> {
  if (!model)
    throw new Problem("not_ready", "No model is set up in this studio.", {
      fix: "Write the ways of asking yourself, or ask an administrator to set OPENAI_API_KEY.",
    });
  const view = await paraphrasesView(database, caseId, model);
  const route = view.items.filter((item) => item.onRoute);
  if (route.length === 0)
    throw new Problem("not_ready", "This world has no route yet.", {
      fix: "Mend what the oracle finds first.",
    });
  let proposed: ProposedWays;
  try {
    proposed = await waysByModel(model, caseId, route, options);
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    throw new Problem("unavailable", error.message, {
      fix: `${error.fix} The ways of asking are as they were.`,
      extra: { fault: error.fault },
    });
  }
  return database.$transaction(async (step) => {
    await lockCase(step, caseId);
    const { kept } = await keptOf(step, caseId);
    const changes: Change[] = proposed.ways
      .map(({ item, text }): Change => {
        const entry = { kind: "item" as const, item, text };
        return { op: "add", entry, source: "model", model: model.nameOf("paraphrase") };
      })
      .filter(({ entry }) => !kept.has(canonicalJson(entry)));
    if (changes.length > 0) await write(step, caseId, actor.id, changes);
    await audit(step, {
      actorId: actor.id,
      action: "paraphrase.propose",
      caseId,
      detail: { added: changes.length, refused: proposed.refused.length },
    });
    return { added: changes.length, refused: proposed.refused };
  });
}

/** What came of it, for the page. */
export const proposedWords = ({ added, refused }: Awaited<ReturnType<typeof proposeParaphrases>>) => ({
  words: `${added} ${added === 1 ? "way" : "ways"} of asking added. Take away what does not mean the item.`,
  refused: refused.map(({ label, text, why }) => ({ section: label, what: text, why })),
});
