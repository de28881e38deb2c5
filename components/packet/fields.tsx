"use client";

import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input, Select, TextArea } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import type { ItemContent } from "@/lib/contracts/item";
import type { StoredItem } from "@/lib/contracts/packets";
import { type Bench, useBench } from "./bench";

/** Something an item can point at: its id and how it reads. */
export type Target = { id: string; name: string; group?: string };

type FieldProps = { item: StoredItem; field: string; label: string; wide?: boolean; caution?: string | null };

const isEmpty = (value: unknown) =>
  value === null || value === "" || value === undefined || (Array.isArray(value) && value.length === 0);

/** The label's line: the name of the field, a caution, or what the draft had. */
function Head({
  htmlFor,
  id,
  label,
  caution,
  drafted,
}: {
  htmlFor?: string;
  id: string;
  label: string;
  caution?: string | null;
  drafted?: string | null;
}) {
  return (
    <span className="field-line">
      {htmlFor ? (
        <label className="label" htmlFor={htmlFor}>
          {label}
        </label>
      ) : (
        <span className="label" id={`${id}-label`}>
          {label}
        </span>
      )}
      {caution ? (
        <span className="note is-caution" id={`${id}-note`}>
          <Icon name="mark-caution" />
          {caution}
        </span>
      ) : (
        drafted && (
          <span className="note" id={`${id}-note`}>
            The model drafted “{drafted}”
          </span>
        )
      )}
    </span>
  );
}

function draftedText(item: StoredItem, field: string, read: (value: unknown) => string): string | null {
  const draft = item.draft?.[field];
  if (item.draft === null || isEmpty(draft)) return null;
  const [was, is] = [read(draft), read(item.content[field])];
  if (was === is || !was) return null;
  return was.length > 90 ? `${was.slice(0, 89)}…` : was;
}

/** A line or several lines of text. */
export function TextField({ item, field, label, wide, caution, lines }: FieldProps & { lines?: number }) {
  const { set, mayEdit } = useBench();
  const id = useId();
  const value = String(item.content[field] ?? "");
  const drafted = draftedText(item, field, String);
  const props = {
    id,
    value,
    readOnly: !mayEdit,
    "data-field": field,
    "aria-describedby": caution || drafted ? `${id}-note` : undefined,
    onChange: (event: { target: { value: string } }) => set(item.id, field, event.target.value, field),
  };
  return (
    <div className={`field${wide ? " is-wide" : ""}`}>
      <Head htmlFor={id} id={id} label={label} caution={caution} drafted={drafted} />
      {lines ? <TextArea {...props} rows={lines} /> : <Input {...props} />}
    </div>
  );
}

/** One of a few values, or one thing of the packet. */
export function ChoiceField({
  item,
  field,
  label,
  wide,
  caution,
  options,
  none,
  onPick,
}: FieldProps & { options: readonly Target[]; none?: string; onPick?: (value: string) => void }) {
  const { set, mayEdit } = useBench();
  const id = useId();
  const value = String(item.content[field] ?? "");
  const read = (one: unknown) => options.find((option) => option.id === one)?.name ?? "";
  const drafted = draftedText(item, field, read);
  return (
    <div className={`field${wide ? " is-wide" : ""}`}>
      <Head htmlFor={id} id={id} label={label} caution={caution} drafted={drafted} />
      <Picker
        id={id}
        value={value}
        none={none}
        options={options}
        readOnly={!mayEdit}
        field={field}
        describedBy={caution || drafted ? `${id}-note` : undefined}
        onPick={(next) =>
          onPick ? onPick(next) : set(item.id, field, next === "" ? (none ? null : "") : next)
        }
      />
    </div>
  );
}

/** A list to pick from, in groups where the options name them. What is no longer there is said so. */
export function Picker({
  id,
  label,
  value,
  options,
  none,
  readOnly,
  field,
  describedBy,
  className,
  onPick,
}: {
  id?: string;
  label?: string;
  value: string;
  options: readonly Target[];
  none?: string;
  readOnly?: boolean;
  field?: string;
  describedBy?: string;
  className?: string;
  onPick: (value: string) => void;
}) {
  const known = value === "" || options.some((option) => option.id === value);
  return (
    <Select
      id={id}
      aria-label={label}
      className={className}
      value={value}
      disabled={readOnly}
      data-field={field}
      aria-describedby={describedBy}
      onChange={(event) => onPick(event.target.value)}
    >
      {(none || value === "") && <option value="">{none ?? "Choose"}</option>}
      {!known && <option value={value}>No longer there</option>}
      <Options options={options} />
    </Select>
  );
}

function Options({ options }: { options: readonly Target[] }): ReactNode {
  const groups = [...new Set(options.map((option) => option.group ?? ""))];
  return groups.map((group) => {
    const list = options
      .filter((option) => (option.group ?? "") === group)
      .map((option) => (
        <option key={option.id} value={option.id}>
          {option.name}
        </option>
      ));
    return group ? (
      <optgroup key={group} label={group}>
        {list}
      </optgroup>
    ) : (
      list
    );
  });
}

/** Adds one of a list: a word that opens the system's own list. Its options are made when somebody comes near. */
export function Adder({
  word,
  label,
  options,
  onAdd,
}: {
  word: string;
  label: string;
  options: readonly Target[];
  onAdd: (id: string) => void;
}) {
  const [near, setNear] = useState(false);
  if (options.length === 0) return null;
  return (
    <span className="adder" onPointerEnter={() => setNear(true)}>
      <span aria-hidden="true">{word}</span>
      <select
        aria-label={label}
        value=""
        onFocus={() => setNear(true)}
        onChange={(event) => event.target.value && onAdd(event.target.value)}
      >
        <option value="">{word}</option>
        {near && <Options options={options} />}
      </select>
    </span>
  );
}

const nameOf = (options: readonly Target[], id: string) =>
  options.find((option) => option.id === id)?.name ?? "No longer there";

/** Several things of the packet, as chips. */
export function ListField({
  item,
  field,
  label,
  wide,
  options,
  nothing = "Nothing",
}: FieldProps & { options: readonly Target[]; nothing?: string }) {
  const { set, mayEdit } = useBench();
  const id = useId();
  const chosen = (item.content[field] ?? []) as string[];
  const read = (value: unknown) => ((value ?? []) as string[]).map((one) => nameOf(options, one)).join(", ");
  return (
    <div className={`field${wide ? " is-wide" : ""}`} role="group" aria-labelledby={`${id}-label`}>
      <Head id={id} label={label} drafted={draftedText(item, field, read)} />
      <IdChips
        label={label}
        chosen={chosen}
        options={options}
        nothing={nothing}
        readOnly={!mayEdit}
        onChange={(next) => set(item.id, field, next)}
      />
    </div>
  );
}

export function IdChips({
  label,
  chosen,
  options,
  nothing,
  readOnly,
  onChange,
}: {
  label: string;
  chosen: readonly string[];
  options: readonly Target[];
  nothing: string;
  readOnly: boolean;
  onChange: (next: string[]) => void;
}) {
  return (
    <span className="idlist">
      {chosen.length === 0 && <span className="chip">{nothing}</span>}
      {chosen.map((one) => (
        <span className="chip" key={one}>
          {nameOf(options, one)}
          {!readOnly && (
            <button
              type="button"
              className="chip-x"
              aria-label={`Take off: ${nameOf(options, one)}`}
              onClick={() => onChange(chosen.filter((other) => other !== one))}
            >
              <Icon name="cross" />
            </button>
          )}
        </span>
      ))}
      {!readOnly && (
        <Adder
          word="Add"
          label={`Add to: ${label}`}
          options={options.filter((option) => !chosen.includes(option.id))}
          onAdd={(one) => onChange([...chosen, one])}
        />
      )}
    </span>
  );
}

type Preceding = { item: string; state: string | null };

/** What has to be true first: alternatives of things that must all have happened. */
export function AfterField({
  item,
  field,
  label,
  wide,
  onSet,
}: FieldProps & { onSet?: (rows: Preceding[][]) => void }) {
  const bench = useBench();
  const id = useId();
  const options = precedingTargets(bench, item.id);
  const rows = (item.content[field] ?? []) as Preceding[][];
  const key = (one: Preceding) => (one.state ? `${one.item} ${one.state}` : one.item);
  const parse = (text: string): Preceding => {
    const [target = "", state] = text.split(" ");
    return { item: target, state: state ?? null };
  };
  const put = (index: number, next: string[]) => {
    const all = rows
      .map((row, at) => (at === index ? next.map(parse) : row))
      .concat(index === rows.length ? [next.map(parse)] : [])
      .filter((row) => row.length > 0);
    if (onSet) onSet(all);
    else bench.set(item.id, field, all);
  };
  return (
    <div className={`field${wide ? " is-wide" : ""}`} role="group" aria-labelledby={`${id}-label`}>
      <Head id={id} label={label} />
      {(rows.length > 0 ? rows : [[]]).map((row, index) => (
        <span key={index} className="idlist">
          {index > 0 && <span className="row-text">or</span>}
          <IdChips
            label={label}
            chosen={row.map(key)}
            options={options}
            nothing="Nothing"
            readOnly={!bench.mayEdit}
            onChange={(next) => put(index, next)}
          />
        </span>
      ))}
      {rows.length > 0 && bench.mayEdit && (
        <Adder
          word="Or instead"
          label={`Another way for: ${label}`}
          options={options}
          onAdd={(one) => put(rows.length, [one])}
        />
      )}
    </div>
  );
}

/** Yes or no. */
export function TickField({ item, field, label, wide }: FieldProps) {
  const { set, mayEdit } = useBench();
  return (
    <div className={`field${wide ? " is-wide" : ""}`}>
      <label className="tick">
        <input
          type="checkbox"
          checked={item.content[field] === true}
          disabled={!mayEdit}
          data-field={field}
          onChange={(event) => set(item.id, field, event.target.checked)}
        />
        {label}
      </label>
    </div>
  );
}

const VALUE_TYPES: readonly Target[] = [
  { id: "text", name: "Text" },
  { id: "date", name: "Date" },
  { id: "money", name: "Amount of money" },
  { id: "phone", name: "Phone number" },
  { id: "identifier", name: "Number or code" },
];
export type TypedValue = { type: string; value: string; currency?: string };

/** An exact value with its type; none where words are enough. */
export function ValueEditor({
  value,
  label,
  readOnly,
  onChange,
}: {
  value: TypedValue | null;
  label: string;
  readOnly: boolean;
  onChange: (value: TypedValue | null) => void;
}) {
  const retype = (type: string) => {
    if (type === "") return onChange(null);
    const text = value?.value ?? "";
    onChange(
      type === "money" ? { type, value: text, currency: value?.currency ?? "USD" } : { type, value: text },
    );
  };
  return (
    <span className="row">
      <Picker
        className="is-short"
        label={`${label}: kind`}
        value={value?.type ?? ""}
        none="No exact value"
        options={VALUE_TYPES}
        readOnly={readOnly}
        onPick={retype}
      />
      {value && (
        <Input
          aria-label={label}
          type={value.type === "date" ? "date" : "text"}
          inputMode={value.type === "money" ? "decimal" : undefined}
          value={value.value}
          readOnly={readOnly}
          onChange={(event) => onChange({ ...value, value: event.target.value })}
        />
      )}
      {value?.type === "money" && (
        <Input
          className="is-short"
          aria-label={`${label}: currency`}
          value={value.currency ?? "USD"}
          maxLength={3}
          readOnly={readOnly}
          onChange={(event) => onChange({ ...value, currency: event.target.value.toUpperCase() })}
        />
      )}
    </span>
  );
}

/** A list of small rows inside an item, with a way to add and to take off. */
export function RowsField<Row>({
  label,
  rows,
  wide = true,
  addWord,
  fresh,
  onChange,
  readOnly,
  children,
  nameOfRow,
}: {
  label: string;
  rows: readonly Row[];
  wide?: boolean;
  addWord: string;
  fresh: () => Row;
  onChange: (rows: Row[]) => void;
  readOnly: boolean;
  nameOfRow: (row: Row) => string;
  children: (row: Row, put: (part: Partial<Row>) => void) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={`field${wide ? " is-wide" : ""}`} role="group" aria-labelledby={`${id}-label`}>
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      <div className="rows">
        {rows.map((row, index) => (
          <div className="row" key={index}>
            {children(row, (part) =>
              onChange(rows.map((one, at) => (at === index ? { ...one, ...part } : one))),
            )}
            {!readOnly && (
              <Button
                quiet
                square
                icon="cross"
                aria-label={`Take off: ${nameOfRow(row) || `row ${index + 1}`}`}
                onClick={() => onChange(rows.filter((_, at) => at !== index))}
              />
            )}
          </div>
        ))}
        {!readOnly && (
          <div>
            <Button quiet icon="plus" onClick={() => onChange([...rows, fresh()])}>
              {addWord}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

const living = (items: readonly StoredItem[]) => items.filter((item) => item.content.decision !== "rejected");
const named = (bench: Bench, item: StoredItem): string =>
  `${bench.model.names.get(item.id) ?? ""}, ${bench.model.sentences.get(item.id) ?? ""}`;

export const partyTargets = (bench: Bench): Target[] =>
  living(bench.model.sections.parties).map((item) => ({
    id: item.id,
    name: String(item.content.name || "A party without a name"),
  }));

type Contact = { id: string; kind: string; label: string };
export function contactTargets(bench: Bench, only?: string): Target[] {
  return living(bench.model.sections.parties)
    .filter((party) => only === undefined || party.id === only)
    .flatMap((party) =>
      ((party.content.contacts ?? []) as Contact[]).map((contact) => ({
        id: contact.id,
        name: contact.label || contact.kind,
        group: String(party.content.name || "A party without a name"),
      })),
    );
}

export const factTargets = (bench: Bench, but = ""): Target[] =>
  living(bench.model.sections.exchanges)
    .filter((item) => item.id !== but && !item.content.document && item.content.told === "advocate")
    .map((item) => ({ id: item.id, name: named(bench, item) }));
export const paperTargets = (bench: Bench): Target[] =>
  living(bench.model.sections.exchanges)
    .filter((item) => item.content.document)
    .map((item) => ({ id: item.id, name: named(bench, item) }));
export const stepTargets = (bench: Bench, kinds?: readonly string[], but = ""): Target[] =>
  living(bench.model.sections.steps)
    .filter((item) => item.id !== but && (!kinds || kinds.includes(String(item.content.kind))))
    .map((item) => ({ id: item.id, name: named(bench, item) }));

type State = { id: string; label: string };
export const statesOf = (content: ItemContent | undefined): Target[] =>
  ((content?.states ?? []) as State[]).map((state) => ({
    id: state.id,
    name: state.label || "A state without a name",
  }));

/** What can come before something: exchanges, steps, and a check that shows a state. */
export function precedingTargets(bench: Bench, but: string): Target[] {
  const exchanges = [...factTargets(bench, but), ...paperTargets(bench)]
    .filter((target) => target.id !== but)
    .map((target) => ({ ...target, group: "Exchanges" }));
  const steps = stepTargets(bench, ["permission", "action", "form"], but).map((target) => ({
    ...target,
    group: "Steps",
  }));
  const checks = living(bench.model.sections.steps)
    .filter((item) => item.content.kind === "check" && item.id !== but)
    .flatMap((item) =>
      statesOf(item.content).map((state) => ({
        id: `${item.id} ${state.id}`,
        name: `${bench.model.names.get(item.id)} shows “${state.name}”`,
        group: "What a check shows",
      })),
    );
  return [...exchanges, ...steps, ...checks];
}
