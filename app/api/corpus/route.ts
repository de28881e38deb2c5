import { corpusQuerySchema } from "@/lib/contracts/corpus";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { publicWorlds } from "@/lib/services/corpus";

export const GET = route({
  allow: "anybody",
  query: corpusQuerySchema,
  handle: ({ query }) => publicWorlds(db(), query),
});
