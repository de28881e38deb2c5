"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon } from "./icon";

type FieldProps = {
  label: ReactNode;
  /** Stands at the right of the label: what the model drafted, a limit. */
  note?: ReactNode;
  /** What is wrong and what to do. */
  error?: ReactNode;
  /** Explains the field, below it. */
  help?: ReactNode;
  children: (control: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }) => ReactNode;
};

/** A labelled control: label above, note on the label's right, error below with its triangle. */
export function Field({ label, note, error, help, children }: FieldProps) {
  const id = useId();
  const describedBy = [note && `${id}-note`, help && `${id}-help`, error && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="field">
      <div className="field-head">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {note && (
          <span className="meta" id={`${id}-note`}>
            {note}
          </span>
        )}
      </div>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {help && (
        <span className="meta" id={`${id}-help`}>
          {help}
        </span>
      )}
      {error && (
        <span className="field-error" id={`${id}-error`} role="alert">
          <Icon name="mark-caution" tone="caution" />
          {error}
        </span>
      )}
    </div>
  );
}

/** A one-line text field. Give it what `Field` hands to its child. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input {...props} className={`input${className ? ` ${className}` : ""}`} />;
}

/** A field for several lines. */
export function TextArea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea {...props} className={`input${className ? ` ${className}` : ""}`} />;
}

/** A choice from a list, in the system's own list. */
export function Select({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className="select-box">
      <select {...props} className={`input${className ? ` ${className}` : ""}`}>
        {children}
      </select>
      <Icon name="chevron-down" />
    </span>
  );
}

/** A search field; `/` moves the focus here (see `useSearchKey`). */
export function SearchField({ label, ...props }: { label: string } & ComponentProps<"input">) {
  return (
    <label className="search">
      <Icon name="search" />
      <span className="visually-hidden">{label}</span>
      <input {...props} type="search" className="input" data-search="" />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}
