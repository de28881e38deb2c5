import { z } from "zod";
import { packetSchema } from "@/compiler/packet";
import { type Attempt, proposeWithRepair } from "@/compiler/propose";
import { findingSchema } from "@/compiler/spec/finding";
import { readWorld } from "@/compiler/spec/world-index";
import { audit } from "@/lib/auth/audit";
import type { Attempts, AttemptView } from "@/lib/contracts/language";
import { sha256 } from "@/lib/crypto/hash";
import type { Database, Db } from "@/lib/db";
import type { CompileAttempt, Prisma } from "@/lib/db/generated/client";
import { parse } from "@/lib/http/parse";
import { Problem } from "@/lib/http/problem";
import { ModelFailure } from "@/lib/llm/failure";
import type { AskOptions, Model } from "@/lib/llm/model";
import { repairByModel } from "@/lib/llm/propose";
import { type Actor, FROZEN } from "./cases-access";
import { addWorldVersion } from "./compile";
import { lockCase, newestRevision } from "./packets";
import { paraphrasesFor } from "./ways";

/** What is kept beside the findings of an attempt. */
const keptSchema = z.strictObject({
  packetRevision: z.int(),
  passed: z.boolean(),
  why: z.string(),
  differences: z.array(
    z.strictObject({ id: z.string(), field: z.string(), before: z.unknown(), after: z.unknown() }),
  ),
  world: z.unknown(),
});

async function nextNumber(step: Db, caseId: string): Promise<number> {
  const last = await step.compileAttempt.findFirst({ where: { caseId }, orderBy: { number: "desc" } });
  return (last?.number ?? 0) + 1;
}

async function keep(
  step: Db,
  caseId: string,
  given: { attempt: Attempt; proposer: string; packetRevision: number; versionId: string | null },
): Promise<number> {
  const { attempt } = given;
  const number = await nextNumber(step, caseId);
  const kept: z.infer<typeof keptSchema> = {
    packetRevision: given.packetRevision,
    passed: attempt.passed,
    why: attempt.why,
    differences: attempt.differences,
    world: attempt.spec,
  };
  await step.compileAttempt.create({
    data: {
      caseId,
      number,
      proposer: given.proposer,
      findings: attempt.findings,
      diff: kept as Prisma.InputJsonValue,
      worldVersionId: given.versionId,
    },
  });
  return number;
}

/**
 * Compiles the accepted packet by rules and, where the gates find faults, lets a model repair it up to three times. Each
 * attempt is kept as it ends, with its findings and what it changed. Only a world that passes every gate becomes a
 * version; otherwise a person decides on the attempts. Nothing here has the certificate key.
 * @throws {Problem} not_found, not_ready, unavailable when the model gave no usable answer
 */
export async function proposeCase(
  database: Database,
  actor: Actor,
  caseId: string,
  model: Model | null,
  options: AskOptions & { onAttempt?: (attempt: Attempt) => void } = {},
): Promise<{ attempts: number; version: number | null }> {
  const accepted = await database.$transaction(async (step) => {
    const { stage } = await lockCase(step, caseId);
    const revision = await newestRevision(step, caseId, "accept");
    if (!revision || !FROZEN.includes(stage))
      throw new Problem("not_ready", "The packet of this case is not accepted yet.", {
        fix: "Compile it when a second expert has accepted it.",
      });
    return revision;
  });
  if (!model)
    throw new Problem("not_ready", "No model is set up in this studio.", {
      fix: "Compile by rules, or ask an administrator to set OPENAI_API_KEY.",
    });
  const packet = parse(packetSchema, accepted.content, "The packet");
  const { paraphrases } = await paraphrasesFor(database, caseId, caseId);
  let version: number | null = null;
  let attempts = 0;
  try {
    const keepAttempt = async (attempt: Attempt) => {
      attempts += 1;
      await database.$transaction(async (step) => {
        await lockCase(step, caseId);
        const proposer = attempt.by === "rules" ? "rules" : model.nameOf("propose");
        const made =
          attempt.passed && attempt.spec
            ? await addWorldVersion(step, {
                caseId,
                packetRevision: accepted.number,
                spec: attempt.spec,
                authorId: actor.id,
                origin: "compiled",
                note: attempt.by === "rules" ? undefined : `Repaired by the model ${proposer}`,
              })
            : null;
        version = made?.number ?? null;
        const number = await keep(step, caseId, {
          attempt,
          proposer,
          packetRevision: accepted.number,
          versionId: made?.id ?? null,
        });
        await audit(step, {
          actorId: actor.id,
          action: "world.propose",
          caseId,
          detail: { attempt: number, passed: attempt.passed, findings: attempt.findings.length, proposer },
        });
      });
      options.onAttempt?.(attempt);
    };
    const repairer = repairByModel(model, caseId, options);
    await proposeWithRepair(packet, repairer, { sha256 }, keepAttempt, paraphrases);
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    throw new Problem("unavailable", error.message, {
      fix: `${error.fix} The attempts before it are kept.`,
      extra: { fault: error.fault },
    });
  }
  return { attempts, version };
}

const keptOf = (row: CompileAttempt) => keptSchema.safeParse(row.diff).data ?? null;

function viewOf(row: CompileAttempt & { worldVersion: { number: number } | null }): AttemptView {
  const kept = keptOf(row);
  return {
    number: row.number,
    proposer: row.proposer,
    at: row.createdAt.toISOString(),
    version: row.worldVersion?.number ?? null,
    why: kept?.why ?? "",
    passed: kept?.passed ?? null,
    findings: findingSchema.array().catch([]).parse(row.findings),
    differences: (kept?.differences ?? []).map(({ id, field, before, after }) => ({
      id,
      field,
      before,
      after,
    })),
    usable: row.worldVersionId === null && kept?.world != null && readWorld(kept.world).ok,
  };
}

/** All attempts to compile a case, newest first. `model` names the one that would repair; null when none is set up. */
export async function attemptsOf(database: Db, caseId: string, model: Model | null): Promise<Attempts> {
  const rows = await database.compileAttempt.findMany({
    where: { caseId },
    orderBy: { number: "desc" },
    take: 100,
    include: { worldVersion: { select: { number: true } } },
  });
  return { attempts: rows.map(viewOf), model: model?.nameOf("propose") ?? null };
}

/**
 * Takes the world of an attempt that did not pass as a version for a person to go on with.
 * @throws {Problem} not_found, not_ready
 */
export async function takeAttempt(
  database: Database,
  actor: Actor,
  caseId: string,
  number: number,
): Promise<{ version: number }> {
  return database.$transaction(async (step) => {
    await lockCase(step, caseId);
    const row = await step.compileAttempt.findUnique({ where: { caseId_number: { caseId, number } } });
    if (!row) throw new Problem("not_found", "There is no such attempt.");
    const kept = keptOf(row);
    const world = kept && readWorld(kept.world);
    if (!kept || !world?.ok)
      throw new Problem("not_ready", "This attempt left no world to take.", {
        fix: "Choose another attempt.",
      });
    const made = await addWorldVersion(step, {
      caseId,
      packetRevision: kept.packetRevision,
      spec: world.value.spec,
      authorId: actor.id,
      origin: "compiled",
      note: `Attempt ${number}, taken by hand`,
    });
    await audit(step, {
      actorId: actor.id,
      action: "world.take_attempt",
      caseId,
      detail: { attempt: number, number: made.number },
    });
    return { version: made.number };
  });
}

/** An attempt in a line, while others are still to come. */
export const attemptWords = (attempt: Attempt): string =>
  attempt.passed
    ? `Attempt ${attempt.number} passes every gate`
    : `Attempt ${attempt.number}: ${attempt.findings.length} ${attempt.findings.length === 1 ? "finding" : "findings"}`;

/** What came of it, for the page. */
export const proposalWords = ({ attempts, version }: { attempts: number; version: number | null }) => ({
  words:
    version === null
      ? `No attempt of ${attempts} passes every gate. Decide below how to go on.`
      : `Version ${version} passes every gate.`,
  refused: [],
});
