import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { reopenPacket } from "@/lib/services/packets";

export const POST = route({
  allow: ["advocate", "curator"],
  params: caseParamsSchema,
  handle: ({ user, params }) => reopenPacket(db(), user, params.caseId),
});
