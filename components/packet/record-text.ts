import type { RecordView } from "@/lib/contracts/packets";

/** A piece of a record that the page draws at once: long records are cut at the ends of paragraphs. */
export type Block = {
  record: RecordView;
  start: number;
  end: number;
  first: boolean;
  last: boolean;
  day: string | null;
};

const LONG = 3_000;

function cuts(text: string): number[] {
  const ends: number[] = [];
  let from = 0;
  while (text.length - from > LONG * 1.5) {
    const paragraph = text.indexOf("\n", from + LONG);
    const space = text.indexOf(" ", from + LONG);
    const near = (at: number) => at >= 0 && at < from + LONG * 2;
    const end = near(paragraph) ? paragraph + 1 : near(space) ? space + 1 : from + LONG;
    ends.push(end);
    from = end;
  }
  ends.push(text.length);
  return ends;
}

const weekday = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

/** The day of a record's wall-clock moment, in words. */
export const dayOf = (at: string): string => weekday.format(new Date(`${at.slice(0, 10)}T00:00:00Z`));
/** The time of day of a record's wall-clock moment. */
export const timeOf = (at: string): string => at.slice(11, 16);

/** Cuts records into blocks; the first block of a day carries the day. */
export function blocksOf(records: readonly RecordView[]): Block[] {
  let before = "";
  return records.flatMap((record) => {
    const day = record.at ? dayOf(record.at) : "Without a date";
    const shown = day === before ? null : day;
    before = day;
    let start = 0;
    return cuts(record.text).map((end, index, all) => {
      const block = {
        record,
        start,
        end,
        first: index === 0,
        last: index === all.length - 1,
        day: index === 0 ? shown : null,
      };
      start = end;
      return block;
    });
  });
}

export type Mark = { start: number; end: number; itemId: string };
export type Segment = {
  start: number;
  end: number;
  items: string[];
  chosen: boolean;
  withheld: boolean;
  /** Only line ends between two paragraphs. */
  gap: boolean;
  closes: string[];
};

const WITHHELD = /\[[A-Za-z][^[\]\n]{0,60}\]/g;

/** Splits a block's text where marks, the chosen passage and withheld places begin and end. */
export function segmentsOf(
  block: Block,
  marks: readonly Mark[],
  chosen: { start: number; end: number } | null,
): Segment[] {
  const { start, end, record } = block;
  const inside = marks.filter((mark) => mark.start < end && mark.end > start);
  const held = [...record.text.slice(start, end).matchAll(WITHHELD)].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
  const gaps = [...record.text.slice(start, end).matchAll(/\n\s*\n/g)].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
  const edges = new Set([start, end]);
  const add = (from: number, to: number) => {
    if (from > start && from < end) edges.add(from);
    if (to > start && to < end) edges.add(to);
  };
  for (const mark of inside) add(mark.start, mark.end);
  for (const place of [...held, ...gaps]) add(place.start, place.end);
  if (chosen) add(chosen.start, chosen.end);
  const sorted = [...edges].sort((a, b) => a - b);
  return sorted.slice(0, -1).map((from, index) => {
    const to = sorted[index + 1] ?? end;
    return {
      start: from,
      end: to,
      items: inside.filter((mark) => mark.start <= from && mark.end >= to).map((mark) => mark.itemId),
      chosen: chosen !== null && chosen.start <= from && chosen.end >= to,
      withheld: held.some((place) => place.start <= from && place.end >= to),
      gap: gaps.some((place) => place.start <= from && place.end >= to),
      closes: inside.filter((mark) => mark.end === to).map((mark) => mark.itemId),
    };
  });
}

/** The sentences of a block, for choosing a passage by key. */
export function sentencesOf(block: Block): { start: number; end: number }[] {
  const text = block.record.text.slice(block.start, block.end);
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return [...segmenter.segment(text)]
    .map(({ segment, index }) => {
      const lead = segment.length - segment.trimStart().length;
      const start = block.start + index + lead;
      return { start, end: start + segment.trim().length };
    })
    .filter(({ start, end }) => end > start);
}

/** Where a point of the page lies in the record's text; null outside of it. */
export function offsetOf(node: Node, offset: number): { record: string; at: number } | null {
  const element = node instanceof Element ? node : node.parentElement;
  const holder = element?.closest<HTMLElement>("[data-record]");
  if (!holder) return null;
  const record = holder.dataset.record ?? "";
  const piece = element?.closest<HTMLElement>("[data-start]");
  if (piece && !(node instanceof Element)) {
    const start = Number(piece.dataset.start);
    if (piece.dataset.end !== undefined)
      return { record, at: offset === 0 ? start : Number(piece.dataset.end) };
    return { record, at: start + offset };
  }
  const children = [...holder.querySelectorAll<HTMLElement>("[data-start]")];
  const range = document.createRange();
  range.setStart(node, offset);
  const before = children.filter((child) => {
    range.setEnd(node, offset);
    return range.comparePoint(child, 0) < 0;
  });
  const last = before.at(-1);
  if (!last) return { record, at: Number(children[0]?.dataset.start ?? 0) };
  const start = Number(last.dataset.start);
  return {
    record,
    at: last.dataset.end ? Number(last.dataset.end) : start + (last.textContent?.length ?? 0),
  };
}

/** The passage that is selected on the page, without spaces at its ends; null when none, or across two records. */
export function selectedPassage(): { record: string; start: number; end: number } | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const from = offsetOf(range.startContainer, range.startOffset);
  const to = offsetOf(range.endContainer, range.endOffset);
  if (!from || !to || from.record !== to.record || from.at >= to.at) return null;
  return { record: from.record, start: from.at, end: to.at };
}

/** Takes spaces off the ends of a passage. */
export function trimmed(
  text: string,
  passage: { start: number; end: number },
): { start: number; end: number } | null {
  const part = text.slice(passage.start, passage.end);
  const start = passage.start + (part.length - part.trimStart().length);
  const end = passage.end - (part.length - part.trimEnd().length);
  return end > start ? { start, end } : null;
}

/** Where a record comes from, in a few words: "Call note, 9 March, 10:15". */
export function recordName(record: RecordView | undefined): string {
  if (!record) return "A record that is no longer there";
  const at = record.at
    ? `, ${new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }).format(new Date(`${record.at}:00Z`))}, ${timeOf(record.at)}`
    : "";
  return `${record.title}${at}`;
}
