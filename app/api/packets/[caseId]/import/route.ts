import { LIMITS } from "@/compiler/spec/limits";
import { caseParamsSchema } from "@/lib/contracts/packets";
import { db } from "@/lib/db";
import { readJson } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { importPacket } from "@/lib/services/packets-import";

export const POST = route({
  allow: ["advocate"],
  params: caseParamsSchema,
  handle: async ({ user, params, request }) =>
    importPacket(db(), user, params.caseId, await readJson(request, LIMITS.documentBytes)),
});
