"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { SearchField } from "@/components/ui/field";
import { Icon, type IconName } from "@/components/ui/icon";
import { Empty, Loading } from "@/components/ui/pieces";
import { Segmented } from "@/components/ui/segmented";
import type { RecordView } from "@/lib/contracts/packets";
import { type Passage, useReading } from "./bench";
import {
  type Block,
  blocksOf,
  type Mark,
  type Segment,
  segmentsOf,
  selectedPassage,
  sentencesOf,
  timeOf,
  trimmed,
} from "./record-text";

const KINDS: Record<string, { icon: IconName; name: string; group: string }> = {
  message: { icon: "message", name: "Message", group: "message" },
  email: { icon: "message", name: "E-mail", group: "message" },
  call_note: { icon: "phone", name: "Call note", group: "call" },
  call_transcript: { icon: "phone", name: "Call", group: "call" },
  fax: { icon: "fax", name: "Fax", group: "paper" },
  letter: { icon: "document", name: "Letter", group: "paper" },
  form: { icon: "form", name: "Form", group: "paper" },
  note: { icon: "note", name: "Note", group: "note" },
  other: { icon: "note", name: "Record", group: "note" },
};
const GROUPS: readonly { id: string; icon: IconName; title: string }[] = [
  { id: "message", icon: "message", title: "Messages" },
  { id: "call", icon: "phone", title: "Calls" },
  { id: "paper", icon: "fax", title: "Faxes and papers" },
  { id: "note", icon: "note", title: "Notes" },
];
const kindOf = (record: RecordView) => KINDS[record.kind] ?? { icon: "note", name: "Record", group: "note" };

export type ShowRequest = { record: string; start: number; ticket: number };

/** The source records, newest last, with every quote marked. Only what is in view is drawn. */
export function RecordsPane({
  show,
  search,
  fault,
}: {
  show: ShowRequest | null;
  /** Counts up each time somebody asks for the search. */
  search: number;
  /** What is said when they could not be had. A case has records: without a fault, they are on their way. */
  fault?: ReactNode;
}) {
  const bench = useReading();
  const [group, setGroup] = useState("all");
  const [searching, setSearching] = useState(false);
  const [query, setQuery] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (search > 0) setSearching(true);
  }, [search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking for the search again brings the focus back to its field
  useEffect(() => {
    if (searching) field.current?.focus();
  }, [searching, search]);
  const wantedItems = query.trim().toLowerCase();
  const found = wantedItems
    ? [...bench.sentences].filter(([, sentence]) => sentence.toLowerCase().includes(wantedItems)).slice(0, 6)
    : [];
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const record of bench.records)
      found.set(kindOf(record).group, (found.get(kindOf(record).group) ?? 0) + 1);
    return found;
  }, [bench.records]);
  const blocks = useMemo(() => {
    const wanted = query.trim().toLowerCase();
    return blocksOf(
      bench.records.filter(
        (record) =>
          (group === "all" || kindOf(record).group === group) &&
          (!wanted ||
            record.text.toLowerCase().includes(wanted) ||
            record.title.toLowerCase().includes(wanted)),
      ),
    );
  }, [bench.records, group, query]);
  const virtual = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => list.current,
    estimateSize: (index) => {
      const block = blocks[index];
      return block ? 70 + Math.ceil((block.end - block.start) / 48) * 25 : 120;
    },
    overscan: 4,
    getItemKey: (index) => `${blocks[index]?.record.key} ${blocks[index]?.start}`,
  });

  const marks = useMemo(() => {
    const byRecord = new Map<string, Mark[]>();
    for (const item of bench.marked)
      for (const span of item.spans) {
        const own = byRecord.get(span.record) ?? [];
        own.push({ start: span.start, end: span.end, itemId: item.id });
        byRecord.set(span.record, own);
      }
    return byRecord;
  }, [bench.marked]);

  useEffect(() => {
    if (!show) return;
    setGroup("all");
    setQuery("");
    const index = blocksOf(bench.records).findIndex(
      (block) => block.record.key === show.record && block.start <= show.start && block.end > show.start,
    );
    if (index < 0) return;
    const frame = requestAnimationFrame(() => virtual.scrollToIndex(index, { align: "start" }));
    return () => cancelAnimationFrame(frame);
  }, [show, bench.records, virtual.scrollToIndex]);

  useEffect(() => {
    const pick = () => {
      const found = selectedPassage();
      const record = found && bench.records.find((one) => one.key === found.record);
      if (!record || !found) return;
      const passage = trimmed(record.text, found);
      if (passage) bench.choose({ record: record.key, ...passage });
    };
    const pane = list.current;
    pane?.addEventListener("mouseup", pick);
    pane?.addEventListener("touchend", pick);
    return () => {
      pane?.removeEventListener("mouseup", pick);
      pane?.removeEventListener("touchend", pick);
    };
  });

  return (
    <section className="records" id="records" aria-label="Records">
      <div className="records-head">
        <h2 className="subhead">Records</h2>
        {bench.records.length > 0 && (
          <Segmented
            label="Kind of record"
            value={group}
            onChange={setGroup}
            options={[
              { value: "all", label: `All ${bench.records.length}` },
              ...GROUPS.filter((one) => counts.has(one.id)).map((one) => ({
                value: one.id,
                title: `${one.title}: ${counts.get(one.id)}`,
                label: (
                  <>
                    <Icon name={one.icon} />
                    {counts.get(one.id)}
                  </>
                ),
              })),
            ]}
          />
        )}
        <Button
          quiet
          square
          icon="search"
          className="to-end"
          aria-label="Search the records"
          pressed={searching}
          onClick={() => {
            setSearching(!searching);
            setQuery("");
          }}
        />
      </div>
      {searching && (
        <div className="records-search">
          <SearchField
            label="Search the records"
            ref={field}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <span className="meta" role="status">
            {new Set(blocks.map((block) => block.record.key)).size} of {bench.records.length}
          </span>
          {found.length > 0 && (
            <ul className="found" aria-label="Items that match">
              {found.map(([itemId, sentence]) => (
                <li key={itemId}>
                  <button
                    type="button"
                    className="linkish ui"
                    onClick={() => bench.open(itemId, { focus: "head" })}
                  >
                    {bench.names.get(itemId)}: {sentence}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div className="records-list" ref={list}>
        {bench.records.length === 0 && (fault ?? <Loading what="Loading the records" />)}
        {bench.records.length > 0 && blocks.length === 0 && (
          <Empty icon="search" title="No record matches">
            Change the words or the kind of record.
          </Empty>
        )}
        <div style={{ height: virtual.getTotalSize(), position: "relative" }}>
          {virtual.getVirtualItems().map((row) => {
            const block = blocks[row.index];
            if (!block) return null;
            const own = bench.passage?.record === block.record.key ? bench.passage : null;
            return (
              <div
                key={row.key}
                className="record-row"
                data-index={row.index}
                ref={virtual.measureElement}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                {block.day && <p className="day">{block.day}</p>}
                <RecordBlock block={block} marks={marks.get(block.record.key) ?? []} chosen={own} />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

function RecordBlock({
  block,
  marks,
  chosen,
}: {
  block: Block;
  marks: readonly Mark[];
  chosen: Passage | null;
}) {
  const { record } = block;
  const kind = kindOf(record);
  const segments = useMemo(() => segmentsOf(block, marks, chosen), [block, marks, chosen]);
  const here = chosen !== null && chosen.start < block.end && chosen.end > block.start;
  const body = (
    <div className="record-body">
      <TextBlock block={block} segments={segments} chosen={chosen} />
      {here && chosen && <PassageTools passage={chosen} marks={marks} />}
    </div>
  );
  return (
    <article className={`record${block.last ? "" : " is-part"}`} aria-label={record.title}>
      {block.first ? (
        <span className="record-kind">
          <Icon name={kind.icon} />
        </span>
      ) : (
        <span />
      )}
      <div>
        {block.first && (
          <div className="record-head">
            <span className="strong">{record.title}</span>
            <span className="meta">{record.at ? timeOf(record.at) : ""}</span>
          </div>
        )}
        {record.setAside ? (
          <p className="set-aside">
            <Icon name="lock" />
            Set aside: {record.setAside}. A curator looks at it.
          </p>
        ) : record.kind === "fax" ? (
          <div className="fax">
            {block.first && (
              <div className="fax-head">
                <span>FROM {record.sender.toUpperCase()}</span>
                <span>FAX</span>
              </div>
            )}
            <div className="fax-text">{body}</div>
          </div>
        ) : (
          body
        )}
      </div>
    </article>
  );
}

/** The words of a block. Arrow keys choose sentences; Shift with an arrow makes the passage longer. */
const TextBlock = memo(function TextBlock({
  block,
  segments,
  chosen,
}: {
  block: Block;
  segments: readonly Segment[];
  chosen: Passage | null;
}) {
  const bench = useReading();
  const text = block.record.text;
  const move = (event: React.KeyboardEvent) => {
    const forward = event.key === "ArrowDown" || event.key === "ArrowRight";
    const back = event.key === "ArrowUp" || event.key === "ArrowLeft";
    if (event.key === "Escape") return bench.choose(null);
    if (!forward && !back) return;
    event.preventDefault();
    const sentences = sentencesOf(block);
    const inside = chosen && chosen.start < block.end && chosen.end > block.start ? chosen : null;
    const at = inside
      ? sentences.findIndex((one) => (forward ? one.end >= inside.end : one.end > inside.start))
      : forward
        ? -1
        : sentences.length;
    const next = sentences[forward ? at + 1 : Math.max(0, at - 1)];
    if (!next) return;
    const passage =
      event.shiftKey && inside
        ? { start: Math.min(inside.start, next.start), end: forward ? next.end : inside.end }
        : next;
    bench.choose({ record: block.record.key, ...passage });
  };
  return (
    <div
      className="record-text"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: sentences are chosen here by key
      tabIndex={0}
      aria-label={`Text of ${block.record.title}. Arrow keys choose a sentence.`}
      data-record={block.record.key}
      onKeyDown={move}
    >
      {segments.map((segment) => (
        <Piece key={segment.start} segment={segment} text={text} />
      ))}
    </div>
  );
});

function Piece({ segment, text }: { segment: Segment; text: string }) {
  const { names, openId, open } = useReading();
  const words = text.slice(segment.start, segment.end);
  const inner = segment.withheld ? (
    <span
      className="withheld"
      data-start={segment.start}
      data-end={segment.end}
      title="Taken out before the record reached the studio"
    >
      {words.slice(1, -1)}
    </span>
  ) : (
    <span data-start={segment.start} className={segment.chosen ? "passage" : undefined}>
      {words}
    </span>
  );
  if (segment.gap && segment.items.length === 0)
    return <span className="para" data-start={segment.start} data-end={segment.end} />;
  const now = openId !== null && segment.items.includes(openId);
  return (
    <>
      {segment.items.length > 0 ? <mark className={now ? "is-now" : undefined}>{inner}</mark> : inner}
      {segment.closes.map((itemId) => (
        <button
          key={itemId}
          type="button"
          className={`tag${itemId === openId ? " is-now" : ""}`}
          onClick={() => open(itemId, { focus: "head" })}
        >
          {names.get(itemId)}
        </button>
      ))}
    </>
  );
}

/** What can be done with the chosen passage. */
function PassageTools({ passage, marks }: { passage: Passage; marks: readonly Mark[] }) {
  const bench = useReading();
  const { acts } = bench;
  const openName = bench.openId ? bench.names.get(bench.openId) : null;
  const on = marks.some(
    (mark) => mark.itemId === bench.openId && mark.start === passage.start && mark.end === passage.end,
  );
  return (
    <div className="picker" role="toolbar" aria-label="Chosen passage">
      {bench.mayEdit && (
        <>
          <Button quiet keyHint="M" closed={openName ? false : "Open an item first"} onClick={acts.mark}>
            {openName ? (on ? `Take off ${openName}` : `Add to ${openName}`) : "Add to the open item"}
          </Button>
          <Button quiet keyHint="N" onClick={acts.fresh}>
            New item
          </Button>
        </>
      )}
      <Button quiet keyHint="I" onClick={acts.identifier}>
        Identifier seen
      </Button>
    </div>
  );
}
