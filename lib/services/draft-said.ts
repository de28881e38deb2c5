import type { SourceRecord } from "./draft-outline";

/** One sentence, exactly as it stands in its record. */
export interface Said {
  record: SourceRecord;
  /** A piece of the record's text, letter by letter. */
  text: string;
  /** The same without line ends, quote signs and the speaker. */
  words: string;
}

/** What one person says or writes without a break: a line of a call, an entry of a log, a paragraph. */
export interface Turn extends Said {
  /** As the record calls them: a label of a transcript, the author of a mail; null where it says nobody. */
  speaker: string | null;
  /** It is a line of a talk: others answer it. */
  spoken: boolean;
  /** An entry of a log begins here, or a record. */
  opens: boolean;
  sentences: Said[];
}

const SPEAKER =
  /^[>\s]*(?:[[(]?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?[\])]?\s*)?(\p{L}[\p{L}\d .'’()/-]{0,40}?):\s+(?=\S)/u;
const HEADER = /^[>\s]*(?:from|to|cc|bcc|date|sent|subject|reply-to|message-id|attachments?):\s/i;
const ATTRIBUTION = /^[>\s]*On .{4,90}?(?:\d|[AP]M),?\s+([^<>\d]{2,60}?)\s*(?:<[^>]*>)?\s*wrote:\s*$/u;
const STAMP =
  /^[>\s]*(?:[-*•]\s*)?(?:\[?(?:\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?|(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*,?\s+[\p{L}\d/ ,]{3,18}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.?\s+\d{1,2}(?:,\s*\d{4})?))(?:[,T ]+\d{1,2}:\d\d(?::\d\d)?\s*(?:[ap]\.?m\.?)?)?\]?\s*(?:[-–:|,]\s*)?/iu;
const ABBREVIATED =
  /(?:\b(?:dr|mr|mrs|ms|st|no|vs|approx|ext|dept|inc|ave|rd|a\.m|p\.m|e\.g|i\.e)|\b\p{Lu})\.$/iu;
const WRAPPED = 45;

const normal = (text: string) =>
  text
    .replace(/\n[>\s]*/g, " ")
    .replace(/^[>\s]+/, "")
    .replace(/\s+/g, " ")
    .trim();

/** The sentences of a stretch of text, each with its own letters. */
function sentencesOf(record: SourceRecord, start: number, end: number): Said[] {
  const text = record.text.slice(start, end);
  const out: Said[] = [];
  let from = 0;
  const push = (to: number) => {
    const raw = text.slice(from, to);
    const lead = raw.length - raw.replace(/^[>\s•*-]+/, "").length;
    const piece = raw.slice(lead).trimEnd();
    if (piece.length > 2) out.push({ record, text: piece, words: normal(piece) });
    from = to;
  };
  for (const match of text.matchAll(/[.!?]+["”’')\]]*(?=\s+[>\s]*["“(]?[\p{Lu}\d])/gu))
    if (!ABBREVIATED.test(text.slice(Math.max(0, match.index - 8), match.index + 1)))
      push(match.index + match[0].length);
  push(text.length);
  return out;
}

/** Whether a text is written as who says what: most of its lines begin with a name that comes again. */
function isDialogue(record: SourceRecord): boolean {
  const lines = record.text.split("\n").filter((line) => line.trim());
  const labels = lines.flatMap((line) => SPEAKER.exec(line)?.[1]?.toLowerCase() ?? []);
  if (/transcript|message/.test(record.kind) && labels.length > 0) return true;
  const distinct = new Set(labels);
  return (
    labels.length >= 4 &&
    labels.length > lines.length / 3 &&
    distinct.size > 1 &&
    distinct.size <= labels.length / 2
  );
}

interface Piece {
  start: number;
  end: number;
  speaker: string | null;
  spoken: boolean;
  opens: boolean;
}

function piecesOf(record: SourceRecord): Piece[] {
  const dialogue = isDialogue(record);
  const mail = record.kind === "email";
  let author: string | null = record.sender || null;
  let current: Piece | null = null;
  let opens = true;
  const pieces: Piece[] = [];
  let at = 0;
  let head = true;
  for (const line of record.text.split("\n")) {
    const start = at;
    at += line.length + 1;
    const bare = line.replace(/^[>\s]+/, "");
    if (!bare.trim()) {
      current = null;
      continue;
    }
    const attribution = ATTRIBUTION.exec(line);
    if (attribution) {
      author = attribution[1]!.trim();
      current = null;
      continue;
    }
    if (mail && head && HEADER.test(line)) continue;
    head = false;
    const end = start + line.length;
    const spoken = dialogue ? SPEAKER.exec(line) : null;
    const stamp = spoken ? null : STAMP.exec(line);
    const begins = start + (spoken ?? stamp ?? [line.slice(0, line.length - bare.length)])[0].length;
    const before: string = current ? record.text.slice(current.start, current.end).split("\n").at(-1)! : "";
    const goesOn =
      current !== null &&
      !spoken &&
      !stamp &&
      (dialogue || /^[\p{Ll}]/u.test(bare) || (before.length > WRAPPED && !/[.!?:]\s*$/.test(before)));
    if (goesOn && current) current.end = end;
    else {
      current = {
        start: begins,
        end,
        speaker: spoken ? spoken[1]!.trim() : author,
        spoken: dialogue,
        opens: opens || stamp !== null,
      };
      pieces.push(current);
      opens = false;
    }
  }
  return pieces;
}

/** A record as turns of its speakers, its entries, or its paragraphs. */
export function turnsIn(record: SourceRecord): Turn[] {
  return piecesOf(record).flatMap(({ start, end, speaker, spoken, opens }) => {
    const sentences = sentencesOf(record, start, end);
    const text = record.text.slice(start, end).trim();
    return sentences.length > 0
      ? [{ record, text, words: normal(text), speaker, spoken, opens, sentences }]
      : [];
  });
}
