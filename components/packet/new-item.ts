import type { ItemContent, Section } from "@/lib/contracts/item";

const shape = { origin: "expert", decision: "undecided", evidence: [], comments: [] };
const needs = { give_first: [], permissions: [], after: [], confirmed_by: [], over: [], together_with: [] };
const brings = { leaves: [], tells: [], hands_over: [] };

/** The fields of a step of a kind, empty. */
export function stepFields(kind: string, id: string): Record<string, unknown> {
  if (kind === "permission")
    return {
      kind,
      party: "",
      what: "",
      for_party: "",
      scope: "",
      answer: "",
      permission: `${id}_given`,
      on_file: false,
      ...needs,
    };
  if (kind === "form")
    return { kind, party: "", what: "", answer: "", ...brings, held_after: [], fields: [], ...needs };
  if (kind === "check") return { kind, party: "", what: "", states: [], shows: [], ...needs };
  return { kind: "action", party: "", what: "", answer: "", ...brings, ...needs };
}

/** A new item of a section, empty and undecided. */
export function emptyItem(section: Exclude<Section, "about" | "brief">, id: string): ItemContent {
  const fields: Record<typeof section, Record<string, unknown>> = {
    parties: { name: "", kind: "community", contacts: [], look_alike: false },
    exchanges: {
      teller: null,
      also_told_by: [],
      told: "advocate",
      what: "",
      statement: "",
      value: null,
      sensitive: false,
      on_file: false,
      opens: [],
      document: null,
      ...needs,
    },
    steps: stepFields("action", id),
    outcomes: { text: "", required: true, alternatives: [] },
    prohibited: { text: "", step: null, field: null },
    blockers: { text: "", hardship: null },
    practices: { kind: "best", text: "" },
  };
  return { id, ...shape, ...fields[section] };
}

/** What a step keeps when its kind changes. */
export function asStepKind(content: ItemContent, kind: string): ItemContent {
  const fresh = stepFields(kind, content.id);
  const kept = Object.fromEntries(
    Object.keys(fresh).map((key) => [key, key === "kind" ? kind : (content[key] ?? fresh[key])]),
  );
  return {
    id: content.id,
    origin: content.origin,
    decision: content.decision,
    evidence: content.evidence,
    comments: content.comments,
    ...kept,
  };
}
