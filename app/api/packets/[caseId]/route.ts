import { caseParamsSchema, packetQuerySchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { packetView } from "@/lib/services/packets";

export const GET = route({
  allow: ["advocate", "reviewer", "curator"],
  params: caseParamsSchema,
  query: packetQuerySchema,
  handle: ({ user, params, query }) => packetView(db(), user, params.caseId, query.since),
});
