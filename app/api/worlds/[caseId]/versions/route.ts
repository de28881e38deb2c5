import { saveWorldSchema, worldParamsSchema } from "@/lib/contracts/worlds";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { saveWorld } from "@/lib/services/worlds";

export const POST = route({
  allow: ["curator"],
  params: worldParamsSchema,
  body: saveWorldSchema,
  handle: ({ user, params, body }) => saveWorld(db(), user, params.caseId, body),
});
