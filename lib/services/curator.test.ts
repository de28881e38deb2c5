import { beforeAll, describe, expect, test } from "vitest";
import { machinery, readBundle, replayOracle, verifyBundle } from "@/compiler/certify";
import { writeRunLog } from "@/compiler/engine";
import { proveReachable } from "@/compiler/oracle";
import type { PublicActionInput } from "@/compiler/public/action";
import { publicActionSchema } from "@/compiler/public/action";
import { canonicalJson } from "@/compiler/spec/canonical";
import type { WorldSpec } from "@/compiler/spec/world";
import { readWorld } from "@/compiler/spec/world-index";
import { corpusQuerySchema } from "@/lib/contracts/corpus";
import { sha256 } from "@/lib/crypto/hash";
import type { Role } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";
import { placeAcceptedCase } from "@/tests/factories/accepted-case";
import { testDatabase } from "@/tests/setup/database";
import {
  cancelCertification,
  certificationEvents,
  certificationView,
  requestCertification,
  runCertification,
} from "./certify";
import { studioPorts } from "./certify-ports";
import { compileCase } from "./compile";
import { corpusRows, publicWorlds, runnerBundle } from "./corpus";
import { freeze } from "./packets";
import { actInPlaytest, keepAgentRun, listRuns, playtestView, startPlaytest } from "./playtests";
import { publishWorld, withdrawWorld } from "./publish";
import { saveWorld, worldPage } from "./worlds";

const database = await testDatabase();
const never = new AbortController().signal;

async function person(role: Role) {
  const { id, name } = await database.user.create({
    data: { email: `${role}-${crypto.randomUUID()}@studio.example`, name: `A ${role}`, role },
  });
  return { id, name, role };
}
const curator = await person("curator");
const player = await person("advocate");

const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof Problem ? error.kind : Promise.reject(error)),
  );

async function certified(caseId: string, number: number) {
  const { id: runId } = await requestCertification(database, curator, caseId, number);
  await runCertification({ runId }, never);
  return certificationView(database, runId);
}

const WALKER = "52955ee1";

beforeAll(async () => {
  await placeAcceptedCase(database, WALKER);
  await compileCase(database, curator, WALKER);
});

describe("from an accepted packet to a published world", () => {
  test("compiling again gives the same version; a case that is not accepted gives none", async () => {
    expect(await compileCase(database, curator, WALKER)).toMatchObject({
      attempt: 2,
      number: 1,
      made: false,
      findings: [],
    });
    await database.case.create({ data: { id: "not_yet", title: "Not yet", stage: "annotating" } });
    expect(await refusal(compileCase(database, curator, "not_yet"))).toBe("not_ready");
  });

  test("every gate passes with the published figures, and each is told as it ends", async () => {
    const run = await certified(WALKER, 1);
    expect(run.status).toBe("passed");
    expect(run.certificate?.difficulty).toEqual({ S: 68, F: 11, R: 5, A: 4, U: 7, band: "hard" });
    expect(run.certificate?.route).toMatchObject({ operations: 27, days: 5 });
    const told: string[] = [];
    for await (const item of certificationEvents(database, run.id, 0n, never))
      if (item !== "beat") told.push(item.event.kind === "gate" ? item.event.gate.gate : item.event.status);
    expect(told).toEqual(["running", ...run.gates.map((g) => g.gate), "passed"]);
    const page = await worldPage(database, WALKER, 1);
    expect(run.certificate?.world.sha256).toBe(page.contentHash);
    expect(page).toMatchObject({ state: "certified", stage: "certified" });
  });

  test("asking twice while a run is under way is one run; a stopped one keeps what it found", async () => {
    const first = await requestCertification(database, curator, WALKER, 1);
    expect(await requestCertification(database, curator, WALKER, 1)).toEqual(first);
    await cancelCertification(database, curator, first.id);
    await runCertification({ runId: first.id }, never);
    expect(await certificationView(database, first.id)).toMatchObject({ status: "cancelled", gates: [] });
  });

  test("a run that a stopping server left half done is done whole by the next one", async () => {
    const { id: runId } = await requestCertification(database, curator, WALKER, 1);
    const stopping = new AbortController();
    const gate = (await import("node:timers/promises")).setTimeout(0).then(() => stopping.abort());
    await expect(runCertification({ runId }, stopping.signal)).rejects.toThrow();
    await gate;
    expect((await certificationView(database, runId)).status).toBe("running");
    await runCertification({ runId }, never);
    const run = await certificationView(database, runId);
    expect(run.status).toBe("passed");
    expect(run.gates).toHaveLength(8);
    await runCertification({ runId }, never);
    expect(await database.certificationEvent.count({ where: { runId, gate: "passed" } })).toBe(1);
  });

  test("what is on another screen, and what was edited since, cannot be published", async () => {
    const page = await worldPage(database, WALKER, 1);
    expect(
      await refusal(publishWorld(database, curator, WALKER, { number: 1, contentHash: "0".repeat(64) })),
    ).toBe("conflict");
    const spec = structuredClone(page.spec);
    spec.title = "A walker with a seat, edited";
    const saved = await saveWorld(database, curator, WALKER, {
      basedOn: 1,
      spec,
      origin: "edited",
      note: "a title",
    });
    expect(saved).toEqual({ number: 2, made: true });
    expect(await worldPage(database, WALKER, null)).toMatchObject({
      number: 2,
      state: "stale",
      stage: "compiled",
    });
    expect(
      await refusal(publishWorld(database, curator, WALKER, { number: 1, contentHash: page.contentHash })),
    ).toBe("conflict");
    const edited = await worldPage(database, WALKER, 2);
    expect(
      await refusal(publishWorld(database, curator, WALKER, { number: 2, contentHash: edited.contentHash })),
    ).toBe("not_ready");
    expect(
      await refusal(saveWorld(database, curator, WALKER, { basedOn: 1, spec, origin: "edited", note: "" })),
    ).toBe("conflict");
  });

  test("publishing runs every gate again and stores a bundle that verifies; the same version is published once", async () => {
    await certified(WALKER, 2);
    const { contentHash } = await worldPage(database, WALKER, 2);
    const { publicationId, version } = await publishWorld(database, curator, WALKER, {
      number: 2,
      contentHash,
    });
    expect(version).toBe(1);
    const stored = await database.publication.findUniqueOrThrow({ where: { id: publicationId } });
    expect(sha256(stored.bundle)).toBe(stored.bundleHash);
    const verified = await verifyBundle(stored.bundle, studioPorts());
    expect(verified.ok && verified.value.verdict).toBe("proved");
    expect(await refusal(publishWorld(database, curator, WALKER, { number: 2, contentHash }))).toBe(
      "conflict",
    );
    const changed = await readBundle(stored.bundle.replace("walker", "walkeR"), studioPorts());
    expect(changed.ok).toBe(false);
  });

  test("a world without the helpline's answer is refused, naming the group and what is missing", async () => {
    const { spec } = await worldPage(database, WALKER, 2);
    const broken: WorldSpec = {
      ...spec,
      knowledge: spec.knowledge.map((k) => (k.id === "parish_charity_contact" ? { ...k, held_by: [] } : k)),
    };
    const { number } = await saveWorld(database, curator, WALKER, {
      basedOn: 2,
      spec: broken,
      origin: "edited",
      note: "",
    });
    const run = await certified(WALKER, number);
    expect(run.status).toBe("refused");
    expect(
      run.gates
        .flatMap((g) => g.findings)
        .map((f) => f.message)
        .join(" "),
    ).toMatch(/charity|equipment/);
    const back = await saveWorld(database, curator, WALKER, {
      basedOn: number,
      spec,
      origin: "edited",
      note: "back",
    });
    expect(back.number).toBe(number + 1);
  });
});

test("a newer accepted packet makes the certificate stale until it is compiled and certified", async () => {
  await placeAcceptedCase(database, "7ffc1903");
  await compileCase(database, curator, "7ffc1903");
  await certified("7ffc1903", 1);
  const { contentHash } = await worldPage(database, "7ffc1903", 1);
  await database.$transaction((step) => freeze(step, "7ffc1903", "accept", null));
  expect(await worldPage(database, "7ffc1903", null)).toMatchObject({ state: "stale" });
  expect(await refusal(publishWorld(database, curator, "7ffc1903", { number: 1, contentHash }))).toBe(
    "conflict",
  );
  expect(await compileCase(database, curator, "7ffc1903")).toMatchObject({ number: 2, made: true });
  await certified("7ffc1903", 2);
  expect(await publishWorld(database, curator, "7ffc1903", { number: 2, contentHash })).toMatchObject({
    version: 1,
  });
  await withdrawWorld(
    database,
    curator,
    (await database.publication.findFirstOrThrow({ where: { caseId: "7ffc1903" } })).id,
    "only for the test",
  );
});

describe("playing", () => {
  const SECRET = "sentinel-7319";

  /** A world whose every value, statement and rule that is not told on the first day carries a sentinel. */
  function planted(spec: WorldSpec): WorldSpec {
    const open = new Set(
      spec.documents.filter((d) => spec.day_one.documents.includes(d.id)).flatMap((d) => d.facts),
    );
    return {
      ...spec,
      knowledge: spec.knowledge.map((k) =>
        open.has(k.id)
          ? k
          : {
              ...k,
              statement: `${SECRET} ${k.statement}`,
              value: { type: "text" as const, value: `${SECRET} ${k.id}` },
            },
      ),
      terminals: spec.terminals.map((t) => ({ ...t, label: `${SECRET} ${t.label}` })),
      red_lines: spec.red_lines.map((r) => ({ ...r, text: `${SECRET} ${r.text}` })),
      authorities: spec.authorities.map((a) => ({ ...a, scope: `${SECRET} ${a.scope}` })),
    };
  }

  test("what the world keeps to itself never reaches the player before the end", async () => {
    const newest = await worldPage(database, WALKER, null);
    const { number } = await saveWorld(database, curator, WALKER, {
      basedOn: newest.number,
      spec: planted(newest.spec),
      origin: "edited",
      note: "",
    });
    const { id } = await startPlaytest(database, curator, { caseId: WALKER, number });
    const actions: PublicActionInput[] = [
      { tool: "memory", mode: "note", text: "look around" },
      { tool: "contact", mode: "call", channels: ["helpline_phone"] },
      { tool: "ask", party: "resource_helpline", request: "something nobody can answer here" },
      { tool: "read_document", document: "non_repairable_letter_document" },
      { tool: "contact", mode: "call", channels: ["parish_phone"] },
      { tool: "read_document", document: "soap_note" },
      { tool: "wait", minutes: 4320 },
    ];
    const wire: string[] = [JSON.stringify(await playtestView(database, curator, id))];
    for (const [turns, action] of actions.entries())
      wire.push(
        JSON.stringify(
          await actInPlaytest(database, curator, id, { turns, action: publicActionSchema.parse(action) }),
        ),
      );
    wire.push(JSON.stringify(await playtestView(database, curator, id)));
    expect(wire.join("\n")).not.toContain(SECRET);
    const end = await actInPlaytest(database, curator, id, {
      turns: actions.length,
      action: publicActionSchema.parse({ tool: "finish", summary: "done" }),
    });
    expect(end.grade).toMatchObject({ strict_pass: false, actions_used: 7 });
    expect(JSON.stringify(end.grade)).toContain(SECRET);
    await saveWorld(database, curator, WALKER, {
      basedOn: number,
      spec: newest.spec,
      origin: "edited",
      note: "",
    });
  });

  test("public responses hold briefs and first-day contacts, and nothing that is graded", async () => {
    const worlds = await publicWorlds(database, corpusQuerySchema.parse({}));
    const text = JSON.stringify(worlds);
    const { spec } = await worldPage(database, WALKER, 2);
    const known = new Set(
      spec.documents.filter((d) => spec.day_one.documents.includes(d.id)).flatMap((d) => d.facts),
    );
    expect(worlds[0]).toMatchObject({ world: WALKER, difficulty: { S: 68 } });
    for (const k of spec.knowledge) {
      expect(text).not.toContain(k.statement);
      if (!known.has(k.id)) expect(text).not.toContain(k.label);
    }
    for (const t of [...spec.terminals, ...spec.mutations]) expect(text).not.toContain(t.label);
    for (const r of spec.red_lines) expect(text).not.toContain(r.text);
  });

  test("the same grader judges people and agents, and their runs stand side by side", async () => {
    const row = (await corpusRows(database, corpusQuerySchema.parse({})))[0]!;
    const { bundle } = await database.publication.findUniqueOrThrow({ where: { id: row.publicationId } });
    const world = readWorld(JSON.parse(bundle).world);
    if (!world.ok) throw new Error("unreadable");
    const { session } = replayOracle(world.value, proveReachable(world.value), machinery).replayed;
    const log = session.log();
    const first = await keepAgentRun(database, curator, writeRunLog(log));
    expect(first.grade.strict_pass).toBe(true);
    const both = await Promise.all([1, 2].map(() => keepAgentRun(database, curator, writeRunLog(log))));
    expect(
      both.map(({ id }) => id),
      "the same log is kept once",
    ).toEqual([first.id, first.id]);
    const kept = await database.playtestRun.findUniqueOrThrow({ where: { id: first.id } });
    expect(kept.agent, "whoever sent it vouches for it").toMatch(/, sent by .+/);
    const altered = writeRunLog(log).replace(/"actions_left":149/, '"actions_left":148');
    expect(await refusal(keepAgentRun(database, curator, altered))).toBe("bad_input");
    const trusted = writeRunLog(log).replace(/"translator":"[^"]*"/, '"translator":"mine"');
    expect(await refusal(keepAgentRun(database, curator, trusted))).toBe("bad_input");

    const { id } = await startPlaytest(database, player, { publicationId: row.publicationId });
    let turns = 0;
    for (const record of log) {
      if (record.kind !== "step") continue;
      await actInPlaytest(database, player, id, { turns, action: record.action });
      turns++;
    }
    const played = await playtestView(database, player, id);
    expect(played.finished).toBe(true);
    expect(played.grade).toMatchObject({ strict_pass: true, people: { played: 1, passed: 1 } });
    const again = (await corpusRows(database, corpusQuerySchema.parse({})))[0]!;
    expect(again.runs).toEqual({ people: 1, peoplePassed: 1, agents: 1, agentsPassed: 1 });
    expect((await listRuns(database, player)).map((r) => r.strict_pass)).toEqual([true]);
    const other = await person("advocate");
    expect(await refusal(playtestView(database, other, id))).toBe("not_allowed");
    expect(await refusal(startPlaytest(database, player, { caseId: WALKER, number: 1 }))).toBe("not_allowed");
  });

  test("two windows do not play one run", async () => {
    const row = (await corpusRows(database, corpusQuerySchema.parse({})))[0]!;
    const { id } = await startPlaytest(database, player, { publicationId: row.publicationId });
    const note = publicActionSchema.parse({ tool: "memory", mode: "note", text: "one" });
    await actInPlaytest(database, player, id, { turns: 0, action: note });
    expect(await refusal(actInPlaytest(database, player, id, { turns: 0, action: note }))).toBe("conflict");
  });

  test("a withdrawn version is no longer offered and stays readable", async () => {
    const row = (await corpusRows(database, corpusQuerySchema.parse({})))[0]!;
    expect((await runnerBundle(database, WALKER, "latest")).hash).toBe(row.bundleHash);
    await withdrawWorld(database, curator, row.publicationId, "a wrong label");
    expect(await refusal(runnerBundle(database, WALKER, 1))).toBe("gone");
    expect(await refusal(startPlaytest(database, player, { publicationId: row.publicationId }))).toBe("gone");
    expect(await publicWorlds(database, corpusQuerySchema.parse({}))).toEqual([]);
    const shown = await corpusRows(database, corpusQuerySchema.parse({ withdrawn: "yes" }));
    expect(shown.find((r) => r.world === WALKER)?.withdrawn?.reason).toBe("a wrong label");
    expect(
      canonicalJson(
        JSON.parse((await database.publication.findFirstOrThrow({ where: { caseId: WALKER } })).bundle),
      ),
    ).toContain(row.title);
  });
});
