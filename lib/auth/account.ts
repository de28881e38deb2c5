import { type Database, db } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import { audit } from "./audit";
import { hashPassword, passwordFault, passwordMatches } from "./password";
import { countAttempt } from "./throttle";

/**
 * Changes one's own password and ends every session begun with the old one, this one too.
 * @throws {Problem} bad_input when the current password is wrong or the new one will not do; too_many
 */
export async function changePassword(given: {
  userId: string;
  current: string;
  next: string;
}): Promise<void> {
  await countAttempt("password", given.userId);
  const user = await db().user.findUniqueOrThrow({ where: { id: given.userId } });
  if (!(await passwordMatches(user.passwordHash, given.current)))
    throw new Problem("bad_input", "The current password is not right.", { extra: { field: "current" } });
  const fault = given.current === given.next ? "Choose one that is new." : passwordFault(given.next, user);
  if (fault) throw new Problem("bad_input", fault, { extra: { field: "next" } });
  const passwordHash = await hashPassword(given.next);
  await db().$transaction(async (step) => {
    await step.user.update({
      where: { id: user.id },
      data: { passwordHash, mustChangePassword: false, sessionEpoch: { increment: 1 } },
    });
    await audit(step, { actorId: user.id, action: "user.change_password", detail: { userId: user.id } });
  });
}

/** Ends all sessions of somebody at once. */
export async function signOutEverywhere(
  database: Database,
  given: { userId: string; actorId: string },
): Promise<void> {
  await database.$transaction(async (step) => {
    await step.user.update({ where: { id: given.userId }, data: { sessionEpoch: { increment: 1 } } });
    await audit(step, {
      actorId: given.actorId,
      action: "user.sign_out_everywhere",
      detail: { userId: given.userId },
    });
  });
}
