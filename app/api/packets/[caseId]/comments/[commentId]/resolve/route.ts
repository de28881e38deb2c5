import { commentParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { resolveComment } from "@/lib/services/packets";

export const POST = route({
  allow: ["advocate", "reviewer", "curator"],
  params: commentParamsSchema,
  handle: ({ user, params }) => resolveComment(db(), user, params.caseId, params.commentId),
});
