import { canonicalJson } from "@/compiler/spec/canonical";
import type { WorldSpec } from "@/compiler/spec/world";

export const WORLD_LISTS = [
  "entities",
  "knowledge",
  "documents",
  "mutations",
  "forms",
  "status_surfaces",
  "time_events",
  "authorities",
  "terminals",
  "red_lines",
  "frictions",
] as const;
export type WorldList = (typeof WORLD_LISTS)[number];

export const LIST_WORDS: Record<WorldList, { one: string; many: string }> = {
  entities: { one: "Party", many: "Parties" },
  knowledge: { one: "Fact", many: "Facts" },
  documents: { one: "Document", many: "Documents" },
  mutations: { one: "Operation", many: "Operations" },
  forms: { one: "Form", many: "Forms" },
  status_surfaces: { one: "Status", many: "Statuses" },
  time_events: { one: "Time event", many: "Time events" },
  authorities: { one: "Permission", many: "Permissions" },
  terminals: { one: "Outcome", many: "Outcomes" },
  red_lines: { one: "Prohibited action or rule", many: "Prohibited actions and rules" },
  frictions: { one: "Friction", many: "Friction" },
};

export interface WorldChange {
  kind: "added" | "removed" | "changed";
  list: WorldList | "world";
  id: string;
  /** Fields that differ, with what they said before and say now as JSON. */
  fields: { name: string; before: string; now: string }[];
}

const SINGLES = ["title", "brief", "clock_start", "action_limit", "day_one"] as const;

const fieldsOf = (a: object, b: object) => {
  const before = new Map(Object.entries(a));
  const now = new Map(Object.entries(b));
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((name) => {
    const p = canonicalJson(before.get(name) ?? null);
    const q = canonicalJson(now.get(name) ?? null);
    return p === q ? [] : [{ name, before: p, now: q }];
  });
};

/** What changed between two worlds, object by object. The order of a list is no change. */
export function worldDiff(before: WorldSpec, now: WorldSpec): WorldChange[] {
  const pick = (spec: WorldSpec) => Object.fromEntries(SINGLES.map((name) => [name, spec[name]]));
  const world = fieldsOf(pick(before), pick(now));
  const out: WorldChange[] =
    world.length > 0 ? [{ kind: "changed", list: "world", id: now.id, fields: world }] : [];
  for (const list of WORLD_LISTS) {
    const old = new Map<string, object>(before[list].map((item) => [item.id, item]));
    const fresh = new Map<string, object>(now[list].map((item) => [item.id, item]));
    for (const [id, item] of fresh) {
      const was = old.get(id);
      if (!was) out.push({ kind: "added", list, id, fields: [] });
      else {
        const fields = fieldsOf(was, item);
        if (fields.length > 0) out.push({ kind: "changed", list, id, fields });
      }
    }
    for (const id of old.keys()) if (!fresh.has(id)) out.push({ kind: "removed", list, id, fields: [] });
  }
  return out;
}
