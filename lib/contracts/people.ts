import { z } from "zod";

export const ROLES = ["advocate", "reviewer", "curator", "admin", "runner"] as const;
export const roleSchema = z.enum(ROLES);
export type RoleName = z.infer<typeof roleSchema>;

/** A person as others see them. */
export const personSchema = z.strictObject({ id: z.string(), name: z.string() });
export type Person = z.infer<typeof personSchema>;
