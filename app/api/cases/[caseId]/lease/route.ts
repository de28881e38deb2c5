import { caseParamsSchema, takeLeaseSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { releaseLease, takeLease } from "@/lib/services/leases";

export const POST = route({
  allow: ["advocate"],
  params: caseParamsSchema,
  body: takeLeaseSchema,
  handle: ({ user, params, body }) => takeLease(db(), user, params.caseId, body.take),
});

export const DELETE = route({
  allow: ["advocate"],
  params: caseParamsSchema,
  handle: ({ user, params }) => releaseLease(db(), user, params.caseId),
});
