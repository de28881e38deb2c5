import { minutesOf } from "@/compiler/spec/moment";
import type { Atom, Requirement } from "@/compiler/spec/requirement";
import type { Effect } from "@/compiler/spec/world";
import type { World } from "@/compiler/spec/world-index";

/**
 * The earliest minute in which each status has the last value it can reach, from the earliest times of what sets it. Only
 * for placing nodes: what can be reached is the oracle's word.
 */
export function statusTimes(world: World, earliest: Readonly<Record<string, number>>): Map<string, number> {
  const NEVER = Number.POSITIVE_INFINITY;
  const values = new Map<string, Map<number, number>>();
  const note = (effects: readonly Effect[], minute: number) => {
    for (const e of effects) {
      if (e.kind !== "set_status" || minute === NEVER) continue;
      const rank = world.statuses.get(e.status)?.values.findIndex((v) => v.id === e.value) ?? -1;
      const own = values.get(e.status) ?? new Map<number, number>();
      own.set(rank, Math.min(minute, own.get(rank) ?? NEVER));
      values.set(e.status, own);
    }
  };
  const timeOf = (atom: Atom): number => {
    switch (atom.kind) {
      case "fact_known":
        return earliest[atom.fact] ?? NEVER;
      case "document_read":
        return earliest[atom.document] ?? NEVER;
      case "action_completed":
        return earliest[atom.mutation] ?? NEVER;
      case "form_accepted":
        return earliest[atom.form] ?? NEVER;
      case "authority_held":
        return earliest[atom.authority] ?? NEVER;
      case "status_is": {
        const status = world.statuses.get(atom.status);
        const rank = status?.values.findIndex((v) => v.id === atom.value) ?? -1;
        if (status && status.values.findIndex((v) => v.id === status.initial) >= rank) return 0;
        const times = [...(values.get(atom.status) ?? [])].filter(([r]) => r >= rank).map(([, m]) => m);
        return Math.min(NEVER, ...times);
      }
      case "time_reached":
        return Math.max(0, minutesOf(atom.at) - world.start);
      case "before_deadline":
        return 0;
    }
  };
  const holdsFrom = (r: Requirement) =>
    r.length === 0 ? 0 : Math.min(...r.map((set) => Math.max(0, ...set.map(timeOf))));
  for (const m of world.mutations.values()) note(m.effects, earliest[m.id] ?? NEVER);
  for (const f of world.forms.values()) note(f.effects, earliest[f.id] ?? NEVER);
  for (let pass = 0; pass < 3; pass++)
    for (const event of world.events.values()) {
      const from = Math.max(
        holdsFrom(event.starts),
        event.not_before ? minutesOf(event.not_before) - world.start : 0,
      );
      note(event.effects, from + (world.delays.get(event.id) ?? 0));
    }
  const out = new Map<string, number>();
  for (const status of world.statuses.values()) {
    const own = [...(values.get(status.id) ?? [])].sort(([a], [b]) => a - b);
    out.set(status.id, own.length > 0 ? Math.max(...own.map(([, minute]) => minute)) : 0);
  }
  return out;
}
