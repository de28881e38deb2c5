import { randomToken, sha256 } from "@/lib/crypto/hash";
import { type Database, db } from "@/lib/db";
import { audit } from "./audit";
import type { CurrentUser } from "./session";

/**
 * Makes a token for a runner. Whoever holds it may read what is published and nothing else, whoever made it.
 * @returns the token, which is shown once and stored only as a hash
 */
export async function createToken(
  database: Database,
  given: { name: string; userId: string; expiresAt?: Date },
): Promise<{ id: string; token: string }> {
  const token = randomToken("baba");
  return database.$transaction(async (step) => {
    const { id } = await step.apiToken.create({ data: { ...given, tokenHash: sha256(token) } });
    await audit(step, { actorId: given.userId, action: "token.create", detail: { tokenId: id } });
    return { id, token };
  });
}

/** Ends a token at once. */
export async function revokeToken(database: Database, given: { id: string; actorId: string }): Promise<void> {
  await database.$transaction(async (step) => {
    await step.apiToken.update({ where: { id: given.id }, data: { revokedAt: new Date() } });
    await audit(step, { actorId: given.actorId, action: "token.revoke", detail: { tokenId: given.id } });
  });
}

/** The runner behind a bearer token; null when it is unknown, revoked, out of date, or its maker is disabled. */
export async function userOfToken(token: string): Promise<CurrentUser | null> {
  const found = await db().apiToken.findUnique({
    where: { tokenHash: sha256(token) },
    include: { user: true },
  });
  const now = new Date();
  if (!found || found.revokedAt || found.user.disabledAt || (found.expiresAt && found.expiresAt <= now))
    return null;
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() > 60_000)
    await db().apiToken.update({ where: { id: found.id }, data: { lastUsedAt: now } });
  const { id, email, name } = found.user;
  return { id, email, name, role: "runner", mustChangePassword: false };
}
