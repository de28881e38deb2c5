import { parsePhoneNumberFromString } from "libphonenumber-js";
import type { IdentifierKind } from "./kinds";
import { numberWord, spokenDigits } from "./spoken-numbers";
import { visible } from "./visible-text";

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** A date as far as it is written: month and day are 1-based; null is not said. */
export interface WrittenDate {
  year: number | null;
  month: number;
  day: number | null;
}

const fullYear = (text: string) => {
  const value = Number(text);
  return text.length > 2 ? value : value + (value < 40 ? 2000 : 1900);
};

/** Reads one written date, month before day where both orders are possible, as in the United States; null if it is none. */
export function readDate(written: string): WrittenDate | null {
  const text = visible(written).toLowerCase();
  const iso = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
  if (iso) return checked(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /(?<!\d)(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2}))?(?!\d)/.exec(text);
  if (numeric) {
    const [first, second] = [Number(numeric[1]), Number(numeric[2])];
    const year = numeric[3] ? fullYear(numeric[3]) : null;
    return first > 12 ? checked(year, second, first) : checked(year, first, second);
  }
  const compact = /(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/.exec(text);
  if (compact) return checked(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  const words = text.match(/\p{L}+|\d+/gu) ?? [];
  const at = words.findIndex(
    (word) =>
      word.length > 2 && MONTHS.some((month) => word.startsWith(month)) && numberWord(word) === undefined,
  );
  if (at < 0) return null;
  const month = MONTHS.findIndex((name) => words[at]!.startsWith(name)) + 1;
  const rest = words.filter((_, i) => i !== at);
  const year = rest.find((word) => /^\d{4}$/.test(word));
  const days = rest.filter((word) => /^\d{1,2}$/.test(word));
  if (days.length > 0 || year) {
    const short = !year && days.length > 1 ? fullYear(days[1]!) : null;
    return checked(year ? Number(year) : short, month, days[0] ? Number(days[0]) : null);
  }
  const said = spokenDigits(rest.join(" "));
  const spoken = /^(\d{1,2}?)((?:19|20)\d\d)?$/.exec(said);
  return spoken
    ? checked(spoken[2] ? Number(spoken[2]) : null, month, spoken[1] ? Number(spoken[1]) : null)
    : checked(null, month, null);
}

const checked = (year: number | null, month: number, day: number | null): WrittenDate | null =>
  month >= 1 && month <= 12 && (day === null || (day >= 1 && day <= 31)) ? { year, month, day } : null;

const NUMBERS = new Set<IdentifierKind>([
  "ssn",
  "medical_record",
  "health_plan",
  "account",
  "licence",
  "vehicle",
  "device",
  "other_code",
]);

/** Words in small letters without marks, accents and a possessive ending. */
const words = (text: string) =>
  (
    visible(text)
      .toLowerCase()
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/['’]s\b/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ");

function phoneKey(text: string): string {
  const plain = visible(text);
  const parsed = parsePhoneNumberFromString(plain, "US");
  if (parsed) return `phone ${parsed.number}${parsed.ext ? `x${parsed.ext}` : ""}`;
  const digits = spokenDigits(plain);
  return digits.length === 10 ? `phone +1${digits}` : `phone ${digits || words(plain)}`;
}

/**
 * Equal for two findings that are the same value in two writings: one telephone number, one date, one address in other
 * capitals. A date without its year is another value than the date with it. For a name these are its plain words; which
 * names are one person's is decided by `groupFindings`.
 */
export function valueKey({ kind, text }: { kind: IdentifierKind; text: string }): string {
  if (kind === "phone" || kind === "fax") return phoneKey(text);
  if (kind === "date") {
    const date = readDate(text);
    return date ? `date ${date.year ?? "*"}-${date.month}-${date.day ?? "*"}` : `date ${words(text)}`;
  }
  if (kind === "email")
    return `email ${visible(text)
      .toLowerCase()
      .replace(/^mailto:/, "")
      .replace(/ (?:dot|\(dot\)|\[dot\]) /g, ".")
      .replace(/ (?:at|\(at\)|\[at\]) /g, "@")
      .replace(/\s/g, "")}`;
  if (kind === "url")
    return `url ${visible(text)
      .toLowerCase()
      .replace(/^https?:\/\//, "")
      .replace(/^www\./, "")
      .replace(/\/$/, "")}`;
  if (NUMBERS.has(kind)) {
    const plain = visible(text).toLowerCase();
    const spoken = /\d/.test(plain) ? "" : spokenDigits(plain);
    return `${kind} ${spoken || plain.replace(/[^\p{L}\p{N}]/gu, "")}`;
  }
  return `${kind} ${words(text)}`;
}
