import { normalText } from "../spec/value";

/** Text of which only case and blanks can be uneven. */
const PRINTABLE_ASCII = /^[ -~]*$/;

/** Lower-case runs of letters and digits, evened out as by `normalText`: what the whole compiler means by the words of a text. */
export function wordsIn(text: string): string[] {
  if (PRINTABLE_ASCII.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return normalText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

const DRAWN = { re: "are", ll: "will", ve: "have", d: "would", m: "am" } as const;

/** A text in small letters with what is drawn together written out, so that "can't" and "cannot", "plan's" and "plan" meet. */
export function writtenOut(text: string): string {
  return normalText(text)
    .replace(/\bcan['’]?t\b/gu, "cannot")
    .replace(/\bwon['’]t\b/gu, "will not")
    .replace(/n['’]t\b/gu, " not")
    .replace(/\bdont\b/gu, "do not")
    .replace(/['’]s\b/gu, "")
    .replace(/['’](re|ll|ve|d|m)\b/gu, (_, end: keyof typeof DRAWN) => ` ${DRAWN[end]}`);
}

/** Takes endings off, so that "delivered", "deliveries" and "delivery" meet. Not a word: a key to compare by. */
export function stemOf(word: string): string {
  let out = word;
  const cut = (ending: RegExp, put = "", least = 3) => {
    const shorter = out.replace(ending, put);
    if (shorter !== out && shorter.length >= least) out = shorter;
  };
  cut(/ies$/, "y");
  cut(/(?<=(?:ss|x|ch|sh))es$/);
  cut(/(?<![sui])s$/);
  cut(/(?:ing|ed)$/, "", 4);
  cut(/(?:ization|isation)$/, "iz", 4);
  cut(/ation$/, "", 4);
  cut(/ment$/, "", 4);
  cut(/ly$/, "", 4);
  cut(/ery$/, "er", 4);
  cut(/([bdgmnprt])\1$/, "$1", 3);
  cut(/e$/, "", 3);
  return out;
}
