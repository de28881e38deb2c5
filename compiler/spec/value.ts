import { z } from "zod";
import { LIMITS } from "./limits";

const isoDate = z.iso.date();

/**
 * A typed value. Text, dates (`YYYY-MM-DD`), money (decimal string, currency of three letters),
 * phone numbers and identifiers (member numbers, case numbers) are compared after normalisation.
 */
export const valueSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), value: z.string().min(1).max(LIMITS.statement) }),
  z.strictObject({ type: z.literal("date"), value: isoDate }),
  z.strictObject({
    type: z.literal("money"),
    value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default("USD"),
  }),
  z.strictObject({ type: z.literal("phone"), value: z.string().regex(/^\+?[\d ().-]{3,30}$/) }),
  z.strictObject({ type: z.literal("identifier"), value: z.string().min(1).max(LIMITS.label) }),
]);
export type Value = z.infer<typeof valueSchema>;

/** What an agent or a form says: unnormalised text that claims to be a value, or a tick. */
export type StatedValue = string | boolean;
