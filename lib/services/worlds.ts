import { certificateSchema } from "@/compiler/certify/certificate";
import { packetSchema, scaffold } from "@/compiler/packet";
import { type WorldSpec, worldSpecSchema } from "@/compiler/spec/world";
import { readWorld } from "@/compiler/spec/world-index";
import { audit } from "@/lib/auth/audit";
import type { CertificateState, SaveWorld, WorldRow, WorldVersionRow } from "@/lib/contracts/worlds";
import type { Database, Db } from "@/lib/db";
import type { CertificationRun, Publication, WorldVersion } from "@/lib/db/generated/client";
import { parse } from "@/lib/http/parse";
import { Problem } from "@/lib/http/problem";
import type { Actor } from "./cases-access";
import { addWorldVersion, newestWorld } from "./compile";
import { lockCase, newestRevision } from "./packets";

/** Difficulty as a certificate states it; null for anything else. */
const difficultyOf = (certificate: unknown) => {
  const read = certificateSchema.safeParse(certificate);
  return read.success ? read.data.difficulty : null;
};

type Standing = Pick<WorldVersion, "number" | "contentHash" | "packetRevision"> & {
  certifications: Pick<CertificationRun, "status" | "certificate" | "paraphrases">[];
};

/**
 * How the newest version stands: its own runs decide. A certificate is stale when the world or the ways of asking were edited
 * after it, or when a newer packet than the one it was made from has been accepted.
 * @param paraphrases the hash of the ways of asking that hold now
 */
export function certificateState(
  versions: readonly Standing[],
  accepted: number | null,
  paraphrases: string | null,
): CertificateState {
  const newest = versions[0];
  if (!newest) return "none";
  const statuses = newest.certifications.map((run) => run.status);
  const passed = newest.certifications.find((run) => run.status === "passed");
  if (passed && passed.paraphrases === paraphrases)
    return accepted !== null && accepted > newest.packetRevision ? "stale" : "certified";
  if (statuses[0] === "queued" || statuses[0] === "running" || statuses[0] === "refused") return statuses[0];
  return versions.some((v) => v.certifications.some((run) => run.status === "passed")) ? "stale" : "none";
}

const withRuns = {
  certifications: {
    select: { status: true, certificate: true, paraphrases: true },
    orderBy: { queuedAt: "desc" as const },
  },
};

const newestParaphrases = {
  paraphrases: { orderBy: { id: "desc" as const }, take: 1, select: { setHash: true } },
};

/** The worlds of all cases whose packet is accepted, newest change first. */
export async function listWorlds(db: Db): Promise<WorldRow[]> {
  const cases = await db.case.findMany({
    where: { deletedAt: null, stage: { in: ["accepted", "compiled", "certified", "published"] } },
    include: {
      curator: { select: { name: true } },
      worlds: {
        orderBy: { number: "desc" },
        take: 12,
        select: { number: true, contentHash: true, packetRevision: true, ...withRuns },
      },
      publications: { where: { withdrawnAt: null }, orderBy: { version: "desc" }, take: 1 },
      revisions: {
        where: { kind: "accept" },
        orderBy: { number: "desc" },
        take: 1,
        select: { number: true },
      },
      ...newestParaphrases,
    },
    orderBy: { stageSince: "desc" },
    take: 500,
  });
  return cases.map((c) => {
    const newest = c.worlds[0];
    const passed = newest?.certifications.find((run) => run.status === "passed");
    return {
      caseId: c.id,
      title: c.title,
      stage: c.stage,
      since: c.stageSince.toISOString(),
      curator: c.curator?.name ?? null,
      version: newest?.number ?? null,
      packetRevision: newest?.packetRevision ?? null,
      packetNewer: newest !== undefined && (c.revisions[0]?.number ?? 0) > newest.packetRevision,
      certificate: certificateState(
        c.worlds,
        c.revisions[0]?.number ?? null,
        c.paraphrases[0]?.setHash ?? null,
      ),
      difficulty: passed ? difficultyOf(passed.certificate) : null,
      published: c.publications[0]?.version ?? null,
    };
  });
}

export interface WorldPage {
  caseId: string;
  title: string;
  stage: WorldRow["stage"];
  number: number;
  newest: number;
  packetRevision: number;
  /** The newest accepted revision of the packet. */
  acceptedRevision: number | null;
  contentHash: string;
  /** Hash of the ways of asking that hold now. */
  paraphrases: string | null;
  spec: WorldSpec;
  state: CertificateState;
  history: WorldVersionRow[];
  /** World object -> packet item it was made from. */
  origin: Record<string, string>;
  /** Source records by name, for the quotes of spans. */
  records: { key: string; title: string; text: string }[];
}

/** @throws {Problem} not_found */
async function requireVersion(db: Db, caseId: string, number: number | null) {
  const version =
    number === null
      ? await newestWorld(db, caseId)
      : await db.worldVersion.findUnique({ where: { caseId_number: { caseId, number } } });
  if (!version)
    throw new Problem("not_found", "There is no such version of this world.", {
      fix: "Open the newest one from the list of worlds.",
    });
  return version;
}

/** The stored world of a version. */
export const specOf = (version: Pick<WorldVersion, "content">): WorldSpec =>
  parse(worldSpecSchema, version.content, "The stored world");

/** Number of the newest accepted revision of a packet; null before the first. */
export async function acceptedRevision(db: Db, caseId: string): Promise<number | null> {
  return (await newestRevision(db, caseId, "accept"))?.number ?? null;
}

/** Everything a curator's page shows of one version; the newest one when no number is given. */
export async function worldPage(db: Db, caseId: string, number: number | null): Promise<WorldPage> {
  const version = await requireVersion(db, caseId, number);
  const [found, versions, records, revision, accepted] = await Promise.all([
    db.case.findUniqueOrThrow({ where: { id: caseId }, include: newestParaphrases }),
    db.worldVersion.findMany({
      where: { caseId },
      orderBy: { number: "desc" },
      include: { author: { select: { name: true } }, publications: true, ...withRuns },
    }),
    db.record.findMany({ where: { caseId, quarantinedAt: null }, orderBy: { position: "asc" } }),
    db.packetRevision.findUnique({ where: { caseId_number: { caseId, number: version.packetRevision } } }),
    acceptedRevision(db, caseId),
  ]);
  const packet = packetSchema.safeParse(revision?.content);
  return {
    caseId,
    title: found.title,
    stage: found.stage,
    number: version.number,
    newest: versions[0]?.number ?? version.number,
    packetRevision: version.packetRevision,
    contentHash: version.contentHash,
    spec: specOf(version),
    acceptedRevision: accepted,
    paraphrases: found.paraphrases[0]?.setHash ?? null,
    state: certificateState(versions, accepted, found.paraphrases[0]?.setHash ?? null),
    history: versions.map(versionRow),
    origin: packet.success ? scaffold(packet.data).origin : {},
    records: records.map(({ key, title, text }) => ({ key, title, text })),
  };
}

function versionRow(
  version: WorldVersion & {
    author: { name: string } | null;
    publications: Publication[];
    certifications: Pick<CertificationRun, "status">[];
  },
): WorldVersionRow {
  const statuses = version.certifications.map((run) => run.status);
  return {
    number: version.number,
    basedOn: version.basedOn,
    packetRevision: version.packetRevision,
    origin: version.origin,
    author: version.author?.name ?? null,
    note: version.note,
    at: version.createdAt.toISOString(),
    contentHash: version.contentHash,
    certificate: statuses.includes("passed")
      ? "certified"
      : statuses.includes("refused")
        ? "refused"
        : "none",
    publication: version.publications[0]?.version ?? null,
  };
}

/** One version's world, for comparing. */
export async function worldSpec(db: Db, caseId: string, number: number): Promise<WorldSpec> {
  return specOf(await requireVersion(db, caseId, number));
}

/**
 * Saves an edited world as the next version. Nothing published or certified changes: certificates stay with their version.
 * @throws {Problem} conflict when somebody saved another version meanwhile, bad_input for a world that cannot be read
 */
export async function saveWorld(
  database: Database,
  actor: Actor,
  caseId: string,
  given: SaveWorld,
): Promise<{ number: number; made: boolean }> {
  const read = readWorld(given.spec);
  if (!read.ok) {
    const first = read.findings[0];
    throw new Problem("bad_input", first?.message ?? "This is not a world.", {
      fix: first?.fix,
      extra: { findings: read.findings },
    });
  }
  return database.$transaction(async (step) => {
    await lockCase(step, caseId);
    const newest = await newestWorld(step, caseId);
    if (!newest) throw new Problem("not_ready", "This case has no world yet.", { fix: "Compile it first." });
    if (newest.number !== given.basedOn)
      throw new Problem(
        "conflict",
        `Version ${newest.number} was saved meanwhile; you edited version ${given.basedOn}.`,
        {
          fix: "Open the newest version beside yours and take over what you need.",
          extra: { newest: newest.number },
        },
      );
    if (given.spec.id !== specOf(newest).id)
      throw new Problem("bad_input", "The id of a world cannot change.", { fix: "Restore the id." });
    const { number, made } = await addWorldVersion(step, {
      caseId,
      packetRevision: newest.packetRevision,
      spec: read.value.spec,
      authorId: actor.id,
      origin: given.origin,
      note: given.note,
    });
    if (made)
      await audit(step, {
        actorId: actor.id,
        action: "world.edit",
        caseId,
        detail: { number, basedOn: given.basedOn },
      });
    return { number, made };
  });
}
