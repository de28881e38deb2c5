import { beforeEach, describe, expect, test } from "vitest";
import { CHECKLIST } from "@/lib/contracts/reviews";
import { Problem } from "@/lib/http/problem";
import { changeOf, draftedCase, somebody } from "@/tests/factories/studio";
import { testDatabase } from "@/tests/setup/database";
import type { Actor } from "./cases-access";
import { itemHistory } from "./history";
import { exportPacket, packetView, saveChanges, submitPacket } from "./packets";
import { actOnReview, reviewView } from "./reviews";

const database = await testDatabase();
let ada: Actor;
let rosa: Actor;
let caseId: string;
let revision: number;

beforeEach(async () => {
  ada = await somebody(database, "advocate");
  rosa = await somebody(database, "reviewer");
  caseId = await draftedCase(database, ada.id);
  const rows = await database.packetItem.findMany({ where: { caseId, decision: "undecided" } });
  const changes = await Promise.all(
    rows.map((row) =>
      changeOf(
        database,
        caseId,
        row.itemId,
        row.itemId === "parish_number"
          ? { what: "the charity's direct number", decision: "edited" }
          : { decision: row.itemId === "ask_first" ? "rejected" : "accepted" },
      ),
    ),
  );
  await saveChanges(database, ada, caseId, changes);
  revision = (await submitPacket(database, ada, caseId)).revision;
});

const refusal = async (act: Promise<unknown>): Promise<Problem> => {
  const error = await act.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Problem);
  return error as Problem;
};

/** Ticks every point at once: each is an act of its own, so that none can undo another. */
async function checkAll() {
  const tick = ({ id: point }: (typeof CHECKLIST)[number]) =>
    actOnReview(database, rosa, caseId, { act: "check", revision, point, checked: true });
  await Promise.all(CHECKLIST.map(tick));
}

async function judgeAll(
  decision: "accept" | "change" | "reject" = "accept",
  except: Record<string, "accept" | "change" | "reject"> = {},
) {
  for (const item of (await reviewView(database, rosa, caseId)).items)
    await actOnReview(database, rosa, caseId, {
      act: "decide",
      revision,
      itemId: item.id,
      decision: except[item.id] ?? decision,
    });
}

describe("the first pass", () => {
  test("shows the draft and nothing of the advocate's decisions, anywhere", async () => {
    const view = await reviewView(database, rosa, caseId);
    expect(view.phase).toBe("blind");
    expect(JSON.stringify(view)).not.toContain("charity's direct");
    expect(view.items.every((item) => item.decision === null)).toBe(true);
    expect((await refusal(packetView(database, rosa, caseId))).kind).toBe("not_allowed");
    expect((await refusal(itemHistory(database, rosa, caseId, "parish_number"))).kind).toBe("not_allowed");
    expect((await refusal(exportPacket(database, rosa, caseId, "now"))).kind).toBe("not_allowed");
  });

  test("ends only when everything is judged, and its judgements stay", async () => {
    expect((await refusal(actOnReview(database, rosa, caseId, { act: "end_blind", revision }))).kind).toBe(
      "not_ready",
    );
    await judgeAll();
    await actOnReview(database, rosa, caseId, { act: "end_blind", revision });
    const change = actOnReview(database, rosa, caseId, {
      act: "decide",
      revision,
      itemId: "need",
      decision: "reject",
    });
    expect((await refusal(change)).kind).toBe("conflict");
  });
});

describe("comparing", () => {
  test("names the disagreements and counts agreement by kind of item", async () => {
    await judgeAll("accept", { parish_number: "change" });
    await actOnReview(database, rosa, caseId, { act: "end_blind", revision });
    const view = await reviewView(database, rosa, caseId);
    expect(view.items.filter((item) => item.disagree).map((item) => item.id)).toEqual(["ask_first"]);
    expect(view.agreement.find((row) => row.section === "exchanges")).toEqual({
      section: "exchanges",
      both: 2,
      agree: 2,
    });
    expect(view.agreement.find((row) => row.section === "practices")).toEqual({
      section: "practices",
      both: 1,
      agree: 0,
    });
    expect(view.items.find((item) => item.id === "parish_number")).toMatchObject({
      decision: "edited",
      changed: ["what"],
    });
  });

  test("accepting needs the pass, the disagreements and the checklist, and freezes a revision", async () => {
    const accept = () => actOnReview(database, rosa, caseId, { act: "accept", revision });
    expect((await refusal(accept())).kind).toBe("not_ready");
    await judgeAll("accept", { parish_number: "change" });
    await actOnReview(database, rosa, caseId, { act: "end_blind", revision });
    expect((await refusal(accept())).message).toContain("1 disagreement");
    await actOnReview(database, rosa, caseId, {
      act: "settle",
      revision,
      itemId: "ask_first",
      as: "advocate_is_right",
    });
    expect((await refusal(accept())).message).toContain("checklist");
    await checkAll();
    await accept();
    const found = await database.case.findUniqueOrThrow({ where: { id: caseId } });
    expect(found.stage).toBe("accepted");
    const file = JSON.parse(await exportPacket(database, ada, caseId, "accepted"));
    expect(file.exchanges[1]).toMatchObject({
      what: "the charity's direct number",
      decision: "edited",
      origin: "draft",
    });
  });

  test("an item that needs a change keeps the packet from being accepted", async () => {
    await judgeAll("accept", { parish_number: "change" });
    await actOnReview(database, rosa, caseId, { act: "end_blind", revision });
    await actOnReview(database, rosa, caseId, {
      act: "settle",
      revision,
      itemId: "ask_first",
      as: "needs_change",
    });
    await checkAll();
    const problem = await refusal(actOnReview(database, rosa, caseId, { act: "accept", revision }));
    expect(problem.message).toContain("return");
  });

  test("a return goes back with its reasons, and the next submission is another review", async () => {
    await actOnReview(database, rosa, caseId, {
      act: "return",
      revision,
      reasons: "Exchange 2 has no source.",
    });
    const view = await packetView(database, ada, caseId);
    expect(view).toMatchObject({
      stage: "annotating",
      mayEdit: true,
      returned: { reasons: "Exchange 2 has no source." },
    });
    const second = await submitPacket(database, ada, caseId);
    const stale = actOnReview(database, rosa, caseId, { act: "end_blind", revision });
    expect((await refusal(stale)).kind).toBe("conflict");
    expect((await reviewView(database, rosa, caseId)).revision).toBe(second.revision);
    expect((await reviewView(database, rosa, caseId)).phase).toBe("blind");
  });
});

describe("one's own packet", () => {
  test("is refused to its advocate, to whoever changed an item, and to an administrator who did", async () => {
    await database.user.update({ where: { id: ada.id }, data: { role: "reviewer" } });
    const own = { ...ada, role: "reviewer" as const };
    await database.case.update({ where: { id: caseId }, data: { advocateId: null } });
    expect((await refusal(reviewView(database, own, caseId))).message).toContain("own packet");
    const act = actOnReview(database, own, caseId, { act: "accept", revision });
    expect((await refusal(act)).message).toContain("own packet");
    const admin = { ...ada, role: "admin" as const };
    expect((await refusal(reviewView(database, admin, caseId))).message).toContain("own packet");
  });

  test("a second reviewer does not decide in the first one's place", async () => {
    await actOnReview(database, rosa, caseId, {
      act: "decide",
      revision,
      itemId: "need",
      decision: "accept",
    });
    const other = await somebody(database, "reviewer");
    expect((await refusal(reviewView(database, other, caseId))).kind).toBe("not_allowed");
    const admin = await somebody(database, "admin");
    const act = actOnReview(database, admin, caseId, { act: "return", revision, reasons: "no" });
    expect((await refusal(act)).kind).toBe("conflict");
  });
});
