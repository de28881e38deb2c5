import { screeningActSchema } from "@/lib/contracts/import";
import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { actOnScreening, screeningView } from "@/lib/services/cases-screening";

export const GET = route({
  allow: ["advocate", "curator"],
  params: caseParamsSchema,
  handle: ({ user, params }) => screeningView(db(), user, params.caseId),
});

export const POST = route({
  allow: ["curator"],
  params: caseParamsSchema,
  body: screeningActSchema,
  handle: ({ user, params, body }) => actOnScreening(db(), user, params.caseId, body),
});
