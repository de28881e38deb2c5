import { worldParamsSchema } from "@/lib/contracts/worlds";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { workStream } from "@/lib/http/work-stream";
import { studioModel } from "@/lib/llm";
import { attemptWords, proposalWords, proposeCase } from "@/lib/services/propose";

export const POST = route({
  allow: ["curator"],
  params: worldParamsSchema,
  handle: async ({ user, params, request }) =>
    workStream(request, async ({ signal, say }) => {
      const onAttempt = (attempt: Parameters<typeof attemptWords>[0]) => say(attemptWords(attempt));
      const onProgress = (characters: number) => say(`A repair: ${characters} characters so far`);
      const options = { signal, onAttempt, onProgress };
      return proposalWords(await proposeCase(db(), user, params.caseId, studioModel(), options));
    }),
});
