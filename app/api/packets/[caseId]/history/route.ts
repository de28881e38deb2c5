import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { packetHistory } from "@/lib/services/history";

export const GET = route({
  allow: ["advocate", "reviewer", "curator"],
  params: caseParamsSchema,
  handle: ({ user, params }) => packetHistory(db(), user, params.caseId),
});
