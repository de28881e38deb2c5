import { z } from "zod";

/** Minutes of one day. */
export const DAY = 1440;

const MOMENT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/**
 * Days since 1970-01-01 of a civil date (Howard Hinnant's algorithm), so that no time zone and no
 * daylight saving can reach a world (world.md, Times are world-local wall-clock minutes).
 */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

function civilFromDays(days: number): { year: number; month: number; day: number } {
  const z = days + 719468;
  const era = Math.floor(z / 146097);
  const dayOfEra = z - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/**
 * Absolute wall-clock minutes of a moment `YYYY-MM-DDTHH:MM`.
 * Returns NaN for a text that is not a real moment.
 */
export function minutesOf(moment: string): number {
  const match = MOMENT.exec(moment);
  if (!match) return Number.NaN;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || hour > 23 || minute > 59) return Number.NaN;
  const days = daysFromCivil(year, month, day);
  const back = civilFromDays(days);
  if (back.day !== day || back.month !== month) return Number.NaN;
  return days * DAY + hour * 60 + minute;
}

/** The moment `YYYY-MM-DDTHH:MM` of absolute wall-clock minutes. */
export function momentOf(minutes: number): string {
  const days = Math.floor(minutes / DAY);
  const rest = minutes - days * DAY;
  const { year, month, day } = civilFromDays(days);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${two(Math.floor(rest / 60))}:${two(rest % 60)}`;
}

/** Day of the week of absolute wall-clock minutes: 1 is Monday, 7 is Sunday. */
export function weekdayOf(minutes: number): number {
  return ((((Math.floor(minutes / DAY) + 3) % 7) + 7) % 7) + 1;
}

/** A wall-clock moment without a zone, to the minute. */
export const momentSchema = z
  .string()
  .refine((s) => !Number.isNaN(minutesOf(s)), "a moment is written YYYY-MM-DDTHH:MM, without a time zone");

/** A time of day `HH:MM`. */
export const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Minutes since midnight of a time of day. */
export function minutesOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
