import { worldParamsSchema } from "@/lib/contracts/worlds";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { studioModel } from "@/lib/llm";
import { attemptsOf } from "@/lib/services/propose";

export const GET = route({
  allow: ["curator"],
  params: worldParamsSchema,
  handle: ({ params }) => attemptsOf(db(), params.caseId, studioModel()),
});
