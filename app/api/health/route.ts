import { db } from "@/lib/db";
import { route } from "@/lib/http/route";

/** Whether the studio can serve: it reaches its database. */
export const GET = route({
  allow: "anybody",
  handle: async () => {
    await db().$queryRaw`SELECT 1`;
    return { status: "ok" };
  },
});
