import { scoreDifficulty } from "@/compiler/difficulty";
import { readWorld } from "@/compiler/spec/world-index";
import { frictionText } from "@/lib/contracts/friction-words";
import type { Database } from "@/lib/db";
import { newestCertification } from "./certify";
import { worldPage } from "./worlds";

/** What the certification page shows of a version: its run, what it weighs, and what publishing it would include. */
export async function certifyPage(database: Database, caseId: string, version: number | null) {
  const page = await worldPage(database, caseId, version);
  const [run, certifiedWith, people, publications] = await Promise.all([
    newestCertification(database, caseId, page.number),
    database.certificationRun.findFirst({
      where: { worldVersion: { caseId, number: page.number }, status: "passed" },
      orderBy: { queuedAt: "desc" },
      select: { paraphrases: true },
    }),
    database.case.findUniqueOrThrow({
      where: { id: caseId },
      select: { advocate: { select: { name: true } }, reviewer: { select: { name: true } } },
    }),
    database.publication.findMany({ where: { caseId }, orderBy: { version: "desc" } }),
  ]);
  const read = readWorld(page.spec);
  const own = page.history.find((row) => row.number === page.number);
  const published = publications.find((p) => p.version === own?.publication && p.withdrawnAt === null);
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  const { spec } = page;
  return {
    caseId,
    title: page.title,
    stage: page.stage,
    number: page.number,
    newest: page.newest,
    packetRevision: page.packetRevision,
    contentHash: page.contentHash,
    paraphrasesNewer: certifiedWith !== null && certifiedWith.paraphrases !== page.paraphrases,
    packetNewer: (page.acceptedRevision ?? 0) > page.packetRevision,
    run,
    difficulty: read.ok ? scoreDifficulty(read.value) : null,
    frictionNames: spec.frictions.map((f) => [f.id, frictionText(f, spec)] as const),
    nodes: [
      ...spec.knowledge,
      ...spec.documents,
      ...spec.mutations,
      ...spec.forms,
      ...spec.status_surfaces,
      ...spec.authorities,
      ...spec.terminals,
      ...spec.frictions,
      ...spec.time_events,
    ].map((item) => item.id),
    contents: [
      { what: `Packet ${page.packetRevision}`, who: people.advocate?.name ?? "Nobody" },
      { what: "Reviewed", who: people.reviewer?.name ?? "Nobody" },
      { what: `World ${page.number}`, who: own?.author ?? "Nobody" },
      { what: "Parties", who: count(spec.entities.length, "party").replace("partys", "parties") },
      { what: "Friction", who: count(spec.frictions.length, "mechanism") },
    ],
    publishedAs: published ? { id: published.id, version: published.version } : null,
    nextVersion: (publications[0]?.version ?? 0) + 1,
  };
}
