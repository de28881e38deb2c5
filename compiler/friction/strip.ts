import { objectOf, type Requirement } from "../spec/requirement";
import type { Effect, Exchange, Friction, WorldSpec } from "../spec/world";

/** The friction-free world: no mechanism, no decoy, nothing that only belonged to one (paper, appendix I). */
export function stripFriction(spec: WorldSpec): WorldSpec {
  return keepFrictions(spec, () => false);
}

/**
 * The world with only those mechanisms and decoys that `keep` accepts. Needs, permissions, rules, outcomes
 * and the action limit stay as they are. A way to reach a party that only an unanswered call made known
 * becomes known together with the way that was called.
 */
export function keepFrictions(spec: WorldSpec, keep: (friction: Friction) => boolean): WorldSpec {
  const frictions = spec.frictions.filter(keep);
  const keptDecoys = new Set(frictions.flatMap((f) => (f.kind === "decoy" ? [f.target] : [])));
  const decoys = spec.entities.filter((e) => e.decoy && !keptDecoys.has(e.id));
  const opened = otherWays(spec, frictions);
  if (decoys.length === 0 && opened.size === 0) return { ...spec, frictions };
  return withoutGone(spec, frictions, goneWith(spec, new Set(decoys.map((e) => e.id))), opened);
}

/** Channels that lose the missed calls that made them known, by the channel that was called. */
function otherWays(spec: WorldSpec, kept: readonly Friction[]): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  for (const f of spec.frictions)
    if (f.kind === "retry" && f.other_channel !== null && !kept.includes(f))
      out.set(f.target, f.other_channel);
  return out;
}

function effectTarget(effect: Effect): string {
  return effect.kind === "set_status"
    ? effect.status
    : effect.kind === "reveal_fact"
      ? effect.fact
      : effect.document;
}

/** Whether each alternative of a requirement asks for something that is gone. */
function isImpossible(requirement: Requirement, gone: ReadonlySet<string>): boolean {
  return requirement.length > 0 && requirement.every((set) => set.some((a) => gone.has(objectOf(a) ?? "")));
}

/** Whether an exchange can no longer happen. */
function isDead(
  { requires, grounding, shares, participants, via }: Exchange,
  gone: ReadonlySet<string>,
): boolean {
  return (
    isImpossible(requires, gone) ||
    isImpossible(grounding, gone) ||
    [...shares, ...participants].some((id) => gone.has(id)) ||
    (via.length > 0 && via.every((channel) => gone.has(channel)))
  );
}

/**
 * Ids of everything that goes with the decoys: what can no longer happen, and what is about them and nothing that stays
 * asks for. What does not take a decoy to come by, and is needed, stays.
 */
function goneWith(spec: WorldSpec, decoys: ReadonlySet<string>): ReadonlySet<string> {
  const gone = new Set(decoys);
  if (decoys.size === 0) return gone;
  for (const e of spec.entities) if (decoys.has(e.id)) for (const c of e.channels) gone.add(c.id);
  const dayOne = new Set([...spec.day_one.facts, ...spec.day_one.documents, ...spec.day_one.authorities]);
  const grants = byGrantAction(spec.authorities);
  const givenBefore = given(spec, new Set());
  for (let before = -1; before !== gone.size; ) {
    before = gone.size;
    const add = (id: string, is: boolean) => {
      if (is) gone.add(id);
    };
    const gives = given(spec, gone);
    const needs = needed(spec, gone);
    const leadsOn = (k: WorldSpec["knowledge"][number]) =>
      needs.has(k.id) || k.reveals.some((c) => !gone.has(c));
    const facts = new Map(spec.knowledge.map((k) => [k.id, k]));
    const onlyGrants = ({ id, effects }: WorldSpec["mutations"][number]) =>
      grants.get(id)?.every((a) => gone.has(a.id)) === true && effects.length === 0 && !needs.has(id);
    for (const a of spec.authorities)
      add(
        a.id,
        !needs.has(a.id) &&
          (gone.has(a.recipient) ||
            (a.grant_action !== null && gone.has(a.grant_action) && !dayOne.has(a.id))),
      );
    for (const d of spec.documents) {
      const asked = d.request !== null && !gone.has(d.owner) && !isDead(d.request, gone);
      const useful = needs.has(d.id) || d.facts.some((f) => !gone.has(f) && leadsOn(facts.get(f)!));
      add(d.id, gone.has(d.owner) && (!useful || (!asked && !gives.has(d.id) && !dayOne.has(d.id))));
    }
    for (const m of spec.mutations) add(m.id, gone.has(m.party) || isDead(m, gone) || onlyGrants(m));
    for (const f of spec.forms)
      add(
        f.id,
        gone.has(f.party) ||
          isDead(f, gone) ||
          isImpossible(f.held_when, gone) ||
          f.fields.some((field) => gone.has(field.source ?? "")),
      );
    for (const s of spec.status_surfaces)
      add(s.id, gone.has(s.party) && !gives.has(s.id) && !needs.has(s.id));
    for (const e of spec.time_events)
      add(e.id, isImpossible(e.starts, gone) || e.effects.every((effect) => gone.has(effectTarget(effect))));
    for (const k of spec.knowledge) {
      if (dayOne.has(k.id)) continue;
      const told = k.held_by.some((h) => !gone.has(h.party) && !isDead(h, gone));
      const orphan = (k.held_by.length > 0 || givenBefore.has(k.id)) && !told && !gives.has(k.id);
      add(k.id, orphan || (k.reveals.length > 0 && !leadsOn(k)));
    }
  }
  return gone;
}

function byGrantAction(authorities: WorldSpec["authorities"]): ReadonlyMap<string, WorldSpec["authorities"]> {
  const out = new Map<string, WorldSpec["authorities"]>();
  for (const a of authorities) {
    if (a.grant_action === null) continue;
    const before = out.get(a.grant_action);
    if (before) before.push(a);
    else out.set(a.grant_action, [a]);
  }
  return out;
}

/** What documents, receipts, events or observations of the remaining world bring: facts, documents, statuses. */
function given(spec: WorldSpec, gone: ReadonlySet<string>): ReadonlySet<string> {
  const effects = [...spec.mutations, ...spec.forms, ...spec.time_events]
    .filter((x) => !gone.has(x.id))
    .flatMap((x) => x.effects);
  return new Set([
    ...spec.documents.filter((d) => !gone.has(d.id)).flatMap((d) => d.facts),
    ...effects.map(effectTarget),
    ...spec.status_surfaces.filter((s) => !gone.has(s.id)).flatMap((s) => s.reveals.flatMap((r) => r.facts)),
  ]);
}

/** What the exchanges, conditions, forms and outcomes of the remaining world ask for. */
function needed(spec: WorldSpec, gone: ReadonlySet<string>): ReadonlySet<string> {
  const out = new Set(spec.terminals.map((t) => t.target));
  const need = (requirement: Requirement) => {
    for (const atom of requirement.flat()) out.add(objectOf(atom) ?? "");
  };
  const needs = (exchange: Exchange) => {
    need(exchange.requires);
    need(exchange.grounding);
    for (const id of [...exchange.shares, ...exchange.authorities]) out.add(id);
  };
  const here = <T extends { id: string }>(list: readonly T[]) => list.filter((x) => !gone.has(x.id));
  for (const k of here(spec.knowledge)) k.held_by.filter((h) => !gone.has(h.party)).forEach(needs);
  for (const d of here(spec.documents)) if (d.request && !gone.has(d.owner)) needs(d.request);
  for (const m of here(spec.mutations)) needs(m);
  for (const s of here(spec.status_surfaces)) if (!gone.has(s.party)) needs(s.observe);
  for (const e of here(spec.time_events)) need(e.starts);
  for (const f of here(spec.forms)) {
    needs(f);
    need(f.held_when);
    for (const field of f.fields) if (field.source) out.add(field.source);
  }
  for (const f of spec.frictions) if (f.kind === "relative_opening" && !gone.has(f.target)) need(f.after);
  return out;
}

/** Decoys that own or give something that stays: they stay as a name, with no way to reach them. */
function namesLeft(spec: WorldSpec, gone: ReadonlySet<string>): ReadonlySet<string> {
  const here = <T extends { id: string }>(list: readonly T[]) => list.filter((x) => !gone.has(x.id));
  return new Set([
    ...here(spec.documents).map((d) => d.owner),
    ...here(spec.status_surfaces).map((s) => s.party),
    ...here(spec.authorities).flatMap((a) => [a.grantor, a.recipient]),
  ]);
}

function withoutGone(
  spec: WorldSpec,
  frictions: readonly Friction[],
  gone: ReadonlySet<string>,
  opened: ReadonlyMap<string, string>,
): WorldSpec {
  const here = <T extends { id: string }>(list: readonly T[]) => list.filter((x) => !gone.has(x.id));
  const names = namesLeft(spec, gone);
  const ids = (list: readonly string[]) => list.filter((id) => !gone.has(id));
  const channels = (list: readonly string[]) => [
    ...new Set(ids(list).flatMap((id) => [id, ...(opened.get(id) ? [opened.get(id) as string] : [])])),
  ];
  const requirement = (sets: Requirement) =>
    sets.filter((set) => !set.some((atom) => gone.has(objectOf(atom) ?? "")));
  const exchange = <T extends Exchange>(x: T): T => ({
    ...x,
    requires: requirement(x.requires),
    grounding: requirement(x.grounding),
    shares: ids(x.shares),
    authorities: ids(x.authorities),
    via: ids(x.via),
    participants: ids(x.participants),
  });
  const effects = (list: readonly Effect[]) => list.filter((e) => !gone.has(effectTarget(e)));
  return {
    ...spec,
    day_one: {
      contacts: channels(spec.day_one.contacts),
      facts: ids(spec.day_one.facts),
      documents: ids(spec.day_one.documents),
      authorities: ids(spec.day_one.authorities),
    },
    entities: spec.entities.flatMap((e) =>
      !gone.has(e.id) ? [e] : names.has(e.id) ? [{ ...e, channels: [] }] : [],
    ),
    knowledge: here(spec.knowledge).map((k) => ({
      ...k,
      held_by: k.held_by.filter((h) => !gone.has(h.party) && !isDead(h, gone)).map(exchange),
      reveals: channels(k.reveals),
    })),
    documents: here(spec.documents).map((d) => ({
      ...d,
      facts: ids(d.facts),
      request: d.request && !gone.has(d.owner) && !isDead(d.request, gone) ? exchange(d.request) : null,
    })),
    mutations: here(spec.mutations).map((m) => ({ ...exchange(m), effects: effects(m.effects) })),
    forms: here(spec.forms).map((f) => ({
      ...exchange(f),
      held_when: requirement(f.held_when),
      effects: effects(f.effects),
    })),
    status_surfaces: here(spec.status_surfaces).map((s) => ({
      ...s,
      observe: exchange(s.observe),
      reveals: s.reveals.map((r) => ({ ...r, facts: ids(r.facts), channels: channels(r.channels) })),
    })),
    time_events: here(spec.time_events).map((e) => ({
      ...e,
      starts: requirement(e.starts),
      effects: effects(e.effects),
    })),
    authorities: here(spec.authorities).map((a) =>
      a.grant_action !== null && gone.has(a.grant_action) ? { ...a, grant_action: null } : a,
    ),
    terminals: spec.terminals.filter((t) => !gone.has(t.target)),
    red_lines: spec.red_lines.filter((r) => r.kind === "conduct_rule" || !gone.has(r.target)),
    frictions: frictions
      .filter((f) => !gone.has(f.target) && !(f.kind === "relative_opening" && isImpossible(f.after, gone)))
      .map((f) => (f.kind === "relative_opening" ? { ...f, after: requirement(f.after) } : f)),
  };
}
