import { z } from "zod";
import { LIMITS } from "./limits";
import { minutesOf } from "./moment";

const isoDate = z.iso.date();

/**
 * A typed value. Text, dates (`YYYY-MM-DD`), money (decimal string, currency of three letters),
 * phone numbers and identifiers (member numbers, case numbers) are compared after normalisation.
 */
export const valueSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("text"),
    value: z
      .string()
      .max(LIMITS.statement)
      .regex(/[^\s.]/),
  }),
  z.strictObject({ type: z.literal("date"), value: isoDate }),
  z.strictObject({
    type: z.literal("money"),
    value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default("USD"),
  }),
  z.strictObject({ type: z.literal("phone"), value: z.string().regex(/^(?=.*\d)\+?[\d ().-]{3,30}$/) }),
  z.strictObject({
    type: z.literal("identifier"),
    value: z
      .string()
      .max(LIMITS.label)
      .regex(/[\p{L}\p{N}]/u),
  }),
]);
export type Value = z.infer<typeof valueSchema>;

/** What an agent or a form says: unnormalised text that claims to be a value, or a tick. */
export type StatedValue = string | boolean;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const WEEKDAY = "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?";
/** How a calendar day is written, in normal text; with the places of year, month and day among the groups. */
const DATE_FORMS = [
  { form: "(\\d{4})-(\\d{1,2})-(\\d{1,2})", places: [0, 1, 2] },
  { form: "(\\d{1,2})[/-](\\d{1,2})[/-](\\d{4})", places: [2, 0, 1] },
  { form: `${WEEKDAY}${MONTH} ${DAY},? (\\d{4})`, places: [2, 0, 1] },
  { form: `${WEEKDAY}${DAY} (?:of )?${MONTH},? (\\d{4})`, places: [2, 1, 0] },
] as const;
const DATES = DATE_FORMS.map(({ form, places }) => ({ pattern: new RegExp(`^${form}$`), places }));

/** Every form of a date at every word of a normal text, overlapping ones as well. */
export const DATES_AMONG_WORDS: readonly RegExp[] = DATE_FORMS.map(
  ({ form }) => new RegExp(`(?<![\\p{L}\\p{N}])(?=(?<date>${form})(?![\\p{L}\\p{N}]))`, "gu"),
);

/** V1 for text: compatible characters, case, white space, the shape of quotes and dashes, and one closing full stop do not count. */
export function normalText(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return endless(text.toLowerCase().replace(/ {2,}/g, " "));
  const even = text
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u201b\u02bc]/gu, "'")
    .replace(/[\u201c\u201d\u201f]/gu, '"')
    .replace(/[\u2010-\u2015\u2212]/gu, "-")
    .replace(/\s+/gu, " ");
  return endless(even);
}

/** Text of which only case and blanks can be uneven. */
const PRINTABLE_ASCII = /^[ -~]*$/;

const endless = (text: string) => text.trim().replace(/ ?\.$/, "");

function normalDate(text: string): string | null {
  const said = normalText(text);
  for (const { pattern, places } of DATES) {
    const parts = pattern.exec(said)?.slice(1);
    if (!parts) continue;
    const [year = "", month = "", day = ""] = places.map((place) => parts[place]);
    const number = /\d/.test(month) ? month : String(MONTHS.indexOf(month.slice(0, 3)) + 1);
    const date = `${year}-${number.padStart(2, "0")}-${day.padStart(2, "0")}`;
    return Number.isNaN(minutesOf(`${date}T00:00`)) ? null : date;
  }
  return null;
}

const AMOUNT = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
const CURRENCY_NAMES: Record<string, string> = {
  $: "USD",
  us$: "USD",
  dollar: "USD",
  dollars: "USD",
  "us dollars": "USD",
  "€": "EUR",
  euro: "EUR",
  euros: "EUR",
  "£": "GBP",
  pounds: "GBP",
};

/** Cents and currency; an amount without a currency is taken in `currency`. */
function normalMoney(text: string, currency: string): string | null {
  const said = normalText(text);
  const match = /^([^\d]*?)\s*([\d,.]*\d)\s*([^\d]*)$/u.exec(said);
  const amount = AMOUNT.exec(match?.[2] ?? "");
  if (!match || !amount) return null;
  const names = [match[1], match[3]].filter((name) => name);
  const codes = names.map(
    (name = "") => CURRENCY_NAMES[name] ?? (/^[a-z]{3}$/.test(name) ? name.toUpperCase() : null),
  );
  if (codes.includes(null) || new Set(codes).size > 1) return null;
  const whole = (amount[1] ?? "").replaceAll(",", "").replace(/^0+(?=\d)/, "");
  return `${whole}.${(amount[2] ?? "").padEnd(2, "0")} ${codes[0] ?? currency}`;
}

function normalPhone(text: string): string | null {
  const digits = text.normalize("NFKC").replace(/\D/gu, "");
  if (digits === "") return null;
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

function normalIdentifier(text: string): string | null {
  return (
    text
      .normalize("NFKC")
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, "") || null
  );
}

/** The normal form of what was said about a value like `like`; null when it is no value of that type (V1). */
export function normalForm(like: Value, said: string): string | null {
  switch (like.type) {
    case "text":
      return normalText(said);
    case "date":
      return normalDate(said);
    case "money":
      return normalMoney(said, like.currency);
    case "phone":
      return normalPhone(said);
    case "identifier":
      return normalIdentifier(said);
  }
}

/** The normal forms that say a value: its own, and of a text also the whole statement that tells it (V1). */
export function sayings(value: Value, statement = ""): string[] {
  const own = normalForm(value, value.value) ?? "";
  return value.type === "text" && statement !== "" ? [own, normalText(statement)] : [own];
}

/** Whether what was said is this value: whole normal forms, never a part of one (V1). */
export function isSaid(value: Value, said: string, normals: readonly string[] = sayings(value)): boolean {
  const form = normalForm(value, said);
  return form !== null && normals.includes(form);
}
