"use client";

import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Select } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { focusAfter } from "./focus";
import type { Target } from "./targets";

/** A list to pick from, in groups where the options name them. What is no longer there is said so. */
export function Picker({
  options,
  none,
  readOnly,
  onPick,
  ...props
}: Omit<ComponentProps<typeof Select>, "onChange" | "disabled" | "value"> & {
  value: string;
  options: readonly Target[];
  none?: string;
  readOnly?: boolean;
  onPick: (value: string) => void;
}) {
  const { value } = props;
  const known = value === "" || options.some((option) => option.id === value);
  return (
    <Select {...props} disabled={readOnly} onChange={(event) => onPick(event.target.value)}>
      {(none || value === "") && <option value="">{none ?? "Choose"}</option>}
      {!known && <option value={value}>No longer there</option>}
      <OptionList options={options} />
    </Select>
  );
}

function OptionList({ options }: { options: readonly Target[] }): ReactNode {
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

/** A key that would choose from a closed list opens it: what is chosen is added, so it has to be seen before. */
function openList(event: KeyboardEvent<HTMLSelectElement>): void {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || !/^(Arrow|Page|Home|End|\S$)/.test(key)) return;
  event.preventDefault();
  event.currentTarget.showPicker();
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
        onKeyDown={openList}
        onChange={(event) => event.target.value && onAdd(event.target.value)}
      >
        <option value="">{word}</option>
        {near && <OptionList options={options} />}
      </select>
    </span>
  );
}

export const nameOf = (options: readonly Target[], id: string) =>
  options.find((option) => option.id === id)?.name ?? "No longer there";

/** Chips of what was chosen, each with a way to take it off, and a way to add another. */
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
  const list = useRef<HTMLSpanElement>(null);
  const takeOff = (at: number) => {
    onChange(chosen.filter((_, index) => index !== at));
    focusAfter(() => list.current?.querySelectorAll<HTMLElement>("button, select")[at]);
  };
  return (
    <span className="idlist" ref={list}>
      {chosen.length === 0 && <span className="chip">{nothing}</span>}
      {chosen.map((one, at) => (
        <span className="chip" key={one}>
          {nameOf(options, one)}
          {!readOnly && (
            <button
              type="button"
              className="chip-x"
              aria-label={`Take off: ${nameOf(options, one)}`}
              onClick={() => takeOff(at)}
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
