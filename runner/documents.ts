import { finding } from "@/compiler/spec/finding";
import { BadInput } from "./input";

export type DocumentKind = "world" | "packet" | "certificate" | "bundle" | "run";

/** What to do with a document of each kind. */
const USE: Record<DocumentKind, string> = {
  world: "Certify or play it.",
  packet: "Make a world of it with: compile",
  certificate: "Give it to verify, after the world it is for.",
  bundle: "Verify, replay or play it.",
  run: "Grade it with: grade",
};

function kindOf(value: unknown): DocumentKind | null {
  if (value === null || typeof value !== "object") return null;
  if ("kind" in value)
    return value.kind === "certificate" || value.kind === "bundle" || value.kind === "run"
      ? value.kind
      : null;
  if ("case_id" in value && "exchanges" in value) return "packet";
  return "entities" in value && "terminals" in value ? "world" : null;
}

/**
 * Refuses a document that is plainly of another kind than the command takes, in one sentence instead of
 * a list of fields. What is of no known kind is left to the schema.
 */
export function mustBe(wanted: readonly DocumentKind[], value: unknown, file: string): void {
  const kind = kindOf(value);
  if (kind === null || wanted.includes(kind)) return;
  throw new BadInput([
    finding("read/other-kind", `${file} is a ${kind}; this command takes a ${wanted.join(" or a ")}.`, {
      fix: USE[kind],
    }),
  ]);
}
