import {
  createSession,
  LEXICAL_TRANSLATOR,
  type RunHeader,
  type RunLogRecord,
  readRunLog,
  ruleOf,
  type Session,
  writeRunLog,
} from "@/compiler/engine";
import { type Grade, gradeRun, gradeSchema, gradeSnapshot } from "@/compiler/grade";
import type { Spoken } from "@/compiler/language";
import type { PublicAction } from "@/compiler/public/action";
import { canonicalJson } from "@/compiler/spec/canonical";
import { LIMITS } from "@/compiler/spec/limits";
import { minutesOf } from "@/compiler/spec/moment";
import { readWorld, type World } from "@/compiler/spec/world-index";
import { audit } from "@/lib/auth/audit";
import type { ActResult, Playtest, PlaytestGrade, RunRow, StartPlaytest } from "@/lib/contracts/playtests";
import { sha256 } from "@/lib/crypto/hash";
import type { Database, Db } from "@/lib/db";
import type { PlaytestRun, Prisma } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";
import { studioModel } from "@/lib/llm";
import type { Actor } from "./cases-access";
import { modelNameOf, stepTranslated, translatorName } from "./translate";
import { specOf } from "./worlds";

/** Agent names of people's runs; a run played on from another one is no baseline. */
const PERSON = "person";
const PERSON_AGAIN = "person, from an earlier run";

const DAY = 1440;

function worldOf(spec: unknown): World {
  const read = readWorld(spec);
  if (!read.ok) throw new Problem("not_ready", "This world cannot be played: it cannot be read.");
  return read.value;
}

/** Runs a kept log again: the session it led to. The engine is deterministic, so this is the session that was left. */
function resume(log: string): { session: Session; world: World; records: RunLogRecord[] } {
  const read = readRunLog(log);
  if (!read.ok) throw new Problem("our_fault", "The kept run cannot be read.");
  const [header, ...rest] = read.value;
  const { world: spec, world_hash, agent, seed, translator } = header as RunHeader;
  const world = worldOf(spec);
  const session = createSession(world, { header: { world_hash, agent, seed, translator } });
  for (const record of rest) if (record.kind === "step") session.apply(record.action, record.translation);
  return { session, world, records: read.value };
}

async function requireOwn(db: Db, actor: Actor, runId: string) {
  const run = await db.playtestRun.findUnique({
    where: { id: runId },
    include: { publication: true, worldVersion: true },
  });
  if (!run) throw new Problem("not_found", "There is no such run.");
  if (run.playerId !== actor.id)
    throw new Problem("not_allowed", "This is somebody else's run.", { fix: "Begin one of your own." });
  return run;
}

/** What the run is played on: a published version for everybody, any version for a curator. */
async function chosenWorld(db: Db, actor: Actor, given: Exclude<StartPlaytest, { again: string }>) {
  if ("publicationId" in given) {
    const found = await db.publication.findUnique({
      where: { id: given.publicationId },
      include: { worldVersion: true },
    });
    if (!found) throw new Problem("not_found", "There is no such published world.");
    if (found.withdrawnAt)
      throw new Problem("gone", "This version was withdrawn.", { fix: "Play a newer one." });
    return { version: found.worldVersion, publicationId: found.id };
  }
  if (actor.role !== "curator" && actor.role !== "admin")
    throw new Problem("not_allowed", "Only curators play worlds that are not published.");
  const { caseId, number } = given;
  const version = await db.worldVersion.findUnique({
    where: { caseId_number: { caseId, number } },
    include: { publications: { where: { withdrawnAt: null } } },
  });
  if (!version) throw new Problem("not_found", "There is no such version of this world.");
  return { version, publicationId: version.publications[0]?.id ?? null };
}

/** The words of a model for a result; null where the engine's own stand. */
const renderedBy = (spoken?: Pick<Spoken, "rendering">): string | null =>
  spoken?.rendering?.by === "model" ? spoken.rendering.text : null;

/** Who translates a run: the model it was begun with, or words alone. */
const modelOf = (translator: string) =>
  modelNameOf(translator) === null ? "words" : (studioModel() ?? "missing");

/** Begins a run. The world stays on the server. @throws {Problem} not_found, not_allowed, gone */
export async function startPlaytest(
  database: Database,
  actor: Actor,
  given: StartPlaytest,
): Promise<{ id: string }> {
  const begin = async (data: Prisma.PlaytestRunUncheckedCreateInput) => {
    const { id } = await database.playtestRun.create({ data });
    await audit(database, { actorId: actor.id, action: "playtest.start", detail: { runId: id } });
    return { id };
  };
  if ("again" in given) {
    const before = await requireOwn(database, actor, given.again);
    if (!before.finishedAt)
      throw new Problem("not_ready", "That run has not ended.", { fix: "Go on with it." });
    const { records } = resume(before.log);
    const [header, ...steps] = records;
    const kept = steps.slice(0, given.step).filter((r) => r.kind === "step" && r.action.tool !== "finish");
    const log = writeRunLog([{ ...(header as RunHeader), agent: PERSON_AGAIN }, ...kept]);
    return begin({
      publicationId: before.publicationId,
      worldVersionId: before.worldVersionId,
      playerId: actor.id,
      agent: PERSON_AGAIN,
      log,
      version: kept.length,
    });
  }
  const { version, publicationId } = await chosenWorld(database, actor, given);
  const session = createSession(worldOf(specOf(version)), {
    header: { world_hash: version.contentHash, agent: PERSON, translator: translatorName(studioModel()) },
  });
  return begin({
    publicationId,
    worldVersionId: version.id,
    playerId: actor.id,
    agent: PERSON,
    log: writeRunLog(session.log()),
  });
}

/** What the player's page shows: only what the public tools have shown, and the grade once the run has ended. */
export async function playtestView(database: Database, actor: Actor, runId: string): Promise<Playtest> {
  const run = await requireOwn(database, actor, runId);
  const { session, world, records } = resume(run.log);
  const turns = records.flatMap((r) =>
    r.kind === "step" ? [{ action: r.action, result: r.result, rendering: renderedBy(r.spoken) }] : [],
  );
  const begun = await database.playtestRun.count({
    where: { playerId: actor.id, worldVersionId: run.worldVersionId, startedAt: { lte: run.startedAt } },
  });
  return {
    id: run.id,
    world: world.spec.id,
    title: world.spec.title,
    version: run.publication?.version ?? null,
    run: begun,
    model: modelNameOf((records[0] as RunHeader).translator),
    limit: world.spec.action_limit,
    caseFile: session.caseFile(),
    turns,
    finished: session.finished,
    grade: session.finished ? await gradeOf(database, run, world, records) : null,
  };
}

/**
 * Carries out one tool call of a player. The log with the new step is stored before the answer is given.
 * @param signal cancels it while a model translates: then nothing is stored
 * @throws {Problem} conflict when another page has played on, unavailable when it was cancelled
 */
export async function actInPlaytest(
  database: Database,
  actor: Actor,
  runId: string,
  given: { turns: number; action: PublicAction },
  signal?: AbortSignal,
): Promise<ActResult> {
  const run = await requireOwn(database, actor, runId);
  if (run.finishedAt) throw new Problem("gone", "This run has ended.", { fix: "Begin another one." });
  const { session, world, records } = resume(run.log);
  if (records.length - 1 !== given.turns)
    throw new Problem("conflict", "This run went on in another window.", {
      fix: "Reload this page to see where it stands.",
    });
  const { translator } = records[0] as RunHeader;
  const { caseId } = run.worldVersion;
  const step = await stepTranslated(session, given.action, modelOf(translator), caseId, { signal });
  if (signal?.aborted)
    throw new Problem("unavailable", "Cancelled before it was answered.", {
      fix: "Nothing was done. Go on.",
    });
  const { result, rendering } = step;
  const after = session.log();
  const fresh = after.slice(records.length);
  if (fresh.length > 0) {
    const { count } = await database.playtestRun.updateMany({
      where: { id: runId, version: run.version },
      data: {
        log: run.log + writeRunLog(fresh),
        version: { increment: 1 },
        ...(session.finished
          ? { finishedAt: new Date(), grade: gradeSnapshot(world, session.snapshot()) }
          : {}),
      },
    });
    if (count === 0)
      throw new Problem("conflict", "This run went on in another window.", {
        fix: "Reload this page to see where it stands.",
      });
  }
  return {
    turn: { action: given.action, result, rendering: renderedBy({ rendering }) },
    recorded: fresh.length > 0,
    caseFile: session.caseFile(),
    finished: session.finished,
    grade: session.finished ? await gradeOf(database, run, world, after) : null,
  };
}

/** What people made of a version so far. */
async function peopleOf(database: Database, worldVersionId: string) {
  const runs = await database.playtestRun.findMany({
    where: { worldVersionId, agent: PERSON, finishedAt: { not: null } },
    select: { grade: true },
  });
  const passed = runs.filter((r) => gradeSchema.safeParse(r.grade).data?.strict_pass).length;
  return { played: runs.length, passed };
}

async function gradeOf(
  database: Database,
  run: Pick<PlaytestRun, "worldVersionId">,
  world: World,
  records: readonly RunLogRecord[],
): Promise<PlaytestGrade> {
  const reached = new Map<string, number>();
  const session = createSession(world);
  let grade: Grade = gradeSnapshot(world, session.snapshot());
  const note = (step: number) => {
    for (const g of grade.groups) if (g.passed && !reached.has(g.group)) reached.set(g.group, step);
  };
  note(0);
  let clock = world.start;
  for (const record of records) {
    if (record.kind !== "step") continue;
    session.apply(record.action, record.translation);
    grade = gradeSnapshot(world, session.snapshot());
    note(record.step);
    clock = minutesOf(record.clock);
  }
  const label = labelsOf(world);
  return {
    strict_pass: grade.strict_pass,
    outcome_complete: grade.outcome_complete,
    cap_hit: grade.cap_hit,
    actions_used: grade.actions_used,
    action_limit: world.spec.action_limit,
    days: Math.ceil((clock - world.start) / DAY),
    outcomes: grade.groups
      .map((g) => ({
        label: g.label,
        required: g.required,
        passed: g.passed,
        step: reached.get(g.group) ?? null,
      }))
      .sort((a, b) => (a.step ?? Number.MAX_SAFE_INTEGER) - (b.step ?? Number.MAX_SAFE_INTEGER)),
    findings: grade.findings.map((f) => ({
      rule: ruleOf(f.code),
      step: f.step,
      message: f.message,
      about: f.nodes.flatMap((id) => label(id) ?? []),
    })),
    people: await peopleOf(database, run.worldVersionId),
  };
}

function labelsOf(world: World) {
  return (id: string): string | undefined =>
    world.knowledge.get(id)?.label ??
    world.mutations.get(id)?.label ??
    world.documents.get(id)?.title ??
    world.requests.get(id)?.title ??
    world.forms.get(id)?.title ??
    world.authorities.get(id)?.scope ??
    world.statuses.get(id)?.label ??
    world.entities.get(id)?.name;
}

/**
 * The log of an ended run, which holds the whole world: for curators. Players keep the transcript of what they saw.
 * @throws {Problem} not_found, not_ready
 */
export async function runLog(database: Database, runId: string): Promise<string> {
  const run = await database.playtestRun.findUnique({ where: { id: runId } });
  if (!run) throw new Problem("not_found", "There is no such run.");
  if (!run.finishedAt)
    throw new Problem("not_ready", "The log of a run opens when it has ended.", {
      fix: "Finish the run first.",
    });
  return run.log;
}

/** Records of an ended run, for playback. */
export async function runRecords(database: Database, runId: string): Promise<{ records: RunLogRecord[] }> {
  const read = readRunLog(await runLog(database, runId));
  if (!read.ok) throw new Problem("our_fault", "The kept run cannot be read.");
  return { records: read.value };
}

/**
 * Keeps the log of an agent's run of a published world, graded by the same grader. Who played is what the sender
 * vouches for; the same log from the same sender is kept once, and sending it again gives the run that is there.
 * @throws {Problem} bad_input for a log that is broken or was altered, not_found when its world is not published
 */
export async function keepAgentRun(
  database: Database,
  actor: Actor,
  text: string,
): Promise<{ id: string; grade: Grade }> {
  const read = readRunLog(text);
  if (!read.ok)
    throw new Problem("bad_input", read.findings[0]?.message ?? "This is not a run log.", {
      fix: read.findings[0]?.fix,
    });
  const header = read.value[0] as RunHeader;
  const hash = sha256(canonicalJson(header.world));
  const published = await database.publication.findFirst({
    where: { worldVersion: { contentHash: hash } },
    orderBy: { publishedAt: "desc" },
  });
  if (!published)
    throw new Problem("not_found", "The world of this run is not published here.", {
      fix: "Pull the world from this studio, run the agent on it, and send that log.",
    });
  if (header.translator !== LEXICAL_TRANSLATOR)
    throw new Problem("bad_input", "Only a run whose requests the studio can translate again is kept.", {
      fix: `Run the agent with the translator "${LEXICAL_TRANSLATOR}".`,
    });
  const graded = gradeRun(read.value, { sha256 });
  if (!graded.ok)
    throw new Problem("bad_input", graded.findings[0]?.message ?? "This log cannot be graded.", {
      fix: graded.findings[0]?.fix,
    });
  const { worldVersionId, caseId } = published;
  const sender = await database.user.findUniqueOrThrow({ where: { id: actor.id }, select: { name: true } });
  const agent = `${header.agent.trim() || "an unnamed agent"}, sent by ${sender.name}`.slice(0, LIMITS.label);
  const log = writeRunLog([{ ...header, agent }, ...read.value.slice(1)]);
  return database.$transaction(async (step) => {
    await step.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${sha256(log)}, 0))`;
    const kept = await step.playtestRun.findFirst({
      where: { worldVersionId, playerId: null, log },
      select: { id: true },
    });
    if (kept) return { id: kept.id, grade: graded.value };
    const { id } = await step.playtestRun.create({
      data: {
        publicationId: published.id,
        worldVersionId,
        playerId: null,
        agent,
        log,
        grade: graded.value,
        version: read.value.length - 1,
        finishedAt: new Date(),
      },
    });
    await audit(step, { actorId: actor.id, action: "run.keep", caseId, detail: { runId: id } });
    return { id, grade: graded.value };
  });
}

/** Runs somebody may see: their own, for curators all, newest first. */
export async function listRuns(database: Database, actor: Actor, caseId?: string): Promise<RunRow[]> {
  const curator = actor.role === "curator" || actor.role === "admin";
  const runs = await database.playtestRun.findMany({
    where: {
      ...(curator ? {} : { playerId: actor.id }),
      ...(caseId ? { worldVersion: { caseId } } : {}),
    },
    orderBy: { startedAt: "desc" },
    take: 200,
    select: {
      id: true,
      agent: true,
      grade: true,
      startedAt: true,
      finishedAt: true,
      playerId: true,
      player: { select: { name: true } },
      publication: { select: { version: true } },
      worldVersion: { select: { caseId: true, number: true, case: { select: { title: true } } } },
    },
  });
  return runs.map((run) => {
    const grade = gradeSchema.safeParse(run.grade).data;
    const required = grade?.groups.filter((g) => g.required) ?? [];
    return {
      id: run.id,
      world: run.worldVersion.caseId,
      title: run.worldVersion.case.title,
      version: run.publication?.version ?? null,
      number: run.worldVersion.number,
      by: run.player?.name ?? run.agent,
      person: run.playerId !== null,
      own: run.playerId === actor.id,
      startedAt: run.startedAt.toISOString(),
      finishedAt: run.finishedAt?.toISOString() ?? null,
      strict_pass: grade?.strict_pass ?? null,
      outcomes: grade ? `${required.filter((g) => g.passed).length} of ${required.length}` : null,
      actions: grade?.actions_used ?? null,
    };
  });
}

/** Finished runs of a version, people's and agents', newest first, as the graph offers them for playback. */
export async function keptRuns(
  database: Database,
  caseId: string,
  number: number,
): Promise<{ id: string; name: string }[]> {
  const runs = await database.playtestRun.findMany({
    where: { worldVersion: { caseId, number }, finishedAt: { not: null } },
    orderBy: { startedAt: "desc" },
    take: 50,
    select: { id: true, agent: true, startedAt: true, player: { select: { name: true } } },
  });
  return runs.map((run) => ({
    id: run.id,
    name: `Run of ${run.player?.name ?? run.agent}, ${run.startedAt.toISOString().slice(0, 16).replace("T", " ")}`,
  }));
}

/** Published worlds that may be played, newest first, with how often this person has played each. */
export async function playableWorlds(database: Database, actor: Actor) {
  const found = await database.publication.findMany({
    where: { withdrawnAt: null },
    orderBy: [{ publishedAt: "desc" }],
    distinct: ["caseId"],
    select: {
      id: true,
      caseId: true,
      version: true,
      case: { select: { title: true } },
      playtests: { where: { playerId: actor.id }, select: { id: true } },
    },
  });
  return found.map((p) => ({
    publicationId: p.id,
    world: p.caseId,
    title: p.case.title,
    version: p.version,
    played: p.playtests.length,
  }));
}
