import { type FieldValue, type Form, formOf } from "./fields";
import type { RecordField, ScreenedRecord, TextSpan } from "./finding";
import { type Mask, masksOf } from "./masks";
import { type Token, tokenise } from "./tokens";
import { visibleText } from "./visible-text";
import { isKnownWord } from "./words";

/** One text of a case as the detectors read it. All offsets of a reading count in `text`; `toStored` leads back. */
export interface Reading {
  record: ScreenedRecord;
  field: RecordField;
  /** The text as stored. */
  stored: string;
  /** The text as a person sees it: see `visibleText`. */
  text: string;
  tokens: Token[];
  form: Form;
  masks: Mask[];
  /** Typed or transcribed without capitals. */
  small: boolean;
  /** Most small-letter words are English: only then does an unknown capitalized word say anything. */
  english: boolean;
  /** Index of each token's line whose words are all in capitals. */
  shouted: Uint8Array;
  /** The narrowest field value at an offset. */
  fieldAt(offset: number): FieldValue | undefined;
  /** Whether a label tags the turns of a speaker ("Doctor: Yes."), so that its values are speech. */
  isSpeaker(label: string): boolean;
  /** Whether the offset stands in a mark of something taken out, or in a citation. */
  maskAt(offset: number): Mask["why"] | undefined;
  toStored(span: TextSpan): TextSpan;
}

/** A detector looks for identifiers of related kinds in one text. */
export interface Detector {
  name: string;
  find(reading: Reading): TextSpan[];
}

const FILE_NAME =
  /[\p{L}\p{N}][\p{L}\p{N}_.,'()-]{2,120}\.(?:pdf|docx?|txt|rtf|odt|jpe?g|png|tiff?|heic|gif|eml|msg|csv|xlsx?|json|md|html?|wav|mp3|m4a|mp4|zip)(?![\p{L}\p{N}])/giu;

const HAS_FILE_NAME =
  /[\p{L}\p{N})]\.(?:pdf|docx?|txt|rtf|odt|jpe?g|png|tiff?|heic|gif|eml|msg|csv|xlsx?|json|md|html?|wav|mp3|m4a|mp4|zip)(?![\p{L}\p{N}])/iu;

/** File names and titles join words with marks; for matching these are blanks. */
function unjoined(text: string, field: RecordField): string {
  const apart = (name: string) => name.replace(/_|(?<=\p{L})-(?=[\p{L}\p{N}])|(?<=\p{N})-(?=\p{L})/gu, " ");
  if (field === "title") return apart(text);
  const named = HAS_FILE_NAME.test(text) ? text.replace(FILE_NAME, apart) : text;
  return text.includes("\\n") ? named.replace(/\\[nr]/g, " \n") : named;
}

const SPEAKER_TURNS = 3;

/** Prepares one field of a record; linear in the length of the text. */
export function readingOf(record: ScreenedRecord, field: RecordField, stored: string): Reading {
  const seen = visibleText(stored);
  const text = unjoined(seen.text, field);
  const tokens = tokenise(text);
  const form = formOf(text);
  const masks = masksOf(text);
  const values = new Uint32Array(text.length + 1);
  for (const [i, value] of form.values.entries()) values.fill(i + 1, value.start, value.end);
  const turns = new Map<string, number>();
  for (const { label, meaning } of form.values)
    if (meaning === "role") turns.set(label, (turns.get(label) ?? 0) + 1);
  const masked = new Uint8Array(text.length + 1);
  for (const mask of masks) masked.fill(mask.why === "redacted" ? 1 : 2, mask.start, mask.end);
  return {
    record,
    field,
    stored,
    text,
    tokens,
    form,
    masks,
    small: lacksCapitals(tokens),
    english: readsAsEnglish(tokens),
    shouted: shoutedTokens(tokens),
    fieldAt: (offset) => form.values[(values[offset] ?? 0) - 1],
    isSpeaker: (label) => (turns.get(label) ?? 0) >= SPEAKER_TURNS,
    maskAt: (offset) => (masked[offset] === 1 ? "redacted" : masked[offset] === 2 ? "citation" : undefined),
    toStored: (span) => ({ ...span, start: seen.at[span.start]!, end: storedEnd(seen.at, stored, span) }),
  };
}

/** The stored end of a span: just behind its last visible character, so that nothing invisible trails along. */
function storedEnd(at: Uint32Array, stored: string, span: TextSpan): number {
  const last = at[span.end - 1]!;
  const next = at[span.end] ?? stored.length;
  return Math.min(next, last + 1);
}

/** Fewer than one word in fifty has a capital. */
function lacksCapitals(tokens: readonly Token[]): boolean {
  let letters = 0;
  let capitals = 0;
  for (const { shape, text } of tokens) {
    if (shape === "mark" || shape === "number" || shape === "code" || text === "I" || text.length < 2)
      continue;
    letters++;
    if (shape !== "lower") capitals++;
  }
  return letters >= 4 && capitals * 50 < letters;
}

function readsAsEnglish(tokens: readonly Token[]): boolean {
  let small = 0;
  let known = 0;
  for (const token of tokens) {
    if (token.shape !== "lower" || token.text.length < 2) continue;
    small++;
    if (isKnownWord(token.base)) known++;
  }
  return small < 8 || known >= small * 0.6;
}

/** Marks the words of lines that hold two or more words in capitals and none in small letters. */
function shoutedTokens(tokens: readonly Token[]): Uint8Array {
  const out = new Uint8Array(tokens.length);
  let from = 0;
  for (let i = 1; i <= tokens.length; i++) {
    if (i < tokens.length && !tokens[i]!.opensLine) continue;
    let upper = 0;
    let other = 0;
    for (let at = from; at < i; at++) {
      const { shape, text } = tokens[at]!;
      if (shape === "upper") upper++;
      else if (shape === "lower" || ((shape === "capital" || shape === "mixed") && text.length > 1)) other++;
    }
    if (upper >= 2 && other === 0) out.fill(1, from, i);
    from = i;
  }
  return out;
}
