import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { workStream } from "@/lib/http/work-stream";
import { studioModel } from "@/lib/llm";
import { studioAnalyser } from "@/lib/services/analyser";
import { screenByModel, screeningWords } from "@/lib/services/screen-by-model";

export const POST = route({
  allow: ["curator"],
  params: caseParamsSchema,
  handle: async ({ user, params, request }) =>
    workStream(request, async ({ signal, say }) => {
      const onProgress = (characters: number) => say(`${characters} characters so far`);
      const options = { signal, onProgress };
      return screeningWords(
        await screenByModel(db(), user, params.caseId, studioModel(), options, studioAnalyser(signal)),
      );
    }),
});
