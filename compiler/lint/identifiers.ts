import type { Finding } from "../spec/finding";
import { type Check, lintFinding } from "./lint-context";

const PATTERNS: readonly { name: string; pattern: RegExp; harmless?: RegExp }[] = [
  { name: "a Social Security number", pattern: /\b\d{3}-\d{2}-\d{4}\b/g },
  {
    name: "an e-mail address",
    pattern: /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
    harmless: /@(?:[\w-]+\.)*(?:example(?:\.(?:com|net|org))?|[\w-]+\.(?:example|invalid|test))$/i,
  },
  {
    name: "a telephone number",
    pattern: /(?<![\d-])(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])?\d{3}[-. ]\d{4}(?![\d-])/g,
    harmless: /555[-. ]01\d\d$/,
  },
];

/** Every pattern needs one of these. */
const SUSPECT = /[\d@]/;

/** What personal identifiers a text seems to hold, in words. */
export const identifiersIn = (text: string): string[] =>
  SUSPECT.test(text)
    ? PATTERNS.flatMap(({ name, pattern, harmless }) =>
        text.match(pattern)?.some((found) => !harmless?.test(found)) ? [name] : [],
      )
    : [];

/** Personal identifiers left in any text (world.md, section 5.1). Invented numbers 555-0100 to 555-0199 are fine. */
export const checkIdentifiers: Check = (context) => {
  const { spec } = context.world;
  const out: Finding[] = [];
  const visit = (owner: string, value: unknown): void => {
    if (typeof value === "string") {
      for (const name of identifiersIn(value))
        out.push(
          lintFinding(
            context,
            "identifier",
            [owner],
            `This text has what looks like ${name}.`,
            "Replace it with an invented one (555-0100 to 555-0199, name@example.org) or take it out.",
          ),
        );
      return;
    }
    if (value === null || typeof value !== "object") return;
    const id = Array.isArray(value) ? undefined : (value as { id?: unknown }).id;
    for (const [key, child] of Object.entries(value))
      if (key !== "evidence") visit(typeof id === "string" ? id : owner, child);
  };
  visit(spec.id, spec);
  return out;
};
