"use client";

import { useId } from "react";
import { Icon } from "@/components/ui/icon";

/** A filter of a list: its name and the choice, in the system's own list. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  /** From what is asked for to how it reads. */
  options: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <span className="select choice-select">
      <label className="soft" htmlFor={id}>
        {label}
      </label>
      <span aria-hidden="true">{options[value]}</span>
      <Icon name="chevron-down" />
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {Object.entries<string>(options).map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
