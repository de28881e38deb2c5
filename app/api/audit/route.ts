import { auditQuerySchema } from "@/lib/contracts/audit";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { auditPage } from "@/lib/services/audit";

export const GET = route({
  allow: [],
  query: auditQuerySchema,
  handle: ({ query }) => auditPage(db(), query),
});
