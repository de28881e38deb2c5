import { userActSchema, userParamsSchema } from "@/lib/contracts/users";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { actOnUser } from "@/lib/services/users";

export const POST = route({
  allow: [],
  params: userParamsSchema,
  body: userActSchema,
  handle: ({ user, params, body }) => actOnUser(db(), user, params.userId, body),
});
