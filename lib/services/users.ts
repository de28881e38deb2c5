import { signOutEverywhere } from "@/lib/auth/account";
import { audit } from "@/lib/auth/audit";
import type { Person } from "@/lib/contracts/people";
import type { UserAct, Users } from "@/lib/contracts/users";
import type { Database } from "@/lib/db";
import type { Role } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";
import type { Actor } from "./cases-access";

/** Everybody with an account and everybody invited; for administrators. */
export async function listUsers(db: Database): Promise<Users> {
  const [users, invitations, signIns] = await Promise.all([
    db.user.findMany({
      orderBy: [{ name: "asc" }, { id: "asc" }],
      include: { _count: { select: { advocates: true, reviews: true, curates: true } } },
    }),
    db.invitation.findMany({
      where: { acceptedAt: null, expiresAt: { gt: new Date() } },
      orderBy: { createdAt: "desc" },
    }),
    db.auditEvent.groupBy({ by: ["actorId"], where: { action: "session.begin" }, _max: { at: true } }),
  ]);
  return {
    users: users.map((user) => ({
      id: user.id,
      name: user.name,
      email: user.email,
      role: user.role,
      disabledAt: user.disabledAt?.toISOString() ?? null,
      createdAt: user.createdAt.toISOString(),
      cases: user._count.advocates + user._count.reviews + user._count.curates,
      lastSignIn: signIns.find((row) => row.actorId === user.id)?._max.at?.toISOString() ?? null,
    })),
    invitations: invitations.map(({ id, name, email, role, expiresAt }) => ({
      id,
      name,
      email,
      role,
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

/** Active people of a role, for assigning and sharing. */
export async function peopleOf(db: Database, role: Role): Promise<Person[]> {
  return db.user.findMany({
    where: { role, disabledAt: null },
    orderBy: { name: "asc" },
    select: { id: true, name: true },
  });
}

/**
 * Changes a role, disables, enables, or signs out everywhere. A new role and a disabled account hold at the next request.
 * @throws {Problem} conflict when nobody would be left to administer, not_found
 */
export async function actOnUser(
  database: Database,
  actor: Actor,
  userId: string,
  act: UserAct,
): Promise<void> {
  const user = await database.user.findUnique({ where: { id: userId } });
  if (!user) throw new Problem("not_found", "There is no such person.");
  if (act.act === "sign_out_everywhere") return signOutEverywhere(database, { userId, actorId: actor.id });
  await database.$transaction(async (step) => {
    await step.$queryRaw`SELECT id FROM "User" WHERE role = 'admin' FOR UPDATE`;
    const losing = act.act === "disable" || (act.act === "role" && act.role !== "admin");
    if (user.role === "admin" && !user.disabledAt && losing) {
      const others = await step.user.count({
        where: { role: "admin", disabledAt: null, id: { not: userId } },
      });
      if (others === 0)
        throw new Problem("conflict", "This is the last active administrator.", {
          fix: "Make somebody else an administrator first.",
        });
    }
    if (act.act === "role") await step.user.update({ where: { id: userId }, data: { role: act.role } });
    else
      await step.user.update({
        where: { id: userId },
        data:
          act.act === "disable"
            ? { disabledAt: new Date(), sessionEpoch: { increment: 1 } }
            : { disabledAt: null },
      });
    if (act.act === "disable") await step.lease.deleteMany({ where: { holderId: userId } });
    await audit(step, {
      actorId: actor.id,
      action: `user.${act.act}`,
      detail: { userId, ...(act.act === "role" ? { from: user.role, to: act.role } : {}) },
    });
  });
}
