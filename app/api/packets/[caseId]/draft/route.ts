import { z } from "zod";
import { byWhomSchema } from "@/lib/contracts/language";
import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { workStream } from "@/lib/http/work-stream";
import { studioModel } from "@/lib/llm";
import { draftCase, draftWords } from "@/lib/services/draft";

export const POST = route({
  allow: ["advocate", "curator"],
  params: caseParamsSchema,
  body: z.strictObject({ by: byWhomSchema }),
  handle: async ({ user, params, body, request }) =>
    workStream(request, async ({ signal, say }) => {
      const onProgress = (characters: number) => say(`${characters} characters so far`);
      const options = { signal, onProgress };
      return draftWords(await draftCase(db(), user, params.caseId, body.by, studioModel(), options));
    }),
});
