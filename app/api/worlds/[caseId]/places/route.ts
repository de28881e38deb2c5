import { saveGraphPlacesSchema, worldParamsSchema } from "@/lib/contracts/worlds";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { saveGraphPlaces } from "@/lib/services/graph-places";

export const POST = route({
  allow: ["curator"],
  params: worldParamsSchema,
  body: saveGraphPlacesSchema,
  handle: ({ params, body }) => saveGraphPlaces(db(), params.caseId, body.places),
});
