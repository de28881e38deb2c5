import { itemParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { itemHistory } from "@/lib/services/history";

export const GET = route({
  allow: ["advocate", "reviewer", "curator"],
  params: itemParamsSchema,
  handle: ({ user, params }) => itemHistory(db(), user, params.caseId, params.itemId),
});
