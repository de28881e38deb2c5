import { type DraftRecord, type ImportMessage, RefusedFile, type Track, type Turn } from "./imported-case";
import { baseName, storeText } from "./plain-text";
import { FIT, type Reader, result, type SourceFile } from "./reader";
import { readSpokenText } from "./spoken-text";
import { readSubtitles } from "./subtitles";
import { readTextGrid } from "./textgrid";

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

/** The speaker a file is named after: `call2_doctor.TextGrid` is the doctor's track. */
const speakerIn = (name: string) => /[_.-]([A-Za-z]+)$/.exec(baseName(name))?.[1];
const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

/** One side of a call in Praat's form; the sides of one call are merged by time. */
export const textGridReader: Reader = {
  name: "call transcript (speaker track)",
  takes: (file) => {
    const head = file.text?.slice(0, 400) ?? "";
    return /^\s*File type\s*=\s*"ooTextFile"/.test(head) && head.includes("TextGrid")
      ? FIT.content
      : file.extension === "textgrid"
        ? FIT.extension
        : FIT.no;
  },
  read(file) {
    const track = readTextGrid(storeText(file.text ?? "").text, capital(speakerIn(file.name) ?? "speaker"));
    if (!track)
      throw new RefusedFile(
        "transcript/not_textgrid",
        "This is not a Praat TextGrid in its text form.",
        "In Praat, save it with “Save as text file”.",
      );
    const { cutOff, ...rest } = track;
    const warnings: ImportMessage[] = cutOff
      ? [
          {
            code: "transcript/cut_off",
            message: "The track breaks off before the end it announces. What came before it was read.",
          },
        ]
      : [];
    return result("call transcript (speaker track)", {
      track: rest,
      warnings,
      account: [turnsKept(rest.turns.length)],
    });
  },
};

const turnsKept = (count: number, empty = 0) => ({
  unit: "messages" as const,
  found: count + empty,
  kept: count,
  leftOut: empty,
});

function transcript(name: string, turns: readonly Turn[], notes: readonly string[]): DraftRecord {
  const before = notes.length > 0 ? `${notes.join("\n")}\n\n` : "";
  return { kind: "call_transcript", title: baseName(name), text: before + mergeTurns(turns) };
}

export const subtitlesReader: Reader = {
  name: "call transcript (subtitles)",
  takes: (file) => {
    const head = file.text?.slice(0, 4000) ?? "";
    if (/^\s*WEBVTT\b/.test(head)) return FIT.mark;
    if (/^\s*\d{1,7}\s*\r?\n\s*\d{1,3}:\d{2}:\d{2}[.,]\d{1,3}\s*-->/.test(head)) return FIT.content;
    return file.extension === "vtt" || file.extension === "srt" ? FIT.extension : FIT.no;
  },
  read(file) {
    const { turns, notes, cues, empty, styles } = readSubtitles(file.text ?? "");
    if (turns.length === 0)
      throw new RefusedFile(
        "transcript/no_turns",
        "No spoken line with its times was found in this transcript.",
        "Export it again as WebVTT or SubRip, or import it as plain text (.txt).",
      );
    const warnings: ImportMessage[] = [];
    if (empty > 0)
      warnings.push({
        code: "transcript/empty_cues",
        message: `${empty} of ${cues} cues have no text and made no line.`,
      });
    if (styles > 0)
      warnings.push({
        code: "transcript/styles",
        message: `${styles} blocks for the look of the text (STYLE, REGION) were left out.`,
      });
    const account = [turnsKept(cues - empty, empty)];
    const side = turns.every((turn) => turn.speaker === "") ? sideOf(file) : "";
    if (side && notes.length === 0)
      return result("call transcript (speaker track)", {
        track: { turns: turns.map((turn) => ({ ...turn, speaker: side })), inaudible: 0, unsure: 0 },
        warnings,
        account,
      });
    return result("call transcript (subtitles)", {
      loose: [transcript(file.name, turns, notes)],
      warnings,
      account,
    });
  },
};

/** Who speaks in a file that is named after one side of a call; empty for any other. */
function sideOf(file: SourceFile): string {
  const word = speakerIn(file.name) ?? "";
  return /^(?:doctor|patient|agent|caller|customer|nurse|advocate|member|rep)$/i.test(word)
    ? capital(word)
    : "";
}

/** Transcripts of Otter, Rev, Zoom and the like as plain text. */
export const spokenTextReader: Reader = {
  name: "call transcript (text)",
  takes: (file) =>
    ["", "txt", "text", "md"].includes(file.extension) &&
    file.text !== null &&
    readSpokenText(file.text) !== null
      ? FIT.content
      : FIT.no,
  read(file) {
    const { turns, preamble } = readSpokenText(file.text ?? "")!;
    return result("call transcript (text)", {
      loose: [transcript(file.name, turns, preamble ? [preamble] : [])],
      account: [turnsKept(turns.length)],
    });
  },
};
