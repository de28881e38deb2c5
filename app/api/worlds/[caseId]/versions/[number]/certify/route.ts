import { versionParamsSchema } from "@/lib/contracts/worlds";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { requestCertification } from "@/lib/services/certify";

export const POST = route({
  allow: ["curator"],
  params: versionParamsSchema,
  status: 202,
  handle: ({ user, params }) => requestCertification(db(), user, params.caseId, params.number),
});
