import type { CurrentUser } from "@/lib/auth/session";
import type { Db } from "@/lib/db";
import type { Prisma, Stage } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";

/** Who acts: what a service needs to know of the signed-in person. */
export type Actor = Pick<CurrentUser, "id" | "name" | "role">;

/** Stages in which the packet is open for editing. */
export const EDITABLE: readonly Stage[] = ["drafted", "annotating"];
/** Stages after the second review, where the packet is frozen. */
export const FROZEN: readonly Stage[] = ["accepted", "compiled", "certified", "published"];

/**
 * Which cases somebody may see. Advocates: their own, those shared with them, and drafted ones that nobody has taken.
 * Reviewers: what waits for a review and what they are reviewing or reviewed. Curators and administrators: all.
 */
export function visibleCases(actor: Actor): Prisma.CaseWhereInput {
  if (actor.role === "admin" || actor.role === "curator") return { deletedAt: null };
  if (actor.role === "advocate")
    return {
      deletedAt: null,
      OR: [
        { advocateId: actor.id },
        { shares: { some: { userId: actor.id } } },
        { advocateId: null, stage: { in: ["screened", "drafted"] } },
      ],
    };
  if (actor.role === "reviewer")
    return {
      deletedAt: null,
      OR: [
        { stage: "in_review", reviewerId: null },
        { reviewerId: actor.id },
        { reviews: { some: { reviewerId: actor.id } } },
      ],
    };
  return { id: "", deletedAt: { not: null } };
}

/** @throws {Problem} not_found when there is no such case, not_allowed when this person may not see it */
export async function requireVisible(db: Db, actor: Actor, caseId: string) {
  const found = await db.case.findFirst({
    where: { AND: [{ id: caseId }, visibleCases(actor)] },
    include: { shares: true },
  });
  if (found) return found;
  const exists = await db.case.findFirst({ where: { id: caseId, deletedAt: null }, select: { id: true } });
  if (!exists) throw new Problem("not_found", "There is no such case.", { fix: "Go back to your cases." });
  throw new Problem("not_allowed", "This case is not assigned to you or shared with you.", {
    fix: "Ask whoever holds it, or an administrator, to share it.",
  });
}

/** Why somebody may not edit a packet, in plain words; null when they may. */
export function editRefusal(
  actor: Actor,
  of: { stage: Stage; advocateId: string | null; shares: { userId: string }[] },
): string | null {
  const own = of.advocateId === actor.id || of.shares.some((share) => share.userId === actor.id);
  if (!own && actor.role !== "admin")
    return of.advocateId === null && actor.role === "advocate"
      ? "Nobody has taken this case yet. Take it to edit it."
      : "You can read this packet. Only the advocate it is assigned to edits it.";
  if (own && actor.role !== "admin" && actor.role !== "advocate")
    return "Your role no longer includes editing packets.";
  if (of.stage === "in_review") return "It is in review. It comes back to you if the reviewer returns it.";
  if (FROZEN.includes(of.stage)) return "It was accepted and is frozen. Re-open it to begin a new revision.";
  if (!EDITABLE.includes(of.stage)) return "It has no draft yet.";
  return null;
}

/**
 * Refuses a reviewer whose first pass is not ended: they judge what was submitted without seeing the advocate's work.
 * @throws {Problem} not_allowed
 */
export async function refuseBlind(db: Db, actor: Actor, of: { id: string; stage: Stage }): Promise<void> {
  if (actor.role !== "reviewer" || of.stage !== "in_review") return;
  const done = await db.review.findFirst({
    where: { caseId: of.id, reviewerId: actor.id, verdict: "open", blindDoneAt: { not: null } },
  });
  if (!done)
    throw new Problem(
      "not_allowed",
      "Your first pass is blind: the advocate's work opens when you have ended it.",
    );
}
