import { playtestParamsSchema } from "@/lib/contracts/playtests";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { playtestView } from "@/lib/services/playtests";

export const GET = route({
  allow: ["advocate", "reviewer", "curator"],
  params: playtestParamsSchema,
  handle: ({ user, params }) => playtestView(db(), user, params.runId),
});
