import { wordsOf } from "./fhir-text";

/** A piece of text with its place; what pdf.js gives, as far as it is used. */
export interface TextItem {
  str: string;
  transform: number[];
  width: number;
  hasEOL: boolean;
}

interface Line {
  x: number;
  y: number;
  end: number;
  text: string;
}

/**
 * The lines of a page in the order in which they were written into the file, which is the order of reading; from top to
 * bottom where a program wrote them in no order, which shows when the text jumps up without moving to a next column.
 */
export function pageText(items: readonly TextItem[]): string {
  const lines: Line[] = [];
  let fresh = true;
  for (const { str, transform, width, hasEOL } of items) {
    const [, , , height = 0, x = 0, y = 0] = transform;
    const size = Math.abs(height) || 10;
    const last = lines.at(-1);
    if (str !== "") {
      if (!last || fresh || Math.abs(last.y - y) > size * 0.6)
        lines.push({ x, y, end: x + width, text: str });
      else {
        const gap = x - last.end > size * 0.15 && !/\s$/.test(last.text) && !/^\s/.test(str);
        last.text += `${gap ? " " : ""}${str}`;
        last.end = x + width;
      }
      fresh = false;
    }
    if (hasEOL) fresh = true;
  }
  const written = lines.filter((line) => line.text.trim());
  const jumps = written.some(
    (line, at) => at > 0 && line.y > written[at - 1]!.y + 20 && line.x < written[at - 1]!.x + 60,
  );
  const ordered = jumps ? [...written].sort((a, b) => b.y - a.y || a.x - b.x) : written;
  return ordered.map((line) => line.text.trimEnd()).join("\n");
}

/** A note, a field or a stamp on a page; what pdf.js gives, as far as it is used. */
export interface Annotation {
  subtype?: string;
  fieldName?: string;
  fieldValue?: unknown;
  fieldType?: string;
  checkBox?: boolean;
  radioButton?: boolean;
  contentsObj?: { str?: string };
  titleObj?: { str?: string };
  url?: string;
  hidden?: boolean;
}

/** What is filled in and noted on a page: `member name: …`, `note by Ada: …`; drawings without text are counted. */
export function annotationLines(annotations: readonly Annotation[]): { lines: string[]; drawings: number } {
  const fields: string[] = [];
  const notes: string[] = [];
  let drawings = 0;
  for (const one of annotations) {
    const note = one.contentsObj?.str?.trim() ?? "";
    if (one.subtype === "Widget") {
      const value = Array.isArray(one.fieldValue) ? one.fieldValue.join(", ") : one.fieldValue;
      const given = typeof value === "string" || typeof value === "number" ? String(value) : "";
      if (given && given !== "Off") fields.push(`${wordsOf(one.fieldName ?? "") || "field"}: ${given}`);
      else if (one.fieldType === "Sig" && one.fieldValue)
        fields.push(`${wordsOf(one.fieldName ?? "") || "signature"}: signed`);
    } else if (one.subtype === "Link") {
      if (one.url) notes.push(`link: ${one.url}`);
    } else if (note) notes.push(`note${one.titleObj?.str ? ` by ${one.titleObj.str}` : ""}: ${note}`);
    else if (one.subtype === "Ink" || one.subtype === "Stamp") drawings++;
  }
  return { lines: [...new Set([...fields, ...notes])], drawings };
}

/** The numbers of pdf.js for the operators that matter here. */
export interface Operators {
  save: number;
  restore: number;
  transform: number;
  paintImageXObject: number;
  paintInlineImageXObject: number;
  paintImageMaskXObject: number;
  constructPath: number;
}

/** How much of the page its largest picture covers (0 to 1), and how many shapes are drawn. */
export function drawnOn(
  { fnArray, argsArray }: { fnArray: number[]; argsArray: unknown[][] },
  ops: Operators,
  pageArea: number,
): { picture: number; shapes: number } {
  let area = 1;
  const saved: number[] = [];
  let picture = 0;
  let shapes = 0;
  fnArray.forEach((operator, at) => {
    if (operator === ops.save) saved.push(area);
    else if (operator === ops.restore) area = saved.pop() ?? 1;
    else if (operator === ops.transform) {
      const [a = 1, b = 0, c = 0, d = 1] = argsArray[at] as number[];
      area *= Math.abs(a * d - b * c);
    } else if (operator === ops.constructPath) shapes++;
    else if (
      [ops.paintImageXObject, ops.paintInlineImageXObject, ops.paintImageMaskXObject].includes(operator)
    )
      picture = Math.max(picture, area / pageArea);
  });
  return { picture: Math.min(1, picture), shapes };
}
