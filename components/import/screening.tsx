"use client";

import type { ReactNode } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { useKeys } from "@/components/ui/keys";
import { StageDisc } from "@/components/ui/marks";
import { FindingCard, Meter } from "@/components/ui/pieces";
import { Segmented } from "@/components/ui/segmented";
import type { ScreeningView } from "@/lib/contracts/import";
import { RecordReader } from "./record-reader";
import { Richness } from "./richness";
import { count, SORTS } from "./screening-words";
import { type ScreeningRoom, useScreening } from "./use-screening";
import { ValueList } from "./value-list";

/** The check of a case: the whole record beside its people and values, each decided once before anybody works on it. */
export function Screening({ first, below }: { first: ScreeningView; below: ReactNode }) {
  const room = useScreening(first);
  useRoomKeys(room);
  const { view } = room;
  return (
    <main className="screening" data-pane={room.pane} id="main">
      <div className="casebar">
        <ButtonLink quiet square href="/cases" icon="arrow-left" aria-label="Back to cases" />
        <div className="casebar-name">
          <h1 className="head">{view.title}</h1>
          <p className="casebar-line meta">
            <span className="code">{view.caseId}</span>
            <StageDisc step={0}>Checking names and numbers</StageDisc>
            <span>
              {count(view.records, "record")}, {count(view.places.length, "place")}
              {view.unread.length > 0 && `, ${count(view.unread.length, "part")} not read`}
            </span>
          </p>
        </div>
        <div className="casebar-end">
          <span className="meta" role="status">
            {room.busy ? "Saving" : room.said}
          </span>
          <Button
            icon="undo"
            keyHint="U"
            closed={room.canUndo ? false : "Nothing to undo"}
            closedReasonId="undo-why"
            onClick={room.undo}
          >
            Undo
          </Button>
          <span className="visually-hidden" id="undo-why">
            Opens when you have decided something
          </span>
        </div>
      </div>
      <div className="paneswitch">
        <Segmented
          label="What is in sight"
          value={room.pane}
          onChange={room.setPane}
          options={[
            { value: "values", label: `Values (${room.todo.length})` },
            { value: "record", label: "Record" },
          ]}
        />
      </div>
      <div className="room">
        <RecordPane room={room} />
        <div className="room-values">
          <Notes room={room} />
          <ValueList
            {...room}
            rows={view.rows}
            weeks={view.weeks}
            unread={view.unread}
            onOpen={room.openValue}
            onDecide={room.decide}
            onApart={room.apart}
            onNextPlace={room.nextPlace}
            onUnread={room.unread}
          />
          {below}
          {view.richness && <Richness richness={view.richness} />}
        </div>
      </div>
      <Foot room={room} />
    </main>
  );
}

function useRoomKeys(room: ScreeningRoom) {
  const now = () => {
    const { view, open, chosen, todo } = room;
    const picked = todo.filter((group) => chosen.has(group.key));
    return picked.length > 0 ? picked : view.groups.filter((group) => group.key === open);
  };
  useKeys("Names and numbers", [
    { key: "j", does: "Next value", run: () => room.move(1) },
    { key: "ArrowDown", does: "Next value", run: () => room.move(1) },
    { key: "k", does: "Previous value", run: () => room.move(-1) },
    { key: "ArrowUp", does: "Previous value", run: () => room.move(-1) },
    { key: "r", does: "Replace it, or all that are chosen", run: () => room.decide(now(), "replace") },
    { key: "t", does: "Take it out", run: () => room.decide(now(), "remove") },
    { key: "h", does: "Harmless: it stays", run: () => room.decide(now(), "keep") },
    { key: "u", does: "Undo", run: room.undo },
    {
      key: "x",
      does: "Choose it",
      run: () => room.open && room.choose([room.open], !room.chosen.has(room.open)),
    },
    { key: ".", does: "Next place of it", run: room.nextPlace },
    { key: "b", does: "Before or after", run: () => room.setAfter(!room.after) },
  ]);
  useKeys(
    "While words are selected",
    room.selected
      ? SORTS.map((sort) => ({
          key: sort.letter,
          does: `Mark as a ${sort.word.toLowerCase()}`,
          run: () => room.mark(sort),
        }))
      : [],
  );
}

function RecordPane({ room }: { room: ScreeningRoom }) {
  const { view } = room;
  return (
    <section className="room-record" aria-label="Record">
      <div className="room-head">
        <h2 className="subhead">{room.after ? "As it will be" : "The whole record"}</h2>
        <Segmented
          label="Before or after"
          value={room.after ? "after" : "before"}
          onChange={(value) => room.setAfter(value === "after")}
          options={[
            { value: "before", label: "Before" },
            { value: "after", label: "After" },
          ]}
        />
        <kbd aria-hidden="true">B</kbd>
      </div>
      <div className="legend" aria-hidden="true">
        {SORTS.map((sort) => (
          <span key={sort.letter} className="kindtag is-tight">
            <b>{sort.letter}</b>
            {sort.word}
          </span>
        ))}
        <span className="legend-end">
          <span className="id id-now">open now</span> <span className="id id-open">to decide</span>{" "}
          <span className="id id-done">decided</span> <span className="id id-kept">stays</span>
        </span>
      </div>
      <RecordReader
        rows={view.rows}
        places={view.places}
        unread={view.unread}
        groups={room.groups}
        open={room.open}
        shown={room.shown}
        after={room.after}
        weeks={view.weeks}
        chosen={room.selected}
        onChoose={room.setSelected}
        onMark={room.mark}
        onOpen={(key) => {
          room.openValue(key);
          room.setPane("values");
        }}
      />
    </section>
  );
}

function Notes({ room }: { room: ScreeningRoom }) {
  const { fault, view } = room;
  return (
    <>
      {fault && (
        <FindingCard severity="caution" title={fault.message} live>
          {fault.fix}
        </FindingCard>
      )}
      {view.foundAgain > 0 && room.todo.length > 0 && (
        <FindingCard severity="caution" title="A second reading found more" live>
          The record was read once more as it will be. {count(room.todo.length, "value")}{" "}
          {room.todo.length === 1 ? "is" : "are"} still in it and {room.todo.length === 1 ? "waits" : "wait"}{" "}
          below.
        </FindingCard>
      )}
    </>
  );
}

function Foot({ room }: { room: ScreeningRoom }) {
  const { view, todo } = room;
  const parts = view.unread.filter((part) => part.decision === "undecided").length;
  const total = view.groups.length + view.unread.length;
  const open = todo.length + parts;
  return (
    <div className="benchbar">
      <div className="benchbar-progress" role="status">
        <span className="ui">
          <span className="strong">
            {total - open} of {total}
          </span>{" "}
          decided
        </span>
        <Meter done={total - open} of={total} />
      </div>
      <div className="benchbar-keys" aria-hidden="true">
        <span>
          <kbd>J</kbd>
          <kbd>K</kbd>next, previous
        </span>
        <span>
          <kbd>X</kbd>choose
        </span>
        <span>
          <kbd>.</kbd>next place
        </span>
      </div>
      <div className="benchbar-submit">
        <p id="finish-why">
          {open > 0
            ? `Opens when the last ${open === 1 ? "one is" : `${open} are`} decided.`
            : "The record is read once more before it leaves."}
        </p>
        <Button
          main
          closed={open > 0 ? "not yet" : false}
          closedReasonId="finish-why"
          busy={room.busy && open === 0 && "Working"}
          onClick={room.finish}
        >
          Finish the check
        </Button>
      </div>
    </div>
  );
}
