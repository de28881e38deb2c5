import { caseParamsSchema, saveSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { saveChanges } from "@/lib/services/packets";

export const POST = route({
  allow: ["advocate"],
  params: caseParamsSchema,
  body: saveSchema,
  handle: ({ user, params, body }) => saveChanges(db(), user, params.caseId, body.changes),
});
