import { z } from "zod";
import { acceptInvitation } from "@/lib/auth/invitations";
import { route } from "@/lib/http/route";

export const POST = route({
  allow: "anybody",
  body: z.strictObject({ token: z.string().max(200), password: z.string().max(1000) }),
  handle: ({ body }) => acceptInvitation(body),
});
