import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { getServerSession } from "next-auth";
import { cache } from "react";
import { db } from "@/lib/db";
import type { Role } from "@/lib/db/generated/client";
import { authOptions } from "./options";

/** Who is asking, as the database knows them at this request. */
export type CurrentUser = {
  id: string;
  email: string;
  name: string;
  role: Role;
  mustChangePassword: boolean;
};

/**
 * The signed-in person, or null. A disabled person and a session from before "sign out everywhere" count as nobody, and a
 * changed role holds at once.
 */
export const currentUser = cache(async (): Promise<CurrentUser | null> => {
  const session = await getServerSession(authOptions());
  if (!session?.userId) return null;
  const user = await db().user.findUnique({ where: { id: session.userId } });
  if (!user || user.disabledAt || user.sessionEpoch !== session.epoch) return null;
  const { id, email, name, role, mustChangePassword } = user;
  return { id, email, name, role, mustChangePassword };
});

/**
 * For pages: the signed-in person, whatever their role. Nobody is sent to the sign-in page and comes back afterwards; who
 * has a password from somebody else changes it first.
 */
export async function requireUser(): Promise<CurrentUser> {
  const user = await currentUser();
  const path = (await headers()).get("x-studio-path") ?? "/";
  if (!user) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  if (user.mustChangePassword && !path.startsWith("/account")) redirect("/account?first=1");
  return user;
}

/**
 * For pages: the signed-in person when they have one of the roles (an admin has them all), else HTTP 403. Call it before
 * anything of the page is sent: at the top of the page, and not below a loading.tsx.
 */
export async function requireRole(...roles: Role[]): Promise<CurrentUser> {
  const user = await requireUser();
  if (!mayAct(user, roles)) forbidden();
  return user;
}

/** Whether somebody has one of the roles; an admin has them all. */
export function mayAct(user: { role: Role }, roles: readonly Role[]): boolean {
  return user.role === "admin" || roles.includes(user.role);
}
