import { newTokenSchema } from "@/lib/contracts/corpus";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { listTokens, makeToken } from "@/lib/services/tokens";

export const GET = route({ allow: ["curator"], handle: ({ user }) => listTokens(db(), user) });

export const POST = route({
  allow: ["curator"],
  body: newTokenSchema,
  status: 201,
  handle: ({ user, body }) => makeToken(db(), user, body),
});
