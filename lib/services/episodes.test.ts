import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { gradeRun } from "@/compiler/grade";
import { beginEpisodeSchema } from "@/lib/contracts/episodes";
import { Problem } from "@/lib/http/problem";
import { placeAcceptedCase } from "@/tests/factories/accepted-case";
import { testDatabase } from "@/tests/setup/database";
import { compileCase } from "./compile";
import { beginEpisode, episodeGrade, episodeLog, episodePlayer } from "./episodes";

const database = await testDatabase();
const WALKER = "52955ee1";
const { id, name } = await database.user.create({
  data: { email: "curator@studio.example", name: "A curator", role: "curator" },
});
const actor = { id, name, role: "curator" as const };
let publicationId = "";

const begin = (given: object = {}) =>
  beginEpisode(database, actor, beginEpisodeSchema.parse({ world: WALKER, ...given }));
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof Problem ? error.kind : Promise.reject(error)),
  );

beforeAll(async () => {
  await placeAcceptedCase(database, WALKER);
  await compileCase(database, actor, WALKER);
  const version = await database.worldVersion.findFirstOrThrow({ where: { caseId: WALKER } });
  const certificate = JSON.parse(readFileSync(join("corpus", WALKER, "certificate.json"), "utf8"));
  ({ id: publicationId } = await database.publication.create({
    data: {
      caseId: WALKER,
      version: 1,
      worldVersionId: version.id,
      packetRevision: version.packetRevision,
      certificate,
      bundle: "{}",
      bundleHash: "0".repeat(64),
      publishedById: actor.id,
    },
  }));
});

test("every record is stored before its answer; the grade and the log open when the run has ended", async () => {
  const { episode } = await begin({ agent: "a model" });
  const player = episodePlayer(database, episode);
  expect(await player.call({ tool: "wait", minutes: 60 })).toMatchObject({ step: 1, actions_left: 149 });
  expect(await player.call({ tool: "fly" })).toMatchObject({ outcome: "refused", actions_left: 149 });
  expect((await database.playtestRun.findUniqueOrThrow({ where: { id: episode } })).version).toBe(1);
  expect(await episodeGrade(database, episode)).toMatchObject({ state: "playing", grade: null });
  expect(await refusal(episodeLog(database, episode))).toBe("not_ready");
  expect(await player.call({ tool: "finish", summary: "" })).toMatchObject({ outcome: "finished" });
  expect(await player.call({ tool: "finish", summary: "" })).toMatchObject({ outcome: "refused" });
  const { state, grade, agent } = await episodeGrade(database, episode);
  expect({ state, agent, strict: grade?.strict_pass }).toEqual({
    state: "finished",
    agent: "a model",
    strict: false,
  });
  const log = (await episodeLog(database, episode)).trimEnd().split("\n");
  expect(gradeRun(log.map((line) => JSON.parse(line)))).toEqual({ ok: true, value: grade });
});

test("calls that come at once are carried out one after the other", async () => {
  const { episode } = await begin();
  const player = episodePlayer(database, episode);
  const answers = await Promise.all([1, 2, 3].map((minutes) => player.call({ tool: "wait", minutes })));
  expect(answers.map((a) => a.step).sort()).toEqual([1, 2, 3]);
  expect((await player.caseFile()).actions_left).toBe(147);
});

test("an expired episode takes no call and is graded as far as it went", async () => {
  const { episode } = await begin();
  const player = episodePlayer(database, episode);
  await player.call({ tool: "wait", minutes: 60 });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 });
  try {
    expect(await refusal(player.call({ tool: "wait", minutes: 60 }))).toBe("gone");
    expect(await episodeGrade(database, episode)).toMatchObject({
      state: "expired",
      grade: { actions_used: 1, finished: false },
    });
  } finally {
    vi.useRealTimers();
  }
});

test("what is not published, was withdrawn, or is a person's run is no episode", async () => {
  expect(await refusal(begin({ world: "elsewhere" }))).toBe("not_found");
  expect(await refusal(begin({ version: 7 }))).toBe("not_found");
  const own = await database.playtestRun.create({
    data: {
      worldVersionId: (await database.worldVersion.findFirstOrThrow()).id,
      playerId: actor.id,
      agent: "person",
      log: "",
    },
  });
  expect(await refusal(episodePlayer(database, own.id).caseFile())).toBe("not_found");
  await database.publication.update({
    where: { id: publicationId },
    data: { withdrawnAt: new Date(), withdrawnById: actor.id, withdrawnReason: "A fault was found." },
  });
  expect(await refusal(begin({ version: 1 }))).toBe("gone");
  expect(await refusal(begin())).toBe("not_found");
});
