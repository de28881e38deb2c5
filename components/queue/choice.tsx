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
  options: readonly { value: Value; name: string }[];
  onChange: (value: Value) => void;
}) {
  const id = useId();
  const shown = options.find((option) => option.value === value)?.name ?? "";
  return (
    <span className="select choice-select">
      <label className="soft" htmlFor={id}>
        {label}
      </label>
      <span aria-hidden="true">{shown}</span>
      <Icon name="chevron-down" />
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </span>
  );
}
