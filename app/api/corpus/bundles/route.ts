import { db } from "@/lib/db";
import { download } from "@/lib/http/download";
import { route } from "@/lib/http/route";
import { allBundles } from "@/lib/services/corpus";

export const GET = route({
  allow: ["curator"],
  handle: async () => download(await allBundles(db()), "corpus.zip", "application/zip"),
});
