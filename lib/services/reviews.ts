import { type Packet, packetSchema } from "@/compiler/packet/packet";
import { audit } from "@/lib/auth/audit";
import { changedFields, type ItemContent, itemsOf, type Section } from "@/lib/contracts/item";
import {
  type BlindDecision,
  blindDecisionsSchema,
  CHECKLIST,
  checklistSchema,
  type ReviewAct,
  type ReviewItem,
  type ReviewView,
  type Settled,
  settledSchema,
} from "@/lib/contracts/reviews";
import type { Database, Db } from "@/lib/db";
import type { PacketRevision, Review } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";
import { type Actor, requireVisible } from "./cases-access";
import { freeze, lockCase, newestRevision } from "./packets";

const AS_DECIDED: Record<string, BlindDecision> = {
  accepted: "accept",
  edited: "change",
  rejected: "reject",
  deleted: "reject",
};

/** Refuses whoever had a hand in the packet: nobody reviews their own. */
async function refuseOwn(db: Db, actor: Actor, caseId: string): Promise<void> {
  const found = await db.case.findUniqueOrThrow({
    where: { id: caseId },
    select: {
      advocateId: true,
      shares: { where: { userId: actor.id } },
      changes: { where: { authorId: actor.id }, take: 1, select: { id: true } },
    },
  });
  if (found.advocateId === actor.id || found.shares.length > 0 || found.changes.length > 0)
    throw new Problem("not_allowed", "This is your own packet. Nobody reviews their own.", {
      fix: "Leave it to another reviewer.",
    });
}

async function submitted(db: Db, caseId: string): Promise<PacketRevision> {
  const revision = await newestRevision(db, caseId, "submit");
  if (!revision) throw new Problem("not_ready", "This packet was not submitted yet.");
  return revision;
}

function requireReviewer(actor: Actor): void {
  if (actor.role !== "reviewer" && actor.role !== "admin")
    throw new Problem("not_allowed", "Only reviewers review packets.");
}

/**
 * The review of what was submitted last, as this reviewer may see it. While the first pass is blind, items show the draft
 * and nothing of the advocate's decisions, changes or remarks.
 * @throws {Problem} not_found, not_allowed (also for one's own packet), not_ready
 */
export async function reviewView(db: Database, actor: Actor, caseId: string): Promise<ReviewView> {
  requireReviewer(actor);
  const found = await requireVisible(db, actor, caseId);
  await refuseOwn(db, actor, caseId);
  const revision = await submitted(db, caseId);
  const review = await db.review.findUnique({
    where: {
      caseId_packetRevision_reviewerId: { caseId, packetRevision: revision.number, reviewerId: actor.id },
    },
  });
  const advocate = found.advocateId
    ? await db.user.findUnique({ where: { id: found.advocateId }, select: { id: true, name: true } })
    : null;
  const closed = found.stage !== "in_review" || (review !== null && review.verdict !== "open");
  const phase = closed ? "closed" : review?.blindDoneAt ? "compare" : "blind";
  const items = await reviewItems(db, caseId, revision, review, phase === "blind");
  const comments =
    phase === "blind"
      ? []
      : await db.itemComment.findMany({
          where: { caseId },
          include: { author: true },
          orderBy: { createdAt: "asc" },
        });
  return {
    caseId,
    title: found.title,
    stage: found.stage,
    revision: revision.number,
    advocate,
    submittedAt: revision.createdAt.toISOString(),
    phase,
    items,
    checklist: checklistSchema.parse(review?.checklist ?? {}),
    agreement: phase === "blind" ? [] : agreementOf(items),
    comments: comments.map((row) => ({
      id: row.id,
      itemId: row.itemId,
      author: { id: row.author.id, name: row.author.name },
      text: row.text,
      at: row.createdAt.toISOString(),
      resolvedAt: row.resolvedAt?.toISOString() ?? null,
    })),
    verdict: review?.verdict ?? "open",
    reasons: review?.reasons ?? null,
    open: openPoints(items, review),
  };
}

async function reviewItems(
  db: Db,
  caseId: string,
  revision: PacketRevision,
  review: Review | null,
  blind: boolean,
): Promise<ReviewItem[]> {
  const rows = await db.packetItem.findMany({
    where: { caseId, section: { not: "about" } },
    select: { itemId: true, section: true, draft: true, position: true },
    orderBy: [{ section: "asc" }, { position: "asc" }],
  });
  const drafts = new Map(rows.map((row) => [row.itemId, row.draft as ItemContent | null]));
  const mine = blindDecisionsSchema.parse(review?.blindDecisions ?? {});
  const settled = settledSchema.parse(review?.settled ?? {});
  const present = itemsOf(revision.content as unknown as Packet).filter((item) => item.section !== "about");
  const ids = new Set(present.map((item) => item.content.id));
  const gone = rows
    .filter((row) => !ids.has(row.itemId) && row.draft !== null)
    .map((row) => ({
      section: row.section as Section,
      position: row.position,
      content: null,
      id: row.itemId,
    }));
  const counts = new Map<string, number>();
  return [...present.map((item) => ({ ...item, id: item.content.id })), ...gone].map((item) => {
    const number = (counts.get(item.section) ?? 0) + 1;
    counts.set(item.section, number);
    const draft = drafts.get(item.id) ?? null;
    const now = item.content;
    const decision = (now ? now.decision : "deleted") as ReviewItem["decision"];
    const own = mine[item.id] ?? null;
    const disagree = own !== null && own !== AS_DECIDED[decision ?? ""];
    if (blind)
      return {
        id: item.id,
        section: item.section,
        number,
        draft,
        now: draft || !now ? null : { ...now, decision: "undecided", comments: [] },
        decision: null,
        changed: [],
        mine: own,
        disagree: false,
        settled: null,
      };
    return {
      id: item.id,
      section: item.section,
      number,
      draft,
      now,
      decision,
      changed: draft && now ? changedFields(draft, now) : [],
      mine: own,
      disagree,
      settled: settled[item.id] ?? null,
    };
  });
}

/** How often reviewer and advocate decided the same, by section. */
export function agreementOf(items: readonly ReviewItem[]): ReviewView["agreement"] {
  const sections = [...new Set(items.map((item) => item.section))];
  return sections.map((section) => {
    const both = items.filter((item) => item.section === section && item.mine !== null);
    return { section, both: both.length, agree: both.filter((item) => !item.disagree).length };
  });
}

const count = (number: number, one: string, more: string) => `${number} ${number === 1 ? one : more}`;

function openPoints(items: readonly ReviewItem[], review: Review | null): string[] {
  const points: string[] = [];
  if (!review?.blindDoneAt) {
    const left = items.filter((item) => item.mine === null).length;
    points.push(
      left > 0 ? `${left} items are not decided in your first pass` : "Your first pass is not ended",
    );
    return points;
  }
  const unsettled = items.filter((item) => item.disagree && item.settled === null).length;
  if (unsettled > 0) points.push(`${count(unsettled, "disagreement is", "disagreements are")} not settled`);
  const changes = items.filter((item) => item.settled === "needs_change").length;
  if (changes > 0) points.push(`${count(changes, "item needs", "items need")} a change: return the packet`);
  const checklist = checklistSchema.parse(review.checklist);
  const unchecked = CHECKLIST.filter((point) => !checklist[point.id]).length;
  if (unchecked > 0)
    points.push(
      `${count(unchecked, "point", "points")} of the checklist ${unchecked === 1 ? "is" : "are"} open`,
    );
  return points;
}

/**
 * One act of a review: a blind decision, the end of the first pass, a disagreement settled, the checklist, a return with
 * reasons, or the acceptance that freezes a revision.
 * @throws {Problem} conflict when another revision was submitted or somebody else reviews it, not_ready, not_allowed
 */
export async function actOnReview(
  database: Database,
  actor: Actor,
  caseId: string,
  act: ReviewAct,
): Promise<void> {
  requireReviewer(actor);
  await requireVisible(database, actor, caseId);
  await database.$transaction(async (step) => {
    const locked = await lockCase(step, caseId);
    await refuseOwn(step, actor, caseId);
    if (locked.stage !== "in_review") throw new Problem("conflict", "This packet is not in review.");
    const found = await step.case.findUniqueOrThrow({ where: { id: caseId }, select: { reviewerId: true } });
    if (found.reviewerId !== null && found.reviewerId !== actor.id)
      throw new Problem("conflict", "Somebody else reviews this packet.");
    const revision = await submitted(step, caseId);
    if (act.revision !== revision.number)
      throw new Problem("conflict", "Another revision was submitted since you opened this page.", {
        fix: "Load the page again.",
      });
    if (found.reviewerId === null) {
      await step.case.update({ where: { id: caseId }, data: { reviewerId: actor.id } });
      await audit(step, {
        actorId: actor.id,
        action: "review.begin",
        caseId,
        detail: { revision: revision.number },
      });
    }
    const key = { caseId, packetRevision: revision.number, reviewerId: actor.id };
    const review = await step.review.upsert({
      where: { caseId_packetRevision_reviewerId: key },
      create: { ...key, blindDecisions: {}, checklist: {} },
      update: {},
    });
    if (review.verdict !== "open") throw new Problem("conflict", "This review is closed.");
    await perform(step, actor, { caseId, revision, review }, act);
  });
}

async function perform(
  step: Db,
  actor: Actor,
  of: { caseId: string; revision: PacketRevision; review: Review },
  act: ReviewAct,
): Promise<void> {
  const { caseId, revision, review } = of;
  const where = { id: review.id };
  const items = await reviewItems(step, caseId, revision, review, false);
  const known = (itemId: string) => {
    const item = items.find((one) => one.id === itemId);
    if (!item) throw new Problem("not_found", "There is no such item in what was submitted.");
    return item;
  };
  switch (act.act) {
    case "decide": {
      known(act.itemId);
      if (review.blindDoneAt) throw new Problem("conflict", "Your first pass is ended; its decisions stay.");
      const { [act.itemId]: _, ...others } = blindDecisionsSchema.parse(review.blindDecisions);
      const blindDecisions = act.decision ? { ...others, [act.itemId]: act.decision } : others;
      await step.review.update({ where, data: { blindDecisions } });
      return;
    }
    case "end_blind": {
      const left = items.filter((item) => item.mine === null).length;
      if (left > 0) throw new Problem("not_ready", `${left} items are not decided yet.`);
      await step.review.update({ where, data: { blindDoneAt: review.blindDoneAt ?? new Date() } });
      const agreement = agreementOf(items).map(({ section, both, agree }) => ({ section, both, agree }));
      await audit(step, { actorId: actor.id, action: "review.compare", caseId, detail: { agreement } });
      return;
    }
    case "settle": {
      requireCompared(review);
      known(act.itemId);
      const settled: Settled = { ...settledSchema.parse(review.settled), [act.itemId]: act.as };
      await step.review.update({ where, data: { settled } });
      return;
    }
    case "check": {
      requireCompared(review);
      const checklist = { ...checklistSchema.parse(review.checklist), [act.point]: act.checked };
      await step.review.update({ where, data: { checklist } });
      return;
    }
    case "return": {
      await step.review.update({
        where,
        data: { verdict: "returned", reasons: act.reasons, closedAt: new Date() },
      });
      const { number } = await freeze(step, caseId, "return", actor.id);
      await step.case.update({
        where: { id: caseId },
        data: { stage: "annotating", stageSince: new Date() },
      });
      await audit(step, { actorId: actor.id, action: "review.return", caseId, detail: { revision: number } });
      return;
    }
    case "accept": {
      const open = openPoints(items, review);
      if (open.length > 0)
        throw new Problem("not_ready", `Not yet: ${open.join("; ")}.`, { extra: { open } });
      if (!packetSchema.safeParse(revision.content).success)
        throw new Problem("not_ready", "The packet has incomplete items.", { fix: "Return it." });
      await step.review.update({ where, data: { verdict: "accepted", closedAt: new Date() } });
      const { number } = await freeze(step, caseId, "accept", actor.id);
      await step.case.update({ where: { id: caseId }, data: { stage: "accepted", stageSince: new Date() } });
      await audit(step, { actorId: actor.id, action: "review.accept", caseId, detail: { revision: number } });
      return;
    }
  }
}

function requireCompared(review: Review): void {
  if (!review.blindDoneAt) throw new Problem("not_ready", "End your first pass before you compare.");
}

/** The reviews somebody finished or holds, newest first. */
export async function reviewsOf(db: Database, actor: Actor) {
  const rows = await db.review.findMany({
    where: actor.role === "admin" ? {} : { reviewerId: actor.id },
    include: { case: true, reviewer: true },
    orderBy: { createdAt: "desc" },
    take: 200,
  });
  return rows.map((row) => ({
    caseId: row.caseId,
    title: row.case.title,
    verdict: row.verdict,
    revision: row.packetRevision,
    by: row.reviewer.name,
    at: (row.closedAt ?? row.createdAt).toISOString(),
  }));
}
