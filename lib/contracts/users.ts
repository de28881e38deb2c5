import { z } from "zod";
import { roleSchema } from "./people";

export const inviteSchema = z.strictObject({
  email: z.email().max(254),
  name: z.string().trim().min(1).max(120),
  role: roleSchema,
});
export const invitedSchema = z.strictObject({ id: z.string(), path: z.string() });

export const userActSchema = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("role"), role: roleSchema }),
  z.strictObject({ act: z.literal("disable") }),
  z.strictObject({ act: z.literal("enable") }),
  z.strictObject({ act: z.literal("sign_out_everywhere") }),
]);
export type UserAct = z.infer<typeof userActSchema>;

export const userRowSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  disabledAt: z.string().nullable(),
  createdAt: z.string(),
  cases: z.int(),
  lastSignIn: z.string().nullable(),
});
export type UserRow = z.infer<typeof userRowSchema>;
export const usersSchema = z.strictObject({
  users: z.array(userRowSchema),
  invitations: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: roleSchema,
      expiresAt: z.string(),
    }),
  ),
});
export type Users = z.infer<typeof usersSchema>;
export const userParamsSchema = z.strictObject({ userId: z.string().min(1).max(80) });
