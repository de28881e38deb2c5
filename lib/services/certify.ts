import { setTimeout as pause } from "node:timers/promises";
import { type BallotReport, ballotReportSchema } from "@/compiler/certify/ballots";
import { certificateSchema } from "@/compiler/certify/certificate";
import { audit } from "@/lib/auth/audit";
import {
  type CertificationRow,
  type CertificationStreamEvent,
  type CertificationView,
  certificationEventSchema,
  type GateDone,
  gateDoneSchema,
  type RunStatusName,
} from "@/lib/contracts/certification";
import { type Database, type Db, db } from "@/lib/db";
import type { Prisma } from "@/lib/db/generated/client";
import { listen, tell } from "@/lib/db/session";
import { parse } from "@/lib/http/parse";
import { Problem } from "@/lib/http/problem";
import { enqueue } from "@/lib/jobs/enqueue";
import type { Handler } from "@/lib/jobs/queues";
import type { Actor } from "./cases-access";
import { newestWorld } from "./compile";
import { runGates } from "./gates";
import { lockCase } from "./packets";
import { paraphrasesFor } from "./ways";
import { specOf } from "./worlds";

const ENDED: readonly RunStatusName[] = ["passed", "refused", "cancelled", "failed"];

/**
 * Asks for the gates on a version of a world. The run and its job are stored together; while one is under way for the
 * version, that one is given.
 * @throws {Problem} not_found
 */
export async function requestCertification(
  database: Database,
  actor: Actor,
  caseId: string,
  number: number,
): Promise<CertificationView> {
  const id = await database.$transaction(async (step) => {
    await lockCase(step, caseId);
    const version = await step.worldVersion.findUnique({
      where: { caseId_number: { caseId, number } },
      include: { certifications: { where: { status: { in: ["queued", "running"] } }, take: 1 } },
    });
    if (!version) throw new Problem("not_found", "There is no such version of this world.");
    const underWay = version.certifications[0];
    if (underWay) return underWay.id;
    const { id } = await step.certificationRun.create({
      data: { worldVersionId: version.id, requestedById: actor.id },
    });
    await enqueue(step, "certify", { runId: id });
    await audit(step, {
      actorId: actor.id,
      action: "certification.request",
      caseId,
      detail: { runId: id, number },
    });
    return id;
  });
  return certificationView(database, id);
}

/** The run is no longer this worker's: somebody cancelled it, or another worker took it up. */
class Taken extends Error {}

const runTopic = (runId: string) => `run:${runId}`;
const stopTopic = (runId: string) => `stop:${runId}`;

async function note(step: Db, runId: string, ...events: CertificationStreamEvent[]): Promise<void> {
  await step.certificationEvent.createMany({
    data: events.map((event) => ({
      runId,
      gate: event.kind === "gate" ? event.gate.gate : event.status,
      payload: event,
    })),
  });
  await tell(step, runTopic(runId));
}

/**
 * The job: runs every gate of a version and keeps what each said as it ends. Safe to run again: a run that was cut short
 * begins anew, one that has ended is left alone, and of two that run the same one the later goes on. Cancelling ends a run in
 * the middle of a gate. A stop of the server leaves the run to the next worker.
 */
export const runCertification: Handler<"certify"> = async ({ runId }, signal) => {
  const run = await db().certificationRun.findUnique({
    where: { id: runId },
    include: { worldVersion: true },
  });
  if (!run || ENDED.includes(run.status)) return;
  const startedAt = new Date();
  await db().$transaction(async (step) => {
    await step.certificationRun.update({
      where: { id: runId },
      data: { status: "running", startedAt, gates: [] },
    });
    await note(step, runId, { kind: "status", status: "running" });
  });
  const mine = { id: runId, status: "running", startedAt } as const;
  const stop = new AbortController();
  const stopIfTaken = async () => {
    if ((await db().certificationRun.count({ where: mine })) === 0) stop.abort(new Taken());
  };
  const deaf = await listen(stopTopic(runId), () => stopIfTaken().catch(() => {}));
  const gates: GateDone[] = [];
  let noted = 0;
  let kept: Promise<unknown> = Promise.resolve();
  // Gates that end while others are being kept are kept together.
  const keep = (gate: GateDone) => {
    gates.push(gate);
    kept = kept.then(async () => {
      const fresh = gates.slice(noted);
      if (fresh.length === 0) return;
      noted = gates.length;
      await db().$transaction(async (step) => {
        const { count } = await step.certificationRun.updateMany({ where: mine, data: { gates } });
        if (count === 0) throw new Taken();
        await note(step, runId, ...fresh.map((done) => ({ kind: "gate" as const, gate: done })));
      });
    });
    kept.catch((error) => stop.abort(error));
  };
  try {
    const spec = specOf(run.worldVersion);
    const { paraphrases, hash } = await paraphrasesFor(db(), run.worldVersion.caseId, spec.id);
    const { verdict, certificate, ballots } = await runGates(
      { spec, paraphrases },
      keep,
      AbortSignal.any([signal, stop.signal]),
    );
    await kept;
    await end(mine, verdict === "proved" ? "passed" : "refused", {
      certificate: certificate ?? undefined,
      ballots: ballots ?? undefined,
      paraphrases: hash,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    if (stop.signal.reason instanceof Taken) return;
    await end(mine, "failed", { error: "The gates themselves failed. This is a fault of the studio." });
    throw error;
  } finally {
    deaf();
  }
};

async function end(
  mine: { id: string; status: "running"; startedAt: Date },
  status: "passed" | "refused" | "failed",
  said: { certificate?: object; ballots?: object; paraphrases?: string | null; error?: string },
) {
  const runId = mine.id;
  await db().$transaction(async (step) => {
    const { count } = await step.certificationRun.updateMany({
      where: mine,
      data: { status, finishedAt: new Date(), ...said },
    });
    if (count === 0) return;
    await note(step, runId, { kind: "status", status });
    const run = await step.certificationRun.findUniqueOrThrow({
      where: { id: runId },
      include: { worldVersion: true },
    });
    const { caseId, number } = run.worldVersion;
    const newest = await newestWorld(step, caseId);
    if (status === "passed" && newest?.number === number)
      await step.case.updateMany({
        where: { id: caseId, stage: "compiled" },
        data: { stage: "certified", stageSince: new Date() },
      });
    await audit(step, {
      actorId: run.requestedById,
      action: `certification.${status}`,
      caseId,
      detail: { runId, number },
    });
  });
}

/** Stops a run that has not ended. What it found so far stays. */
export async function cancelCertification(database: Database, actor: Actor, runId: string): Promise<void> {
  await database.$transaction(async (step) => {
    const run = await step.certificationRun.findUnique({
      where: { id: runId },
      include: { worldVersion: true },
    });
    if (!run) throw new Problem("not_found", "There is no such run.");
    const { count } = await step.certificationRun.updateMany({
      where: { id: runId, status: { in: ["queued", "running"] } },
      data: { status: "cancelled", finishedAt: new Date() },
    });
    if (count === 0) return;
    await note(step, runId, { kind: "status", status: "cancelled" });
    await tell(step, stopTopic(runId));
    await audit(step, {
      actorId: actor.id,
      action: "certification.cancel",
      caseId: run.worldVersion.caseId,
      detail: { runId },
    });
  });
}

/** What a row of the queue shows; the world's content and the certificate are left where they are. */
const ROW = {
  id: true,
  status: true,
  gates: true,
  queuedAt: true,
  startedAt: true,
  finishedAt: true,
  requestedBy: { select: { name: true } },
  worldVersion: { select: { caseId: true, number: true, case: { select: { title: true } } } },
} satisfies Prisma.CertificationRunSelect;

function rowOf(run: Prisma.CertificationRunGetPayload<{ select: typeof ROW }>): CertificationRow {
  return {
    id: run.id,
    caseId: run.worldVersion.caseId,
    title: run.worldVersion.case.title,
    number: run.worldVersion.number,
    status: run.status,
    by: run.requestedBy?.name ?? null,
    queuedAt: run.queuedAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    gates: gateDoneSchema.array().parse(run.gates),
  };
}

/** One run as pages show it. @throws {Problem} not_found */
export async function certificationView(database: Db, runId: string): Promise<CertificationView> {
  const run = await database.certificationRun.findUnique({
    where: { id: runId },
    select: { ...ROW, certificate: true },
  });
  if (!run) throw new Problem("not_found", "There is no such run.");
  const certificate = certificateSchema.safeParse(run.certificate);
  return { ...rowOf(run), certificate: certificate.success ? certificate.data : null };
}

/** Everything gate 5 of a run asked and how it was understood. @throws {Problem} not_found */
export async function certificationBallots(database: Db, runId: string): Promise<BallotReport> {
  const run = await database.certificationRun.findUnique({ where: { id: runId }, select: { ballots: true } });
  if (!run?.ballots) throw new Problem("not_found", "This run kept no ballots.", { fix: "Certify again." });
  return parse(ballotReportSchema, run.ballots, "The kept ballots");
}

/** The newest run of a version; null before the first. */
export async function newestCertification(
  database: Db,
  caseId: string,
  number: number,
): Promise<CertificationView | null> {
  const run = await database.certificationRun.findFirst({
    where: { worldVersion: { caseId, number } },
    orderBy: { queuedAt: "desc" },
    select: { id: true },
  });
  return run && certificationView(database, run.id);
}

/** Runs of all worlds, newest first: the queue page. */
export async function listCertifications(database: Db): Promise<CertificationRow[]> {
  const runs = await database.certificationRun.findMany({
    orderBy: { queuedAt: "desc" },
    take: 100,
    select: ROW,
  });
  return runs.map(rowOf);
}

const LOOK_AGAIN_MS = 5000;
const BEAT_MS = 15_000;

/**
 * What happens in a run, as it happens, until it ends. `after` is the last event the reader has, so that a broken
 * connection goes on where it stopped.
 */
export async function* certificationEvents(
  database: Db,
  runId: string,
  after: bigint,
  signal: AbortSignal,
): AsyncGenerator<{ id: bigint; event: CertificationStreamEvent } | "beat"> {
  let last = after;
  let beat = Date.now();
  let news = new AbortController();
  const deaf = await listen(runTopic(runId), () => news.abort());
  try {
    while (!signal.aborted) {
      news = new AbortController();
      const rows = await database.certificationEvent.findMany({
        where: { runId, id: { gt: last } },
        orderBy: { id: "asc" },
      });
      for (const row of rows) {
        last = row.id;
        beat = Date.now();
        const event = certificationEventSchema.parse(row.payload);
        yield { id: row.id, event };
        if (event.kind === "status" && ENDED.includes(event.status)) return;
      }
      if (rows.length === 0) {
        const { status } = await database.certificationRun.findUniqueOrThrow({
          where: { id: runId },
          select: { status: true },
        });
        if (ENDED.includes(status)) {
          yield { id: last, event: { kind: "status", status } };
          return;
        }
      }
      if (Date.now() - beat > BEAT_MS) {
        beat = Date.now();
        yield "beat";
      }
      await pause(LOOK_AGAIN_MS, undefined, { signal: AbortSignal.any([signal, news.signal]) }).catch(
        () => {},
      );
    }
  } finally {
    deaf();
  }
}
