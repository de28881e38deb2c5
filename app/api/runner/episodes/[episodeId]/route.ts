import { episodeParamsSchema } from "@/lib/contracts/episodes";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { episodeGrade } from "@/lib/services/episodes";

export const GET = route({
  allow: ["runner", "curator"],
  params: episodeParamsSchema,
  handle: ({ params }) => episodeGrade(db(), params.episodeId),
});
