import { z } from "zod";

/**
 * Something a gate, a reader or a grader has to say about one place.
 * `code` is `gate/slug`; `path` is a JSON path into the thing that was checked (`$` is the whole);
 * `nodes` are ids of world objects or packet items, the one to blame first.
 */
export const findingSchema = z.strictObject({
  code: z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/),
  severity: z.enum(["error", "caution"]),
  path: z.string(),
  message: z.string().min(1),
  fix: z.string(),
  nodes: z.array(z.string()),
});
export type Finding = z.infer<typeof findingSchema>;

/**
 * What a check concludes. Never a bare boolean: a search that stopped at its limit is `unknown`,
 * and an input the check has no rule for is `unsupported`.
 */
export const verdictSchema = z.enum(["proved", "refuted", "unknown", "unsupported"]);
export type Verdict = z.infer<typeof verdictSchema>;

/** Builds a finding; the path defaults to the whole document. */
export function finding(
  code: Finding["code"],
  message: string,
  rest: Partial<Omit<Finding, "code" | "message">> = {},
): Finding {
  return { code, severity: "error", path: "$", fix: "", nodes: [], ...rest, message };
}

/** `refuted` when any finding is an error, else `proved`. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  return findings.some((f) => f.severity === "error") ? "refuted" : "proved";
}

/** Whether a document was refused for nothing but the version that wrote it, so that nothing is decided about it. */
export const isOtherVersion = (findings: readonly Finding[]) =>
  findings.length > 0 && findings.every((f) => f.code.endsWith("/other-version"));
