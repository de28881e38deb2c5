import type { z } from "zod";
import type { frictionSchema, terminalSchema } from "../spec/world";

const TERMINAL_KIND = {
  knowledge: "fact_discovered",
  documents: "document_obtained",
  status_surfaces: "required_state_observed",
  mutations: "action_completed",
  forms: "form_accepted",
} as const;

/** A required terminal in a group of its own; `value` is for a status. */
export function goal(
  kind: keyof typeof TERMINAL_KIND,
  target: string,
  value: string | null = null,
  rest: Partial<z.input<typeof terminalSchema>> = {},
) {
  const id = `out_${target}${value ? `_${value}` : ""}`;
  return {
    id,
    kind: TERMINAL_KIND[kind],
    target,
    value,
    group: id,
    required: true,
    label: id.replaceAll("_", " "),
    ...rest,
  };
}

/** A friction mechanism; its id is `<kind>_<target>` and its severity 1 unless told otherwise. */
export function friction<K extends z.input<typeof frictionSchema>["kind"]>(
  kind: K,
  target: string,
  rest: Omit<Extract<z.input<typeof frictionSchema>, { kind: K }>, "id" | "kind" | "target" | "severity"> & {
    id?: string;
    severity?: number;
  },
) {
  return { id: `${kind}_${target}`, kind, target, severity: 1, ...rest } as Extract<
    z.input<typeof frictionSchema>,
    { kind: K }
  >;
}
