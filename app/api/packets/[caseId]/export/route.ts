import { caseParamsSchema, exportQuerySchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { download } from "@/lib/http/download";
import { route } from "@/lib/http/route";
import { exportPacket } from "@/lib/services/packets";

export const GET = route({
  allow: ["advocate", "reviewer", "curator"],
  params: caseParamsSchema,
  query: exportQuerySchema,
  handle: async ({ user, params, query }) =>
    download(
      await exportPacket(db(), user, params.caseId, query.which),
      `packet-${params.caseId}.json`,
      "application/json",
    ),
});
