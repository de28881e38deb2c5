import { versionParamsSchema } from "@/lib/contracts/worlds";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { worldSpec } from "@/lib/services/worlds";

export const GET = route({
  allow: ["curator"],
  params: versionParamsSchema,
  handle: ({ params }) => worldSpec(db(), params.caseId, params.number),
});
