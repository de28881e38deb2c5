import { z } from "zod";

/** For pages: a query read tolerantly. Empty and unknown fields, and fields with a wrong value, count as not given. */
export function queryOf<Schema extends z.ZodObject>(
  schema: Schema,
  given: Record<string, string | string[] | undefined>,
): z.output<Schema> {
  const kept = Object.entries(given).flatMap(([key, value]) => {
    const text = Array.isArray(value) ? value[0] : value;
    const field = schema.shape[key];
    return text && field && z.safeParse(field, text).success ? [[key, text] as const] : [];
  });
  return schema.parse(Object.fromEntries(kept));
}
