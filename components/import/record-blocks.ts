import type { PlaceView, ScreenedRecordView, ScreeningView } from "@/lib/contracts/import";

export type Field = PlaceView["field"];
/** A piece of a record that is drawn at once: its head, or some lines of its text. */
export type Block =
  | { type: "head"; record: ScreenedRecordView }
  | { type: "text"; record: ScreenedRecordView; start: number; end: number; places: PlaceView[] }
  | { type: "unread"; id: string };

const LONGEST = 1_200;

/** The lines of a text in pieces of about a screen, never cut inside a place. */
function pieces(text: string, places: readonly PlaceView[]): { start: number; end: number }[] {
  const out: { start: number; end: number }[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + LONGEST);
    if (end < text.length) {
      const line = text.lastIndexOf("\n", end);
      const space = text.lastIndexOf(" ", end);
      end = line > start ? line + 1 : space > start ? space + 1 : end;
      const cut = places.find((place) => place.start < end && end < place.end);
      if (cut) end = cut.end;
    }
    out.push({ start, end });
    start = end;
  }
  return out;
}

/** The whole case as a list to scroll through, unread parts in their place. */
export function blocksOf(view: Pick<ScreeningView, "rows" | "places" | "unread">): Block[] {
  const byRecord = new Map<string, PlaceView[]>();
  for (const place of view.places) {
    if (place.field !== "text") continue;
    const known = byRecord.get(place.record);
    if (known) known.push(place);
    else byRecord.set(place.record, [place]);
  }
  const blocks: Block[] = [];
  for (const record of view.rows) {
    blocks.push({ type: "head", record });
    const places = byRecord.get(record.key) ?? [];
    let at = 0;
    for (const { start, end } of pieces(record.text, places)) {
      const here: PlaceView[] = [];
      while (at < places.length && (places[at]?.start ?? 0) < end) here.push(places[at++] as PlaceView);
      blocks.push({ type: "text", record, start, end, places: here });
    }
    for (const part of view.unread)
      if (part.record === record.key) blocks.push({ type: "unread", id: part.id });
  }
  for (const part of view.unread) if (part.record === null) blocks.push({ type: "unread", id: part.id });
  return blocks;
}

/** Which block shows a place. */
export const blockOf = (blocks: readonly Block[], place: PlaceView): number =>
  blocks.findIndex(
    (block) =>
      block.type !== "unread" &&
      block.record.key === place.record &&
      (place.field === "text"
        ? block.type === "text" && block.start <= place.start && place.start < block.end
        : block.type === "head"),
  );

export interface Chosen {
  record: string;
  field: Field;
  start: number;
  end: number;
  text: string;
}

/** Characters of the stored text before a point in the page: words that only the page shows are not counted. */
function lengthBefore(root: Node, node: Node, offset: number): number {
  let length = 0;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const skipped = text.parentElement?.closest("[data-skip]");
    if (text === node) return skipped ? length : length + offset;
    if (node.nodeType === Node.ELEMENT_NODE) {
      const before = node.childNodes[offset];
      if (
        before &&
        (before === text || before.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)
      )
        return length;
    }
    if (!skipped) length += text.textContent?.length ?? 0;
  }
  return length;
}

/** What is selected, as a place of a record: words of one field, trimmed of the space around them. */
export function chosenIn(root: HTMLElement, rows: readonly ScreenedRecordView[]): Chosen | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const homeOf = (node: Node) =>
    (node instanceof HTMLElement ? node : node.parentElement)?.closest<HTMLElement>("[data-field]");
  const from = homeOf(range.startContainer);
  const to = homeOf(range.endContainer) ?? from;
  if (!from || !to || !root.contains(from)) return null;
  if (from.dataset.record !== to.dataset.record || from.dataset.field !== to.dataset.field) return null;
  const field = from.dataset.field as Field;
  const row = rows.find((one) => one.key === from.dataset.record);
  if (!row) return null;
  const whole = row[field];
  let start = Number(from.dataset.start) + lengthBefore(from, range.startContainer, range.startOffset);
  let end = Number(to.dataset.start) + lengthBefore(to, range.endContainer, range.endOffset);
  while (start < end && /\s/.test(whole[start] ?? "")) start++;
  while (end > start && /\s/.test(whole[end - 1] ?? "")) end--;
  return end > start ? { record: row.key, field, start, end, text: whole.slice(start, end) } : null;
}
