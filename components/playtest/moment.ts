const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
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

/** The world's wall clock as people say it: "Wed 11 March, 09:40". No time zone is involved. */
export function clockText(moment: string): string {
  const [year = 0, month = 1, day = 1] = moment.slice(0, 10).split("-").map(Number);
  const weekday = DAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  return `${weekday} ${day} ${MONTHS[month - 1]}, ${moment.slice(11)}`;
}

const dayNumber = (moment: string) => Date.parse(`${moment.slice(0, 10)}T00:00Z`) / 86_400_000;

/** Calendar days from one moment to another. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);
