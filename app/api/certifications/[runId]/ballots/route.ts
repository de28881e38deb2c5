import { runParamsSchema } from "@/lib/contracts/certification";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { certificationBallots } from "@/lib/services/certify";

export const GET = route({
  allow: ["curator"],
  params: runParamsSchema,
  handle: ({ params }) => certificationBallots(db(), params.runId),
});
