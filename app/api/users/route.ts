import { invite } from "@/lib/auth/invitations";
import { inviteSchema } from "@/lib/contracts/users";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { listUsers } from "@/lib/services/users";

export const GET = route({ allow: [], handle: () => listUsers(db()) });

export const POST = route({
  allow: [],
  body: inviteSchema,
  status: 201,
  handle: ({ user, body }) => invite(db(), { ...body, actorId: user.id }),
});
