import { attemptParamsSchema } from "@/lib/contracts/language";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { takeAttempt } from "@/lib/services/propose";

export const POST = route({
  allow: ["curator"],
  params: attemptParamsSchema,
  handle: ({ user, params }) => takeAttempt(db(), user, params.caseId, params.number),
});
