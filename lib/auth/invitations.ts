import { randomToken, sha256 } from "@/lib/crypto/hash";
import { type Database, db } from "@/lib/db";
import type { Role } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";
import { audit } from "./audit";
import { hashPassword, passwordFault } from "./password";
import { countAttempt } from "./throttle";

const validDays = 7;

/**
 * Invites somebody. Invites them again when they were invited before: the older link ends.
 * @returns the path of the link to send them, valid for 7 days; its token is stored only as a hash
 * @throws {Problem} conflict when the address has an account
 */
export async function invite(
  database: Database,
  given: { email: string; name: string; role: Role; actorId: string },
): Promise<{ id: string; path: string }> {
  const email = given.email.trim().toLowerCase();
  const token = randomToken("invite");
  return database.$transaction(async (step) => {
    if (await step.user.findUnique({ where: { email } }))
      throw new Problem("conflict", "There is an account with this address.", {
        fix: "Change its role instead.",
      });
    const now = new Date();
    await step.invitation.updateMany({ where: { email, acceptedAt: null }, data: { expiresAt: now } });
    const { id } = await step.invitation.create({
      data: {
        email,
        name: given.name,
        role: given.role,
        invitedById: given.actorId,
        tokenHash: sha256(token),
        expiresAt: new Date(now.getTime() + validDays * 86_400_000),
      },
    });
    await audit(step, {
      actorId: given.actorId,
      action: "user.invite",
      detail: { invitationId: id, role: given.role },
    });
    return { id, path: `/invitation/${token}` };
  });
}

/** The open invitation behind a token, or null. */
export async function openInvitation(token: string) {
  const found = await db().invitation.findUnique({ where: { tokenHash: sha256(token) } });
  return found && !found.acceptedAt && found.expiresAt > new Date() ? found : null;
}

/**
 * Makes the account of an invitation with the password its owner chose.
 * @returns the address to sign in with
 * @throws {Problem} gone, bad_input, conflict, too_many
 */
export async function acceptInvitation(given: {
  token: string;
  password: string;
}): Promise<{ email: string }> {
  await countAttempt("password", sha256(given.token));
  const invitation = await openInvitation(given.token);
  const ended = new Problem("gone", "This invitation was used, replaced, or is older than 7 days.", {
    fix: "Ask whoever invited you for a new one.",
  });
  if (!invitation) throw ended;
  const fault = passwordFault(given.password, invitation);
  if (fault) throw new Problem("bad_input", fault, { extra: { field: "password" } });
  const passwordHash = await hashPassword(given.password);
  return db().$transaction(async (step) => {
    const { count } = await step.invitation.updateMany({
      where: { id: invitation.id, acceptedAt: null },
      data: { acceptedAt: new Date() },
    });
    if (count === 0) throw ended;
    const { email, name, role } = invitation;
    const { id } = await step.user.create({ data: { email, name, role, passwordHash } });
    await audit(step, {
      actorId: id,
      action: "user.accept_invitation",
      detail: { invitationId: invitation.id, role },
    });
    return { email };
  });
}
