import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { submitPacket } from "@/lib/services/packets";

export const POST = route({
  allow: ["advocate"],
  params: caseParamsSchema,
  handle: ({ user, params }) => submitPacket(db(), user, params.caseId),
});
