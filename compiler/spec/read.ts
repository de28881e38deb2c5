import type { z } from "zod";
import { type Finding, finding } from "./finding";
import { LIMITS } from "./limits";

/** A document that was read, or everything that is wrong with it. */
export type Read<T> = { ok: true; value: T } | { ok: false; findings: Finding[] };

/** A JSON path in the usual notation: `$.entities[3].name`. */
export function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((out, key) => {
    if (typeof key === "number") return `${out}[${key}]`;
    const name = String(key);
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `${out}.${name}` : `${out}[${JSON.stringify(name)}]`;
  }, "$");
}

function deeperThan(value: unknown, limit: number): boolean {
  const stack: [unknown, number][] = [[value, 0]];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const [node, depth] = top;
    if (node === null || typeof node !== "object") continue;
    if (depth >= limit) return true;
    for (const child of Object.values(node)) stack.push([child, depth + 1]);
  }
  return false;
}

/** A key that stands twice in one object of a JSON text, of which parsing would drop one without a word; null if none does. */
function repeatedKey(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  let word = "";
  for (let i = 0; i < json.length; i++) {
    const at = json[i];
    if (at === "{") open.push(new Set());
    else if (at === "[") open.push(null);
    else if (at === "}" || at === "]") open.pop();
    else if (at === '"') {
      const begin = i++;
      while (json[i] !== '"') i += json[i] === "\\" ? 2 : 1;
      word = json.slice(begin, i + 1);
    } else if (at === ":") {
      const key = JSON.parse(word) as string;
      if (open.at(-1)?.has(key)) return key;
      open.at(-1)?.add(key);
    }
  }
  return null;
}

/** Parses JSON text within the limits on size and nesting; no object may name a key twice. */
export function readJson(text: string): Read<unknown> {
  if (text.length > LIMITS.documentBytes)
    return {
      ok: false,
      findings: [
        finding("read/too-large", `The document is larger than ${LIMITS.documentBytes} bytes.`, {
          fix: "Give one packet, world, certificate or run at a time.",
        }),
      ],
    };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/, "[\s\S]*$/, "").slice(0, 120) : "";
    return {
      ok: false,
      findings: [
        finding("read/not-json", `This is not complete JSON (${reason}).`, {
          fix: "The file may have been cut short. Export or copy it again.",
        }),
      ],
    };
  }
  const repeated = repeatedKey(text);
  if (repeated !== null)
    return {
      ok: false,
      findings: [
        finding(
          "read/repeated-key",
          `One object of this document says ${JSON.stringify(repeated.slice(0, 80))} twice.`,
          {
            fix: "Keep one of the two.",
          },
        ),
      ],
    };
  if (deeperThan(value, LIMITS.nesting))
    return {
      ok: false,
      findings: [
        finding("read/too-deep", `The document is nested deeper than ${LIMITS.nesting} levels.`, {
          fix: "No document of this studio is; check where the file comes from.",
        }),
      ],
    };
  return { ok: true, value };
}

const SHOWN = 50;

function fixOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys")
    return `Remove ${issue.keys.slice(0, 5).join(", ")} or correct the spelling.`;
  if (issue.code === "invalid_type") return `Give a value of type ${issue.expected}.`;
  if (issue.code === "too_big") return `Keep it to ${String(issue.maximum)}.`;
  if (issue.code === "invalid_union") return 'Check the "kind" or "type" that says which fields belong here.';
  return "Correct the value at this path.";
}

/** Parses a value by a strict schema; each fault becomes a finding with its JSON path. */
export function readBy<T extends z.ZodType>(schema: T, value: unknown, what: string): Read<z.output<T>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const findings = parsed.error.issues.slice(0, SHOWN).map((issue) =>
    finding(`schema/${issue.code.replaceAll("_", "-")}`, `${what}: ${issue.message.slice(0, 300)}`, {
      path: jsonPath(issue.path),
      fix: fixOf(issue),
    }),
  );
  return { ok: false, findings };
}
