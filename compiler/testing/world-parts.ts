import type { z } from "zod";
import type {
  channelKindSchema,
  documentSchema,
  entitySchema,
  formSchema,
  knowledgeSchema,
  mutationSchema,
  statusSurfaceSchema,
  timeEventSchema,
} from "../spec/world";

type Input<S extends z.ZodType> = Partial<z.input<S>>;
type ChannelKind = z.infer<typeof channelKindSchema>;

const words = (id: string) => id.replaceAll("_", " ");

/** A party `id` with one channel of each kind, called `<id>_<kind>`. */
export function party(
  id: string,
  kinds: readonly ChannelKind[] = ["phone"],
  rest: Input<typeof entitySchema> = {},
) {
  const channels = kinds.map((kind) => ({ id: `${id}_${kind}`, kind, label: `${words(id)} ${words(kind)}` }));
  return { id, name: words(id), kind: "provider" as const, channels, ...rest };
}

/** The patient, reachable by phone. */
export const patient = (rest: Input<typeof entitySchema> = {}) =>
  party("patient", ["phone"], { kind: "patient", ...rest });

/** A fact told by `holder` (none: nobody tells it), with the value `"<id> value"` unless told otherwise. */
export function fact(
  id: string,
  holder: string | NonNullable<z.input<typeof knowledgeSchema>["held_by"]> = [],
  rest: Input<typeof knowledgeSchema> = {},
) {
  return {
    id,
    label: words(id),
    statement: `The ${words(id)} is known.`,
    value: { type: "text" as const, value: `${words(id)} value` },
    held_by: typeof holder === "string" ? [{ party: holder }] : holder,
    ...rest,
  };
}

/** A document of `owner`, asked for as `<id>_request` when a handover is given. */
export function paper(
  id: string,
  owner: string,
  handover: "at_once" | "collected" | "sent" | null,
  rest: Input<typeof documentSchema> & {
    needs?: Partial<NonNullable<z.input<typeof documentSchema>["request"]>>;
  } = {},
) {
  const { needs, ...others } = rest;
  const request = handover && { id: `${id}_request`, label: `copy of the ${words(id)}`, handover, ...needs };
  return { id, owner, title: `The ${words(id)}`, facts: [], request, ...others };
}

/** An operation at `at`. */
export function operation(id: string, at: string, rest: Input<typeof mutationSchema> = {}) {
  return { id, party: at, label: words(id), receipt: `Done: ${words(id)}.`, ...rest };
}

/** A form for `at`; a field is a source fact's id or a whole field. */
export function form(
  id: string,
  at: string,
  fields: readonly (string | z.input<typeof formSchema>["fields"][number])[],
  rest: Input<typeof formSchema> = {},
) {
  return {
    id,
    party: at,
    title: `${words(id)} form`,
    receipt: `Received: ${words(id)}.`,
    fields: fields.map((field) =>
      typeof field === "string"
        ? { id: field, label: words(field), kind: "value" as const, source: field, verifiable: true }
        : field,
    ),
    ...rest,
  };
}

/** A status at `at` with ranked values; the first is the initial one. */
export function status(
  id: string,
  at: string,
  values: readonly string[],
  rest: Input<typeof statusSurfaceSchema> = {},
) {
  return {
    id,
    party: at,
    label: words(id),
    values: values.map((value) => ({ id: value, label: words(value) })),
    initial: values[0] ?? "",
    observe: {},
    ...rest,
  };
}

/** A time event. */
export function event(
  id: string,
  rest: Input<typeof timeEventSchema> & Pick<z.input<typeof timeEventSchema>, "effects">,
) {
  return { id, label: words(id), ...rest };
}

/** A permission of `grantor` for `recipient`; `null`: given by no operation. */
export function consent(
  id: string,
  recipient: string,
  grant_action: string | null = `grant_${id}`,
  grantor = "patient",
) {
  return { id, grantor, recipient, scope: words(id), grant_action };
}
