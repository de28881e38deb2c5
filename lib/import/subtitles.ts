import type { Turn } from "./imported-case";

/** What a subtitle file holds: what is said, and the lines around it. */
export interface Subtitles {
  turns: Turn[];
  /** Titles, comments and lines before the first cue. */
  notes: string[];
  cues: number;
  /** Cues that have no text. */
  empty: number;
  /** Blocks for the look of the text. */
  styles: number;
}

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,3}))?`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-{1,2}>\s*${TIME}`);

/**
 * WebVTT and SubRip, line by line: a cue lasts until the next line of times, whatever blank lines stand in it. A number
 * or a name right before a line of times belongs to it.
 */
export function readSubtitles(text: string): Subtitles {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  const webVtt = /^\s*WEBVTT/.test(lines[0] ?? "");
  const found: Subtitles = { turns: [], notes: [], cues: 0, empty: 0, styles: 0 };
  let cue: { start: number; lines: string[] } | null = null;
  const before: string[] = [];
  const close = () => {
    if (!cue) return;
    const turns = turnsOf(cue.start, cue.lines);
    if (turns.length === 0) found.empty++;
    found.turns.push(...turns);
    cue = null;
  };
  let block: "" | "NOTE" | "STYLE" = "";
  let number = 0;
  for (const [position, line] of lines.entries()) {
    const afterBlank = position === 0 || lines[position - 1]!.trim() === "";
    if (block && line.trim() === "") block = "";
    else if (block) {
      if (block === "NOTE") found.notes.push(line.trim());
    } else if (webVtt && afterBlank && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line)) {
      close();
      block = line.startsWith("NOTE") ? "NOTE" : "STYLE";
      if (block === "STYLE") found.styles++;
      else if (line.slice(4).trim()) found.notes.push(line.slice(4).trim());
    } else {
      const timing = TIMING.exec(line.slice(0, 200));
      const held: string[] = cue ? (cue as { lines: string[] }).lines : before;
      if (!timing) {
        if (position > 0 || !webVtt) held.push(line);
        else if (line.replace(/^\s*WEBVTT[\s-]*/, "").trim())
          found.notes.push(line.replace(/^\s*WEBVTT[\s-]*/, "").trim());
        continue;
      }
      number = takeLabel(held, webVtt, number);
      close();
      found.cues++;
      cue = { start: secondsOf(timing), lines: [] };
    }
  }
  close();
  found.notes.push(...before.map((line) => line.trim()).filter(Boolean));
  return found;
}

const secondsOf = ([, hour, minute, second, part]: RegExpExecArray | string[]) =>
  Number(hour ?? 0) * 3600 + Number(minute) * 60 + Number(second) + Number(`0.${part ?? 0}`);

/** Takes the cue's own number or name off the lines before its times; returns its number, or the one before. */
function takeLabel(held: string[], webVtt: boolean, number: number): number {
  const last = held.at(-1) ?? "";
  const alone = held.length === 1 || held.at(-2)?.trim() === "";
  const counted = /^\s*\d{1,7}\s*$/.test(last) && (alone || (number > 0 && Number(last) > number));
  if (!counted && !(webVtt && alone && last.trim())) return number;
  held.pop();
  return counted ? Number(last) : number;
}

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  lrm: "",
  rlm: "",
  quot: '"',
  apos: "'",
};
const SPEAKER = /^(?:>>\s*)?([\p{L}][\p{L}\p{M}\p{N} .,'’()/&-]{0,60}?):\s+(\S.*)$/su;

/** What is said in one cue, a turn for each speaker; a line without a speaker goes on with the one before it. */
function turnsOf(start: number, lines: readonly string[]): Turn[] {
  const turns: Turn[] = [];
  let voice = "";
  for (const line of lines) {
    const parts = line.split(/(<v(?:\.[^\s>]{0,60})*[ \t][^>]{1,120}>|<\/v>)/i);
    let opened = false;
    for (const part of parts) {
      const named = /^<v(?:\.[^\s>]{0,60})*[ \t]([^>]{1,120})>$/i.exec(part);
      if (named) {
        voice = plain(named[1]!).trim();
        opened = true;
      } else if (/^<\/v>$/i.test(part)) voice = "";
      else {
        const said = plain(part).trim();
        if (!said) continue;
        const spoken = voice ? null : SPEAKER.exec(said);
        const last = turns.at(-1);
        if (spoken) turns.push({ start, speaker: spoken[1]!.trim(), text: spoken[2]! });
        else if (last && !opened && (voice === "" || last.speaker === voice)) last.text += `\n${said}`;
        else turns.push({ start, speaker: voice, text: said });
        opened = false;
      }
    }
  }
  return turns.map((turn) => ({ ...turn, text: joinLines(turn.text) }));
}

/** Lines of one cue as one, except where each begins with a dash and is another person's. */
const joinLines = (text: string) => (/^[-–—]\s/m.test(text) ? text : text.replaceAll("\n", " "));

/** Without tags for the look and with entities as characters; a tag that is none stays. */
function plain(text: string): string {
  return text
    .replace(
      /<\/?(?:c|b|i|u|s|ruby|rt|lang|font|span)(?:[.\s][^<>]{0,120})?>|<\d{1,3}:[\d:.]{4,12}>|\{\\[^{}]{1,60}\}/gi,
      "",
    )
    .replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,4}));/gi, (whole, decimal, hex, name) =>
      name
        ? (ENTITIES[name.toLowerCase()] ?? whole)
        : String.fromCodePoint(decimal ? Math.min(Number(decimal), 0x10ffff) : Number.parseInt(hex, 16)),
    );
}
