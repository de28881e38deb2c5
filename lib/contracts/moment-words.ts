import { DAY, minutesOf, momentOf, weekdayOf } from "@/compiler/spec/moment";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Day and date of a minute of a world's clock. `start` is in absolute wall-clock minutes; days count calendar days from 0. */
export function momentText(start: number, minute: number): { day: string; date: string; time: string } {
  const at = start + minute;
  const moment = momentOf(at);
  const day = Math.floor(at / DAY) - Math.floor(start / DAY);
  const weekday = WEEKDAYS[weekdayOf(at) - 1]!;
  const date = `${weekday} ${Number(moment.slice(8, 10))} ${MONTHS[Number(moment.slice(5, 7)) - 1]}`;
  return { day: `Day ${day}`, date, time: moment.slice(11) };
}

/** A moment of a world's wall clock as people say it: "Wed 11 March, 09:40". No time zone is involved. */
export function clockText(moment: string): string {
  const at = minutesOf(moment);
  const month = MONTHS[Number(moment.slice(5, 7)) - 1];
  return `${WEEKDAYS[weekdayOf(at) - 1]?.slice(0, 3)} ${Number(moment.slice(8, 10))} ${month}, ${moment.slice(11)}`;
}

/** Calendar days from one moment to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.floor(minutesOf(to) / DAY) - Math.floor(minutesOf(from) / DAY);
