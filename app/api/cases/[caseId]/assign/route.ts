import { assignSchema } from "@/lib/contracts/cases";
import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { assignCase } from "@/lib/services/cases";

export const POST = route({
  allow: ["curator"],
  params: caseParamsSchema,
  body: assignSchema,
  handle: ({ user, params, body }) => assignCase(db(), user, params.caseId, body),
});
