import { minutesOf, momentOf } from "@/compiler/spec/moment";
import { spokenDigits } from "./spoken-numbers";
import { readDate } from "./value-key";

/** A calendar day; what a text leaves out was worked out from what stands around it. */
interface Day {
  year: number;
  month: number;
  day: number;
}

/** A date as it is written in a text, and how the same form says it after the case's weeks are added. */
export interface WrittenDate {
  start: number;
  end: number;
  shifted: (weeks: number) => string;
}

export interface DateHabits {
  /** Whether 03/04 is the third of April here. */
  dayFirst: boolean;
  /** Whether single digits are written with a zero. */
  padded: boolean;
  /** A day of the case, to find the year or the month that a short form leaves out. */
  near: string;
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const WEEKDAY =
  "(?:(mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\\.?,?\\s+(?:the\\s+)?)";
const NOT_WORD_BEFORE = "(?<![\\p{L}\\p{N}])";
const NOT_WORD_AFTER = "(?![\\p{L}\\p{N}])";
const form = (pattern: string) => new RegExp(`${NOT_WORD_BEFORE}${pattern}${NOT_WORD_AFTER}`, "giu");

const ISO = /(?<![\d\p{L}])((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/gu;
const NUMERIC = /(?<![\d/.-]|\p{L})(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-]|\.\d)/gu;
const MONTH_DAY = form(
  `${WEEKDAY}?${MONTH}(\\.?\\s+)(\\d{1,2})(st|nd|rd|th)?(?:(\\s*(?:[-–—]|to|through)\\s*)(\\d{1,2})(st|nd|rd|th)?(?![\\d:/]|\\s*[ap]\\.?m))?(?:(,?\\s+)((?:19|20)\\d\\d))?`,
);
const DAY_MONTH = form(
  `${WEEKDAY}?(\\d{1,2})(st|nd|rd|th)?(\\s+(?:of\\s+)?|-)${MONTH}\\.?(?:(,?\\s+|-)((?:19|20)\\d\\d))?`,
);
const MONTH_YEAR = form(`${MONTH}(\\.?,?\\s+)((?:19|20)\\d\\d)`);
const SHORT = /(?<![\d/.\p{L}]|[$€£])(\d{1,2})\/(\d{1,2})(?![\d/%\p{L}]|\.\d)/gu;
const ORDINAL = /(?<![\p{L}\d])the\s+(\d{1,2})(st|nd|rd|th)(?![\p{L}\d])/giu;
const COMPACT = /^((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/;

const pad = (value: number) => String(value).padStart(2, "0");
const valid = ({ year, month, day }: Day) =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
const minutes = ({ year, month, day }: Day) =>
  minutesOf(`${String(year).padStart(4, "0")}-${pad(month)}-${pad(day)}T00:00`);
const weekdayOf = (of: Day) => new Date(Date.UTC(of.year, of.month - 1, of.day)).getUTCDay();
const monthOf = (name: string) =>
  MONTHS.findIndex((one) => one.startsWith(name.toLowerCase().slice(0, 3))) + 1;
const fullYear = (year: string) =>
  year.length === 4 ? Number(year) : Number(year) > 40 ? 1900 + Number(year) : 2000 + Number(year);

/** The day as many whole weeks later, so that it is the same day of the week. */
export function addWeeks(day: Day, weeks: number): Day {
  const [year, month, date] = momentOf(minutes(day) + weeks * 7 * 1440)
    .slice(0, 10)
    .split("-")
    .map(Number) as [number, number, number];
  return { year, month, day: date };
}

/** A moment of a record, `YYYY-MM-DDTHH:MM`, as many whole weeks later. */
export const shiftMoment = (moment: string, weeks: number): string =>
  momentOf(minutesOf(moment) + weeks * 7 * 1440);

function ordinal(day: number): string {
  if (day % 100 >= 11 && day % 100 <= 13) return "th";
  return ["th", "st", "nd", "rd"][day % 10] ?? "th";
}

/** The name of a month in the form of another: "Sept", "APR", "november". */
function monthLike(written: string, month: number): string {
  const full = MONTHS[month - 1]!;
  const whole = MONTHS.includes(written.toLowerCase());
  const short = full.slice(0, full === "september" && written.length === 4 ? 4 : 3);
  const name = whole ? full : short;
  if (written === written.toUpperCase()) return name.toUpperCase();
  return written[0] === written[0]!.toLowerCase() ? name : name[0]!.toUpperCase() + name.slice(1);
}

/** The year in which this day lies nearest to a day of the case, and on the weekday that is written beside it. */
function yearNear(month: number, day: number, near: string, weekday: string | undefined): number {
  const year = Number(near.slice(0, 4));
  const at = minutesOf(`${near.slice(0, 10)}T00:00`);
  const want = weekday ? WEEKDAYS.findIndex((one) => one.startsWith(weekday.toLowerCase().slice(0, 3))) : -1;
  const candidates = (want >= 0 ? [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6] : [0, -1, 1])
    .map((off) => ({ year: year + off, month, day }))
    .filter(valid)
    .filter((one) => want < 0 || weekdayOf(one) === want)
    .sort((a, b) => Math.abs(minutes(a) - at) - Math.abs(minutes(b) - at));
  return candidates[0]?.year ?? year;
}

/** Looks through a case for how it writes its dates. */
export function dateHabits(texts: readonly string[], moments: readonly (string | null)[]): DateHabits {
  let dayFirst = 0;
  let padded = 0;
  const days: string[] = moments.flatMap((moment) => (moment ? [moment.slice(0, 10)] : []));
  for (const text of texts) {
    for (const [, a, , b, year] of text.matchAll(NUMERIC)) {
      if (Number(a) > 12 && Number(b) <= 12) dayFirst += 1;
      if (Number(b) > 12 && Number(a) <= 12) dayFirst -= 1;
      if (a!.startsWith("0") || b!.startsWith("0")) padded += 1;
      if (a!.length === 1 || b!.length === 1) padded -= 1;
      const year4 = fullYear(year!);
      const day = { year: year4, month: Number(a), day: Number(b) };
      if (valid(day) && year4 > 2000) days.push(`${year4}-${pad(day.month)}-${pad(day.day)}`);
    }
    for (const [, year, , month, day] of text.matchAll(ISO))
      if (valid({ year: Number(year), month: Number(month), day: Number(day) }))
        days.push(`${year}-${pad(Number(month))}-${pad(Number(day))}`);
    for (const match of text.matchAll(MONTH_DAY))
      if (match[10]) days.push(`${match[10]}-${pad(monthOf(match[2]!))}-${pad(Number(match[4]))}`);
  }
  days.sort();
  return {
    dayFirst: dayFirst > 0,
    padded: padded >= 0,
    near: days[Math.floor(days.length / 2)] ?? "2025-07-01",
  };
}

const numberLike = (written: string, value: number, padded: boolean) =>
  written.startsWith("0") || (written.length === 2 && padded) ? pad(value) : String(value);

/** Words before a short date that make it one: "on 4/6", "Thu 4/16", "4/6-4/9". */
const SHORT_BEFORE =
  /(?:(?:^|[^\p{L}])(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|on|by|until|till|since|from|before|after|dated?|of|through|thru|starting|effective|due|between|and|to|for|last|next|exp(?:ires)?|dos|seen|called|sent|rec'?d|received)(?:day|nesday|urday)?\.?[,:]?\s*|\d\s*[-–]\s*|(?:^|\n)[\s>*•([-]*|\(\s*)$/iu;
const NOT_A_DATE_AFTER =
  /^\s*(?:tab|tablet|pill|cup|inch|in\b|mg|ml|strength|pain|of (?:the|a)|dose|teaspoon|mile|hour|systolic)/i;
const MEASURED = /pain|scor|scale|level|strength|vision|acuity|rated/i;
const ORDINAL_BEFORE =
  /(?:\b(?:on|by|until|till|since|from|before|after|of|for|to|through|around|about|and|is|was)|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?)\s*$/iu;
const ENDS_PHRASE = /^\s*(?:[.,;:!?)\]]|$|\n)/u;
const ORDINAL_AFTER =
  /^(?:\s*(?:[.,;:!?)\]]|$|\n)|\s+(?:at|in|to|and|or|is|was|if|for|from|by|she|he|they|we|i|the|with|because|when|but|so|then|between|after|before|works?|of (?:next|this|last)|a\.?m|p\.?m)\b)/iu;

/**
 * Every date of a text that can be read, each with its own way of writing: written out, short, ISO, ranges, "the 16th",
 * "Thu 4/16", "4/6". Ages, spans of time and weekdays alone are no dates here.
 * @param sure spans that somebody or a detector took for dates: in them "4/6" needs no word beside it
 */
export function datesIn(
  text: string,
  habits: DateHabits,
  sure: readonly { start: number; end: number }[] = [],
): WrittenDate[] {
  const found: WrittenDate[] = [];
  const taken = (start: number, end: number) => found.some((one) => one.start < end && start < one.end);
  const add = (start: number, end: number, shifted: WrittenDate["shifted"]) => {
    if (!taken(start, end)) found.push({ start, end, shifted });
  };
  for (const match of text.matchAll(ISO)) {
    const [whole, year, sign, month, day] = match as unknown as string[];
    const at = { year: Number(year), month: Number(month), day: Number(day) };
    if (valid(at))
      add(match.index, match.index + whole!.length, (weeks) => {
        const moved = addWeeks(at, weeks);
        return `${moved.year}${sign}${numberLike(month!, moved.month, true)}${sign}${numberLike(day!, moved.day, true)}`;
      });
  }
  for (const match of text.matchAll(NUMERIC)) {
    const [whole, a, sign, b, year] = match as unknown as string[];
    const dayFirst = Number(a) > 12 || (habits.dayFirst && Number(b) <= 12);
    const [month, day] = dayFirst ? [b!, a!] : [a!, b!];
    const at = { year: fullYear(year!), month: Number(month), day: Number(day) };
    if (valid(at))
      add(match.index, match.index + whole!.length, (weeks) => {
        const moved = addWeeks(at, weeks);
        const m = numberLike(month, moved.month, habits.padded);
        const d = numberLike(day, moved.day, habits.padded);
        const y = year!.length === 2 ? pad(moved.year % 100) : String(moved.year);
        return `${dayFirst ? d : m}${sign}${dayFirst ? m : d}${sign}${y}`;
      });
  }
  writtenOut(text, habits, add);
  shortOnes(text, habits, sure, add);
  return found.sort((a, b) => a.start - b.start);
}

type Add = (start: number, end: number, shifted: WrittenDate["shifted"]) => void;

function writtenOut(text: string, habits: DateHabits, add: Add): void {
  for (const match of text.matchAll(MONTH_DAY)) {
    const [whole, weekday, name, gap, day, suffix, dash, day2, suffix2, comma, year] = match as unknown as (
      | string
      | undefined
    )[];
    const month = monthOf(name!);
    const from = { year: 0, month, day: Number(day) };
    from.year = year ? Number(year) : yearNear(month, from.day, habits.near, weekday);
    if (!valid(from) || (name!.toLowerCase() === "may" && name === "may")) continue;
    const start = match.index + whole!.indexOf(name!, weekday ? weekday.length : 0);
    const to = day2 ? { ...from, day: Number(day2) } : null;
    if (to && !valid(to)) continue;
    add(start, match.index + whole!.length, (weeks) => {
      const moved = addWeeks(from, weeks);
      const first = `${monthLike(name!, moved.month)}${gap}${numberLike(day!, moved.day, day!.startsWith("0"))}${suffix ? ordinal(moved.day) : ""}`;
      const second = to && addWeeks(to, weeks);
      const range = second
        ? `${dash}${second.month === moved.month ? "" : `${monthLike(name!, second.month)} `}${second.day}${suffix2 ? ordinal(second.day) : ""}`
        : "";
      return `${first}${range}${year ? `${comma}${(second ?? moved).year}` : ""}`;
    });
  }
  for (const match of text.matchAll(DAY_MONTH)) {
    const [whole, weekday, day, suffix, gap, name, comma, year] = match as unknown as (string | undefined)[];
    const month = monthOf(name!);
    const at = { year: 0, month, day: Number(day) };
    at.year = year ? Number(year) : yearNear(month, at.day, habits.near, weekday);
    if (!valid(at) || (name === "may" && !suffix) || name === "mar" || name === "sun") continue;
    const start = match.index + whole!.indexOf(day!, weekday ? weekday.length : 0);
    const dot = /\.$/.test(whole!) ? "." : "";
    add(start, match.index + whole!.length, (weeks) => {
      const moved = addWeeks(at, weeks);
      return `${numberLike(day!, moved.day, day!.startsWith("0"))}${suffix ? ordinal(moved.day) : ""}${gap}${monthLike(name!, moved.month)}${dot}${year ? `${comma}${moved.year}` : ""}`;
    });
  }
  for (const match of text.matchAll(MONTH_YEAR)) {
    const [whole, name, gap, year] = match as unknown as string[];
    add(match.index, match.index + whole!.length, (weeks) => {
      const moved = addWeeks({ year: Number(year), month: monthOf(name!), day: 15 }, weeks);
      return `${monthLike(name!, moved.month)}${gap}${moved.year}`;
    });
  }
}

function shortOnes(
  text: string,
  habits: DateHabits,
  sure: readonly { start: number; end: number }[],
  add: Add,
): void {
  const inSure = (start: number, end: number) => sure.some((one) => one.start < end && start < one.end);
  for (const match of text.matchAll(SHORT)) {
    const [whole, a, b] = match as unknown as string[];
    const dayFirst = Number(a) > 12 || habits.dayFirst;
    const [month, day] = dayFirst ? [b!, a!] : [a!, b!];
    const before = text.slice(Math.max(0, match.index - 24), match.index);
    const after = text.slice(match.index + whole!.length, match.index + whole!.length + 24);
    const end = match.index + whole!.length;
    const dated = SHORT_BEFORE.test(before) && !NOT_A_DATE_AFTER.test(after) && !MEASURED.test(before);
    if (!inSure(match.index, end) && !dated) continue;
    const weekday = /\b(mon|tue|wed|thu|fri|sat|sun)\p{L}*\.?,?\s*$/iu.exec(before)?.[1];
    const at = { year: 0, month: Number(month), day: Number(day) };
    at.year = yearNear(at.month, at.day, habits.near, weekday);
    if (!valid(at)) continue;
    add(match.index, end, (weeks) => {
      const moved = addWeeks(at, weeks);
      const padded = a!.startsWith("0") || b!.startsWith("0");
      const m = numberLike(month, moved.month, padded);
      const d = numberLike(day, moved.day, padded);
      return dayFirst ? `${d}/${m}` : `${m}/${d}`;
    });
  }
  for (const match of text.matchAll(ORDINAL)) {
    const [whole, day] = match as unknown as string[];
    const end = match.index + whole!.length;
    const numberAt = match.index + whole!.search(/\d/);
    const before = text.slice(Math.max(0, match.index - 16), match.index);
    const after = text.slice(end, end + 20);
    const sound =
      inSure(numberAt, end) || (ORDINAL_BEFORE.test(before) ? ORDINAL_AFTER : ENDS_PHRASE).test(after);
    const weekday = /\b(mon|tue|wed|thu|fri|sat|sun)\p{L}*\.?,?\s*$/iu.exec(before)?.[1];
    const at = sound ? monthNear(Number(day), habits.near, weekday) : null;
    if (!at) continue;
    add(numberAt, end, (weeks) => {
      const moved = addWeeks(at, weeks);
      return `${moved.day}${ordinal(moved.day)}`;
    });
  }
}

/** The month in which a day of the month lies nearest to a day of the case, and on the weekday beside it. */
function monthNear(day: number, near: string, weekday: string | undefined): Day | null {
  const at = minutesOf(`${near.slice(0, 10)}T00:00`);
  const want = weekday ? WEEKDAYS.findIndex((one) => one.startsWith(weekday.toLowerCase())) : -1;
  const base = Number(near.slice(0, 4)) * 12 + Number(near.slice(5, 7)) - 1;
  const all = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6]
    .map((off) => ({ year: Math.floor((base + off) / 12), month: ((base + off) % 12) + 1, day }))
    .filter(valid)
    .sort((a, b) => Math.abs(minutes(a) - at) - Math.abs(minutes(b) - at));
  return all.find((one) => want >= 0 && weekdayOf(one) === want) ?? all[0] ?? null;
}

/** "the twentieth", "twenty-first". */
const ORDINAL_WORD =
  /^(?:the )?(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\p{L}+teenth|twentieth|thirtieth)$/iu;
const HOLIDAY =
  /\b(?:christmas|thanksgiving|easter|new year|hanukkah|passover|ramadan|labor day|memorial day|independence day|halloween|valentine|juneteenth|diwali|eid)\b/i;

/**
 * What a date that a detector or a person marked becomes: shifted where it can be read, its kind in brackets where not.
 * Ages over 89 become 90; weekdays alone and spans of time stay, because whole weeks do not move them.
 */
export function shiftMarked(text: string, habits: DateHabits, weeks: number): string {
  const compact = COMPACT.exec(text);
  if (compact) {
    const at = { year: Number(compact[1]), month: Number(compact[2]), day: Number(compact[3]) };
    if (valid(at)) {
      const moved = addWeeks(at, weeks);
      return `${moved.year}${pad(moved.month)}${pad(moved.day)}${text.slice(8)}`;
    }
  }
  const dates = datesIn(text, habits, [{ start: 0, end: text.length }]);
  if (dates.length > 0) {
    let fresh = "";
    let at = 0;
    for (const date of dates) {
      fresh += text.slice(at, date.start) + date.shifted(weeks);
      at = date.end;
    }
    return fresh + text.slice(at);
  }
  const bare = /^(\d{1,2})(st|nd|rd|th)$/i.exec(text.trim());
  const said = bare?.[1] ?? (ORDINAL_WORD.test(text) ? spokenDigits(text) : "");
  const day = /^(?:[1-9]|[12]\d|3[01])$/.test(said) ? monthNear(Number(said), habits.near, undefined) : null;
  if (day) {
    const moved = addWeeks(day, weeks);
    return `${/^the\b/i.test(text) ? `${text.slice(0, 3)} ` : ""}${moved.day}${ordinal(moved.day)}`;
  }
  if (/\b(?:9\d|1[0-3]\d)\b/.test(text) && !/[/]/.test(text))
    return text.replace(/\b(?:9\d|1[0-3]\d)\b/, "90");
  const lower = text.trim().toLowerCase();
  if (WEEKDAYS.some((one) => one.startsWith(lower.replace(/\.$/, "").slice(0, 9)) && lower.length > 2))
    return text;
  const month = new RegExp(`^(?:(?:early|mid|late)[ -])?${MONTH}\\.?$`, "iu").exec(text.trim());
  if (month) {
    const year = yearNear(monthOf(month[1]!), 15, habits.near, undefined);
    const moved = addWeeks({ year, month: monthOf(month[1]!), day: 15 }, weeks);
    return text.replace(month[1]!, monthLike(month[1]!, moved.month));
  }
  if (/^(?:19|20)\d\d$/.test(lower))
    return String(addWeeks({ year: Number(lower), month: 7, day: 1 }, weeks).year);
  return HOLIDAY.test(text) ? "[holiday]" : (saidInWords(text, habits, weeks) ?? "[date]");
}

/** A date in words that have no form of their own here ("the sixth of April"), moved and written with digits. */
function saidInWords(text: string, habits: DateHabits, weeks: number): string | null {
  const read = readDate(text);
  if (!read) return null;
  const year = read.year ?? yearNear(read.month, read.day ?? 15, habits.near, undefined);
  const at = { year, month: read.month, day: read.day ?? 15 };
  if (!valid(at)) return null;
  const moved = addWeeks(at, weeks);
  const day = read.day === null ? "" : ` ${moved.day}`;
  return `${monthLike("January", moved.month)}${day}${read.year === null ? "" : `${day ? "," : ""} ${moved.year}`}`;
}
