import { minutesOf, minutesOfDay } from "../spec/moment";
import type { Requirement } from "../spec/requirement";
import { normalForm, type Value } from "../spec/value";
import type { ChannelKind, Effect, Exchange } from "../spec/world";
import { rankOf, sinceStart, type World } from "../spec/world-index";

/** A minute that never comes. */
export const NEVER = 0x7fffffff;
/** T5: a run ends this many minutes after its start at the latest. */
const LONGEST_RUN = 20 * 366 * 1440;
const LAST_MOMENT = minutesOf("9999-12-31T23:59");

/** Document cells. */
export const REQUESTED = 1;
export const HELD = 2;
export const READ = 3;

/** Form cells. */
export const SUBMITTED = 1;
export const REJECTED = 2;
export const ACCEPTED = 3;

/**
 * One AND-set over cells: it holds at `t` when every `cells[slots[i]] >= atLeast[i]` and
 * `from <= t <= until`.
 */
export interface ConditionSet {
  slots: number[];
  atLeast: number[];
  from: number;
  until: number;
}
export type Condition = readonly ConditionSet[];

export interface CompiledExchange {
  requires: Condition;
  grounding: Condition;
  shares: readonly number[];
  authorities: readonly number[];
  /** Channels that `via` names; empty leaves it to the defaults (C6). */
  via: readonly number[];
  participants: readonly number[];
  deadline: number;
}

export interface CompiledEffects {
  statuses: readonly { status: number; rank: number }[];
  facts: readonly number[];
  documents: readonly number[];
}

export interface CompiledFact {
  id: string;
  value: Value;
  /** Normal form of the true value (V1). */
  normal: string;
  protected: boolean;
  /** Parties that tell it, each with the exchange; several entries of one party are alternatives. */
  heldBy: readonly { party: number; exchange: CompiledExchange }[];
  reveals: readonly number[];
}

export interface CompiledDocument {
  id: string;
  owner: number;
  facts: readonly number[];
  exchange: CompiledExchange | null;
  handover: "at_once" | "collected" | "sent";
  delay: number;
  /** Timer of its arrival; -1 unless it is sent. */
  arrival: number;
}

export interface CompiledOperation {
  id: string;
  party: number;
  exchange: CompiledExchange;
  effects: CompiledEffects;
  grants: readonly number[];
  forbidden: boolean;
}

export interface CompiledField {
  id: string;
  attestation: boolean;
  verifiable: boolean;
  source: number;
  /** The right value of a value field; null for an attestation. */
  value: Value | null;
  /** Its normal form; for an attestation "yes" or "no". */
  normal: string;
  /** Cell that is 1 when the last submission got this field wrong. */
  wrong: number;
  forbidden: boolean;
}

export interface CompiledForm {
  id: string;
  party: number;
  exchange: CompiledExchange;
  effects: CompiledEffects;
  fields: readonly CompiledField[];
  forbidden: boolean;
  reviewDelay: number;
  /** Timers: when it comes to be held, and when a review ends. */
  held: number;
  review: number;
}

export interface CompiledStatus {
  id: string;
  party: number;
  exchange: CompiledExchange;
  initial: number;
  reveals: readonly { from: number; facts: readonly number[]; channels: readonly number[] }[];
}

export type ChannelClass = "live" | "written" | "outbound";

export interface CompiledChannel {
  id: string;
  party: number;
  kind: ChannelKind;
  class: ChannelClass;
  daily: readonly { from: number; to: number; weekdays: readonly number[] }[];
  single: readonly { from: number; to: number }[];
  openings: readonly { watch: number; minutes: number }[];
  retry: { tries: number; gap: number; other: number } | null;
}

export interface CompiledParty {
  id: string;
  channels: readonly number[];
  /** May be told any protected fact (E3): the patient and the case record. */
  exempt: boolean;
  /** Authorities whose recipient it is. */
  received: readonly number[];
  menu: readonly Item[];
  /** Facts whose values something on the menu asks for. */
  asksFor: ReadonlySet<number>;
}

export type ItemKind = "fact" | "document" | "status" | "operation" | "form";
/** Something on a party's menu; a document goes by the id of its request. */
export interface Item {
  id: string;
  kind: ItemKind;
  index: number;
  label: string;
}

/** A condition whose first minute matters: of a time event, of holding a form, of a relative opening. */
export interface Watch {
  condition: Condition;
  /** Timer that it sets; -1 for an opening. */
  timer: number;
  notBefore: number;
  delay: number;
}

export type Timer =
  | { kind: "arrival"; document: number }
  | { kind: "review"; form: number }
  | { kind: "held"; form: number }
  | { kind: "event"; effects: CompiledEffects };

/** Where each kind of object has its cells in a state. */
export interface Layout {
  clock: number;
  used: number;
  finished: number;
  nextDue: number;
  inCall: number;
  facts: number;
  documents: number;
  ready: number;
  operations: number;
  forms: number;
  verdicts: number;
  answered: number;
  fields: number;
  statuses: number;
  observed: number;
  authorities: number;
  channels: number;
  tries: number;
  firstTry: number;
  calls: number;
  watches: number;
  due: number;
  fired: number;
  size: number;
}

/** A world as the engine runs it: numbers instead of ids, every look-up made once. */
export interface CompiledWorld {
  world: World;
  layout: Layout;
  limit: number;
  /** Last minute of a run (T5). */
  horizon: number;
  parties: readonly CompiledParty[];
  channels: readonly CompiledChannel[];
  facts: readonly CompiledFact[];
  documents: readonly CompiledDocument[];
  operations: readonly CompiledOperation[];
  forms: readonly CompiledForm[];
  statuses: readonly CompiledStatus[];
  authorities: readonly string[];
  watches: readonly Watch[];
  timers: readonly Timer[];
  /** Watches to look at again when a cell grows. */
  watchersOf: readonly (readonly number[] | undefined)[];
  partyAt: ReadonlyMap<string, number>;
  channelAt: ReadonlyMap<string, number>;
  factAt: ReadonlyMap<string, number>;
  documentAt: ReadonlyMap<string, number>;
  formAt: ReadonlyMap<string, number>;
  itemAt: ReadonlyMap<string, Item>;
}

const CLASS: Record<ChannelKind, ChannelClass> = {
  phone: "live",
  in_person: "live",
  message: "written",
  portal: "written",
  email: "written",
  voicemail: "outbound",
  fax: "outbound",
  mail: "outbound",
};

const indexOf = (list: readonly { id: string }[]) => new Map(list.map((item, i) => [item.id, i]));

function group<T>(list: readonly T[], key: (item: T) => number): Map<number, T[]> {
  const out = new Map<number, T[]>();
  for (const item of list) {
    const before = out.get(key(item));
    if (before) before.push(item);
    else out.set(key(item), [item]);
  }
  return out;
}

function layOut(world: World, timers: number, watches: number): Layout {
  const { spec } = world;
  let size = 0;
  const take = (cells: number) => {
    const at = size;
    size += cells;
    return at;
  };
  const layout = {
    clock: take(1),
    used: take(1),
    finished: take(1),
    nextDue: take(1),
    inCall: take(1),
    facts: take(spec.knowledge.length),
    documents: take(spec.documents.length),
    ready: take(spec.documents.length),
    operations: take(spec.mutations.length),
    forms: take(spec.forms.length),
    verdicts: take(spec.forms.length),
    answered: take(spec.forms.length),
    fields: take(spec.forms.reduce((sum, form) => sum + form.fields.length, 0)),
    statuses: take(spec.status_surfaces.length),
    observed: take(spec.status_surfaces.length),
    authorities: take(spec.authorities.length),
    channels: take(world.channels.size),
    tries: take(world.channels.size),
    firstTry: take(world.channels.size),
    calls: take(spec.entities.length),
    watches: take(watches),
    due: take(timers),
    fired: take(timers),
  };
  return { ...layout, size };
}

const made = new WeakMap<World, CompiledWorld>();

/** Compiles a world for the engine; the same world is compiled once. */
export function compileWorld(world: World): CompiledWorld {
  const before = made.get(world);
  if (before) return before;
  const compiled = compile(world);
  made.set(world, compiled);
  return compiled;
}

function compile(world: World): CompiledWorld {
  const { spec, start } = world;
  const horizon = Math.min(LONGEST_RUN, LAST_MOMENT - start);
  const minute = (at: number) => Math.min(at, NEVER);

  const channelList = [...world.channels.values()].map(({ channel }) => channel);
  const partyAt = indexOf(spec.entities);
  const channelAt = indexOf(channelList);
  const factAt = indexOf(spec.knowledge);
  const documentAt = indexOf(spec.documents);
  const operationAt = indexOf(spec.mutations);
  const formAt = indexOf(spec.forms);
  const statusAt = indexOf(spec.status_surfaces);
  const authorityAt = indexOf(spec.authorities);
  /** `readWorld` has checked every reference, so a miss is a fault of ours. */
  const at = (index: ReadonlyMap<string, number>, id: string): number => {
    const found = index.get(id);
    if (found === undefined) throw new Error(`the world was not checked: ${id}`);
    return found;
  };
  const all = (index: ReadonlyMap<string, number>, ids: readonly string[]) => ids.map((id) => at(index, id));
  const rank = (id: string, value: string) => rankOf(spec.status_surfaces[at(statusAt, id)]!, value);

  const timers: Timer[] = [];
  const addTimer = (timer: Timer) => timers.push(timer) - 1;
  const arrivals = spec.documents.map((d, document) =>
    d.request?.handover === "sent" ? addTimer({ kind: "arrival", document }) : -1,
  );
  const reviews = spec.forms.map((_, form) => addTimer({ kind: "review", form }));
  const holdings = spec.forms.map((_, form) => addTimer({ kind: "held", form }));
  const openingCount = [...world.openings.values()].reduce((sum, list) => sum + list.length, 0);
  const layout = layOut(
    world,
    timers.length + spec.time_events.length,
    spec.forms.length + spec.time_events.length + openingCount,
  );

  const condition = (requirement: Requirement): Condition =>
    requirement.map((set) => {
      const out: ConditionSet = { slots: [], atLeast: [], from: 0, until: NEVER };
      const ask = (slot: number, atLeast: number) => {
        out.slots.push(slot);
        out.atLeast.push(atLeast);
      };
      for (const atom of set) {
        switch (atom.kind) {
          case "fact_known":
            ask(layout.facts + at(factAt, atom.fact), 1);
            break;
          case "document_read":
            ask(layout.documents + at(documentAt, atom.document), READ);
            break;
          case "action_completed":
            ask(layout.operations + at(operationAt, atom.mutation), 1);
            break;
          case "form_accepted":
            ask(layout.forms + at(formAt, atom.form), ACCEPTED);
            break;
          case "status_is":
            ask(layout.statuses + at(statusAt, atom.status), rank(atom.status, atom.value));
            break;
          case "authority_held":
            ask(layout.authorities + at(authorityAt, atom.authority), 1);
            break;
          case "time_reached":
            out.from = Math.max(out.from, minute(sinceStart(world, atom.at)));
            break;
          case "before_deadline":
            out.until = Math.min(out.until, sinceStart(world, atom.at));
            break;
        }
      }
      return out;
    });
  const exchange = (e: Exchange, target: string): CompiledExchange => ({
    requires: condition(e.requires),
    grounding: condition(e.grounding),
    shares: all(factAt, e.shares),
    authorities: all(authorityAt, e.authorities),
    via: all(channelAt, e.via),
    participants: all(partyAt, e.participants),
    deadline: minute(world.deadlines.get(target) ?? NEVER),
  });
  const effects = (list: readonly Effect[]): CompiledEffects => ({
    statuses: list.flatMap((e) =>
      e.kind === "set_status" ? [{ status: at(statusAt, e.status), rank: rank(e.status, e.value) }] : [],
    ),
    facts: list.flatMap((e) => (e.kind === "reveal_fact" ? [at(factAt, e.fact)] : [])),
    documents: list.flatMap((e) => (e.kind === "hand_document" ? [at(documentAt, e.document)] : [])),
  });

  const facts: CompiledFact[] = spec.knowledge.map((k) => ({
    id: k.id,
    value: k.value,
    normal: normalForm(k.value, k.value.value) ?? "",
    protected: k.protected,
    heldBy: k.held_by.map((h) => ({ party: at(partyAt, h.party), exchange: exchange(h, k.id) })),
    reveals: all(channelAt, k.reveals),
  }));
  const documents: CompiledDocument[] = spec.documents.map((d, i) => ({
    id: d.id,
    owner: at(partyAt, d.owner),
    facts: all(factAt, d.facts),
    exchange: d.request && exchange(d.request, d.id),
    handover:
      d.request?.handover === "at_once" && world.delays.has(d.id)
        ? "collected"
        : (d.request?.handover ?? "at_once"),
    delay: minute(world.delays.get(d.id) ?? 0),
    arrival: arrivals[i]!,
  }));
  const operations: CompiledOperation[] = spec.mutations.map((m) => ({
    id: m.id,
    party: at(partyAt, m.party),
    exchange: exchange(m, m.id),
    effects: effects(m.effects),
    grants: all(
      authorityAt,
      (world.grants.get(m.id) ?? []).map((a) => a.id),
    ),
    forbidden: world.forbidden.has(m.id),
  }));

  const watches: Watch[] = [];
  let nextField = layout.fields;
  const forms: CompiledForm[] = spec.forms.map((f, i) => {
    watches.push({ condition: condition(f.held_when), timer: holdings[i]!, notBefore: 0, delay: 0 });
    return {
      id: f.id,
      party: at(partyAt, f.party),
      exchange: exchange(f, f.id),
      effects: effects(f.effects),
      forbidden: world.forbidden.has(f.id),
      reviewDelay: minute(world.reviews.get(f.id) ?? 0),
      held: holdings[i]!,
      review: reviews[i]!,
      fields: f.fields.map((field) => {
        const source = field.source === null ? -1 : at(factAt, field.source);
        const attestation = field.kind === "attestation";
        const value = facts[source]?.value ?? field.expected;
        return {
          id: field.id,
          attestation,
          verifiable: field.verifiable,
          source,
          value: attestation ? null : value,
          normal: attestation
            ? value?.type === "text" && normalForm(value, value.value) === "no"
              ? "no"
              : "yes"
            : value
              ? (normalForm(value, value.value) ?? "")
              : "",
          wrong: nextField++,
          forbidden: world.forbiddenFields.has(`${f.id}.${field.id}`),
        };
      }),
    };
  });
  for (const event of spec.time_events) {
    const timer = addTimer({ kind: "event", effects: effects(event.effects) });
    watches.push({
      condition: condition(event.starts),
      timer,
      notBefore: event.not_before === null ? 0 : minute(Math.max(0, sinceStart(world, event.not_before))),
      delay: minute(world.delays.get(event.id) ?? 0),
    });
  }
  const channels: CompiledChannel[] = channelList.map((channel) => {
    const retry = world.retries.get(channel.id);
    const windows = world.windows.get(channel.id) ?? [];
    return {
      id: channel.id,
      party: at(partyAt, world.channels.get(channel.id)!.entity.id),
      kind: channel.kind,
      class: CLASS[channel.kind],
      daily: windows.flatMap((w) =>
        w.daily
          ? [
              {
                from: minutesOfDay(w.daily.from),
                to: minutesOfDay(w.daily.to),
                weekdays: w.daily.weekdays,
              },
            ]
          : [],
      ),
      single: windows.flatMap((w) =>
        w.single ? [{ from: sinceStart(world, w.single.from), to: sinceStart(world, w.single.to) }] : [],
      ),
      openings: (world.openings.get(channel.id) ?? []).map((o) => ({
        watch: watches.push({ condition: condition(o.after), timer: -1, notBefore: 0, delay: 0 }) - 1,
        minutes: o.minutes,
      })),
      retry: retry
        ? {
            tries: retry.tries,
            gap: retry.gap_minutes,
            other: retry.other_channel === null ? -1 : at(channelAt, retry.other_channel),
          }
        : null,
    };
  });

  const statuses: CompiledStatus[] = spec.status_surfaces.map((s) => ({
    id: s.id,
    party: at(partyAt, s.party),
    exchange: exchange(s.observe, s.id),
    initial: rankOf(s, s.initial),
    reveals: s.reveals.map((r) => ({
      from: rankOf(s, r.from),
      facts: all(factAt, r.facts),
      channels: all(channelAt, r.channels),
    })),
  }));

  const menus = group<{ party: number; item: Item }>(
    [
      ...spec.knowledge.flatMap((k, index) => {
        const item: Item = { id: k.id, kind: "fact", index, label: k.label };
        return [...new Set(facts[index]!.heldBy.map((h) => h.party))].map((party) => ({ party, item }));
      }),
      ...spec.documents.flatMap((d, index) =>
        d.request
          ? [
              {
                party: documents[index]!.owner,
                item: { id: d.request.id, kind: "document" as const, index, label: d.request.label },
              },
            ]
          : [],
      ),
      ...spec.status_surfaces.map((s, index) => ({
        party: statuses[index]!.party,
        item: { id: s.id, kind: "status" as const, index, label: s.label },
      })),
      ...spec.mutations.map((m, index) => ({
        party: operations[index]!.party,
        item: { id: m.id, kind: "operation" as const, index, label: m.label },
      })),
      ...spec.forms.map((f, index) => ({
        party: forms[index]!.party,
        item: { id: f.id, kind: "form" as const, index, label: f.title },
      })),
    ],
    (entry) => entry.party,
  );
  const received = group(
    spec.authorities.map((a, index) => ({ party: at(partyAt, a.recipient), index })),
    (entry) => entry.party,
  );
  const ofParty = group(
    channels.map((channel, index) => ({ party: channel.party, index })),
    (entry) => entry.party,
  );
  const exchangesOf = ({ kind, index }: Item, party: number): readonly (CompiledExchange | null)[] =>
    ({
      fact: () => facts[index]!.heldBy.flatMap((h) => (h.party === party ? [h.exchange] : [])),
      document: () => [documents[index]!.exchange],
      status: () => [statuses[index]!.exchange],
      operation: () => [operations[index]!.exchange],
      form: () => [forms[index]!.exchange],
    })[kind]();
  const parties: CompiledParty[] = spec.entities.map((entity, i) => ({
    id: entity.id,
    channels: (ofParty.get(i) ?? []).map((c) => c.index),
    exempt: entity.kind === "patient" || entity.kind === "case_record",
    received: (received.get(i) ?? []).map((a) => a.index),
    menu: (menus.get(i) ?? []).map((entry) => entry.item),
    asksFor: new Set(
      (menus.get(i) ?? []).flatMap(({ item }) => exchangesOf(item, i).flatMap((e) => e?.shares ?? [])),
    ),
  }));

  const watchersOf: number[][] = [];
  watches.forEach((watch, w) => {
    for (const slot of new Set(watch.condition.flatMap((set) => set.slots))) {
      const before = watchersOf[slot];
      if (before) before.push(w);
      else watchersOf[slot] = [w];
    }
  });

  return {
    world,
    layout,
    limit: spec.action_limit,
    horizon,
    parties,
    channels,
    facts,
    documents,
    operations,
    forms,
    statuses,
    authorities: spec.authorities.map((a) => a.id),
    watches,
    timers,
    watchersOf,
    partyAt,
    channelAt,
    factAt,
    documentAt,
    formAt,
    itemAt: new Map(parties.flatMap((party) => party.menu.map((item) => [item.id, item] as const))),
  };
}
