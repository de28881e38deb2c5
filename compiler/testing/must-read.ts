import type { Read } from "../spec/read";

/** The value of what was read; throws with the findings where it could not be. */
export function mustRead<T>(read: Read<T>): T {
  if (!read.ok) throw new Error(read.findings.map((f) => `${f.path} ${f.message}`).join("\n"));
  return read.value;
}
