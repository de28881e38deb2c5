import { certificateSchema } from "@/compiler/certify/certificate";
import { canonicalJson } from "@/compiler/spec/canonical";
import type { Finding } from "@/compiler/spec/finding";
import { audit } from "@/lib/auth/audit";
import { sha256 } from "@/lib/crypto/hash";
import type { Database } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import type { Actor } from "./cases-access";
import { newestWorld } from "./compile";
import { runGates } from "./gates";
import { lockCase } from "./packets";
import { paraphrasesFor } from "./ways";
import { acceptedRevision, specOf } from "./worlds";

/**
 * Publishes a certified version: runs every gate again on the server, compares with the certificate that was shown, and
 * stores the bundle as the next published version, which never changes.
 * @throws {Problem} conflict when the world on the server is not the one on the screen or its certificate is stale,
 * not_ready without a certificate or when the gates no longer say the same
 */
export async function publishWorld(
  database: Database,
  actor: Actor,
  caseId: string,
  given: { number: number; contentHash: string },
): Promise<{ publicationId: string; version: number }> {
  const newest = await newestWorld(database, caseId);
  if (!newest) throw new Problem("not_found", "This case has no world yet.");
  if (newest.number !== given.number)
    throw new Problem(
      "conflict",
      `Version ${given.number} is not the newest: the world was edited after it.`,
      {
        fix: `Certify version ${newest.number}, then publish that.`,
      },
    );
  if (newest.contentHash !== given.contentHash)
    throw new Problem("conflict", "The world on your screen is not the one on the server.", {
      fix: "Reload the page and look again.",
    });
  const accepted = await acceptedRevision(database, caseId);
  if (accepted !== null && accepted > newest.packetRevision)
    throw new Problem(
      "conflict",
      `This world is behind its packet: revision ${accepted} was accepted after it was compiled.`,
      {
        fix: "Compile the packet again, certify that world, then publish it.",
      },
    );
  const run = await database.certificationRun.findFirst({
    where: { worldVersionId: newest.id, status: "passed" },
    orderBy: { finishedAt: "desc" },
  });
  const shown = certificateSchema.safeParse(run?.certificate);
  if (!shown.success)
    throw new Problem("not_ready", "This version has no certificate.", { fix: "Certify it first." });
  if (shown.data.world.sha256 !== newest.contentHash)
    throw new Problem("conflict", "The certificate is stale: it names another content than this world has.", {
      fix: "Certify this version again.",
    });
  const spec = specOf(newest);
  const { paraphrases, hash } = await paraphrasesFor(database, caseId, spec.id);
  if (hash !== (run?.paraphrases ?? null))
    throw new Problem("conflict", "The certificate is stale: the ways of asking were edited after it.", {
      fix: "Certify this version again.",
    });
  const findings: Finding[] = [];
  const { certificate, bundle } = await runGates({ spec, paraphrases, bundle: true }, (gate) =>
    findings.push(...gate.findings),
  );
  if (!certificate || !bundle)
    throw new Problem("not_ready", "A gate that passed before does not pass now.", {
      fix: "Certify again and look at what it finds.",
      extra: { findings: findings.slice(0, 20) },
    });
  const body = ({ signature: _, ...rest }: typeof shown.data) => canonicalJson(rest);
  if (body(certificate) !== body(shown.data))
    throw new Problem("conflict", "The gates say something else now than the certificate that was shown.", {
      fix: "The compiler changed meanwhile. Certify again, look at the result, then publish.",
    });
  return database.$transaction(async (step) => {
    await lockCase(step, caseId);
    const still = await newestWorld(step, caseId);
    if (still?.id !== newest.id)
      throw new Problem("conflict", "The world was edited meanwhile.", {
        fix: "Certify the newest version, then publish that.",
      });
    const last = await step.publication.findFirst({ where: { caseId }, orderBy: { version: "desc" } });
    if (last && last.worldVersionId === newest.id && !last.withdrawnAt)
      throw new Problem("conflict", `This version is published already, as version ${last.version}.`);
    const version = (last?.version ?? 0) + 1;
    const { id } = await step.publication.create({
      data: {
        caseId,
        version,
        worldVersionId: newest.id,
        packetRevision: newest.packetRevision,
        certificate: shown.data,
        bundle,
        bundleHash: sha256(bundle),
        publishedById: actor.id,
      },
    });
    await step.case.update({ where: { id: caseId }, data: { stage: "published", stageSince: new Date() } });
    await audit(step, {
      actorId: actor.id,
      action: "world.publish",
      caseId,
      detail: { publicationId: id, version, number: newest.number },
    });
    return { publicationId: id, version };
  });
}

/** Takes a published version off the corpus. It stays readable and is marked with the reason. */
export async function withdrawWorld(
  database: Database,
  actor: Actor,
  publicationId: string,
  reason: string,
): Promise<void> {
  await database.$transaction(async (step) => {
    const { count } = await step.publication.updateMany({
      where: { id: publicationId, withdrawnAt: null },
      data: { withdrawnAt: new Date(), withdrawnById: actor.id, withdrawnReason: reason },
    });
    const found = await step.publication.findUnique({ where: { id: publicationId } });
    if (!found) throw new Problem("not_found", "There is no such published world.");
    if (count === 0) return;
    await audit(step, {
      actorId: actor.id,
      action: "world.withdraw",
      caseId: found.caseId,
      detail: { publicationId, version: found.version },
    });
  });
}
