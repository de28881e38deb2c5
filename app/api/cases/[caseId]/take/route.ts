import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { takeCase } from "@/lib/services/cases";

export const POST = route({
  allow: ["advocate"],
  params: caseParamsSchema,
  handle: ({ user, params }) => takeCase(db(), user, params.caseId),
});
