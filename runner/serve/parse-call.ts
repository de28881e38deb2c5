import { readJson } from "@/compiler/spec/read";

/** A tool call as it came in, or why it is none. What its fields hold is for the engine to judge. */
export type ReadCall = { ok: true; call: object } | { ok: false; error: string; fix: string };

/** Reads the text of one tool call. */
export function parseCall(text: string): ReadCall {
  const json = readJson(text);
  const fix = 'Send one JSON object, like {"tool":"wait","minutes":60}.';
  if (!json.ok) return { ok: false, error: json.findings[0]?.message ?? "This is not JSON.", fix };
  const { value } = json;
  if (value === null || typeof value !== "object" || Array.isArray(value))
    return { ok: false, error: "A tool call is a JSON object.", fix };
  return { ok: true, call: value };
}
