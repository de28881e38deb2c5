import { strToU8, zip } from "fflate";
import { z } from "zod";
import { publicPartSchema } from "@/compiler/certify/bundle";
import { gradeSchema } from "@/compiler/grade";
import type { WorldSpec } from "@/compiler/spec/world";
import {
  type CorpusQuery,
  type CorpusRow,
  type PublicWorld,
  type PublishedCertificate,
  publishedCertificateSchema,
  type RunnerWorld,
} from "@/lib/contracts/corpus";
import type { Database, Db } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import { specOf } from "./worlds";

const bundlePublicSchema = z.object({ public: publicPartSchema });

/** What anybody may read of a published bundle: its public part, nothing else of it. */
function publicWorldOf(publication: {
  bundle: string;
  caseId: string;
  version: number;
  publishedAt: Date;
}): PublicWorld {
  const { public: part } = bundlePublicSchema.parse(JSON.parse(publication.bundle));
  return {
    world: part.id,
    version: publication.version,
    title: part.title,
    brief: part.case_file.brief,
    contacts: part.case_file.parties.map((p) => ({
      name: p.name,
      kind: p.kind,
      channels: p.channels.map((c) => c.label),
    })),
    difficulty: part.difficulty,
    publishedAt: publication.publishedAt.toISOString(),
  };
}

/** Whether a world is asked for: by words of its title, brief or day-one parties, its band and least parts of S. */
function matches(world: PublicWorld, query: CorpusQuery): boolean {
  const { difficulty: d } = world;
  if (query.band !== "any" && d.band !== query.band) return false;
  if (d.F < query.f || d.R < query.r || d.A < query.a || d.U < query.u) return false;
  const text = [world.world, world.title, world.brief, ...world.contacts.map((c) => c.name)]
    .join(" ")
    .toLowerCase();
  return query.q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const ORDERS: Record<CorpusQuery["order"], (a: PublicWorld, b: PublicWorld) => number> = {
  newest: (a, b) => b.publishedAt.localeCompare(a.publishedAt),
  hardest: (a, b) => b.difficulty.S - a.difficulty.S,
  easiest: (a, b) => a.difficulty.S - b.difficulty.S,
  title: (a, b) => a.title.localeCompare(b.title, "en"),
};

/** The newest published version of each world, for anybody: briefs and day-one contacts. */
export async function publicWorlds(db: Db, query: CorpusQuery): Promise<PublicWorld[]> {
  const found = await db.publication.findMany({
    where: { withdrawnAt: null },
    orderBy: [{ caseId: "asc" }, { version: "desc" }],
    distinct: ["caseId"],
  });
  return found
    .map(publicWorldOf)
    .filter((w) => matches(w, query))
    .sort(ORDERS[query.order]);
}

/** @throws {Problem} not_found, gone for one that was withdrawn */
export async function publicWorld(db: Db, caseId: string): Promise<PublicWorld> {
  const found = await db.publication.findFirst({
    where: { caseId, withdrawnAt: null },
    orderBy: { version: "desc" },
  });
  if (!found) throw new Problem("not_found", "There is no such published world.");
  return publicWorldOf(found);
}

const withRuns = {
  publishedBy: { select: { name: true } },
  playtests: {
    where: { finishedAt: { not: null } },
    select: { grade: true, playerId: true, agent: true },
  },
} as const;

type Stored = Awaited<ReturnType<typeof publications>>[number];

function publications(db: Db, where: { caseId?: string; withdrawnAt?: null }) {
  return db.publication.findMany({
    where,
    orderBy: [{ caseId: "asc" }, { version: "desc" }],
    include: withRuns,
  });
}

function rowOf(publication: Stored, versions: number): CorpusRow {
  const certificate = publishedCertificateSchema.parse(publication.certificate);
  const passed = (runs: typeof publication.playtests) =>
    runs.filter((r) => gradeSchema.safeParse(r.grade).data?.strict_pass).length;
  const people = publication.playtests.filter((r) => r.playerId !== null && r.agent === "person");
  const agents = publication.playtests.filter((r) => r.playerId === null);
  return {
    ...publicWorldOf(publication),
    publicationId: publication.id,
    caseId: publication.caseId,
    versions,
    publishedBy: publication.publishedBy.name,
    bundleHash: publication.bundleHash,
    withdrawn: publication.withdrawnAt && {
      at: publication.withdrawnAt.toISOString(),
      reason: publication.withdrawnReason ?? "",
    },
    route: {
      operations: certificate.route.operations,
      days: certificate.route.days,
      outcomes: certificate.required_groups,
    },
    runs: {
      people: people.length,
      peoplePassed: passed(people),
      agents: agents.length,
      agentsPassed: passed(agents),
    },
  };
}

/** The corpus for people of the studio: the newest version of each world, withdrawn ones only when asked for. */
export async function corpusRows(db: Db, query: CorpusQuery): Promise<CorpusRow[]> {
  const all = await publications(db, {});
  const byCase = new Map<string, Stored[]>();
  for (const p of all) byCase.set(p.caseId, [...(byCase.get(p.caseId) ?? []), p]);
  return [...byCase.values()]
    .flatMap((list) => {
      const shown =
        list.find((p) => p.withdrawnAt === null) ?? (query.withdrawn === "yes" ? list[0] : undefined);
      return shown ? [rowOf(shown, list.length)] : [];
    })
    .filter((row) => matches(row, query))
    .sort(ORDERS[query.order]);
}

export interface CorpusEntry {
  rows: CorpusRow[];
  certificate: PublishedCertificate;
  contentHash: string;
  number: number;
  /** The world itself: for curators only, null for everybody else. */
  spec: WorldSpec | null;
}

/** Every published version of a world, and one of them in full. Withdrawn versions stay readable. */
export async function corpusEntry(
  db: Db,
  caseId: string,
  version: number | null,
  withSpec: boolean,
): Promise<CorpusEntry> {
  const list = await publications(db, { caseId });
  const chosen =
    version === null
      ? (list.find((p) => p.withdrawnAt === null) ?? list[0])
      : list.find((p) => p.version === version);
  if (!chosen) throw new Problem("not_found", "There is no such published world.");
  const world = await db.worldVersion.findUniqueOrThrow({ where: { id: chosen.worldVersionId } });
  const ordered = [chosen, ...list.filter((p) => p.id !== chosen.id)];
  return {
    rows: ordered.map((p) => rowOf(p, list.length)),
    certificate: publishedCertificateSchema.parse(chosen.certificate),
    contentHash: world.contentHash,
    number: world.number,
    spec: withSpec ? specOf(world) : null,
  };
}

/** Two published versions of one world, whole, for comparing. */
export async function comparedVersions(db: Db, caseId: string, versions: readonly [number, number]) {
  const list = await publications(db, { caseId });
  return Promise.all(
    versions.map(async (version) => {
      const found = list.find((p) => p.version === version);
      if (!found) throw new Problem("not_found", `There is no published version ${version} of this world.`);
      const world = await db.worldVersion.findUniqueOrThrow({ where: { id: found.worldVersionId } });
      return { row: rowOf(found, list.length), spec: specOf(world) };
    }),
  );
}

/** Bundles of the newest versions as one zip. */
export async function allBundles(database: Database): Promise<Uint8Array<ArrayBuffer>> {
  const found = await database.publication.findMany({
    where: { withdrawnAt: null },
    orderBy: [{ caseId: "asc" }, { version: "desc" }],
    distinct: ["caseId"],
  });
  const files = Object.fromEntries(
    found.map((p) => [`${p.caseId}-v${p.version}.bundle.json`, strToU8(p.bundle)] as const),
  );
  return new Promise((done, fail) => {
    zip(files, { mtime: "1980-01-01" }, (error, data) => {
      if (error) fail(error);
      else done(new Uint8Array(data));
    });
  });
}

/** What a runner may fetch: every published version that was not withdrawn. */
export async function runnerWorlds(db: Db): Promise<RunnerWorld[]> {
  const found = await db.publication.findMany({
    where: { withdrawnAt: null },
    orderBy: [{ caseId: "asc" }, { version: "desc" }],
  });
  return found.map((p) => {
    const { world, version, title, difficulty, publishedAt } = publicWorldOf(p);
    return {
      world,
      version,
      title,
      difficulty,
      publishedAt,
      sha256: p.bundleHash,
      bytes: Buffer.byteLength(p.bundle),
    };
  });
}

/** A published bundle by its world and version ("latest" for the newest). @throws {Problem} not_found, gone */
export async function runnerBundle(db: Db, world: string, version: number | "latest") {
  const found = await db.publication.findFirst({
    where: { caseId: world, ...(version === "latest" ? { withdrawnAt: null } : { version }) },
    orderBy: { version: "desc" },
  });
  if (!found)
    throw new Problem("not_found", "There is no such published world.", { fix: "List what is published." });
  if (found.withdrawnAt)
    throw new Problem("gone", "This version was withdrawn.", { fix: "Take a newer version." });
  return {
    text: found.bundle,
    hash: found.bundleHash,
    name: `${found.caseId}-v${found.version}.bundle.json`,
  };
}
