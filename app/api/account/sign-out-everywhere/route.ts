import { signOutEverywhere } from "@/lib/auth/account";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";

export const POST = route({
  allow: "signed-in",
  evenWithFirstPassword: true,
  handle: ({ user }) => signOutEverywhere(db(), { userId: user.id, actorId: user.id }),
});
