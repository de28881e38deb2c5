import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { ItemContent } from "@/lib/contracts/item";
import { Problem } from "@/lib/http/problem";
import { quoteOf } from "@/tests/factories/case";
import { changeOf, draftedCase, somebody } from "@/tests/factories/studio";
import { testDatabase } from "@/tests/setup/database";
import type { Actor } from "./cases-access";
import { takeLease } from "./leases";
import { exportPacket, packetView, reopenPacket, saveChanges, submitPacket } from "./packets";
import { importPacket } from "./packets-import";

const database = await testDatabase();
let ada: Actor;
let bea: Actor;
let caseId: string;

beforeEach(async () => {
  ada = await somebody(database, "advocate");
  bea = await somebody(database, "advocate");
  caseId = await draftedCase(database, ada.id);
  await database.caseShare.create({ data: { caseId, userId: bea.id } });
});

const refusal = async (act: Promise<unknown>): Promise<Problem> => {
  const error = await act.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Problem);
  return error as Problem;
};
const change = (itemId: string, fields: Record<string, unknown>, rest = {}) =>
  changeOf(database, caseId, itemId, fields, rest);
const item = async (itemId: string) =>
  database.packetItem.findUniqueOrThrow({ where: { caseId_itemId: { caseId, itemId } } });
const release = () => database.lease.deleteMany({ where: { caseId } });

async function decideAll(): Promise<void> {
  const rows = await database.packetItem.findMany({
    where: { caseId, decision: "undecided", deletedAt: null },
  });
  const changes = await Promise.all(rows.map((row) => change(row.itemId, { decision: "accepted" })));
  await saveChanges(database, ada, caseId, changes);
}

describe("saving", () => {
  test("keeps a change, says its revision, and opens the stage of annotating", async () => {
    const sent = await change("parish_number", { what: "the parish charity's number", decision: "edited" });
    const answer = await saveChanges(database, ada, caseId, [sent]);
    expect(answer.revision).toBe(2);
    expect(answer.results[0]).toMatchObject({ outcome: "applied", item: { revision: 2 } });
    expect(answer.lease.holder.id).toBe(ada.id);
    const found = await database.case.findUniqueOrThrow({ where: { id: caseId } });
    expect(found).toMatchObject({ stage: "annotating", revision: 2 });
    const log = await database.auditEvent.findMany({ where: { caseId, action: "packet.save" } });
    expect(log).toHaveLength(1);
    expect(JSON.stringify(log[0]?.detail)).not.toContain("parish");
  });

  test("a repeated key is the same change, also when it arrives twice at once", async () => {
    const sent = await change("need", { decision: "accepted" });
    const answers = await Promise.all([1, 2, 3].map(() => saveChanges(database, ada, caseId, [sent])));
    expect(new Set(answers.map((answer) => answer.results[0]?.item.revision))).toEqual(new Set([2]));
    expect(await database.packetChange.count({ where: { caseId } })).toBe(1);
  });

  test("a key of somebody else is refused", async () => {
    const sent = await change("need", { decision: "accepted" });
    await saveChanges(database, ada, caseId, [sent]);
    await release();
    expect((await refusal(saveChanges(database, bea, caseId, [sent]))).kind).toBe("bad_input");
  });

  test("changes of different fields on one base are merged; of the same field they are set aside, and both are kept", async () => {
    const first = await change("parish_number", { what: "one", sensitive: true });
    const other = await change("parish_number", { statement: "other statement" });
    const clash = await change("parish_number", { what: "two" });
    await saveChanges(database, ada, caseId, [first]);
    const merged = (await saveChanges(database, ada, caseId, [other])).results[0];
    expect(merged?.outcome).toBe("merged");
    expect(merged?.item.content).toMatchObject({
      what: "one",
      sensitive: true,
      statement: "other statement",
    });
    const aside = (await saveChanges(database, ada, caseId, [clash])).results[0];
    expect(aside).toMatchObject({ outcome: "set_aside", collision: { fields: ["what"], by: ada.name } });
    expect((await item("parish_number")).content).toMatchObject({ what: "one" });
    const kept = await database.packetChange.findMany({ where: { caseId }, orderBy: { number: "asc" } });
    expect(kept.map((one) => (one.content as ItemContent).what)).toEqual(["one", "one", "two"]);
    const again = (await saveChanges(database, ada, caseId, [clash])).results[0];
    expect(again).toMatchObject({ outcome: "set_aside", item: { content: { what: "one" } } });
  });

  test("an item that one side deleted is never changed behind its back", async () => {
    const edit = await change("practice_missing_is_no_item", {}).catch(() => null);
    expect(edit).toBeNull();
    const text = await change("ask_first", { text: "Ask her first." });
    await saveChanges(database, ada, caseId, [await change("ask_first", {}, { op: "delete" })]);
    const answer = await saveChanges(database, ada, caseId, [text]);
    expect(answer.results[0]).toMatchObject({ outcome: "set_aside", item: { deleted: true } });
    const restore = await change("ask_first", { text: "Ask her first." }, { op: "restore" });
    const back = await saveChanges(database, ada, caseId, [restore]);
    expect(back.results[0]?.item).toMatchObject({ deleted: false, content: { text: "Ask her first." } });
  });

  test("fifty saves at once are all kept, in one sequence without gaps", async () => {
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        change("parish_charity", { name: `Charity ${number}` }, { base: 1 }),
      ),
    );
    const answers = await Promise.all(sent.map((one) => saveChanges(database, ada, caseId, [one])));
    expect(answers.filter((answer) => answer.results[0]?.outcome === "applied")).toHaveLength(1);
    const kept = await database.packetChange.findMany({ where: { caseId }, orderBy: { number: "asc" } });
    expect(kept.map((one) => one.number)).toEqual(Array.from({ length: 50 }, (_, index) => index + 2));
    expect(new Set(kept.map((one) => one.clientKey))).toEqual(new Set(sent.map((one) => one.clientKey)));
  });

  test("the decision is what the comparison with the draft says, and origin cannot be claimed", async () => {
    const claimed = await change("need", { decision: "edited", origin: "expert" });
    await saveChanges(database, ada, caseId, [claimed]);
    expect((await item("need")).content).toMatchObject({ decision: "accepted", origin: "draft" });
    const edited = await change("need", { what: "what she needs", decision: "accepted" });
    await saveChanges(database, ada, caseId, [edited]);
    expect((await item("need")).decision).toBe("edited");
  });

  test("a quote that is not in its record is refused; one that is there is kept", async () => {
    const good = quoteOf("fax_1", "Not repairable.");
    const wrong = await change("need", { evidence: [{ ...good, start: good.start + 1, end: good.end + 1 }] });
    expect((await refusal(saveChanges(database, ada, caseId, [wrong]))).message).toContain("fax_1");
    const right = await change("need", { evidence: [good] });
    expect((await saveChanges(database, ada, caseId, [right])).results[0]?.outcome).toBe("applied");
  });

  test("an unfinished item is kept; an unknown field, a foreign id and another section are refused", async () => {
    const empty = await change("parish_number", { what: "", teller: null });
    expect((await saveChanges(database, ada, caseId, [empty])).results[0]?.outcome).toBe("applied");
    const unknown = await change("need", { colour: "red" });
    expect((await refusal(saveChanges(database, ada, caseId, [unknown]))).kind).toBe("bad_input");
    const foreign = await change("need", { id: "other" });
    expect((await refusal(saveChanges(database, ada, caseId, [foreign]))).kind).toBe("bad_input");
    const moved = await change(
      "no_food_card",
      {},
      {
        section: "practices",
        content: {
          id: "no_food_card",
          origin: "draft",
          decision: "undecided",
          evidence: [],
          comments: [],
          kind: "best",
          text: "x",
        },
      },
    );
    expect((await refusal(saveChanges(database, ada, caseId, [moved]))).kind).toBe("bad_input");
    const count = await database.packetChange.count({ where: { caseId } });
    expect(count).toBe(1);
  });
});

describe("holding a case", () => {
  test("while one holds it another's save is refused with the holder's name, and goes through after a takeover", async () => {
    await saveChanges(database, ada, caseId, [await change("need", { decision: "accepted" })]);
    const sent = await change("parish_number", { what: "number" });
    const held = await refusal(saveChanges(database, bea, caseId, [sent]));
    expect(held.kind).toBe("conflict");
    expect(held.extra).toMatchObject({ lease: { holder: { name: ada.name } } });
    expect((await refusal(takeLease(database, bea, caseId, "if_free"))).kind).toBe("conflict");
    await takeLease(database, bea, caseId, "over");
    expect((await saveChanges(database, bea, caseId, [sent])).results[0]?.outcome).toBe("applied");
    expect(await database.auditEvent.count({ where: { caseId, action: "lease.takeover" } })).toBe(1);
  });

  test("a hold that ran out stops nobody", async () => {
    await database.lease.create({
      data: { caseId, holderId: ada.id, expiresAt: new Date(Date.now() - 1000) },
    });
    const answer = await saveChanges(database, bea, caseId, [await change("need", { decision: "accepted" })]);
    expect(answer.lease.holder.id).toBe(bea.id);
  });

  test("who is neither assigned nor shared with, and any other role, may not edit", async () => {
    const carl = await somebody(database, "advocate");
    const curator = await somebody(database, "curator");
    const sent = await change("need", { decision: "accepted" });
    for (const actor of [carl, curator])
      expect((await refusal(saveChanges(database, actor, caseId, [sent]))).kind).toBe("not_allowed");
    expect((await refusal(packetView(database, carl, caseId))).kind).toBe("not_allowed");
    expect((await packetView(database, curator, caseId)).mayEdit).toBe(false);
  });
});

describe("submitting and freezing", () => {
  test("is refused while anything is undecided, incomplete or unreachable, and then freezes a revision", async () => {
    expect((await refusal(submitPacket(database, ada, caseId))).kind).toBe("not_ready");
    await decideAll();
    await saveChanges(database, ada, caseId, [await change("helpline", { decision: "rejected" })]);
    const unreachable = await refusal(submitPacket(database, ada, caseId));
    expect(unreachable.kind).toBe("not_ready");
    await saveChanges(database, ada, caseId, [await change("helpline", { decision: "accepted" })]);
    await saveChanges(database, ada, caseId, [await change("arrange", { answer: "" })]);
    expect((await refusal(submitPacket(database, ada, caseId))).message).toContain("lacks: what they answer");
    await saveChanges(database, ada, caseId, [await change("arrange", { answer: "We bring it." })]);
    const { revision } = await submitPacket(database, ada, caseId);
    const frozen = await database.packetRevision.findFirstOrThrow({ where: { caseId, kind: "submit" } });
    expect(frozen.number).toBe(revision);
    const late = await change("need", { what: "late" });
    expect((await refusal(saveChanges(database, ada, caseId, [late]))).kind).toBe("not_allowed");
    await expect(
      database.packetRevision.update({ where: { id: frozen.id }, data: { kind: "accept" } }),
    ).rejects.toThrow();
  });

  test("only an accepted packet is re-opened", async () => {
    expect((await refusal(reopenPacket(database, ada, caseId))).kind).toBe("conflict");
    await database.case.update({ where: { id: caseId }, data: { stage: "accepted" } });
    await reopenPacket(database, ada, caseId);
    expect((await packetView(database, ada, caseId)).mayEdit).toBe(true);
  });
});

describe("packets as files", () => {
  test("an exported packet comes back in unchanged and goes out again as the same bytes", async () => {
    await decideAll();
    const file = await exportPacket(database, ada, caseId, "now");
    const added = await change("ask_first", { text: "changed after the export" });
    await saveChanges(database, ada, caseId, [added]);
    expect(await exportPacket(database, ada, caseId, "now")).not.toBe(file);
    const answer = await importPacket(database, ada, caseId, JSON.parse(file));
    expect(answer.changed).toBe(1);
    expect(await exportPacket(database, ada, caseId, "now")).toBe(file);
  });

  test("an older version is brought up; a broken one is refused with its paths and changes nothing", async () => {
    const packet = JSON.parse(await exportPacket(database, ada, caseId, "now"));
    await importPacket(database, ada, caseId, { ...packet, schema_version: 1 });
    const before = await exportPacket(database, ada, caseId, "now");
    expect(JSON.parse(before).schema_version).toBe(2);
    const broken = { ...packet, parties: [{ ...packet.parties[0], colour: "red" }] };
    const problem = await refusal(importPacket(database, ada, caseId, broken));
    expect(problem.kind).toBe("bad_input");
    expect(JSON.stringify(problem.extra.issues)).toContain("$.parties[0]");
    expect(await exportPacket(database, ada, caseId, "now")).toBe(before);
    const foreign = await refusal(importPacket(database, ada, caseId, { ...packet, case_id: "other" }));
    expect(foreign.message).toContain("other");
  });

  test("an item that the file does not have is deleted, not lost", async () => {
    const packet = JSON.parse(await exportPacket(database, ada, caseId, "now"));
    await importPacket(database, ada, caseId, { ...packet, practices: [] });
    expect((await item("ask_first")).deletedAt).not.toBeNull();
  });
});

test("a change names no more than a packet may hold", async () => {
  const id = `x_${randomUUID().slice(0, 6)}`;
  const long = await change("need", { statement: "x".repeat(20_000) });
  expect((await refusal(saveChanges(database, ada, caseId, [long]))).kind).toBe("bad_input");
  expect(id).toBeTruthy();
});
