import { callParamsSchema } from "@/lib/contracts/models";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { callText } from "@/lib/services/model-calls";

export const GET = route({
  allow: [],
  params: callParamsSchema,
  handle: ({ user, params }) => callText(db(), user, params.callId),
});
