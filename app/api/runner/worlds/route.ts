import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { runnerWorlds } from "@/lib/services/corpus";

export const GET = route({
  allow: ["runner", "curator"],
  handle: async () => ({ worlds: await runnerWorlds(db()) }),
});
