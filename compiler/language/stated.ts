const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";

/** Values that people write into a sentence: money, dates, phone numbers, and codes with a digit in them. */
const VALUES = new RegExp(
  [
    "\\$\\s?\\d[\\d,]*(?:\\.\\d{2})?",
    "\\b\\d{4}-\\d{2}-\\d{2}\\b",
    "\\b\\d{1,2}/\\d{1,2}/\\d{2,4}\\b",
    `\\b${MONTH} \\d{1,2},? \\d{4}\\b`,
    `\\b\\d{1,2} ${MONTH} \\d{4}\\b`,
    "(?:\\+?1[ .-]?)?\\(?\\d{3}\\)?[ .-]?\\d{3}[ .-]\\d{4}\\b",
    "\\b\\d{3}-\\d{4}\\b",
    "\\b(?=[a-z0-9-]*\\d)[a-z0-9]{1,12}(?:-[a-z0-9]{1,12})+\\b",
    "\\b(?=[a-z0-9]*\\d)[a-z0-9]{6,20}\\b",
  ].join("|"),
  "giu",
);

/** Words before a value that can still be its name. */
const MOST_WORDS = 6;
const MOST_VALUES = 20;

export interface StatedValue {
  value: string;
  /** What stands before it in its clause, the nearest words last. */
  named: string;
}

/** Values stated in a text with the words that may name them: "her date of birth is 1961-03-02". */
export function statedValues(text: string): StatedValue[] {
  const out: StatedValue[] = [];
  let after = 0;
  for (const match of text.matchAll(VALUES)) {
    if (out.length >= MOST_VALUES) break;
    const clause =
      text
        .slice(after, match.index)
        .split(/[.?!;,\n]/)
        .at(-1) ?? "";
    const named = clause
      .replace(/[\s:=(#"']+$/u, "")
      .replace(/\b(?:is|was|are|of)$/iu, "")
      .trim()
      .split(/\s+/)
      .slice(-MOST_WORDS)
      .join(" ");
    out.push({ value: match[0].trim(), named });
    after = match.index + match[0].length;
  }
  return out;
}
