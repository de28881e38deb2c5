import type { Track } from "./imported-case";

/**
 * The values of a Praat text file in their order: Praat itself reads only free-standing numbers, texts in quotation
 * marks and flags, so the long form, the short form and any spacing are one.
 */
function valuesOf(text: string): (string | number)[] {
  const values: (string | number)[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    if (character === '"') {
      let held = "";
      for (;;) {
        const end = text.indexOf('"', at + 1);
        held += text.slice(at + 1, end < 0 ? text.length : end);
        if (end < 0) {
          at = text.length;
          break;
        }
        at = end + 1;
        if (text[at] !== '"') break;
        held += '"';
      }
      values.push(`"${held}`);
    } else if (/\s/.test(character)) at++;
    else {
      let end = at;
      while (end < text.length && !/[\s"]/.test(text[end]!)) end++;
      const word = text.slice(at, end);
      if (/^[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?%?$/.test(word)) values.push(Number.parseFloat(word));
      else if (word.startsWith("<")) values.push(word);
      else if (word.startsWith("!")) {
        const line = text.indexOf("\n", at);
        end = line < 0 ? text.length : line;
      }
      at = end;
    }
  }
  return values;
}

const textAt = (values: readonly (string | number)[], at: number) => {
  const value = values[at];
  return typeof value === "string" && value.startsWith('"') ? value.slice(1) : null;
};

/**
 * One speaker's track, or several tiers of one file. Marks of the transcriber become readable: what could not be heard
 * is `[inaudible]`, words marked unsure are kept without the mark. Null for anything else than a TextGrid.
 */
export function readTextGrid(text: string, speaker: string): (Track & { cutOff: boolean }) | null {
  const values = valuesOf(text);
  if (textAt(values, 0) !== "ooTextFile" || textAt(values, 1) !== "TextGrid") return null;
  const track = { turns: [], inaudible: 0, unsure: 0, cutOff: false } as Track & { cutOff: boolean };
  const isTier = (at: number) =>
    /^"(?:IntervalTier|TextTier)$/.test(String(values[at])) && textAt(values, at + 1) !== null;
  const tiers = values.filter((_, at) => isTier(at)).length;
  let [who, before, missing] = [speaker, 2, 0];
  for (let at = 2; at < values.length; at++) {
    if (isTier(at)) {
      const name = textAt(values, at + 1)!;
      who = tiers > 1 && name && !/^(?:speaker|words?|transcript)$/i.test(name) ? name : speaker;
      before = values[at] === '"TextTier' ? 1 : 2;
      if (missing > 0) track.cutOff = true;
      missing = -1;
      at++;
      continue;
    }
    const said = textAt(values, at);
    if (said === null) continue;
    if (missing < 0) missing = Number(values[at - before - 1]);
    missing--;
    addTurn(track, Number(values[at - before]), who, said);
  }
  if (missing > 0) track.cutOff = true;
  return track;
}

function addTurn(track: Track, start: number, speaker: string, marked: string): void {
  const text = marked
    .replace(/<(?:UNIN|INAUDIBLE_SPEECH)\/>/g, () => {
      track.inaudible++;
      return "[inaudible]";
    })
    .replace(/<UNSURE>/g, () => {
      track.unsure++;
      return "";
    })
    .replaceAll("</UNSURE>", "")
    .trim();
  if (text) track.turns.push({ start, speaker, text });
}
