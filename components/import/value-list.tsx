"use client";

import { useEffect, useRef, useState } from "react";
import { Choice } from "@/components/queue/choice";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Count } from "@/components/ui/pieces";
import type { PlaceView, ScreenedRecordView, UnreadView, ValueGroupView } from "@/lib/contracts/import";
import { becomesOf, count, type SORTS, sortOf } from "./screening-words";

export type Act = ValueGroupView["decision"];
export interface Filter {
  sort: "any" | (typeof SORTS)[number]["letter"];
  sure: "any" | "sure" | "unsure";
}

export interface Values {
  todo: ValueGroupView[];
  decided: ValueGroupView[];
  /** Of the values to decide, those that the filter lets through. */
  listed: ValueGroupView[];
  open: string | null;
  at: number;
  placesOf: (group: string) => PlaceView[];
  rows: ScreenedRecordView[];
  weeks: number;
  chosen: ReadonlySet<string>;
  filter: Filter;
  setFilter: (filter: Filter) => void;
  choose: (keys: readonly string[], on: boolean) => void;
  onOpen: (key: string) => void;
  onDecide: (groups: readonly ValueGroupView[], as: Act, becomes?: string) => void;
  onApart: (spelling: string, apart: boolean) => void;
  onNextPlace: () => void;
  unread: UnreadView[];
  onUnread: (part: UnreadView, as: UnreadView["decision"]) => void;
}

const ACT_MARKS = {
  replace: { icon: "mark-edited", tone: "accent", word: "Replaced by" },
  remove: { icon: "mark-rejected", tone: "faint", word: "Taken out, shows" },
  keep: { icon: "mark-good", tone: "good", word: "Harmless," },
} as const;

/** People and values of a case, each decided once, those to decide first. */
export function ValueList(values: Values) {
  const { todo, decided, listed, unread } = values;
  return (
    <section className="decisions" aria-label="People and values, each decided once">
      <div className="sec">
        <h2 className="head">To decide</h2>
        <Count>{todo.length}</Count>
        <span className="meta">Once for the whole case</span>
      </div>
      {todo.length > 1 && <Bulk {...values} />}
      {listed.length > 0 && (
        <ul className="vals">
          {listed.map((group) => (
            <Row key={group.key} group={group} values={values} />
          ))}
        </ul>
      )}
      {todo.length > 0 && listed.length === 0 && (
        <p className="soft ui">No value to decide is of this sort.</p>
      )}
      {todo.length === 0 && (
        <p className="ui" role="status">
          Every value is decided. Read the record once under “After”, then finish the check.
        </p>
      )}
      {unread.length > 0 && <Unread {...values} />}
      {decided.length > 0 && (
        <>
          <div className="sec">
            <h2 className="head">Decided</h2>
            <Count>{decided.length}</Count>
            <span className="meta">Open one to change it</span>
          </div>
          <ul className="vals">
            {decided.map((group) => (
              <Row key={group.key} group={group} values={values} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Several values at once: those that are chosen, or of one sort, or those that are sure. */
function Bulk({ todo, listed, chosen, filter, setFilter, choose, onDecide }: Values) {
  const all = listed.length > 0 && listed.every((group) => chosen.has(group.key));
  const picked = todo.filter((group) => chosen.has(group.key));
  return (
    <div className="bulk" role="group" aria-label="Several at once">
      <Choice
        label="Sort"
        value={filter.sort}
        onChange={(sort) => setFilter({ ...filter, sort })}
        options={{
          any: "Any",
          N: "Names",
          D: "Dates",
          P: "Phones",
          U: "Numbers",
          L: "Places",
          E: "E-mail and web",
        }}
      />
      <Choice
        label="How sure"
        value={filter.sure}
        onChange={(sure) => setFilter({ ...filter, sure })}
        options={{ any: "Any", sure: "Sure", unsure: "Not sure" }}
      />
      <Button
        quiet
        onClick={() =>
          choose(
            listed.map((group) => group.key),
            !all,
          )
        }
      >
        {all ? "Choose none" : `Choose all ${listed.length}`}
      </Button>
      {picked.length > 0 && (
        <span className="bulk-acts">
          <span className="soft ui" role="status">
            {picked.length} chosen
          </span>
          <Button keyHint="R" onClick={() => onDecide(picked, "replace")}>
            Replace {picked.length}
          </Button>
          <Button quiet onClick={() => onDecide(picked, "remove")}>
            Take out
          </Button>
          <Button quiet onClick={() => onDecide(picked, "keep")}>
            Harmless
          </Button>
        </span>
      )}
    </div>
  );
}

function KindTag({ group }: { group: ValueGroupView }) {
  const sort = sortOf(group.kind);
  return (
    <span className="kindtag">
      <b aria-hidden="true">{sort.letter}</b>
      {sort.word}
    </span>
  );
}

function Row({ group, values }: { group: ValueGroupView; values: Values }) {
  const row = useRef<HTMLLIElement>(null);
  const isOpen = values.open === group.key;
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  const others = group.spellings.slice(1, 5).map((one) => one.text);
  const mark = group.decision === "undecided" ? null : ACT_MARKS[group.decision];
  if (isOpen)
    return (
      <li className="val-open" ref={row}>
        <OpenValue group={group} values={values} />
      </li>
    );
  return (
    <li className={`val${mark ? "" : " is-todo"}`} ref={row}>
      {!mark && (
        <input
          type="checkbox"
          className="val-choose"
          aria-label={`Choose ${group.label}`}
          checked={values.chosen.has(group.key)}
          onChange={(event) => values.choose([group.key], event.target.checked)}
        />
      )}
      {mark ? <Icon name={mark.icon} tone={mark.tone} /> : <span className="undecided" aria-hidden="true" />}
      <KindTag group={group} />
      <button
        type="button"
        className="val-name"
        data-value={group.key}
        onClick={() => values.onOpen(group.key)}
      >
        <b>{group.label}</b>
        {others.length > 0 && `: ${others.join(", ")}`}
        <span className="val-n">, {count(group.places, "place")}</span>
        {!mark && <span className="visually-hidden">, to decide</span>}
      </button>
      <span className="val-rep">
        {mark ? (
          <>
            <span className="soft">{mark.word}</span>{" "}
            {group.decision === "remove" ? (
              <span className="withheld">{group.removed}</span>
            ) : (
              <b>{rowBecomes(group, values.weeks)}</b>
            )}
          </>
        ) : (
          <>
            {!group.sure && <span className="soft">Not sure. </span>}
            <span className="soft">Suggested</span> <b>{rowBecomes(group, values.weeks)}</b>
          </>
        )}
      </span>
    </li>
  );
}

const shiftWords = (weeks: number) => `${count(Math.abs(weeks), "week")} ${weeks < 0 ? "earlier" : "later"}`;
const rowBecomes = (group: ValueGroupView, weeks: number) =>
  group.kind === "date" && group.decision !== "keep" ? shiftWords(weeks) : becomesOf(group);

const AROUND = 60;

function OpenValue({ group, values }: { group: ValueGroupView; values: Values }) {
  const places = values.placesOf(group.key);
  const place = places[values.at % Math.max(1, places.length)];
  const dates = group.kind === "date";
  const decide = (as: Act) => values.onDecide([group], as);
  return (
    <>
      <div className="open-head">
        <KindTag group={group} />
        <h3 tabIndex={-1} data-open-head="">
          {group.label}
        </h3>
        <span className="meta">
          {count(group.places, "place")}
          {group.reason && `; ${group.reason}`}
        </span>
      </div>
      {dates && (
        <p className="ui">
          <span className="strong">All dates move by {shiftWords(values.weeks)}; weekdays stay.</span>{" "}
          <span className="soft">The days between them stay too.</span>
        </p>
      )}
      <Spellings group={group} values={values} />
      {place && <BeforeAfter group={group} place={place} rows={values.rows} />}
      <div className="open-foot">
        <Button quiet keyHint="." onClick={values.onNextPlace}>
          Next place, {(values.at % Math.max(1, places.length)) + 1} of {places.length}
        </Button>
        <div className="decide">
          <Button keyHint="H" pressed={group.decision === "keep"} onClick={() => decide("keep")}>
            Harmless
          </Button>
          <Button keyHint="T" pressed={group.decision === "remove"} onClick={() => decide("remove")}>
            Take out
          </Button>
          <Button
            main={group.decision === "undecided"}
            keyHint="R"
            pressed={group.decision === "undecided" ? undefined : group.decision === "replace"}
            onClick={() => decide("replace")}
          >
            {dates ? "Move" : "Replace"} in {count(group.places, "place")}
          </Button>
        </div>
      </div>
    </>
  );
}

const LISTED = 12;

function Spellings({ group, values }: { group: ValueGroupView; values: Values }) {
  const listed = group.spellings.slice(0, LISTED);
  return (
    <table className="pairs-table">
      <thead>
        <tr>
          <th scope="col">Written in the record as</th>
          <th scope="col">Becomes</th>
          <th scope="col">Places</th>
        </tr>
      </thead>
      <tbody>
        {listed.map((one, index) => (
          <tr key={one.key}>
            <td>
              {one.text}
              {(group.spellings.length > 1 || one.apart) && group.kind !== "date" && (
                <>
                  {" "}
                  <button
                    type="button"
                    className="link-button"
                    onClick={() => values.onApart(one.key, !one.apart)}
                  >
                    {one.apart ? "Put it back" : group.kind === "name" ? "Someone else?" : "Another one?"}
                    <span className="visually-hidden"> {one.text}</span>
                  </button>
                </>
              )}
            </td>
            <td>
              {index === 0 && group.kind !== "date" ? (
                <Replacement
                  key={`${group.key} ${one.becomes}`}
                  group={group}
                  becomes={one.becomes}
                  values={values}
                />
              ) : (
                one.becomes
              )}
            </td>
            <td>{one.count}</td>
          </tr>
        ))}
        {group.spellings.length > LISTED && (
          <tr>
            <td colSpan={3} className="soft">
              and {group.spellings.length - LISTED} more ways of writing
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The stand-in, as drawn or as typed: what is typed is decided when the field is left. */
function Replacement({ group, becomes, values }: { group: ValueGroupView; becomes: string; values: Values }) {
  const [typed, setTyped] = useState(becomes);
  const keep = () => {
    const words = typed.trim();
    if (words && words !== becomes) values.onDecide([group], "replace", words);
  };
  return (
    <input
      className="input"
      aria-label={`What ${group.label} becomes`}
      value={typed}
      maxLength={120}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

function BeforeAfter({
  group,
  place,
  rows,
}: {
  group: ValueGroupView;
  place: PlaceView;
  rows: ScreenedRecordView[];
}) {
  const text = rows.find((row) => row.key === place.record)?.[place.field] ?? "";
  const before = text.slice(Math.max(0, place.start - AROUND), place.start).replace(/^\S*\s+(?=\S)/, "");
  const after = text.slice(place.end, place.end + AROUND).replace(/(?<=\S)\s+\S*$/, "");
  const becomes =
    group.decision === "remove" ? group.removed : group.decision === "keep" ? null : place.becomes;
  return (
    <dl className="beforeafter">
      <dt>Before</dt>
      <dd>
        {before}
        <s>{text.slice(place.start, place.end)}</s>
        {after}
      </dd>
      <dt>After</dt>
      <dd>
        {before}
        {becomes === null ? text.slice(place.start, place.end) : <ins>{becomes}</ins>}
        {after}
      </dd>
    </dl>
  );
}

function Unread({ unread, onUnread }: Values) {
  return (
    <>
      <div className="sec">
        <h2 className="head">Not read</h2>
        <Count>{unread.length}</Count>
        <span className="meta">Nobody has checked what they hold</span>
      </div>
      <ul className="vals setaside">
        {unread.map((part) => (
          <li key={part.id}>
            <Icon
              name={part.decision === "undecided" ? "mark-caution" : "mark-good"}
              tone={part.decision === "undecided" ? "caution" : "good"}
            />
            <span>
              <b className="strong">{part.what}.</b>{" "}
              <span className="soft">
                {part.why} {part.fix}
              </span>
            </span>
            <span className="decide">
              <Button
                pressed={part.decision === "read_elsewhere"}
                aria-label={`Read elsewhere: ${part.what}`}
                onClick={() =>
                  onUnread(part, part.decision === "read_elsewhere" ? "undecided" : "read_elsewhere")
                }
              >
                Read elsewhere
              </Button>
              <Button
                pressed={part.decision === "left_out"}
                aria-label={`Leave out: ${part.what}`}
                onClick={() => onUnread(part, part.decision === "left_out" ? "undecided" : "left_out")}
              >
                Leave out
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
