import { queueQuerySchema } from "@/lib/contracts/cases";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { listCases } from "@/lib/services/cases";

export const GET = route({
  allow: ["advocate", "reviewer", "curator"],
  query: queueQuerySchema,
  handle: ({ user, query }) => listCases(db(), user, query),
});
