import { z } from "zod";
import { sameJson } from "../spec/canonical";
import { type Finding, finding } from "../spec/finding";
import { LIMITS } from "../spec/limits";
import { type Read, readJson } from "../spec/read";
import type { Exchange, WorldSpec } from "../spec/world";

/**
 * What a repair may rewire: how things that the packet has hang together, and what they are called. It can add and
 * remove nothing, and never touches outcomes, prohibitions, permissions, hardships, the brief or the first day.
 */
export const REPAIRABLE = {
  knowledge: ["label", "reveals", "held_by"],
  documents: ["title", "facts", "request"],
  mutations: ["label", "requires", "via", "participants", "effects", "receipt"],
  forms: ["title", "held_when", "requires", "via", "participants", "effects", "receipt"],
  status_surfaces: ["label", "observe", "reveals", "values"],
  time_events: ["label", "starts", "not_before", "effects"],
} as const satisfies Partial<Record<keyof WorldSpec, readonly string[]>>;

type RepairableList = keyof typeof REPAIRABLE;
const LISTS = Object.keys(REPAIRABLE) as [RepairableList, ...RepairableList[]];

/** One change to one field of one object that is there already. `json` is the field's new value. */
export const editSchema = z.strictObject({
  list: z.enum(LISTS),
  id: z.string(),
  field: z.string(),
  json: z.string().max(LIMITS.brief),
});
export type Edit = z.infer<typeof editSchema>;

/** What an edit changed, for a person to read. */
export interface Difference {
  id: string;
  field: string;
  before: unknown;
  after: unknown;
}

const refuse = (edit: Edit, message: string, fix: string): Finding =>
  finding("propose/edit-refused", message, { path: `$.${edit.list}`, fix, nodes: [edit.id] });

/** Carries out edits on a copy. An edit that reaches further than a repair may is a finding, and nothing is done. */
export function applyEdits(spec: WorldSpec, edits: readonly Edit[]): Read<unknown> {
  const out = JSON.parse(JSON.stringify(spec)) as WorldSpec;
  const findings: Finding[] = [];
  for (const edit of edits) {
    const fields: readonly string[] = REPAIRABLE[edit.list] ?? [];
    const target = (out[edit.list] as { id: string }[]).find((object) => object.id === edit.id);
    if (!target) {
      findings.push(refuse(edit, `There is no "${edit.id}" to change.`, "Change only what is there."));
      continue;
    }
    if (!fields.includes(edit.field)) {
      findings.push(refuse(edit, `A repair does not change "${edit.field}".`, "Leave it to a person."));
      continue;
    }
    const value = readJson(edit.json);
    if (!value.ok) {
      findings.push(refuse(edit, `The new value of "${edit.field}" is not JSON.`, "Give the value as JSON."));
      continue;
    }
    (target as Record<string, unknown>)[edit.field] = value.value;
  }
  return findings.length > 0 ? { ok: false, findings } : { ok: true, value: out };
}

/** By whom and how each fact, paper and state is had. */
function exchangesOf(spec: WorldSpec): Map<string, Exchange> {
  return new Map([
    ...spec.knowledge.flatMap((k) => k.held_by.map((h, i) => [`${k.id} ${h.party} ${i}`, h] as const)),
    ...spec.documents.flatMap((d) => (d.request ? [[d.id, d.request] as const] : [])),
    ...spec.status_surfaces.map((s) => [s.id, s.observe] as const),
  ]);
}

/** Where a repaired world asks for less than the one before: fewer permissions, values, grounds, or other holders. */
export function weakenings(before: WorldSpec, after: WorldSpec): Finding[] {
  const found = exchangesOf(after);
  return [...exchangesOf(before)].flatMap(([key, was]): Finding[] => {
    const id = key.split(" ")[0] ?? key;
    const now = found.get(key);
    const kept =
      now &&
      was.authorities.every((one) => now.authorities.includes(one)) &&
      was.shares.every((one) => now.shares.includes(one)) &&
      sameJson(was.grounding, now.grounding);
    return kept
      ? []
      : [
          finding("propose/weakened", `The repair lets go of what "${id}" asks for.`, {
            fix: "Keep the permissions, values and grounds of every exchange.",
            nodes: [id],
          }),
        ];
  });
}

/** What is different, field by field. Both worlds have the same objects. */
export function differencesOf(before: WorldSpec, after: WorldSpec): Difference[] {
  return LISTS.flatMap((list) =>
    (before[list] as { id: string }[]).flatMap((object) => {
      const now = (after[list] as { id: string }[]).find((other) => other.id === object.id);
      return REPAIRABLE[list].flatMap((field): Difference[] => {
        const was = (object as Record<string, unknown>)[field];
        const is = (now as Record<string, unknown> | undefined)?.[field];
        return sameJson(was, is) ? [] : [{ id: object.id, field, before: was, after: is }];
      });
    }),
  );
}
