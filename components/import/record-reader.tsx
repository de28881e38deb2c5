"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { PlaceView, ScreenedRecordView, UnreadView, ValueGroupView } from "@/lib/contracts/import";
import { type Block, blockOf, blocksOf, type Chosen, chosenIn } from "./record-blocks";
import { ICON_OF, SORTS, type Sort, sortOf } from "./screening-words";

export interface Reader {
  rows: ScreenedRecordView[];
  places: PlaceView[];
  unread: UnreadView[];
  groups: ReadonlyMap<string, ValueGroupView>;
  /** The value that is open now. */
  open: string | null;
  /** The place to bring in sight; a new ticket asks again. */
  shown: { place: PlaceView; ticket: number } | null;
  after: boolean;
  weeks: number;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen | null) => void;
  onMark: (sort: Sort) => void;
  onOpen: (group: string) => void;
}

const STATE_WORDS = {
  undecided: "to decide",
  replace: "replaced",
  remove: "taken out",
  keep: "stays",
} as const;

/** The whole record with every value in it: what was found, what was decided, what could not be read. */
export function RecordReader(reader: Reader) {
  const { rows, places, unread, shown, onChoose, onOpen } = reader;
  const scroller = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => blocksOf({ rows, places, unread }), [rows, places, unread]);
  const virtual = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (blocks[index]?.type === "head" ? 52 : 120),
    overscan: 6,
    getItemKey: (index) => keyOf(blocks[index], index),
  });
  const asked = useRef(0);
  useEffect(() => {
    if (!shown || shown.ticket === asked.current) return;
    asked.current = shown.ticket;
    const index = blockOf(blocks, shown.place);
    if (index >= 0) virtual.scrollToIndex(index, { align: "center" });
  }, [shown, blocks, virtual]);
  useEffect(() => {
    const look = () => {
      if (scroller.current) onChoose(reader.after ? null : chosenIn(scroller.current, rows));
    };
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, [rows, reader.after, onChoose]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a mark opens its value by click too; j, k and the list do it by keyboard
    <div
      className="reader-list"
      ref={scroller}
      role="region"
      aria-label="The whole record"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      onClick={(event) => {
        const group = (event.target as HTMLElement).closest<HTMLElement>("[data-group]")?.dataset.group;
        if (group && window.getSelection()?.isCollapsed) onOpen(group);
      }}
    >
      <div style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map((item) => {
          const block = blocks[item.index];
          return block ? (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="reader-block"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <BlockView block={block} reader={reader} />
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

const keyOf = (block: Block | undefined, index: number): string =>
  !block
    ? String(index)
    : block.type === "unread"
      ? `unread ${block.id}`
      : `${block.record.key} ${block.type === "text" ? block.start : "head"}`;

function BlockView({ block, reader }: { block: Block; reader: Reader }) {
  if (block.type === "unread") {
    const part = reader.unread.find((one) => one.id === block.id);
    return part ? <UnreadBlock part={part} /> : null;
  }
  const { record } = block;
  const chosen = reader.chosen?.record === record.key ? reader.chosen : null;
  if (block.type === "text")
    return (
      <>
        <p className="reader-text read" data-field="text" data-record={record.key} data-start={block.start}>
          <Marked
            text={record.text}
            from={block.start}
            to={block.end}
            places={block.places}
            reader={reader}
          />
        </p>
        {chosen?.field === "text" && chosen.start >= block.start && chosen.start < block.end && (
          <MarkBar chosen={chosen} onMark={reader.onMark} />
        )}
      </>
    );
  const of = (field: "title" | "sender") =>
    reader.places.filter((one) => one.record === record.key && one.field === field);
  return (
    <>
      <div className="reader-head">
        <span className="reader-kind" aria-hidden="true">
          <Icon name={ICON_OF[record.kind] ?? "document"} />
        </span>
        <h3 className="strong">
          {record.kind === "case" && <span className="soft">Name of the case: </span>}
          <span data-field="title" data-record={record.key} data-start={0}>
            <Marked
              text={record.title}
              from={0}
              to={record.title.length}
              places={of("title")}
              reader={reader}
            />
          </span>
        </h3>
        {record.sender && (
          <span className="soft">
            from{" "}
            <span data-field="sender" data-record={record.key} data-start={0}>
              <Marked
                text={record.sender}
                from={0}
                to={record.sender.length}
                places={of("sender")}
                reader={reader}
              />
            </span>
          </span>
        )}
        {record.at && <span className="meta">{momentWords(record.at, reader)}</span>}
      </div>
      {chosen && chosen.field !== "text" && <MarkBar chosen={chosen} onMark={reader.onMark} />}
    </>
  );
}

function momentWords(at: string, reader: Reader): string {
  const moved =
    reader.after &&
    [...reader.groups.values()].some((one) => one.kind === "date" && one.decision === "replace");
  const moment = new Date(`${at}:00Z`);
  if (moved) moment.setUTCDate(moment.getUTCDate() + reader.weeks * 7);
  return moment.toLocaleString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
  });
}

function Marked({
  text,
  from,
  to,
  places,
  reader,
}: {
  text: string;
  from: number;
  to: number;
  places: readonly PlaceView[];
  reader: Reader;
}) {
  const out: ReactNode[] = [];
  let at = from;
  for (const place of places) {
    if (place.start < at || place.end > to) continue;
    out.push(text.slice(at, place.start));
    out.push(
      <Mark key={place.start} place={place} text={text.slice(place.start, place.end)} reader={reader} />,
    );
    at = place.end;
  }
  out.push(text.slice(at, to));
  return out;
}

function Mark({ place, text, reader }: { place: PlaceView; text: string; reader: Reader }) {
  const groups = place.groups.flatMap((key) => reader.groups.get(key) ?? []);
  const group = groups.find((one) => one.key === reader.open) ?? groups[0];
  if (!group) return text;
  const acts = groups.map((one) => one.decision);
  const act = acts.includes("remove")
    ? "remove"
    : acts.includes("replace")
      ? "replace"
      : (group.decision ?? "undecided");
  const changed = reader.after && (act === "replace" || act === "remove");
  const now = group.key === reader.open;
  const look = now ? "id-now" : act === "undecided" ? "id-open" : act === "keep" ? "id-kept" : "id-done";
  const here = reader.shown?.place;
  const current =
    now && here?.record === place.record && here.field === place.field && here.start === place.start;
  return (
    <span className={`id ${look}${current ? " id-here" : ""}`} data-group={group.key}>
      <span className="id-kind" aria-hidden="true" data-skip="">
        {sortOf(group.kind).letter}
        {"\u2060"}
      </span>
      {changed ? <ins>{act === "remove" ? group.removed : place.becomes}</ins> : text}
      <span className="visually-hidden" data-skip="">
        {` (${group.kindWords}, ${now ? "open now, " : ""}${STATE_WORDS[act]})`}
      </span>
    </span>
  );
}

function UnreadBlock({ part }: { part: UnreadView }) {
  const words =
    part.decision === "undecided"
      ? "Decide in the list whether it was read elsewhere or is left out."
      : part.decision === "left_out"
        ? "Left out: nobody will see it in the case."
        : "Read elsewhere: somebody knows what it says.";
  return (
    <p className="reader-aside">
      <span className="strong">{part.what}: not read.</span> {part.why} {words}
    </p>
  );
}

/** Opens under selected words: says what they are. Its letters work only while words are selected. */
function MarkBar({ chosen, onMark }: { chosen: Chosen; onMark: (sort: Sort) => void }) {
  return (
    <div className="reader-pop" role="toolbar" aria-label="Mark what was missed" data-skip="">
      <span className="reader-pop-name">
        Mark what was missed:{" "}
        <b>“{chosen.text.length > 60 ? `${chosen.text.slice(0, 60)}…` : chosen.text}”</b>
      </span>
      <span className="reader-pop-row">
        {SORTS.map((sort) => (
          <Button
            key={sort.letter}
            quiet
            keyHint={sort.letter}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onMark(sort)}
          >
            {sort.word}
          </Button>
        ))}
      </span>
    </div>
  );
}
