import { importQuerySchema } from "@/lib/contracts/import";
import { db } from "@/lib/db";
import { filesOf } from "@/lib/http/files";
import { route } from "@/lib/http/route";
import { importFiles } from "@/lib/services/cases-import";

export const POST = route({
  allow: ["advocate", "curator"],
  query: importQuerySchema,
  handle: async ({ user, query, request }) => importFiles(db(), user, await filesOf(request), query.gather),
});
