import { momentSchema } from "@/compiler/spec/moment";

/** Which of two numbers is the month, in a date of numbers only. */
export type DateOrder = "month_first" | "day_first";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const CLOCK =
  /(?:^|[T\s,])(?:at\s+)?(\d{1,2})(?:[:.](\d{2}))?(?:[:.]\d{2}(?:[.,]\d{1,9})?)?\s*([ap]\.?\s?m\.?)?\s*(?:Z|UTC|GMT|[A-Z]{2,4}|[+-]\d{2}:?\d{2})?(?:\s*\([^)]{0,40}\))?$/i;
const WORD = "[A-Za-z]{3,9}\\.?";
const WEEKDAY = "(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\\.?,?\\s+)?";

const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(.*)$/;
const NUMBERS = new RegExp(`^${WEEKDAY}(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4}|\\d{2})\\b,?(.*)$`, "i");
const DAY_MONTH = new RegExp(
  `^${WEEKDAY}(\\d{1,2})(?:st|nd|rd|th)?[\\s-]+(?:of\\s+)?(${WORD})[\\s,-]+(\\d{4})\\b,?(.*)$`,
  "i",
);
const MONTH_DAY = new RegExp(
  `^${WEEKDAY}(${WORD})\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b,?(.*)$`,
  "i",
);
/** The form of Unix: `Mon Mar  4 10:00:00 2024`. */
const UNIX = new RegExp(
  `^${WEEKDAY}(${WORD})\\s+(\\d{1,2})\\s+(\\d{2}:\\d{2}(?::\\d{2})?)\\s+(\\d{4})$`,
  "i",
);

/**
 * A written time as a moment `YYYY-MM-DDTHH:MM`: the clock on the wall where it was written, any offset and seconds
 * left out; a day without a clock is its midnight. Reads ISO 8601, mail dates, written-out months, and dates of numbers
 * in the order given (with dots always the day first); clocks with or without AM and PM. null for anything else.
 */
export function momentIn(written: string, order: DateOrder = "month_first"): string | null {
  const value = written.trim();
  if (value.length > 80) return null;
  const iso = ISO.exec(value);
  if (iso) return build(iso[1]!, Number(iso[2]), iso[3]!, iso[4]!);
  const numbers = NUMBERS.exec(value);
  if (numbers) {
    const dayFirst = numbers[2] === "." || order === "day_first";
    const [day, month] = dayFirst ? [numbers[1]!, numbers[3]!] : [numbers[3]!, numbers[1]!];
    return build(fullYear(numbers[4]!), Number(month), day, numbers[5]!);
  }
  const unix = UNIX.exec(value);
  if (unix) return build(unix[4]!, monthOf(unix[1]!), unix[2]!, unix[3]!);
  const dayMonth = DAY_MONTH.exec(value);
  if (dayMonth) return build(dayMonth[3]!, monthOf(dayMonth[2]!), dayMonth[1]!, dayMonth[4]!);
  const monthDay = MONTH_DAY.exec(value);
  if (monthDay) return build(monthDay[3]!, monthOf(monthDay[1]!), monthDay[2]!, monthDay[4]!);
  return null;
}

/** What a column of dates says about the order of its numbers. */
export interface ColumnOrder {
  order: DateOrder;
  /** `undecided`: every date can be read both ways. `mixed`: some are one way and some the other. */
  evidence: "clear" | "undecided" | "mixed" | "none";
}

/** Decides the order of day and month for a whole column, by the dates in it that can be read one way only. */
export function orderOfColumn(values: Iterable<string>): ColumnOrder {
  let [dayFirst, monthFirst, either] = [0, 0, 0];
  for (const value of values) {
    const numbers = NUMBERS.exec(value.trim().slice(0, 80));
    if (!numbers || numbers[2] === ".") continue;
    const [first, second] = [Number(numbers[1]), Number(numbers[3])];
    if (first > 12 && second <= 12) dayFirst++;
    else if (second > 12 && first <= 12) monthFirst++;
    else if (first !== second) either++;
  }
  if (dayFirst > 0 && monthFirst > 0) return { order: "month_first", evidence: "mixed" };
  if (dayFirst > 0) return { order: "day_first", evidence: "clear" };
  if (monthFirst > 0) return { order: "month_first", evidence: "clear" };
  return { order: "month_first", evidence: either > 0 ? "undecided" : "none" };
}

const monthOf = (word: string) => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
const fullYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 70 ? "20" : "19"}${year}`);
const two = (value: number) => String(value).padStart(2, "0");

function build(year: string, month: number, day: string, rest: string): string | null {
  const clock = clockIn(rest);
  if (clock === null) return null;
  const moment = `${year}-${two(month)}-${two(Number(day))}T${clock}`;
  return momentSchema.safeParse(moment).success ? moment : null;
}

/** A clock as `HH:MM`; midnight when none is written; null when what is written is no clock. */
export function clockIn(rest: string): string | null {
  if (/^[\s,]*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?[\s,]*$/.test(rest)) return "00:00";
  const clock = CLOCK.exec(rest);
  if (!clock || rest.slice(0, clock.index).trim() !== "") return null;
  const half = clock[3]?.[0]?.toLowerCase();
  if (!half && clock[2] === undefined) return null;
  const hour = Number(clock[1]);
  if (half && (hour < 1 || hour > 12)) return null;
  const whole = half ? (hour % 12) + (half === "p" ? 12 : 0) : hour;
  return `${two(whole)}:${clock[2] ?? "00"}`;
}
