import { z } from "zod";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { endToken } from "@/lib/services/tokens";

export const DELETE = route({
  allow: ["curator"],
  params: z.strictObject({ tokenId: z.uuid() }),
  handle: ({ user, params }) => endToken(db(), user, params.tokenId),
});
