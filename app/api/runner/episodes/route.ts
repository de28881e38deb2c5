import { beginEpisodeSchema } from "@/lib/contracts/episodes";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { beginEpisode } from "@/lib/services/episodes";

export const POST = route({
  allow: ["runner", "curator"],
  body: beginEpisodeSchema,
  maxBytes: 16 * 1024,
  status: 201,
  handle: ({ user, body }) => beginEpisode(db(), user, body),
});
