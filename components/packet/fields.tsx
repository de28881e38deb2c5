"use client";

import { type ReactNode, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Input, TextArea } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { fieldWord } from "@/lib/contracts/item-words";
import { newId, useBench } from "./bench";
import { firstControl, focusAfter } from "./focus";
import { Adder, IdChips, nameOf, Picker } from "./pick";
import { type Content, InnerSlot, type Inside, useSlot } from "./slot";
import { choices, keyOf, type Options, type Place, placeOf, precedingTargets, type Target } from "./targets";

/** A field by its name; naming the type of what it stands in makes sure that there is such a field. */
type FieldProps<Part> = {
  field: keyof Part & string;
  /** What it is called, unless its usual words do. */
  label?: string;
  wide?: boolean;
  /** As narrow as its words, in a row. */
  short?: boolean;
};

function useField<Part>({ field, label, short }: FieldProps<Part>) {
  const slot = useSlot();
  const { mayEdit } = useBench();
  return {
    inRow: slot.inRow,
    label: label ?? fieldWord(slot.section, slot.content, field),
    value: slot.content[field],
    readOnly: !mayEdit,
    className: short ? "is-short" : undefined,
    set: (value: unknown, how?: "typed") => slot.put({ [field]: value }, how),
    /** What the model drafted, where it is something else than what stands there now. */
    drafted: (read: (value: unknown) => string): string | null => {
      const draft = slot.draft?.[field];
      if (draft === null || draft === undefined) return null;
      const [was, is] = [read(draft), read(slot.content[field])];
      if (was === is || !was) return null;
      return was.length > 90 ? `${was.slice(0, 89)}…` : was;
    },
  };
}

function useOptions(options: Options): readonly Target[] {
  const bench = useBench();
  const { itemId } = useSlot();
  return typeof options === "function" ? options(bench, itemId) : options;
}

/** A control, or several, under a line with the name and with a caution or what the draft had. */
export function Labelled({
  label,
  wide = false,
  caution,
  drafted,
  children,
}: {
  label: string;
  wide?: boolean;
  caution?: string | null;
  drafted?: string | null;
  /** One control, which takes what it is given; or several, which are read out as a group. */
  children: ReactNode | ((given: { id: string; "aria-describedby"?: string }) => ReactNode);
}) {
  const id = useId();
  const one = typeof children === "function";
  const note = caution || drafted ? `${id}-note` : undefined;
  return (
    <div
      className={`field${wide ? " is-wide" : ""}`}
      {...(!one && { role: "group", "aria-labelledby": `${id}-label`, "aria-describedby": note })}
    >
      <span className="field-line">
        {one ? (
          <label className="label" htmlFor={id}>
            {label}
          </label>
        ) : (
          <span className="label" id={`${id}-label`}>
            {label}
          </span>
        )}
        {note && (
          <span className={`note${caution ? " is-caution" : ""}`} id={note}>
            {caution && <Icon name="mark-caution" />}
            {caution ?? `The model drafted “${drafted}”`}
          </span>
        )}
      </span>
      {one ? children({ id, "aria-describedby": note }) : children}
    </div>
  );
}

/** A line or several lines of text, or a time. */
export function TextField<Part = Content>({
  lines,
  type,
  empty = "",
  ...props
}: FieldProps<Part> & {
  lines?: number;
  type?: "datetime-local" | "time";
  /** What no text is kept as. */
  empty?: "" | null;
}) {
  const { inRow, label, value, readOnly, className, set, drafted } = useField(props);
  const control = {
    type,
    className,
    value: String(value ?? ""),
    readOnly,
    onChange: (event: { target: { value: string } }) => set(event.target.value || empty, "typed"),
  };
  if (inRow) return <Input {...control} aria-label={label} />;
  return (
    <Labelled label={label} wide={props.wide} drafted={drafted(String)}>
      {(given) => {
        const all = { ...control, ...given, "data-field": props.field };
        return lines ? <TextArea {...all} rows={lines} /> : <Input {...all} />;
      }}
    </Labelled>
  );
}

/** A number between two others; `per` of what is kept are one of what is shown. */
export function NumberField<Part = Content>({
  min,
  max,
  per = 1,
  ...props
}: FieldProps<Part> & { min: number; max?: number; per?: number }) {
  const { label, value, readOnly, className, set } = useField(props);
  return (
    <Input
      className={className}
      aria-label={label}
      type="number"
      min={min}
      max={max}
      step={per === 1 ? 1 : "any"}
      value={Math.round((Number(value ?? min) / per) * 1000) / 1000}
      readOnly={readOnly}
      onChange={(event) =>
        set(
          Math.min(max ?? Infinity, Math.max(min, Math.round(Number(event.target.value) * per) || min)),
          "typed",
        )
      }
    />
  );
}

/** One of a few values, or one thing of the packet. */
export function ChoiceField<Part = Content>({
  options,
  none,
  unknown,
  value: chosen,
  onPick,
  ...props
}: FieldProps<Part> & {
  options: Options;
  /** Which option it is, where the field holds something else than its id. */
  value?: string;
  /** What choosing nothing means, where one may. */
  none?: string;
  /** What is said of a value that is not among the options. */
  unknown?: string;
  onPick?: (value: string) => void;
}) {
  const { inRow, label, value, readOnly, className, set, drafted } = useField(props);
  const there = useOptions(options);
  const now = chosen ?? String(value ?? "");
  const control = {
    className,
    value: now,
    none,
    options: there,
    readOnly,
    onPick: onPick ?? ((next: string) => set(next === "" && none ? null : next)),
  };
  if (inRow) return <Picker {...control} aria-label={label} />;
  const read = (id: unknown) => there.find((option) => option.id === id)?.name ?? "";
  const caution = now !== "" && read(now) === "" ? unknown : null;
  return (
    <Labelled label={label} wide={props.wide} caution={caution} drafted={drafted(read)}>
      {(given) => <Picker {...control} {...given} data-field={props.field} />}
    </Labelled>
  );
}

/** Several things of the packet, as chips. */
export function ListField<Part = Content>({
  options,
  nothing = "Nothing",
  ...props
}: FieldProps<Part> & { options: Options; nothing?: string }) {
  const { inRow, label, value, readOnly, set, drafted } = useField(props);
  const there = useOptions(options);
  const read = (ids: unknown) => ((ids ?? []) as string[]).map((id) => nameOf(there, id)).join(", ");
  const chips = (
    <IdChips
      label={label}
      chosen={(value ?? []) as string[]}
      options={there}
      nothing={nothing}
      readOnly={readOnly}
      onChange={set}
    />
  );
  if (inRow) return chips;
  return (
    <Labelled label={label} wide={props.wide} drafted={drafted(read)}>
      {chips}
    </Labelled>
  );
}

/** What has to be true first: alternatives of things that must all have happened. */
export function AfterField<Part = Content>(props: FieldProps<Part>) {
  const { label, value, readOnly, set } = useField(props);
  const options = useOptions(precedingTargets);
  const rows = (value ?? []) as Place[][];
  const put = (index: number, next: string[]) =>
    set(rows.toSpliced(index, 1, next.map(placeOf)).filter((row) => row.length > 0));
  return (
    <Labelled label={label} wide={props.wide}>
      {(rows.length > 0 ? rows : [[]]).map((row, index) => (
        <span key={index} className="idlist">
          {index > 0 && <span className="row-text">or</span>}
          <IdChips
            label={label}
            chosen={row.map(keyOf)}
            options={options}
            nothing="Nothing"
            readOnly={readOnly}
            onChange={(next) => put(index, next)}
          />
        </span>
      ))}
      {rows.length > 0 && !readOnly && (
        <Adder
          word="Or instead"
          label={`Another way for: ${label}`}
          options={options}
          onAdd={(one) => put(rows.length, [one])}
        />
      )}
    </Labelled>
  );
}

/** Yes or no, beside its words. */
export function Tick({
  label,
  checked,
  field,
  onTick,
}: {
  label: string;
  checked: boolean;
  field?: string;
  onTick: (checked: boolean) => void;
}) {
  const { mayEdit } = useBench();
  return (
    <label className="tick">
      <input
        type="checkbox"
        checked={checked}
        disabled={!mayEdit}
        data-field={field}
        onChange={(event) => onTick(event.target.checked)}
      />
      {label}
    </label>
  );
}

export function TickField<Part = Content>(props: FieldProps<Part>) {
  const { inRow, label, value, set } = useField(props);
  const tick = { label, checked: value === true, onTick: (checked: boolean) => set(checked) };
  if (inRow) return <Tick {...tick} />;
  return (
    <div className={`field${props.wide ? " is-wide" : ""}`}>
      <Tick {...tick} field={props.field} />
    </div>
  );
}

const VALUE_TYPES = choices({
  text: "Text",
  date: "Date",
  money: "Amount of money",
  phone: "Phone number",
  identifier: "Number or code",
});
type TypedValue = { type: string; value: string; currency?: string };

/** An exact value with its type; none where words are enough. */
export function ValueField<Part = Content>(props: FieldProps<Part>) {
  const { inRow, label, value, readOnly, set } = useField(props);
  const typed = value as TypedValue | null;
  const retype = (type: string) => {
    const text = typed?.value ?? "";
    if (type === "") set(null);
    else if (type === "money") set({ type, value: text, currency: typed?.currency ?? "USD" });
    else set({ type, value: text });
  };
  const controls = (
    <span className="row">
      <Picker
        className="is-short"
        aria-label={`${label}: kind`}
        value={typed?.type ?? ""}
        none="No exact value"
        options={VALUE_TYPES}
        readOnly={readOnly}
        onPick={retype}
      />
      {typed && (
        <Input
          aria-label={label}
          type={typed.type === "date" ? "date" : "text"}
          inputMode={typed.type === "money" ? "decimal" : undefined}
          value={typed.value}
          readOnly={readOnly}
          onChange={(event) => set({ ...typed, value: event.target.value }, "typed")}
        />
      )}
      {typed?.type === "money" && (
        <Input
          className="is-short"
          aria-label={`${label}: currency`}
          value={typed.currency ?? "USD"}
          maxLength={3}
          readOnly={readOnly}
          onChange={(event) => set({ ...typed, currency: event.target.value.toUpperCase() }, "typed")}
        />
      )}
    </span>
  );
  if (inRow) return controls;
  return (
    <Labelled label={label} wide={props.wide}>
      {controls}
    </Labelled>
  );
}

/** A list of rows inside an item, with a way to add one and to take one off. */
export function RowsField<Line extends object>({
  addWord,
  fresh,
  nameOf: named,
  children,
  ...props
}: {
  field: string;
  label?: string;
  addWord: string;
  /** A new row; ids in it have to be new in the packet. */
  fresh: (id: (stem: string) => string) => Line;
  /** The field that tells rows apart when they are read out. */
  nameOf?: keyof Line & string;
  /** The fields of a row. */
  children: Inside<Line>;
}) {
  const { label, value, readOnly, set } = useField<Content>(props);
  const { snapshot } = useBench();
  const rows = (value ?? []) as Line[];
  const list = useRef<HTMLDivElement>(null);
  const put = (next: Line[], at: number) => {
    set(next);
    focusAfter(() => firstControl(list.current?.children[at]));
  };
  return (
    <Labelled label={label} wide>
      <div className="rows" ref={list}>
        {rows.map((row, index) => (
          <div className="row" key={index}>
            <InnerSlot<Line>
              content={row}
              put={(part, how) => set(rows.with(index, { ...row, ...part }), how)}
              inRow
            >
              {children}
            </InnerSlot>
            {!readOnly && (
              <Button
                quiet
                square
                icon="cross"
                aria-label={`Take off: ${(named && String(row[named])) || `row ${index + 1}`}`}
                onClick={() => put(rows.toSpliced(index, 1), index)}
              />
            )}
          </div>
        ))}
        {!readOnly && (
          <div>
            <Button
              quiet
              icon="plus"
              onClick={() => put([...rows, fresh((stem) => newId(stem, snapshot))], rows.length)}
            >
              {addWord}
            </Button>
          </div>
        )}
      </div>
    </Labelled>
  );
}
