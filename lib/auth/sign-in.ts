import { z } from "zod";
import { db } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import { audit } from "./audit";
import { passwordMatches } from "./password";
import { countAttempt, forgetAttempts } from "./throttle";

export type SignedIn = { id: string; epoch: number };

const credentialsSchema = z.object({
  email: z.string().trim().toLowerCase().min(3).max(254),
  password: z.string().min(1).max(1000),
});

/**
 * Checks an address and a password. Wrong ones and unknown ones look the same and take the same time; attempts are counted
 * per account and address before the password is looked at.
 * @returns who it is, or null when they do not match
 * @throws {Error} "too_many" when there were too many attempts; NextAuth carries the message to the sign-in page
 */
export async function signInWithPassword(given: unknown, address: string): Promise<SignedIn | null> {
  const credentials = credentialsSchema.safeParse(given);
  if (!credentials.success) return null;
  const { email, password } = credentials.data;
  try {
    await countAttempt("sign_in", `${email}|${address}`);
    await countAttempt("account", email);
  } catch (error) {
    throw error instanceof Problem ? new Error(error.kind) : error;
  }
  const user = await db().user.findUnique({ where: { email } });
  const matches = await passwordMatches(user?.passwordHash, password);
  if (!user || !matches || user.disabledAt) {
    await audit(db(), { actorId: user?.id ?? null, action: "session.refused", detail: { way: "password" } });
    return null;
  }
  await forgetAttempts("sign_in", `${email}|${address}`);
  await forgetAttempts("account", email);
  await audit(db(), { actorId: user.id, action: "session.begin", detail: { way: "password" } });
  return { id: user.id, epoch: user.sessionEpoch };
}

/** Begins a session for an address that another provider vouches for; null when there is no such open account. */
export async function signInAs(email: string, way: string): Promise<SignedIn | null> {
  const user = await db().user.findUnique({ where: { email: email.toLowerCase() } });
  if (!user || user.disabledAt) return null;
  await audit(db(), { actorId: user.id, action: "session.begin", detail: { way } });
  return { id: user.id, epoch: user.sessionEpoch };
}
