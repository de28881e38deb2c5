/**
 * A text as a reader sees it, for matching: soft hyphens and characters without width are gone, every blank is a blank,
 * every dash a hyphen, every apostrophe straight, full-width forms and look-alike letters are plain. `at[i]` is the offset
 * in the stored text of the unit i of `text`; `at[text.length]` is the length of the stored text.
 */
export interface VisibleText {
  text: string;
  at: Uint32Array;
}

const REMOVED = /[\p{Cf}\u115f\u1160\u17b4\u17b5]|\u034f|\p{Variation_Selector}/u;
const BLANK = /[^\n\r\P{Zs}]|\t|\v|\f/u;
const DASH = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u2043]/;
const APOSTROPHE = /[\u2018\u2019\u201b\u02bc\u00b4\u0060\uff07]/;
const QUOTE = /[\u201c\u201d\u201e\u201f\uff02]/;
const PLAIN = /^[\n -~]*$/;
const SPECIAL = /[^\n -~]/g;

/** Letters of other scripts that look like Latin ones (Unicode confusables, the single letters only). */
const LOOK_ALIKE = new Map<string, string>();
for (const [from, to] of [
  ["АВЕЅЗІЈКМНОРСТУХ", "ABES3IJKMHOPCTYX"],
  ["авеѕіјкмнорстухԁһԛԝѵ", "aBesijkmHopcTyxdhqwv"],
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"],
  ["αινορτυχ", "aivoptux"],
] as const)
  for (const [i, letter] of [...from].entries()) LOOK_ALIKE.set(letter, to[i]!);

const LATIN = /[A-Za-z\u00c0-\u024f]/;
const WORD = /[\p{L}\p{M}\u00ad\u200b-\u200d]+/uy;

/** Whether the word around each offset, asked in rising order, has a Latin letter. */
function wordsWithLatin(text: string): (at: number) => boolean {
  let end = 0;
  let latin = false;
  return (at) => {
    if (at >= end) {
      WORD.lastIndex = at;
      const rest = WORD.exec(text)?.[0] ?? text[at]!;
      end = at + rest.length;
      latin = LATIN.test(rest) || LATIN.test(text[at - 1] ?? "");
    }
    return latin;
  };
}

function shown(text: string, at: number, latinWord: (at: number) => boolean): string {
  const unit = text[at]!;
  if (REMOVED.test(unit)) return "";
  if (BLANK.test(unit)) return " ";
  if (unit === "\r") return text[at + 1] === "\n" ? "" : "\n";
  if (unit === "\u2028" || unit === "\u2029" || unit === "\u0085") return "\n";
  if (DASH.test(unit)) return "-";
  if (APOSTROPHE.test(unit)) return "'";
  if (QUOTE.test(unit)) return '"';
  const code = unit.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (code === 0x2044) return "/";
  const twin = LOOK_ALIKE.get(unit);
  if (twin && latinWord(at)) return twin;
  return unit;
}

/** The visible form of a stored text with the way back; linear in its length. */
export function visibleText(stored: string): VisibleText {
  const at = new Uint32Array(stored.length + 1);
  if (PLAIN.test(stored)) {
    for (let i = 0; i <= stored.length; i++) at[i] = i;
    return { text: stored, at };
  }
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  const latinWord = wordsWithLatin(stored);
  const copy = (to: number) => {
    if (to <= from) return;
    parts.push(stored.slice(from, to));
    for (let i = from; i < to; i++) at[length++] = i;
  };
  for (const match of stored.matchAll(SPECIAL)) {
    copy(match.index);
    from = match.index + 1;
    const unit = shown(stored, match.index, latinWord);
    if (unit === "") continue;
    parts.push(unit);
    at[length++] = match.index;
  }
  copy(stored.length);
  at[length] = stored.length;
  return { text: parts.join(""), at: at.subarray(0, length + 1) };
}

/** The visible form alone. */
export const visible = (stored: string): string => visibleText(stored).text;
