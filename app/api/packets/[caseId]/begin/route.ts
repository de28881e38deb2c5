import { beginBodySchema, caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { beginPacket } from "@/lib/services/packets-begin";

export const POST = route({
  allow: ["advocate"],
  params: caseParamsSchema,
  body: beginBodySchema,
  handle: ({ user, params, body }) => beginPacket(db(), user, params.caseId, body.guided),
});
