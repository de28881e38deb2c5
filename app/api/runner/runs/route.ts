import { db } from "@/lib/db";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { keepAgentRun } from "@/lib/services/playtests";

export const POST = route({
  allow: ["runner", "curator"],
  status: 201,
  handle: async ({ user, request }) =>
    keepAgentRun(db(), user, new TextDecoder().decode(await readBody(request))),
});
