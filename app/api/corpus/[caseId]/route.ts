import { worldParamsSchema } from "@/lib/contracts/worlds";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { publicWorld } from "@/lib/services/corpus";

export const GET = route({
  allow: "anybody",
  params: worldParamsSchema,
  handle: ({ params }) => publicWorld(db(), params.caseId),
});
