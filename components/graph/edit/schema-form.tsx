"use client";

import { useId } from "react";
import type { z } from "zod";
import { Button } from "@/components/ui/button";

/** The parts of a zod schema that a form needs; zod describes itself in `def`. */
type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  discriminator?: string;
  entries?: Record<string, string>;
  values?: unknown[];
  defaultValue?: unknown;
};
const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;

function unwrap(schema: z.ZodType): { schema: z.ZodType; nullable: boolean } {
  let at = schema;
  let nullable = false;
  for (;;) {
    const def = defOf(at);
    if (def.type === "nullable") nullable = true;
    if ((def.type === "default" || def.type === "nullable" || def.type === "optional") && def.innerType)
      at = def.innerType;
    else if (def.type === "pipe" && def.in) at = def.in;
    else return { schema: at, nullable };
  }
}

/** A first value that has the schema's shape; required texts are empty and the checks say so. */
export function blankOf(schema: z.ZodType): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case "default":
      return typeof def.defaultValue === "function" ? def.defaultValue() : structuredClone(def.defaultValue);
    case "nullable":
      return null;
    case "optional":
      return undefined;
    case "object":
      return Object.fromEntries(Object.entries(def.shape ?? {}).map(([key, field]) => [key, blankOf(field)]));
    case "union":
      return blankOf(def.options![0]!);
    case "array":
      return [];
    case "enum":
      return Object.values(def.entries ?? {})[0];
    case "literal":
      return def.values?.[0];
    case "number":
      return 1;
    case "boolean":
      return false;
    default:
      return "";
  }
}

const WORDS: Record<string, string> = {
  held_by: "Known by",
  grant_action: "Given by the operation",
  held_when: "Held when",
  not_before: "Not before",
  day_one: "On the first day",
};
const words = (name: string) =>
  WORDS[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
const LONG = new Set(["statement", "receipt", "text", "brief"]);

interface FieldProps {
  schema: z.ZodType;
  name: string;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Ids that a field of this name may name, with their labels. */
  idsFor: (name: string) => readonly { id: string; label: string }[];
}

/** One field of an object, drawn from its schema: texts, numbers, choices, lists and objects inside. */
export function SchemaField({ schema: given, name, value, onChange, idsFor }: FieldProps) {
  const id = useId();
  const { schema, nullable } = unwrap(given);
  const def = defOf(schema);
  if (nullable && value === null)
    return (
      <div className="edit-row">
        <span className="label">{words(name)}</span>
        <Button quiet icon="plus" onClick={() => onChange(blankOf(schema))}>
          None
        </Button>
      </div>
    );
  const clear = nullable && (
    <Button
      quiet
      square
      icon="cross"
      aria-label={`Take ${words(name)} away`}
      onClick={() => onChange(null)}
    />
  );
  const label = (
    <span className="edit-row">
      <label className="label" htmlFor={id}>
        {words(name)}
      </label>
      {clear}
    </span>
  );
  switch (def.type) {
    case "object":
      return (
        <fieldset className="edit-group">
          <legend className="edit-row">
            <span className="label">{words(name)}</span>
            {clear}
          </legend>
          <ObjectFields
            schema={schema}
            value={value as Record<string, unknown>}
            onChange={onChange}
            idsFor={idsFor}
          />
        </fieldset>
      );
    case "union": {
      const key = def.discriminator ?? "kind";
      const options = (def.options ?? []).map((option) => ({
        option,
        tag: String(defOf(defOf(option).shape![key]!).values?.[0]),
      }));
      const tag = String((value as Record<string, unknown>)[key]);
      const chosen = options.find((o) => o.tag === tag) ?? options[0]!;
      return (
        <div className="edit-field">
          {label}
          <select
            className="input"
            id={id}
            value={tag}
            onChange={(event) => {
              const next = options.find((o) => o.tag === event.target.value);
              if (!next) return;
              const fresh = blankOf(next.option) as Record<string, unknown>;
              const old = value as Record<string, unknown>;
              const kept = Object.keys(fresh).filter(
                (k) => k !== key && k in old && typeof old[k] === typeof fresh[k],
              );
              onChange({ ...fresh, ...Object.fromEntries(kept.map((k) => [k, old[k]])) });
            }}
          >
            {options.map((o) => (
              <option key={o.tag} value={o.tag}>
                {words(o.tag)}
              </option>
            ))}
          </select>
          <ObjectFields
            schema={chosen.option}
            value={value as Record<string, unknown>}
            onChange={onChange}
            idsFor={idsFor}
            without={[key]}
          />
        </div>
      );
    }
    case "array": {
      const list = (value ?? []) as unknown[];
      const element = def.element!;
      return (
        <fieldset className="edit-group">
          <legend className="label">{words(name)}</legend>
          {list.map((item, i) => (
            <div className="edit-item" key={i}>
              <SchemaField
                schema={element}
                name={singular(name, i)}
                value={item}
                onChange={(next) => onChange(list.map((old, j) => (j === i ? next : old)))}
                idsFor={(field) => (field === singular(name, i) ? idsFor(name) : idsFor(field))}
              />
              <Button
                quiet
                square
                icon="cross"
                aria-label={`Take ${words(name)} ${i + 1} away`}
                onClick={() => onChange(list.filter((_, j) => j !== i))}
              />
            </div>
          ))}
          <Button quiet icon="plus" onClick={() => onChange([...list, blankOf(element)])}>
            Add
          </Button>
        </fieldset>
      );
    }
    case "enum":
      return (
        <div className="edit-field">
          {label}
          <select
            className="input"
            id={id}
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
          >
            {Object.values(def.entries ?? {}).map((option) => (
              <option key={option} value={option}>
                {words(option)}
              </option>
            ))}
          </select>
        </div>
      );
    case "boolean":
      return (
        <label className="choice">
          <input
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
          {words(name)}
        </label>
      );
    case "number":
      return (
        <div className="edit-field">
          {label}
          <input
            className="input"
            id={id}
            type="number"
            value={String(value ?? "")}
            onChange={(event) => event.target.value !== "" && onChange(Number(event.target.value))}
          />
        </div>
      );
    case "literal":
      return null;
    default: {
      const ids = idsFor(name);
      if (LONG.has(name))
        return (
          <div className="edit-field">
            {label}
            <textarea
              className="input"
              id={id}
              rows={3}
              value={String(value ?? "")}
              onChange={(event) => onChange(event.target.value)}
            />
          </div>
        );
      if (ids.length > 0)
        return (
          <div className="edit-field">
            {label}
            <select
              className="input"
              id={id}
              value={String(value ?? "")}
              onChange={(event) => onChange(event.target.value)}
            >
              {!ids.some((o) => o.id === value) && (
                <option value={String(value ?? "")}>{String(value) || "Choose"}</option>
              )}
              {ids.map((o) => (
                <option key={o.id} value={o.id}>
                  {o.label}
                </option>
              ))}
            </select>
          </div>
        );
      return (
        <div className="edit-field">
          {label}
          <input
            className="input"
            id={id}
            value={String(value ?? "")}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      );
    }
  }
}

const singular = (name: string, i: number) => `${name.replace(/ies$/, "y").replace(/s$/, "")} ${i + 1}`;

/** The fields of an object in the order of its schema. */
export function ObjectFields({
  schema,
  value,
  onChange,
  idsFor,
  without = [],
}: {
  schema: z.ZodType;
  value: Record<string, unknown>;
  onChange: (value: unknown) => void;
  idsFor: FieldProps["idsFor"];
  without?: readonly string[];
}) {
  const shape = defOf(unwrap(schema).schema).shape ?? {};
  return (
    <>
      {Object.entries(shape)
        .filter(([key]) => !without.includes(key))
        .map(([key, field]) => (
          <SchemaField
            key={key}
            schema={field}
            name={key}
            value={value[key]}
            onChange={(next) => onChange({ ...value, [key]: next })}
            idsFor={idsFor}
          />
        ))}
    </>
  );
}
