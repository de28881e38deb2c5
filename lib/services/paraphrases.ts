import {
  checkParaphrases,
  completeParaphrases,
  itemsOfRoute,
  LEAST_LANDING,
  menusOf,
  type RequestBallot,
} from "@/compiler/certify";
import { type ParaphraseSource, textsOf } from "@/compiler/language/paraphrases";
import { identifiersIn } from "@/compiler/lint";
import { proveReachable } from "@/compiler/oracle";
import { canonicalJson } from "@/compiler/spec/canonical";
import { LIMITS } from "@/compiler/spec/limits";
import { readWorld } from "@/compiler/spec/world-index";
import { audit } from "@/lib/auth/audit";
import type { AskedItem, EditParaphrase, ParaphrasesView, Way } from "@/lib/contracts/paraphrases";
import type { Database, Db } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import { ModelFailure } from "@/lib/llm/failure";
import type { AskOptions, Model } from "@/lib/llm/model";
import { type ProposedWays, waysByModel } from "@/lib/llm/paraphrase";
import type { Actor } from "./cases-access";
import { addWorldVersion, newestWorld } from "./compile";
import { lockCase } from "./packets";
import { type Change, documentOf, type Entry, type Kept, keptOf, write } from "./ways";
import { specOf } from "./worlds";

async function readVersion(db: Db, caseId: string) {
  const version = await newestWorld(db, caseId);
  const read = version && readWorld(specOf(version));
  if (!version || !read?.ok)
    throw new Problem("not_found", "This case has no world yet.", { fix: "Compile it first." });
  return { number: version.number, world: read.value };
}

const ROOM = LIMITS.listLength - 2 * LEAST_LANDING;

/** @throws {Problem} bad_input when a text seems to hold a personal identifier */
function refuseIdentifier(text: string): void {
  const [identifier] = identifiersIn(text);
  if (identifier)
    throw new Problem("bad_input", `This has what looks like ${identifier}.`, {
      fix: "Ask without it, or use an invented one: 555-0100 to 555-0199, name@example.org.",
    });
}

/** What an edit does to what is kept: one entry, or two where a tried way is taught. */
function changesOf({ op, use, item, text }: EditParaphrase, kept: ReadonlyMap<string, Kept>): Change[] {
  const tried: Entry = { kind: "item", item, text };
  const way: Entry = { kind: "way", item, text };
  const at = (entry: Entry) => kept.get(canonicalJson(entry));
  const change = (op: Change["op"], entry: Entry): Change => ({
    op,
    entry,
    source: at(entry)?.source ?? "written",
  });
  const entry = use === "world" ? way : tried;
  if (op !== "add" && !at(op === "teach" ? tried : entry))
    throw new Problem("not_found", "This way of asking is gone already.");
  if (op === "remove") return [change("remove", entry)];
  if (at(way)) throw new Problem("conflict", "The world understands this way of asking already.");
  if (op === "add" && at(entry)) throw new Problem("conflict", "This way of asking is there already.");
  const room = use === "world" || op === "teach" ? LIMITS.ways : ROOM;
  const kind = use === "world" || op === "teach" ? "way" : "item";
  if ([...kept.values()].filter(({ entry: e }) => e.kind === kind && e.item === item).length >= room)
    throw new Problem("not_ready", "There are very many ways to ask for this already.", {
      fix: "Take some away first.",
    });
  if (kind === "item") return [change("add", tried)];
  return [...(at(tried) ? [change("remove", tried)] : []), change("add", way)];
}

/**
 * Adds a way to ask for a menu item of the newest version of a world, takes one away, or teaches the world one that gate 5
 * has tried so far. What the world understands is part of it: changing it makes a new version.
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
    if (op !== "remove" && !menusOf(world).some(({ menu }) => menu.some((one) => one.id === item)))
      throw new Problem("not_found", "Nobody in this world has that on their menu.");
    if (op === "add") refuseIdentifier(text);
    const changes = changesOf(given, kept);
    await write(step, caseId, actor.id, changes);
    if (changes.some(({ entry }) => entry.kind === "way")) await putWays(step, actor, caseId);
    await audit(step, { actorId: actor.id, action: `paraphrase.${op}`, caseId, detail: { item } });
  });
}

/** Makes the version of the world that understands the ways of asking that are kept now. */
async function putWays(step: Db, actor: Actor, caseId: string): Promise<void> {
  const newest = await newestWorld(step, caseId);
  if (newest)
    await addWorldVersion(step, {
      caseId,
      packetRevision: newest.packetRevision,
      spec: specOf(newest),
      authorId: actor.id,
      origin: "edited",
      note: "Ways of asking",
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
  const taughtOf = (item: string) =>
    [...kept.values()].flatMap(({ entry, by, at }) =>
      entry.kind === "way" && entry.item === item ? [{ text: entry.text, by, at: at.toISOString() }] : [],
    );
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
          taught: taughtOf(id),
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
    ordinary: share("ordinary"),
    traps: share("trap"),
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
