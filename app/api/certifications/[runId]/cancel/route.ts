import { runParamsSchema } from "@/lib/contracts/certification";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { cancelCertification } from "@/lib/services/certify";

export const POST = route({
  allow: ["curator"],
  params: runParamsSchema,
  handle: ({ user, params }) => cancelCertification(db(), user, params.runId),
});
