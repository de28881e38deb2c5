import { withdrawSchema } from "@/lib/contracts/certification";
import { publicationParamsSchema } from "@/lib/contracts/corpus";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { withdrawWorld } from "@/lib/services/publish";

export const POST = route({
  allow: ["curator"],
  params: publicationParamsSchema,
  body: withdrawSchema,
  handle: ({ user, params, body }) => withdrawWorld(db(), user, params.publicationId, body.reason),
});
