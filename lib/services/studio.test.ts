import { beforeEach, describe, expect, test } from "vitest";
import { auditQuerySchema } from "@/lib/contracts/audit";
import { queueQuerySchema } from "@/lib/contracts/cases";
import { Problem } from "@/lib/http/problem";
import { sampleCase } from "@/tests/factories/case";
import { changeOf, draftedCase, somebody } from "@/tests/factories/studio";
import { testDatabase } from "@/tests/setup/database";
import { auditCsv, auditPage } from "./audit";
import { assignCase, listCases, recordsOf, reportIdentifier, shareCase, takeCase } from "./cases";
import type { Actor } from "./cases-access";
import { importFiles } from "./cases-import";
import { actOnScreening, screeningView } from "./cases-screening";
import { draftCase } from "./draft";
import { packetView, saveChanges } from "./packets";
import { beginPacket } from "./packets-begin";
import { seedSampleCase } from "./seed";
import { actOnUser, listUsers } from "./users";

const database = await testDatabase();
let ada: Actor;
let bea: Actor;
let cato: Actor;
let ines: Actor;

beforeEach(async () => {
  ada = await somebody(database, "advocate");
  bea = await somebody(database, "advocate");
  cato = await somebody(database, "curator");
  ines = await somebody(database, "admin");
});

const refusal = async (act: Promise<unknown>): Promise<Problem> => {
  const error = await act.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Problem);
  return error as Problem;
};
const queue = (actor: Actor, query: Record<string, string> = {}) =>
  listCases(database, actor, queueQuerySchema.parse({ tab: "all", ...query }));

describe("the queue", () => {
  test("shows each role its own, names the next step, and finds words of the brief", async () => {
    const free = await draftedCase(database);
    const own = await draftedCase(database, ada.id);
    const others = await draftedCase(database, bea.id);
    const rows = (await queue(ada)).rows;
    const found = new Map(rows.map((row) => [row.caseId, row]));
    expect(found.get(free)?.next).toMatchObject({ label: "Take", take: true });
    expect(found.get(own)).toMatchObject({
      next: { label: "Read the draft" },
      decided: 0,
      total: 13,
      parties: 3,
    });
    expect(found.has(others)).toBe(false);
    expect((await queue(cato)).rows.some((row) => row.caseId === others)).toBe(true);
    const hit = await queue(ada, { q: "CANNOT BE REPAIRED" });
    expect(hit.rows.some((row) => row.caseId === own)).toBe(true);
    expect((await queue(ada, { q: "zebra crossing" })).rows).toEqual([]);
    await saveChanges(database, ada, own, [
      await changeOf(database, own, "helpline", { decision: "rejected" }),
    ]);
    const [row] = (await queue(ada, { held: "me" })).rows;
    expect(row).toMatchObject({ caseId: own, next: { label: "Continue" }, solvability: { unreachable: 1 } });
    expect((await queue(ada, { findings: "open" })).rows.map((one) => one.caseId)).toContain(own);
  });

  test("a free case is taken by one, and by the other not any more", async () => {
    const caseId = await draftedCase(database);
    const [first, second] = await Promise.allSettled([
      takeCase(database, ada, caseId),
      takeCase(database, bea, caseId),
    ]);
    expect([first.status, second.status].sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("sharing and assigning are for whoever may, and give access at once", async () => {
    const caseId = await draftedCase(database, ada.id);
    expect((await refusal(packetView(database, bea, caseId))).kind).toBe("not_allowed");
    await shareCase(database, ada, caseId, { userId: bea.id, shared: true });
    expect((await packetView(database, bea, caseId)).mayEdit).toBe(true);
    await shareCase(database, ada, caseId, { userId: bea.id, shared: false });
    expect((await refusal(packetView(database, bea, caseId))).kind).toBe("not_allowed");
    expect((await refusal(assignCase(database, ada, caseId, { advocateId: bea.id }))).kind).toBe(
      "not_allowed",
    );
    expect((await refusal(assignCase(database, cato, caseId, { reviewerId: ada.id }))).kind).toBe(
      "bad_input",
    );
    await assignCase(database, cato, caseId, { advocateId: bea.id });
    expect((await packetView(database, bea, caseId)).mayEdit).toBe(true);
  });

  test("the sample case is seeded with its draft", async () => {
    await seedSampleCase(database);
    const view = await packetView(database, ines, "52955ee1");
    expect(view.stage).toBe("drafted");
    expect(view.items.length).toBeGreaterThan(50);
    expect((await recordsOf(database, ines, "52955ee1")).length).toBeGreaterThan(10);
  });
});

const file = (name: string, value: unknown) => ({
  name,
  bytes: new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)),
});

describe("import and screening", () => {
  const importOne = async (actor: Actor, name: string, content: unknown) => {
    const result = await importFiles(database, actor, [file(name, content)], "by_folder");
    const [made] = result.cases;
    if (!made) throw new Error("no case was made");
    return { ...made, result };
  };
  const allGroups = async (caseId: string) => (await screeningView(database, cato, caseId)).groups;
  const decideAll = async (caseId: string, as: "replace" | "keep") =>
    actOnScreening(database, cato, caseId, {
      act: "decide",
      groups: (await allGroups(caseId)).map((group) => group.key),
      as,
    });

  test("a clean case is its importer's to begin; broken files are refused by name and fail no other", async () => {
    const clean = sampleCase("imported_clean");
    const result = await importFiles(
      database,
      ada,
      [file("case.json", clean), file("broken.json", '{"schema_version":1,"id":'), file("empty.pdf", "")],
      "by_folder",
    );
    expect(result.cases).toMatchObject([{ title: clean.title, findings: 0, refused: null }]);
    const caseId = result.cases[0]?.caseId ?? "";
    expect(caseId).toMatch(/^[0-9a-f]{10}$/);
    expect(
      result.reports
        .filter((one) => one.outcome === "refused")
        .map((one) => one.name)
        .sort(),
    ).toEqual(["broken.json", "empty.pdf"]);
    expect(result.reports.every((one) => one.outcome === "read" || (one.reason && one.fix))).toBe(true);
    await beginPacket(database, ada, caseId);
    expect(await packetView(database, ada, caseId)).toMatchObject({ stage: "drafted", mayEdit: true });
    const again = await importOne(ada, "case.json", clean);
    expect(again.refused).toBeNull();
    expect(again.caseId).not.toBe(caseId);
    const nothing = await refusal(importFiles(database, ada, [file("empty.pdf", "")], "by_folder"));
    expect(nothing).toMatchObject({ kind: "bad_input", extra: { reports: [{ name: "empty.pdf" }] } });
  });

  test("three answers begin a packet where the rules find nothing to draft from", async () => {
    const { caseId } = await importOne(ada, "list.txt", "milk\neggs\nbread");
    const none = await refusal(draftCase(database, ada, caseId, "rules", null));
    expect(none).toMatchObject({ kind: "not_ready", fix: expect.stringContaining("three questions") });
    await beginPacket(database, ada, caseId, {
      patient: "a woman of 67 on home oxygen",
      needs: "Tanks reach her home\nThe form is signed",
      talkedTo: "the oxygen supplier\nthe doctor's office",
    });
    const items = await database.packetItem.findMany({
      where: { caseId, section: { in: ["parties", "outcomes"] } },
      orderBy: [{ section: "desc" }, { position: "asc" }],
    });
    const said = items.map(({ content }) => content as { kind?: string; text?: string });
    expect(said.map((one) => one.kind ?? one.text)).toEqual([
      "patient",
      "supplier",
      "provider",
      "Tanks reach her home",
      "The form is signed",
    ]);
  });

  test("a case with identifiers waits; its texts are shown to nobody but a curator, who decides, and then they are gone", async () => {
    const dirty = sampleCase("imported_dirty");
    const [first, ...rest] = dirty.records;
    const named = { ...first, text: `${first?.text} Please call Mrs. Margaret Ellsworth at (614) 555-0137.` };
    const { caseId, findings, waitsFor } = await importOne(ada, "case.json", {
      ...dirty,
      records: [named, ...rest],
    });
    expect(findings).toBeGreaterThan(1);
    expect(waitsFor.length).toBeGreaterThan(0);
    expect(JSON.stringify(await recordsOf(database, ada, caseId))).not.toContain("Ellsworth");
    const seen = await screeningView(database, ada, caseId);
    expect(seen).toMatchObject({ mayDecide: false, groups: [], rows: [], places: [] });
    expect(seen.waiting).toBeGreaterThan(1);
    const queue = await listCases(database, ada, queueQuerySchema.parse({}));
    expect(queue.rows.find((row) => row.caseId === caseId)?.note).toMatch(/^waits for /);
    expect((await refusal(actOnScreening(database, ada, caseId, { act: "finish" }))).kind).toBe(
      "not_allowed",
    );
    const view = await screeningView(database, cato, caseId);
    expect(JSON.stringify(view)).toContain("Ellsworth");
    expect((await refusal(actOnScreening(database, cato, caseId, { act: "finish" }))).kind).toBe("not_ready");
    await decideAll(caseId, "replace");
    expect(await actOnScreening(database, cato, caseId, { act: "finish" })).toMatchObject({ finished: true });
    const records = await recordsOf(database, ada, caseId);
    expect(records.every((record) => record.setAside === null)).toBe(true);
    expect(JSON.stringify(records)).not.toMatch(/Ellsworth|555-0137/);
    const found = await database.case.findUniqueOrThrow({ where: { id: caseId } });
    expect(found).toMatchObject({ stage: "screened", screeningSecret: null, sourceTitle: null });
    const log = await database.auditEvent.findMany({ where: { caseId } });
    const acts = await database.screeningEvent.findMany({ where: { caseId } });
    expect(JSON.stringify([log.map((event) => event.detail), acts.map((one) => one.act)])).not.toContain(
      "Ellsworth",
    );
    await expect(database.screeningEvent.deleteMany({ where: { caseId } })).rejects.toThrow();
  });

  test("nothing of a file's or folder's name is in a title, an id or the log before somebody has screened it", async () => {
    const name = "Zabernathy_Seamus/Zabernathy_Seamus_DOB_02-03-1950_denial.txt";
    for (const text of ["The ride was denied.", "The ride of Seamus Zabernathy was denied."]) {
      const { caseId } = await importOne(ada, name, text);
      const stored = {
        case: await database.case.findUniqueOrThrow({
          where: { id: caseId },
          select: { id: true, title: true },
        }),
        records: await database.record.findMany({ where: { caseId }, select: { key: true, title: true } }),
        log: await database.auditEvent.findMany({ where: { caseId }, select: { detail: true } }),
        queue: (await listCases(database, ada, queueQuerySchema.parse({}))).rows.filter(
          (row) => row.caseId === caseId,
        ),
        seen: await recordsOf(database, ada, caseId),
      };
      expect(JSON.stringify(stored)).not.toMatch(/zabernathy|seamus|1950/i);
      expect(stored.case.title).toMatch(/^Case of [A-Z][a-z]{2} \d+, 1 record$/);
    }
  });

  test("decisions are one for a value, survive a reload and another tab, and can be taken back", async () => {
    const text = "Rosa Lopez called. Mrs. Lopez has (614) 555-0137. Rosa Lopez will call 614.555.0137 again.";
    const { caseId } = await importOne(ada, "note.txt", text);
    const [person] = (await allGroups(caseId)).filter((group) => group.label.includes("Lopez"));
    if (!person) throw new Error("no person");
    expect(person.places).toBeGreaterThan(2);
    const decide = (as: "replace" | "keep" | "undecided", becomes?: string) =>
      actOnScreening(database, cato, caseId, {
        act: "decide",
        groups: [person.key],
        as,
        ...(becomes ? { becomes } : {}),
      });
    const now = async () => (await allGroups(caseId)).find((group) => group.key === person.key);
    await decide("keep");
    expect((await now())?.decision).toBe("keep");
    await decide("undecided");
    expect((await now())?.decision).toBe("undecided");
    await decide("replace", "Marta Iglesias");
    const typed = await now();
    expect(typed?.decision).toBe("replace");
    expect(typed?.spellings.map((one) => one.becomes)).toEqual(
      expect.arrayContaining(["Marta Iglesias", "Mrs. Iglesias"]),
    );
    expect(await database.screeningEvent.count({ where: { caseId } })).toBe(3);
  });

  test("what was missed is marked, and the second reading keeps a case that still names somebody", async () => {
    const { caseId } = await importOne(ada, "note.txt", "Rosa Lopez called about zzyzx-quay. It is all.");
    const { rows } = await screeningView(database, cato, caseId);
    const record = rows.find((row) => row.text.includes("zzyzx"));
    if (!record) throw new Error("no record");
    const start = record.text.indexOf("zzyzx-quay");
    const place = { record: record.key, field: "text" as const, start, end: start + 10 };
    await actOnScreening(database, cato, caseId, { act: "mark", ...place, kind: "geography" });
    await database.recordFinding.deleteMany({ where: { record: { caseId }, field: "text", start: 0 } });
    await decideAll(caseId, "replace");
    const first = await actOnScreening(database, cato, caseId, { act: "finish" });
    expect(first).toMatchObject({ finished: false });
    expect(first.again).toBeGreaterThan(0);
    expect((await screeningView(database, cato, caseId)).waiting).toBeGreaterThan(0);
    await decideAll(caseId, "replace");
    expect(await actOnScreening(database, cato, caseId, { act: "finish" })).toMatchObject({ finished: true });
    const [seen] = await recordsOf(database, ada, caseId);
    expect(seen?.text).not.toMatch(/zzyzx|Lopez|Rosa/);
  });

  test("what could not be read is decided too", async () => {
    const { caseId } = await importOne(ada, "note.txt", "Rosa Lopez called.");
    const { id } = await database.caseUnread.create({
      data: { caseId, what: "page 2", why: "It is a picture.", fix: "Type it in.", position: 0 },
    });
    await decideAll(caseId, "replace");
    expect((await refusal(actOnScreening(database, cato, caseId, { act: "finish" }))).message).toContain(
      "1 unread part",
    );
    await actOnScreening(database, cato, caseId, { act: "unread", ids: [id], as: "left_out" });
    expect(await actOnScreening(database, cato, caseId, { act: "finish" })).toMatchObject({ finished: true });
  });

  test("a record that items quote stays set aside while it holds a confirmed identifier", async () => {
    const caseId = await draftedCase(database, ada.id);
    await reportIdentifier(database, ada, caseId, { record: "call_1", start: 0, end: 8 });
    await decideAll(caseId, "replace");
    expect(await actOnScreening(database, cato, caseId, { act: "finish" })).toMatchObject({ setAside: 1 });
    const held = (await recordsOf(database, ada, caseId)).find((record) => record.key === "call_1");
    expect(held).toMatchObject({ text: "", setAside: expect.stringContaining("saw an identifier") });
  });
});

describe("people and the log", () => {
  test("the last active administrator stays; others change roles and are disabled at once", async () => {
    await database.user.updateMany({
      where: { role: "admin", id: { not: ines.id } },
      data: { disabledAt: new Date() },
    });
    expect((await refusal(actOnUser(database, ines, ines.id, { act: "disable" }))).kind).toBe("conflict");
    expect((await refusal(actOnUser(database, ines, ines.id, { act: "role", role: "curator" }))).kind).toBe(
      "conflict",
    );
    await actOnUser(database, ines, ada.id, { act: "role", role: "reviewer" });
    await actOnUser(database, ines, bea.id, { act: "disable" });
    const row = await database.user.findUniqueOrThrow({ where: { id: bea.id } });
    expect(row).toMatchObject({ sessionEpoch: 1 });
    expect(row.disabledAt).not.toBeNull();
    const listed = (await listUsers(database)).users.find((user) => user.id === ada.id);
    expect(listed?.role).toBe("reviewer");
  });

  test("the log is filtered, read page by page, exported, and exporting is in it", async () => {
    for (let number = 0; number < 130; number++)
      await database.auditEvent.create({
        data: { actorId: ada.id, action: "test.act", detail: { number, formula: "=1+1" } },
      });
    const query = auditQuerySchema.parse({ who: ada.id, act: "test.act" });
    const page = await auditPage(database, query);
    expect(page.rows).toHaveLength(100);
    const rest = await auditPage(database, { ...query, before: page.next ?? "" });
    expect(rest.rows).toHaveLength(30);
    expect(rest.next).toBeNull();
    let csv = "";
    for await (const piece of auditCsv(database, ines, query)) csv += piece;
    expect(csv.trim().split("\r\n")).toHaveLength(131);
    expect(await database.auditEvent.count({ where: { action: "audit.export", actorId: ines.id } })).toBe(1);
    await expect(database.auditEvent.deleteMany({ where: { action: "test.act" } })).rejects.toThrow();
  });
});
