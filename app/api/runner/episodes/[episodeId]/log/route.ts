import { episodeParamsSchema } from "@/lib/contracts/episodes";
import { db } from "@/lib/db";
import { download } from "@/lib/http/download";
import { route } from "@/lib/http/route";
import { episodeLog } from "@/lib/services/episodes";

export const GET = route({
  allow: ["runner", "curator"],
  params: episodeParamsSchema,
  handle: async ({ params }) =>
    download(await episodeLog(db(), params.episodeId), `${params.episodeId}.jsonl`, "application/jsonl"),
});
