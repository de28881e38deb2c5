export type TokenShape = "lower" | "capital" | "upper" | "mixed" | "number" | "code" | "mark";

export interface Token {
  /** As written. */
  text: string;
  /** Lower case, composed, without a possessive ending. */
  base: string;
  start: number;
  /** End without a possessive ending. */
  end: number;
  shape: TokenShape;
  possessive: boolean;
  /** First word of a sentence, a line, a quotation or a list item. */
  opensSentence: boolean;
  opensLine: boolean;
  /** White space (or the start) stands before it. */
  spaced: boolean;
  /** Part of a time of day: "10" and "40" of "10:40". */
  clock: boolean;
}

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’\-_][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;
const POSSESSIVE = /['’][sS]$/;
const SENTENCE_MARK = new Set([".", "!", "?", ":", ";", "•", "*", ">", "…", '"', "“", "(", "[", "|"]);
const ABBREVIATION = new Set(
  "dr mr mrs ms mx prof st mt vs no dept approx inc ltd jr sr rev hon capt sgt fr gen col apt ave blvd rd pt hx dx rx tx e.g i.e etc".split(
    " ",
  ),
);

const NAME_PREFIX = /^(?:Mc|Mac|De|Di|Da|Du|La|Le|Van|Von|Fitz|O['’])(?=\p{Lu})/u;

function shapeOf(text: string): TokenShape {
  if (!/[\p{L}\p{N}]/u.test(text)) return "mark";
  if (/^\p{N}+(?:[-_]\p{N}+)*$/u.test(text)) return "number";
  if (/\p{N}/u.test(text)) return "code";
  const letters = text.replace(/[^\p{L}]/gu, "");
  if (letters === letters.toLowerCase()) return "lower";
  if (letters === letters.toUpperCase()) return letters.length === 1 ? "capital" : "upper";
  const parts = text.split(/[-_]/).filter(Boolean);
  const capitalised = parts.every((part) =>
    /^\p{Lu}?[\p{Ll}\p{Lo}\p{M}'’]*$/u.test(part.replace(NAME_PREFIX, "")),
  );
  return capitalised && /^\p{Lu}/u.test(text) ? "capital" : "mixed";
}

const KNOWN_LIMIT = 50_000;
const known = new Map<string, { base: string; shape: TokenShape }>();

/** Base and shape of a word, remembered: texts repeat their words. */
function formOf(word: string): { base: string; shape: TokenShape } {
  const found = known.get(word);
  if (found) return found;
  const form = { base: word.normalize("NFC").toLowerCase(), shape: shapeOf(word) };
  if (known.size >= KNOWN_LIMIT) known.clear();
  if (word.length < 60) known.set(word, form);
  return form;
}

/** Splits a text into words, numbers and marks with their offsets; linear in the length of the text. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let previousEnd = 0;
  for (const match of text.matchAll(TOKEN)) {
    const start = match.index;
    const raw = match[0];
    const possessive = POSSESSIVE.test(raw);
    const word = possessive ? raw.slice(0, -2) : raw;
    const { base, shape } = formOf(word);
    const gap = text.slice(previousEnd, start);
    const before = tokens.at(-1);
    const opensLine =
      before === undefined ||
      gap.includes("\n") ||
      (before.opensLine && before.text === ">") ||
      stampEnds(tokens);
    tokens.push({
      text: word,
      base,
      start,
      end: start + word.length,
      shape,
      possessive,
      opensLine,
      opensSentence:
        opensLine ||
        (before !== undefined &&
          before.shape === "mark" &&
          SENTENCE_MARK.has(before.text) &&
          !(before.text === "." && closesAbbreviation(tokens))),
      spaced: gap.length > 0 || tokens.length === 0,
      clock: isClock(text, start, start + raw.length),
    });
    previousEnd = start + raw.length;
  }
  return tokens;
}

function isClock(text: string, start: number, end: number): boolean {
  const digit = (at: number) => {
    const code = text.charCodeAt(at);
    return code >= 48 && code <= 57;
  };
  if (!digit(start)) return false;
  return (text[end] === ":" && digit(end + 1)) || (text[start - 1] === ":" && digit(start - 2));
}

/** After the time that opens a line of a transcript: "[01:05] Doctor: …". */
function stampEnds(tokens: readonly Token[]): boolean {
  if (tokens.at(-1)!.text !== "]") return false;
  for (let i = tokens.length - 2; i >= 0 && tokens.length - i <= 8; i--) {
    if (tokens[i]!.text === "[") return tokens[i]!.opensLine;
    if (tokens[i]!.shape !== "number" && tokens[i]!.text !== ":") return false;
  }
  return false;
}

function closesAbbreviation(tokens: readonly Token[]): boolean {
  const word = tokens.at(-2);
  if (!word || word.end !== tokens.at(-1)!.start) return false;
  return (word.text.length === 1 && word.shape !== "number") || ABBREVIATION.has(word.base);
}

type MaybeToken = Token | undefined;

/** A word written with letters only. */
export const isWord = (token: MaybeToken): boolean =>
  token !== undefined && token.shape !== "mark" && token.shape !== "number" && token.shape !== "code";

/** Written with a capital first letter, in capitals, or with capitals inside. */
export const isCapital = (token: MaybeToken): boolean =>
  token !== undefined && (token.shape === "capital" || token.shape === "upper" || token.shape === "mixed");

/** One capital letter standing alone. */
export const isInitial = (token: MaybeToken): boolean =>
  token !== undefined && token.text.length === 1 && token.shape === "capital";
