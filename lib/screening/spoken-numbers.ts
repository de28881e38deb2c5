const UNITS = "zero one two three four five six seven eight nine".split(" ");
const TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const UNIT_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth".split(" ");
const TEEN_ORDINALS =
  "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(
    " ",
  );

const VALUES = new Map<string, number>([
  ...UNITS.map((word, i) => [word, i] as const),
  ...TEENS.map((word, i) => [word, 10 + i] as const),
  ...TENS.map((word, i) => [word, 20 + 10 * i] as const),
  ...UNIT_ORDINALS.map((word, i) => [word, i + 1] as const),
  ...TEEN_ORDINALS.map((word, i) => [word, 10 + i] as const),
  ["oh", 0],
  ["o", 0],
  ["nought", 0],
  ["twentieth", 20],
  ["thirtieth", 30],
]);

/** The value of one number word ("forty", "oh", "third"), or undefined. */
export const numberWord = (word: string): number | undefined => VALUES.get(word);

/**
 * The digits of a number said aloud, as one would type them: "sixty two" → "62", "four oh five" → "405",
 * "nineteen seventy four" → "1974", "double three" → "33". Other words are passed over; digits are kept.
 */
export function spokenDigits(text: string): string {
  let digits = "";
  let tens: number | null = null;
  let times = 1;
  for (const word of text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []) {
    if (/^\d+$/.test(word)) {
      if (tens !== null) digits += tens;
      tens = null;
      digits += word;
      continue;
    }
    if (word === "double" || word === "triple") {
      times = word === "double" ? 2 : 3;
      continue;
    }
    const value = VALUES.get(word);
    if (value === undefined) continue;
    if (tens !== null) {
      if (value > 0 && value < 10) {
        digits += tens + value;
        tens = null;
        continue;
      }
      digits += tens;
      tens = null;
    }
    if (value >= 20 && value % 10 === 0) tens = value;
    else digits += String(value).repeat(times);
    times = 1;
  }
  return tens === null ? digits : digits + tens;
}
