import { shareSchema } from "@/lib/contracts/cases";
import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { shareCase } from "@/lib/services/cases";

export const POST = route({
  allow: ["advocate", "curator"],
  params: caseParamsSchema,
  body: shareSchema,
  handle: ({ user, params, body }) => shareCase(db(), user, params.caseId, body),
});
