import type { Turn } from "./imported-case";

const CLOCK = String.raw`(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:[.,]\d{1,3})?`;
const NAME = String.raw`([\p{L}][\p{L}\p{M}\p{N} .,'’()/&-]{0,60}?)`;
/** Time first: `[00:12] Rosa: text`, `(0:12) Rosa: text`, `00:12 - Rosa: text`. */
const TIME_FIRST = new RegExp(
  String.raw`^[ \t]*[[(]?${CLOCK}[\])]?[ \t]*(?:[-–—][ \t]*)?${NAME}:(?:[ \t]+(.*))?$`,
  "u",
);
/** Name first: `Speaker 1 (00:12):`, `Speaker 1  0:12`, `Rosa [00:12:01]: text`. */
const NAME_FIRST = new RegExp(
  String.raw`^[ \t]*${NAME}(?:[ \t]*[[(]${CLOCK}[\])]|(?:[ \t]{2,}|\t|,[ \t]|[ \t]-[ \t])${CLOCK})[ \t]*(?::[ \t]*(.*)|$|[ \t]+(.*))$`,
  "u",
);
/** `Rosa Diaz 0:12` alone in its line. */
const NAME_THEN_TIME = new RegExp(String.raw`^[ \t]*${NAME}[ \t]${CLOCK}[ \t]*$`, "u");

export interface SpokenText {
  turns: Turn[];
  /** What stands before the first person speaks. */
  preamble: string;
}

/**
 * A transcript as Otter, Rev, Zoom and the like write it: who speaks and when, then what is said. Null when the text has
 * fewer than two such lines or their times do not go forward.
 */
export function readSpokenText(text: string): SpokenText | null {
  const turns: Turn[] = [];
  const preamble: string[] = [];
  let back = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    const turn = line.length > 20_000 ? null : turnOf(line);
    const last = turns.at(-1);
    if (turn) {
      if (last && turn.start < last.start) back++;
      turns.push(turn);
    } else if (last) last.text += `\n${line}`;
    else preamble.push(line);
  }
  const words = preamble.join("\n").trim();
  if (turns.length < 2 || back > turns.length / 10 || preamble.filter((line) => line.trim()).length > 30)
    return null;
  for (const turn of turns) turn.text = turn.text.replace(/^\n+/, "").trimEnd();
  return { turns, preamble: words };
}

function turnOf(line: string): Turn | null {
  const head = line.slice(0, 200);
  const seconds = (hour: string | undefined, minute: string, second: string) =>
    Number(hour ?? 0) * 3600 + Number(minute) * 60 + Number(second);
  const first = TIME_FIRST.exec(head);
  if (first)
    return {
      start: seconds(first[1], first[2]!, first[3]!),
      speaker: first[4]!.trim(),
      text: rest(line, first[5], head),
    };
  const named = NAME_FIRST.exec(head);
  if (named) {
    const at = named[3] === undefined ? 5 : 2;
    return {
      start: seconds(named[at], named[at + 1]!, named[at + 2]!),
      speaker: named[1]!.trim(),
      text: rest(line, named[8] ?? named[9], head),
    };
  }
  const alone = NAME_THEN_TIME.exec(head);
  return alone
    ? { start: seconds(alone[2], alone[3]!, alone[4]!), speaker: alone[1]!.trim(), text: "" }
    : null;
}

/** The end of the line from where the match's last group begins; only the beginning was matched. */
const rest = (line: string, matched: string | undefined, head: string) =>
  matched === undefined ? "" : line.slice(head.length - matched.length);
