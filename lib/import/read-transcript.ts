import type { ImportMessage } from "./imported-case";

/** One thing somebody said, with its start in seconds. */
export interface Turn {
  start: number;
  speaker: string;
  text: string;
}

export interface Track {
  turns: Turn[];
  /** Stretches the transcriber could not hear, and words they were unsure of. */
  inaudible: number;
  unsure: number;
}

const INTERVAL = /xmin = ([\d.]+)[^\S\n]*\n\s*xmax = [\d.]+[^\S\n]*\n\s*text = "((?:[^"]|"")*)"/g;
const TIER = /name = "((?:[^"]|"")*)"/;

/**
 * One speaker's track in Praat's TextGrid form. Marks of the transcriber become readable: what could not be heard
 * is `[inaudible]`, words marked unsure are kept without the mark.
 */
export function readTextGrid(text: string, speaker: string): Track | null {
  if (!/^File type\s*=\s*"ooTextFile"/.test(text) || !text.includes("TextGrid")) return null;
  const tracks: Track = { turns: [], inaudible: 0, unsure: 0 };
  const tiers = text.split(/\n\s*item \[\d+\]:/).slice(1);
  for (const tier of tiers) {
    const tierName = TIER.exec(tier)?.[1] ?? "";
    const who =
      tiers.length > 1 && tierName && !/^(?:speaker|words?|transcript)$/i.test(tierName) ? tierName : speaker;
    for (const match of tier.matchAll(INTERVAL)) {
      const said = match[2]!
        .replaceAll('""', '"')
        .replace(/<(?:UNIN|INAUDIBLE_SPEECH)\/>/g, () => {
          tracks.inaudible++;
          return "[inaudible]";
        })
        .replace(/<UNSURE>/g, () => {
          tracks.unsure++;
          return "";
        })
        .replaceAll("</UNSURE>", "")
        .trim();
      if (said) tracks.turns.push({ start: Number(match[1]), speaker: who, text: said });
    }
  }
  return tracks;
}

/** A WebVTT or SubRip transcript; speakers are read from `<v Name>` or from `Name:` at the start of a line. */
export function readSubtitles(text: string): Turn[] {
  const turns: Turn[] = [];
  for (const block of text.replace(/\r\n?/g, "\n").split(/\n{2,}/)) {
    const lines = block.split("\n");
    const at = lines.findIndex((line) => line.includes("-->"));
    if (at < 0) continue;
    const start = /(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3})/.exec(lines[at]!);
    if (!start) continue;
    const seconds =
      Number(start[1] ?? 0) * 3600 + Number(start[2]) * 60 + Number(start[3]) + Number(start[4]) / 1000;
    for (const line of lines.slice(at + 1)) {
      const voice =
        /^<v(?:\.[^ >]*)? ([^>]{1,80})>(.*)$/.exec(line) ??
        /^([\p{L}][\p{L}\p{M}\p{N} .'’-]{0,40}):\s(.*)$/u.exec(line);
      const said = (voice ? voice[2]! : line).replace(/<\/?[a-z][^>]{0,40}>/gi, "").trim();
      if (said) turns.push({ start: seconds, speaker: voice ? voice[1]!.trim() : "", text: said });
    }
  }
  return turns;
}

const clock = (seconds: number) =>
  `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** Turns of all tracks in the order in which they were begun, one line each: `[01:05] Doctor: …`. */
export function mergeTurns(turns: readonly Turn[]): string {
  return turns
    .map((turn, position) => ({ turn, position }))
    .sort((a, b) => a.turn.start - b.turn.start || a.position - b.position)
    .map(({ turn }) => `[${clock(turn.start)}] ${turn.speaker ? `${turn.speaker}: ` : ""}${turn.text}`)
    .join("\n");
}

export function trackWarnings(tracks: readonly Track[]): ImportMessage[] {
  const inaudible = tracks.reduce((sum, track) => sum + track.inaudible, 0);
  const unsure = tracks.reduce((sum, track) => sum + track.unsure, 0);
  const warnings: ImportMessage[] = [];
  if (inaudible > 0)
    warnings.push({
      code: "transcript/inaudible",
      message: `${inaudible} stretches could not be heard; they stand as [inaudible].`,
    });
  if (unsure > 0)
    warnings.push({
      code: "transcript/unsure",
      message: `${unsure} stretches were marked unsure by the transcriber; the words are kept, the marks are not.`,
    });
  return warnings;
}
