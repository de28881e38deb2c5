import { worldParamsSchema } from "@/lib/contracts/worlds";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { workStream } from "@/lib/http/work-stream";
import { studioModel } from "@/lib/llm";
import { proposedWords, proposeParaphrases } from "@/lib/services/paraphrases";

export const POST = route({
  allow: ["curator"],
  params: worldParamsSchema,
  handle: async ({ user, params, request }) =>
    workStream(request, async ({ signal, say }) => {
      const onProgress = (characters: number) => say(`${characters} characters so far`);
      const options = { signal, onProgress };
      return proposedWords(await proposeParaphrases(db(), user, params.caseId, studioModel(), options));
    }),
});
