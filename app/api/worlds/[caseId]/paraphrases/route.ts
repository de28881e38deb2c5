import { editParaphraseSchema } from "@/lib/contracts/paraphrases";
import { worldParamsSchema } from "@/lib/contracts/worlds";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { studioModel } from "@/lib/llm";
import { editParaphrase, paraphrasesView } from "@/lib/services/paraphrases";

export const GET = route({
  allow: ["curator"],
  params: worldParamsSchema,
  handle: ({ params }) => paraphrasesView(db(), params.caseId, studioModel()),
});

export const POST = route({
  allow: ["curator"],
  params: worldParamsSchema,
  body: editParaphraseSchema,
  handle: ({ user, params, body }) => editParaphrase(db(), user, params.caseId, body),
});
