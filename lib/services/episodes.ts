import {
  createSession,
  LEXICAL_TRANSLATOR,
  type RunHeader,
  readRunLog,
  type Session,
  writeRunLog,
} from "@/compiler/engine";
import { gradeRun, gradeSnapshot } from "@/compiler/grade";
import type { PublicActionInput } from "@/compiler/public/action";
import type { CaseFile } from "@/compiler/public/case-file";
import type { PublicResultWire } from "@/compiler/public/result";
import { readWorld, type World } from "@/compiler/spec/world-index";
import { audit } from "@/lib/auth/audit";
import { type BeginEpisode, EPISODE_HOURS, type EpisodeGrade } from "@/lib/contracts/episodes";
import { sha256 } from "@/lib/crypto/hash";
import type { Database } from "@/lib/db";
import type { PlaytestRun } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";
import type { Actor } from "./cases-access";
import { specOf } from "./worlds";

/** Calls that leave a record but cost no action, for each action of the world. */
const RECORDS_PER_ACTION = 8;
/** Times a call is carried out again because another one of the same episode came first. */
const TRIES = 5;

const expiryOf = (run: Pick<PlaytestRun, "startedAt">) =>
  new Date(run.startedAt.getTime() + EPISODE_HOURS * 3_600_000);

/**
 * Begins an agent's run of a published world. Its id is the handle by which the agent plays; whoever began it reads the grade
 * with a runner's token. @throws {Problem} not_found, gone
 */
export async function beginEpisode(
  database: Database,
  actor: Actor,
  { world, version, agent }: BeginEpisode,
) {
  const found = await database.publication.findFirst({
    where: { caseId: world, ...(version === "latest" ? { withdrawnAt: null } : { version }) },
    orderBy: { version: "desc" },
    include: { worldVersion: true },
  });
  if (!found)
    throw new Problem("not_found", "There is no such published world.", { fix: "List what is published." });
  if (found.withdrawnAt)
    throw new Problem("gone", "This version was withdrawn.", { fix: "Play a newer version." });
  const session = createSession(worldOf(specOf(found.worldVersion)), {
    header: { world_hash: found.worldVersion.contentHash, agent, translator: LEXICAL_TRANSLATOR },
  });
  const run = await database.playtestRun.create({
    data: {
      publicationId: found.id,
      worldVersionId: found.worldVersionId,
      playerId: null,
      agent,
      log: writeRunLog(session.log()),
    },
  });
  await audit(database, { actorId: actor.id, action: "episode.begin", detail: { runId: run.id } });
  return {
    episode: run.id,
    world: found.caseId,
    version: found.version,
    mcp: `/api/runner/episodes/${run.id}/mcp`,
    expires_at: expiryOf(run).toISOString(),
  };
}

/** The public side of an episode, for the agent that has its handle. @throws {Problem} also from its calls */
export function episodePlayer(database: Database, id: string) {
  return {
    call: (input: unknown) => callInEpisode(database, id, input),
    caseFile: async (): Promise<CaseFile> => resume(await openEpisode(database, id)).session.caseFile(),
  };
}

/** Carries out one tool call; its record is stored before the answer is given. */
async function callInEpisode(database: Database, id: string, input: unknown): Promise<PublicResultWire> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const run = await openEpisode(database, id);
    if (expiryOf(run) <= new Date() && !run.finishedAt)
      throw new Problem("gone", "This episode has expired.", { fix: "Begin another one." });
    const { session, world } = resume(run);
    if (run.version >= RECORDS_PER_ACTION * world.spec.action_limit)
      throw new Problem("too_many", "This episode has had as many calls as it may.", {
        fix: "Begin another one.",
      });
    const before = session.log().length;
    const result = session.step(input as PublicActionInput);
    const fresh = session.log().slice(before);
    if (fresh.length === 0) return result;
    const { count } = await database.playtestRun.updateMany({
      where: { id, version: run.version },
      data: {
        log: run.log + writeRunLog(fresh),
        version: { increment: 1 },
        ...(session.finished
          ? { finishedAt: new Date(), grade: gradeSnapshot(world, session.snapshot()) }
          : {}),
      },
    });
    if (count === 1) return result;
  }
  throw new Problem("conflict", "Other calls of this episode came first.", {
    fix: "Send one call at a time.",
  });
}

/** How an episode stands, for whoever began it; no grade while it is played. @throws {Problem} not_found */
export async function episodeGrade(database: Database, id: string): Promise<EpisodeGrade> {
  const run = await openEpisode(database, id);
  const { header, records } = resume(run);
  const state = run.finishedAt ? "finished" : expiryOf(run) <= new Date() ? "expired" : "playing";
  const graded = state === "playing" ? null : gradeRun(records, { sha256 });
  return {
    episode: id,
    world: header.world.id,
    agent: run.agent,
    state,
    grade: graded?.ok ? graded.value : null,
  };
}

/** The log of an episode that has ended, which holds the whole world. @throws {Problem} not_found, not_ready */
export async function episodeLog(database: Database, id: string): Promise<string> {
  const run = await openEpisode(database, id);
  if (run.finishedAt || expiryOf(run) <= new Date()) return run.log;
  throw new Problem("not_ready", "The log of an episode opens when it has ended.", {
    fix: "Wait until the agent has finished.",
  });
}

/** The run of an agent that was begun here; people's runs have other rules. */
async function openEpisode(database: Database, id: string): Promise<PlaytestRun> {
  const run = await database.playtestRun.findUnique({ where: { id } });
  if (run && run.playerId === null) return run;
  throw new Problem("not_found", "There is no such episode.", { fix: "Begin one, and use its address." });
}

/** Runs a kept log again: the session it led to. */
function resume(run: PlaytestRun): { session: Session; world: World; header: RunHeader; records: unknown[] } {
  const read = readRunLog(run.log);
  if (!read.ok) throw new Problem("our_fault", "The kept run cannot be read.");
  const [header, ...steps] = read.value;
  const world = worldOf(header.world);
  const { world_hash, agent, seed, translator } = header;
  const session = createSession(world, { header: { world_hash, agent, seed, translator } });
  for (const step of steps) session.apply(step.action, step.translation);
  return { session, world, header, records: read.value };
}

function worldOf(spec: unknown): World {
  const read = readWorld(spec);
  if (!read.ok) throw new Problem("not_ready", "This world cannot be played: it cannot be read.");
  return read.value;
}
