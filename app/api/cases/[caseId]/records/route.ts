import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { recordsOf } from "@/lib/services/cases";

export const GET = route({
  allow: ["advocate", "reviewer", "curator"],
  params: caseParamsSchema,
  handle: async ({ user, params }) => ({ records: await recordsOf(db(), user, params.caseId) }),
});
