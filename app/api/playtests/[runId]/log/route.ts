import { z } from "zod";
import { playtestParamsSchema } from "@/lib/contracts/playtests";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { runLog, runRecords } from "@/lib/services/playtests";

export const GET = route({
  allow: ["curator"],
  params: playtestParamsSchema,
  query: z.strictObject({ as: z.enum(["json", "file"]).default("json") }),
  handle: async ({ params, query }) => {
    if (query.as === "json") return runRecords(db(), params.runId);
    return new Response(await runLog(db(), params.runId), {
      headers: {
        "content-type": "application/jsonl",
        "content-disposition": `attachment; filename="run-${params.runId}.jsonl"`,
        "cache-control": "no-store",
      },
    });
  },
});
