import { type DateOrder, momentIn, orderOfColumn } from "./moments";

/** One entry of a log: its time, who speaks when it says so, and its lines as they stand. */
export interface LogEntry {
  at: string | null;
  sender: string;
  text: string;
}

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\\.?";
const DATE = `(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\\.?,?\\s+)?(?:\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d{2})|${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}|\\d{1,2}\\s+${MONTH}\\s+\\d{4})`;
const CLOCK = "(?:[T,]?\\s*(?:at\\s+)?\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s?[AaPp]\\.?[Mm]\\.?)?)";
const HEAD = new RegExp(
  `^\\s{0,8}(?:[-*•#]{1,4}\\s*)?(?:\\*\\*)?[[(]?(${DATE}${CLOCK}?)[\\])]?(?:\\*\\*)?(?:\\s*[-–—:|,]+\\s*|\\s+|$)(.*)$`,
  "i",
);
const SPEAKER = /^([\p{Lu}][\p{L}\p{M}.'’-]{0,30}(?:\s[\p{L}\p{M}.'’()-]{1,30}){0,4})\s*:\s+\S/u;

/**
 * A log whose entries begin with their date, entry by entry; every line of the text is in one of them. Null when it is
 * no log: fewer than two such lines, a long text before them, or dates that go back and forth.
 */
export function splitLog(text: string): { preamble: string; entries: LogEntry[] } | null {
  const lines = text.split(/\r\n?|\n/);
  const heads: (RegExpExecArray | null)[] = [];
  for (const [position, line] of lines.entries()) {
    const head = HEAD.exec(line.slice(0, 300));
    const begins = position === 0 || lines[position - 1]!.trim() === "" || heads[position - 1] != null;
    heads.push(head && (begins || isMarked(head)) ? head : null);
  }
  const dated = heads.filter((head) => head !== null);
  if (dated.length < 2) return null;
  const first = heads.findIndex((head) => head !== null);
  if (lines.slice(0, first).filter((line) => line.trim()).length > 15) return null;
  const { order } = orderOfColumn(dated.map((head) => head[1]!.split(/[,\sT]/)[0]!));
  const entries: (LogEntry & { lines: string[] })[] = [];
  for (const [position, line] of lines.entries()) {
    const head = heads[position];
    if (head) entries.push(entryOf(head, line, order));
    else entries.at(-1)?.lines.push(line);
  }
  const times = entries.map((entry) => entry.at).filter((at) => at !== null);
  const back = times.filter((at, i) => i > 0 && at < times[i - 1]!).length;
  const forth = times.filter((at, i) => i > 0 && at > times[i - 1]!).length;
  if (times.length < entries.length * 0.8 || Math.min(back, forth) > times.length / 5) return null;
  const told = entries.map(({ lines: own, ...entry }) => ({ ...entry, text: own.join("\n").trim() }));
  if (told.filter((entry) => entry.text.length > 20).length * 2 < told.length) return null;
  return { preamble: lines.slice(0, first).join("\n").trim(), entries: told };
}

/** A clock, a bracket, a dash or a colon after the date: no sentence goes on like that from the line before. */
const isMarked = (head: RegExpExecArray) =>
  /[[\](|–—:*#•]|-\s*$|^\s*-/.test(head[0].slice(0, head[0].length - head[2]!.length));

function entryOf(head: RegExpExecArray, line: string, order: DateOrder): LogEntry & { lines: string[] } {
  return {
    at: momentIn(head[1]!.replace(/\s+/g, " "), order),
    sender: SPEAKER.exec(head[2]!)?.[1] ?? "",
    text: "",
    lines: [line],
  };
}
