import type { z } from "zod";
import { Problem } from "./problem";

/** A JSON path as people write it: `$.items[3].name`. */
export function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    const name = String(step);
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`;
  }, "$");
}

/**
 * Parses outside data with a schema. The problem lists each fault with its JSON path; values are not repeated.
 * @throws {Problem} bad_input
 */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what = "The data",
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues
    .slice(0, 20)
    .map((issue) => ({ path: jsonPath(issue.path), message: issue.message }));
  const first = issues[0];
  const more = result.error.issues.length - 1;
  throw new Problem(
    "bad_input",
    `${what} has a fault at ${first?.path}: ${first?.message}${more > 0 ? ` (and ${more} more)` : ""}`,
    { fix: "Correct what each path names and send it again.", extra: { issues } },
  );
}
