import { caseParamsSchema } from "@/lib/contracts/packets";
import { reviewActSchema } from "@/lib/contracts/reviews";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { actOnReview, reviewView } from "@/lib/services/reviews";

export const GET = route({
  allow: ["reviewer"],
  params: caseParamsSchema,
  handle: ({ user, params }) => reviewView(db(), user, params.caseId),
});

export const POST = route({
  allow: ["reviewer"],
  params: caseParamsSchema,
  body: reviewActSchema,
  handle: ({ user, params, body }) => actOnReview(db(), user, params.caseId, body),
});
