import { worldParamsSchema } from "@/lib/contracts/worlds";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { compileCase } from "@/lib/services/compile";

export const POST = route({
  allow: ["curator"],
  params: worldParamsSchema,
  handle: ({ user, params }) => compileCase(db(), user, params.caseId),
});
