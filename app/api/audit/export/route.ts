import { auditQuerySchema } from "@/lib/contracts/audit";
import { db } from "@/lib/db";
import { download, streamOf } from "@/lib/http/download";
import { route } from "@/lib/http/route";
import { auditCsv } from "@/lib/services/audit";

export const GET = route({
  allow: [],
  query: auditQuerySchema,
  handle: async ({ user, query }) =>
    download(streamOf(auditCsv(db(), user, query)), "audit-log.csv", "text/csv; charset=utf-8"),
});
