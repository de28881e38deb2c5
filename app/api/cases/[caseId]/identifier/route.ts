import { identifierSchema } from "@/lib/contracts/cases";
import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { reportIdentifier } from "@/lib/services/cases";

export const POST = route({
  allow: ["advocate", "reviewer", "curator"],
  params: caseParamsSchema,
  body: identifierSchema,
  handle: ({ user, params, body }) => reportIdentifier(db(), user, params.caseId, body),
});
