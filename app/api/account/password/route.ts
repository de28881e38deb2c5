import { z } from "zod";
import { changePassword } from "@/lib/auth/account";
import { route } from "@/lib/http/route";

export const POST = route({
  allow: "signed-in",
  evenWithFirstPassword: true,
  body: z.strictObject({ current: z.string().min(1).max(1000), next: z.string().max(1000) }),
  handle: ({ user, body }) => changePassword({ userId: user.id, ...body }),
});
