import { audit } from "@/lib/auth/audit";
import type { LeaseView } from "@/lib/contracts/packets";
import type { Database, Db } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import { type Actor, editRefusal, requireVisible } from "./cases-access";

const minute = 60_000;
/** How long a case is held after the holder's last sign of life. */
export const LEASE_MINUTES = 60;

export const leaseView = (lease: { holder: { id: string; name: string }; expiresAt: Date }): LeaseView => ({
  holder: { id: lease.holder.id, name: lease.holder.name },
  until: lease.expiresAt.toISOString(),
});

/** Who holds a case now; null when nobody does or the lease ran out. */
export async function currentLease(db: Db, caseId: string, now = new Date()): Promise<LeaseView | null> {
  const lease = await db.lease.findUnique({ where: { caseId }, include: { holder: true } });
  return lease && lease.expiresAt > now ? leaseView(lease) : null;
}

/**
 * Holds the case for somebody who edits, or renews it, inside the transaction that locked the case. Writes only when
 * there is something to write, so that most saves do not.
 * @throws {Problem} conflict, with `holder` and `until`, while somebody else holds it
 */
export async function holdForEdit(
  step: Db,
  actor: Actor,
  caseId: string,
  now = new Date(),
): Promise<LeaseView> {
  const lease = await step.lease.findUnique({ where: { caseId }, include: { holder: true } });
  const valid = lease !== null && lease.expiresAt > now;
  if (valid && lease.holderId !== actor.id) throw heldBy(leaseView(lease));
  if (valid && lease.expiresAt.getTime() - now.getTime() > (LEASE_MINUTES - 10) * minute)
    return leaseView(lease);
  const expiresAt = new Date(now.getTime() + LEASE_MINUTES * minute);
  await step.lease.upsert({
    where: { caseId },
    create: { caseId, holderId: actor.id, expiresAt },
    update: { holderId: actor.id, expiresAt },
  });
  return leaseView({ holder: actor, expiresAt });
}

function heldBy(lease: LeaseView): Problem {
  return new Problem("conflict", `${lease.holder.name} holds this case now.`, {
    fix: "Ask them, wait until their hold ends, or take the case over. Your edits wait on this device.",
    extra: { lease },
  });
}

/**
 * Takes hold of a case for editing.
 * @param take "if_free" is refused while somebody else holds it; "over" takes it from them, and is audited
 * @throws {Problem} conflict, not_allowed, not_found
 */
export async function takeLease(
  database: Database,
  actor: Actor,
  caseId: string,
  take: "if_free" | "over",
): Promise<LeaseView> {
  const found = await requireVisible(database, actor, caseId);
  const refusal = editRefusal(actor, found);
  if (refusal) throw new Problem("not_allowed", refusal);
  return database.$transaction(async (step) => {
    await step.$queryRaw`SELECT 1 FROM "Case" WHERE id = ${caseId} FOR UPDATE`;
    const before = await currentLease(step, caseId);
    if (take === "over" && before && before.holder.id !== actor.id) {
      await step.lease.delete({ where: { caseId } });
      await audit(step, {
        actorId: actor.id,
        action: "lease.takeover",
        caseId,
        detail: { from: before.holder.id, until: before.until },
      });
    }
    return holdForEdit(step, actor, caseId);
  });
}

/** Lets go of a case that one holds; nothing happens when one does not. */
export async function releaseLease(database: Database, actor: Actor, caseId: string): Promise<void> {
  await database.lease.deleteMany({ where: { caseId, holderId: actor.id } });
}
