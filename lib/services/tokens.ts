import { createToken, revokeToken } from "@/lib/auth/tokens";
import type { TokenRow } from "@/lib/contracts/corpus";
import type { Database } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import type { Actor } from "./cases-access";

/** Tokens somebody made; an administrator sees all. */
export async function listTokens(database: Database, actor: Actor): Promise<TokenRow[]> {
  const rows = await database.apiToken.findMany({
    where: actor.role === "admin" ? {} : { userId: actor.id },
    include: { user: { select: { name: true } } },
    orderBy: { createdAt: "desc" },
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    by: row.user.name,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }));
}

/** Makes a token for a runner; it is shown this once. */
export async function makeToken(database: Database, actor: Actor, given: { name: string; days: number }) {
  const expiresAt = new Date(Date.now() + given.days * 86_400_000);
  return createToken(database, { name: given.name, userId: actor.id, expiresAt });
}

/** Ends a token of one's own (an administrator: any). @throws {Problem} not_found */
export async function endToken(database: Database, actor: Actor, id: string): Promise<void> {
  const found = await database.apiToken.findFirst({
    where: { id, ...(actor.role === "admin" ? {} : { userId: actor.id }) },
  });
  if (!found) throw new Problem("not_found", "There is no such token of yours.");
  if (!found.revokedAt) await revokeToken(database, { id, actorId: actor.id });
}
