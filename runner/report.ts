import type { Finding, Verdict } from "@/compiler/spec/finding";

/** Exit codes of `baba` (docs: command line). */
export const EXIT = { proved: 0, fault: 1, badInput: 2, refuted: 10, unknown: 12 } as const;

/** 0 proved, 10 refuted, 12 for what was not decided. */
export function exitOf(verdict: Verdict): number {
  return verdict === "proved" ? EXIT.proved : verdict === "refuted" ? EXIT.refuted : EXIT.unknown;
}

/** Progress, for people. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A result: lines of text, or one JSON document. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** A finding in up to three lines: where, what, what to do. */
export function sayFinding(f: Finding): void {
  say(`  ${f.severity === "error" ? "✗" : "!"} ${f.message}`);
  const nodes = f.nodes.length > 0 ? `  (${f.nodes.slice(0, 6).join(", ")})` : "";
  say(`    at ${f.path}  [${f.code}]${nodes}`);
  if (f.fix) say(`    ${f.fix}`);
}
