import { actSchema, playtestParamsSchema } from "@/lib/contracts/playtests";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { actInPlaytest } from "@/lib/services/playtests";

export const POST = route({
  allow: ["advocate", "reviewer", "curator"],
  params: playtestParamsSchema,
  body: actSchema,
  maxBytes: 256 * 1024,
  handle: ({ user, params, body, request }) => actInPlaytest(db(), user, params.runId, body, request.signal),
});
