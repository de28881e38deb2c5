import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { peopleOfCase } from "@/lib/services/cases";

export const GET = route({
  allow: ["advocate", "reviewer", "curator"],
  params: caseParamsSchema,
  handle: ({ user, params }) => peopleOfCase(db(), user, params.caseId),
});
