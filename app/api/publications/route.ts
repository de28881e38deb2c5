import { z } from "zod";
import { publishSchema } from "@/lib/contracts/certification";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { publishWorld } from "@/lib/services/publish";

export const POST = route({
  allow: ["curator"],
  body: publishSchema.extend({ caseId: z.string().min(1).max(80) }),
  status: 201,
  handle: ({ user, body: { caseId, ...given } }) => publishWorld(db(), user, caseId, given),
});
