import { caseParamsSchema, newCommentSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { addComment } from "@/lib/services/packets";

export const POST = route({
  allow: ["advocate", "reviewer", "curator"],
  params: caseParamsSchema,
  body: newCommentSchema,
  status: 201,
  handle: ({ user, params, body }) => addComment(db(), user, params.caseId, body),
});
