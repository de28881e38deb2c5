import { runnerBundleParamsSchema } from "@/lib/contracts/corpus";
import { db } from "@/lib/db";
import { download } from "@/lib/http/download";
import { route } from "@/lib/http/route";
import { runnerBundle } from "@/lib/services/corpus";

export const GET = route({
  allow: ["runner", "curator"],
  params: runnerBundleParamsSchema,
  handle: async ({ params }) => {
    const { text, hash, name } = await runnerBundle(db(), params.world, params.version);
    const response = download(text, name, "application/json");
    response.headers.set("x-bundle-sha256", hash);
    return response;
  },
});
