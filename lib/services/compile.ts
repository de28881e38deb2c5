import { withWays } from "@/compiler/language/paraphrases";
import { packetSchema } from "@/compiler/packet";
import { proposeByRules } from "@/compiler/propose";
import { canonicalJson } from "@/compiler/spec/canonical";
import type { WorldSpec } from "@/compiler/spec/world";
import { audit } from "@/lib/auth/audit";
import type { CompileResult } from "@/lib/contracts/worlds";
import { sha256 } from "@/lib/crypto/hash";
import type { Database, Db } from "@/lib/db";
import type { WorldOrigin } from "@/lib/db/generated/client";
import { parse } from "@/lib/http/parse";
import { Problem } from "@/lib/http/problem";
import { type Actor, FROZEN } from "./cases-access";
import { lockCase, newestRevision } from "./packets";
import { waysFor } from "./ways";

/** Hash that names a world: SHA-256 over its canonical JSON. The certificate names the same one. */
export const contentHashOf = (spec: WorldSpec): string => sha256(canonicalJson(spec));

/** The newest version of a case's world; null before the first compile. */
export function newestWorld(db: Db, caseId: string) {
  return db.worldVersion.findFirst({ where: { caseId }, orderBy: { number: "desc" } });
}

/**
 * Adds a version of a world inside a transaction that holds the case's lock. A world that says what the newest version
 * says already is that version. The ways of asking that are kept for the case are part of every version. A certified case with a new version is compiled again.
 */
export async function addWorldVersion(
  step: Db,
  given: {
    caseId: string;
    packetRevision: number;
    spec: WorldSpec;
    authorId: string;
    origin: WorldOrigin;
    note?: string;
  },
): Promise<{ id: string; number: number; made: boolean }> {
  const spec = withWays(given.spec, await waysFor(step, given.caseId));
  const contentHash = contentHashOf(spec);
  const newest = await newestWorld(step, given.caseId);
  if (newest?.contentHash === contentHash && newest.packetRevision === given.packetRevision)
    return { id: newest.id, number: newest.number, made: false };
  const number = (newest?.number ?? 0) + 1;
  const { id } = await step.worldVersion.create({
    data: {
      caseId: given.caseId,
      number,
      basedOn: newest?.number ?? null,
      packetRevision: given.packetRevision,
      content: spec,
      contentHash,
      authorId: given.authorId,
      origin: given.origin,
      note: given.note || null,
    },
  });
  await step.case.updateMany({
    where: { id: given.caseId, stage: { in: ["accepted", "certified"] } },
    data: { stage: "compiled", stageSince: new Date() },
  });
  return { id, number, made: true };
}

/**
 * Compiles the accepted packet of a case to a world by rules. The attempt is kept with its findings, whether or not a
 * world came of it.
 * @throws {Problem} not_found, not_ready while no revision of the packet is accepted
 */
export async function compileCase(database: Database, actor: Actor, caseId: string): Promise<CompileResult> {
  return database.$transaction(async (step) => {
    const { stage } = await lockCase(step, caseId);
    const accepted = await newestRevision(step, caseId, "accept");
    if (!accepted || !FROZEN.includes(stage))
      throw new Problem("not_ready", "The packet of this case is not accepted yet.", {
        fix: "Compile it when a second expert has accepted it.",
      });
    const packet = parse(packetSchema, accepted.content, "The packet");
    const proposed = proposeByRules(packet);
    const last = await step.compileAttempt.findFirst({ where: { caseId }, orderBy: { number: "desc" } });
    const attempt = (last?.number ?? 0) + 1;
    const version = proposed.ok
      ? await addWorldVersion(step, {
          caseId,
          packetRevision: accepted.number,
          spec: proposed.value,
          authorId: actor.id,
          origin: "compiled",
        })
      : null;
    const findings = proposed.ok ? [] : proposed.findings;
    await step.compileAttempt.create({
      data: { caseId, number: attempt, proposer: "rules", findings, worldVersionId: version?.id ?? null },
    });
    await audit(step, {
      actorId: actor.id,
      action: "world.compile",
      caseId,
      detail: { attempt, number: version?.number ?? null, findings: findings.length },
    });
    return { attempt, number: version?.number ?? null, made: version?.made ?? false, findings };
  });
}
