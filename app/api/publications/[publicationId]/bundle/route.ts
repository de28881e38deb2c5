import { publicationParamsSchema } from "@/lib/contracts/corpus";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { bundleFile } from "@/lib/services/bundle";

export const GET = route({
  allow: ["curator", "runner"],
  params: publicationParamsSchema,
  handle: async ({ params }) => {
    const { text, name, hash } = await bundleFile(db(), params.publicationId);
    return new Response(text, {
      headers: {
        "content-type": "application/json",
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store",
        etag: `"${hash}"`,
      },
    });
  },
});
