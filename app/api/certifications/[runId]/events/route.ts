import { runParamsSchema } from "@/lib/contracts/certification";
import { db } from "@/lib/db";
import { eventStream, lastEventId } from "@/lib/http/event-stream";
import { route } from "@/lib/http/route";
import { certificationEvents, certificationView } from "@/lib/services/certify";

export const GET = route({
  allow: ["curator"],
  params: runParamsSchema,
  handle: async ({ params, request }) => {
    await certificationView(db(), params.runId);
    return eventStream(certificationEvents(db(), params.runId, lastEventId(request), request.signal));
  },
});
