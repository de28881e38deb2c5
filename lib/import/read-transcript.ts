import { type ImportMessage, RefusedFile, type Track, type Turn } from "./imported-case";
import { baseName, storeText } from "./plain-text";
import { FIT, type Reader, result } from "./reader";

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

/** One side of a call in Praat's form; the sides of one call are merged by time. */
export const textGridReader: Reader = {
  name: "call transcript (speaker track)",
  takes: (file) =>
    /^File type\s*=\s*"ooTextFile"/.test(file.text?.slice(0, 200) ?? "")
      ? FIT.content
      : file.extension === "textgrid"
        ? FIT.extension
        : FIT.no,
  read(file) {
    const speaker = /[_.-]([A-Za-z]+)$/.exec(baseName(file.name))?.[1] ?? "Speaker";
    const track = readTextGrid(storeText(file.text ?? "").text, speaker[0]!.toUpperCase() + speaker.slice(1));
    if (!track)
      throw new RefusedFile(
        "transcript/not_textgrid",
        "This is not a Praat TextGrid in its long text form.",
        "In Praat, save it with “Save as text file”.",
      );
    return result("call transcript (speaker track)", { track });
  },
};

export const subtitlesReader: Reader = {
  name: "call transcript",
  takes: (file) =>
    /^WEBVTT\b/.test(file.text?.slice(0, 10) ?? "")
      ? FIT.mark
      : file.extension === "vtt" || file.extension === "srt"
        ? FIT.extension
        : FIT.no,
  read(file) {
    const turns = readSubtitles(file.text ?? "");
    if (turns.length === 0)
      throw new RefusedFile(
        "transcript/no_turns",
        "No spoken line with its times was found in this transcript.",
        "Export it again as WebVTT or SubRip, or import it as plain text (.txt).",
      );
    return result("call transcript", {
      loose: [{ kind: "call_transcript", title: baseName(file.name), text: mergeTurns(turns) }],
    });
  },
};
