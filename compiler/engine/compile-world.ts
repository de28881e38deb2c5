import { canonicalJson } from "../spec/canonical";
import { minutesOf, minutesOfDay } from "../spec/moment";
import type { Requirement } from "../spec/requirement";
import { isSaid, sayings } from "../spec/value";
import type { ChannelKind, Effect, Exchange, FormField } from "../spec/world";
import { rankOf, sinceStart, type World } from "../spec/world-index";
import {
  ACCEPTED,
  type ChannelClass,
  type CompiledChannel,
  type CompiledDocument,
  type CompiledEffects,
  type CompiledExchange,
  type CompiledFact,
  type CompiledField,
  type CompiledForm,
  type CompiledOperation,
  type CompiledParty,
  type CompiledStatus,
  type CompiledWorld,
  type Condition,
  type ConditionSet,
  type Item,
  type Layout,
  NEVER,
  READ,
  type Timer,
  type Watch,
} from "./compiled-world";
import { layOut } from "./layout";

/** T5: a run ends this many minutes after its start at the latest. */
const LONGEST_RUN = 20 * 366 * 1440;
const LAST_MOMENT = minutesOf("9999-12-31T23:59");

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

const made = new WeakMap<World, CompiledWorld>();

/** Compiles a world for the engine; the same world is compiled once. */
export function compileWorld(world: World): CompiledWorld {
  const before = made.get(world);
  if (before) return before;
  const compiled = new Compiler(world).compile();
  made.set(world, compiled);
  return compiled;
}

/** The same world under another action limit; everything else that was compiled is shared. */
export function withActionLimit(world: World, limit: number): World {
  const other = { ...world, spec: { ...world.spec, action_limit: limit } };
  made.set(other, { ...compileWorld(world), world: other, limit });
  return other;
}

type Index = ReadonlyMap<string, number>;
const indexOf = (list: readonly { id: string }[]): Index => new Map(list.map((item, i) => [item.id, i]));
const minute = (at: number) => Math.min(at, NEVER);

/** `readWorld` has checked every reference, so a miss is a fault of ours. */
function at(index: Index, id: string): number {
  const found = index.get(id);
  if (found === undefined) throw new Error(`the world was not checked: ${id}`);
  return found;
}
const all = (index: Index, ids: readonly string[]) => ids.map((id) => at(index, id));

function grouped<T>(list: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const out = new Map<number, T[]>();
  for (const item of list) {
    const key = keyOf(item);
    const before = out.get(key);
    if (before) before.push(item);
    else out.set(key, [item]);
  }
  return out;
}

class Compiler {
  readonly #world: World;
  readonly #parties: Index;
  readonly #channels: Index;
  readonly #facts: Index;
  readonly #documents: Index;
  readonly #operations: Index;
  readonly #forms: Index;
  readonly #statuses: Index;
  readonly #authorities: Index;
  readonly #layout: Layout;
  readonly #timers: Timer[] = [];
  readonly #watches: Watch[] = [];

  constructor(world: World) {
    const { spec } = world;
    this.#world = world;
    this.#parties = indexOf(spec.entities);
    this.#channels = indexOf([...world.channels.values()].map(({ channel }) => channel));
    this.#facts = indexOf(spec.knowledge);
    this.#documents = indexOf(spec.documents);
    this.#operations = indexOf(spec.mutations);
    this.#forms = indexOf(spec.forms);
    this.#statuses = indexOf(spec.status_surfaces);
    this.#authorities = indexOf(spec.authorities);
    this.#layout = layOut(world);
  }

  compile(): CompiledWorld {
    const { spec, start } = this.#world;
    const facts = this.#compileFacts();
    const documents = this.#compileDocuments();
    const operations = this.#compileOperations();
    const forms = this.#compileForms(facts);
    const statuses = this.#compileStatuses();
    const channels = this.#compileChannels();
    this.#compileEvents();
    const parties = this.#compileParties({ facts, documents, operations, forms, statuses, channels });
    return {
      world: this.#world,
      layout: this.#layout,
      limit: spec.action_limit,
      horizon: Math.min(LONGEST_RUN, LAST_MOMENT - start),
      parties,
      channels,
      facts,
      documents,
      operations,
      forms,
      statuses,
      authorities: spec.authorities.map((a) => a.id),
      watches: this.#watches,
      timers: this.#timers,
      watchersOf: watchersOf(this.#watches),
      partyAt: this.#parties,
      channelAt: this.#channels,
      factAt: this.#facts,
      documentAt: this.#documents,
      formAt: this.#forms,
      itemAt: new Map(parties.flatMap((party) => party.menu.map((item) => [item.id, item] as const))),
    };
  }

  #timer(timer: Timer): number {
    return this.#timers.push(timer) - 1;
  }

  #watch(requirement: Requirement, rest: Partial<Watch> = {}): number {
    const watch = { condition: this.#condition(requirement), timer: -1, notBefore: 0, delay: 0, ...rest };
    return this.#watches.push(watch) - 1;
  }

  #rank(status: string, value: string): number {
    return rankOf(this.#world.spec.status_surfaces[at(this.#statuses, status)]!, value);
  }

  #condition(requirement: Requirement): Condition {
    const layout = this.#layout;
    return requirement.map((set) => {
      const out: ConditionSet = { slots: [], atLeast: [], from: 0, until: NEVER };
      const ask = (slot: number, atLeast: number) => {
        out.slots.push(slot);
        out.atLeast.push(atLeast);
      };
      for (const atom of set) {
        switch (atom.kind) {
          case "fact_known":
            ask(layout.facts + at(this.#facts, atom.fact), 1);
            break;
          case "document_read":
            ask(layout.documents + at(this.#documents, atom.document), READ);
            break;
          case "action_completed":
            ask(layout.operations + at(this.#operations, atom.mutation), 1);
            break;
          case "form_accepted":
            ask(layout.forms + at(this.#forms, atom.form), ACCEPTED);
            break;
          case "status_is":
            ask(layout.statuses + at(this.#statuses, atom.status), this.#rank(atom.status, atom.value));
            break;
          case "authority_held":
            ask(layout.authorities + at(this.#authorities, atom.authority), 1);
            break;
          case "time_reached":
            out.from = Math.max(out.from, minute(sinceStart(this.#world, atom.at)));
            break;
          case "before_deadline":
            out.until = Math.min(out.until, sinceStart(this.#world, atom.at));
            break;
        }
      }
      return out;
    });
  }

  /** `target` is what a deadline would name. */
  #exchange(e: Exchange, target: string): CompiledExchange {
    return {
      requires: this.#condition(e.requires),
      grounding: this.#condition(e.grounding),
      shares: all(this.#facts, e.shares),
      authorities: all(this.#authorities, e.authorities),
      via: all(this.#channels, e.via),
      participants: all(this.#parties, e.participants),
      deadline: minute(this.#world.deadlines.get(target) ?? NEVER),
    };
  }

  #effects(list: readonly Effect[]): CompiledEffects {
    const out = {
      statuses: [] as { status: number; rank: number }[],
      facts: [] as number[],
      documents: [] as number[],
    };
    const distinct = new Map(list.map((effect) => [canonicalJson(effect), effect]));
    for (const effect of distinct.values()) {
      if (effect.kind === "reveal_fact") out.facts.push(at(this.#facts, effect.fact));
      else if (effect.kind === "hand_document") out.documents.push(at(this.#documents, effect.document));
      else
        out.statuses.push({
          status: at(this.#statuses, effect.status),
          rank: this.#rank(effect.status, effect.value),
        });
    }
    return out;
  }

  #compileFacts(): CompiledFact[] {
    return this.#world.spec.knowledge.map((k) => ({
      id: k.id,
      value: k.value,
      sayings: sayings(k.value, k.statement),
      protected: k.protected,
      heldBy: k.held_by.map((h) => ({
        party: at(this.#parties, h.party),
        exchange: this.#exchange(h, k.id),
      })),
      reveals: all(this.#channels, k.reveals),
    }));
  }

  #compileDocuments(): CompiledDocument[] {
    return this.#world.spec.documents.map(({ id, owner, facts, request }, document) => {
      const delay = this.#world.delays.get(id);
      const handover = request?.handover ?? "at_once";
      return {
        id,
        owner: at(this.#parties, owner),
        facts: all(this.#facts, facts),
        exchange: request && this.#exchange(request, id),
        handover: handover === "at_once" && delay !== undefined ? "collected" : handover,
        delay: minute(delay ?? 0),
        arrival: handover === "sent" ? this.#timer({ kind: "arrival", document }) : -1,
      };
    });
  }

  #compileOperations(): CompiledOperation[] {
    const { spec, grants, forbidden } = this.#world;
    return spec.mutations.map((m) => ({
      id: m.id,
      party: at(this.#parties, m.party),
      exchange: this.#exchange(m, m.id),
      effects: this.#effects(m.effects),
      grants: (grants.get(m.id) ?? []).map((a) => at(this.#authorities, a.id)),
      forbidden: forbidden.has(m.id),
    }));
  }

  #compileForms(facts: readonly CompiledFact[]): CompiledForm[] {
    const { spec, forbidden, forbiddenFields, reviews } = this.#world;
    let place = 0;
    return spec.forms.map((f, form) => {
      const held = this.#timer({ kind: "held", form });
      this.#watch(f.held_when, { timer: held });
      return {
        id: f.id,
        party: at(this.#parties, f.party),
        exchange: this.#exchange(f, f.id),
        effects: this.#effects(f.effects),
        forbidden: forbidden.has(f.id),
        reviewDelay: minute(reviews.get(f.id) ?? 0),
        held,
        review: this.#timer({ kind: "review", form }),
        fields: f.fields.map((field) => ({
          ...this.#field(field, facts),
          wrong: this.#layout.fields + place,
          entry: this.#layout.entries + place++,
          forbidden: forbiddenFields.has(`${f.id}.${field.id}`),
        })),
      };
    });
  }

  /** F2: what a field expects. */
  #field(
    field: FormField,
    facts: readonly CompiledFact[],
  ): Omit<CompiledField, "wrong" | "entry" | "forbidden"> {
    const source = field.source === null ? -1 : at(this.#facts, field.source);
    const fact = facts[source];
    const value = fact?.value ?? field.expected;
    const attestation = field.kind === "attestation";
    return {
      id: field.id,
      verifiable: field.verifiable,
      source,
      attestation,
      value: attestation ? null : value,
      sayings: fact?.sayings ?? (value ? sayings(value) : []),
      ticked: attestation && !(value?.type === "text" && isSaid(value, "no")),
    };
  }

  #compileStatuses(): CompiledStatus[] {
    return this.#world.spec.status_surfaces.map((s) => ({
      id: s.id,
      party: at(this.#parties, s.party),
      exchange: this.#exchange(s.observe, s.id),
      initial: rankOf(s, s.initial),
      reveals: s.reveals.map((r) => ({
        from: rankOf(s, r.from),
        facts: all(this.#facts, r.facts),
        channels: all(this.#channels, r.channels),
      })),
    }));
  }

  #compileChannels(): CompiledChannel[] {
    const { channels, windows, openings, retries } = this.#world;
    return [...channels.values()].map(({ channel: { id, kind }, entity }) => {
      const retry = retries.get(id);
      return {
        id,
        party: at(this.#parties, entity.id),
        kind,
        class: CLASS[kind],
        daily: (windows.get(id) ?? []).flatMap(({ daily }) =>
          daily
            ? [{ from: minutesOfDay(daily.from), to: minutesOfDay(daily.to), weekdays: daily.weekdays }]
            : [],
        ),
        single: (windows.get(id) ?? []).flatMap(({ single }) =>
          single
            ? [{ from: sinceStart(this.#world, single.from), to: sinceStart(this.#world, single.to) }]
            : [],
        ),
        openings: (openings.get(id) ?? []).map((o) => ({ watch: this.#watch(o.after), minutes: o.minutes })),
        retry: retry
          ? {
              tries: retry.tries,
              gap: retry.gap_minutes,
              other: retry.other_channel === null ? -1 : at(this.#channels, retry.other_channel),
            }
          : null,
      };
    });
  }

  #compileEvents(): void {
    for (const event of this.#world.spec.time_events)
      this.#watch(event.starts, {
        timer: this.#timer({ kind: "event", effects: this.#effects(event.effects) }),
        notBefore:
          event.not_before === null ? 0 : minute(Math.max(0, sinceStart(this.#world, event.not_before))),
        delay: minute(this.#world.delays.get(event.id) ?? 0),
      });
  }

  #compileParties(
    parts: Pick<CompiledWorld, "facts" | "documents" | "operations" | "forms" | "statuses" | "channels">,
  ): CompiledParty[] {
    const { entities, authorities } = this.#world.spec;
    const menus = grouped(this.#menuEntries(parts), (entry) => entry.party);
    const received = grouped(
      authorities.map((a, index) => ({ party: at(this.#parties, a.recipient), index })),
      (entry) => entry.party,
    );
    const channels = grouped(
      parts.channels.map(({ party }, index) => ({ party, index })),
      (entry) => entry.party,
    );
    return entities.map(({ id, kind }, p) => {
      const menu = menus.get(p) ?? [];
      return {
        id,
        channels: (channels.get(p) ?? []).map((c) => c.index),
        exempt: kind === "patient" || kind === "case_record",
        received: (received.get(p) ?? []).map((a) => a.index),
        menu: menu.map((entry) => entry.item),
        asksFor: new Set(menu.flatMap((entry) => entry.exchanges.flatMap((e) => e.shares))),
      };
    });
  }

  /** What each party can be asked for, told to do or sent, and by which exchanges. */
  #menuEntries({
    facts,
    documents,
    operations,
    forms,
    statuses,
  }: Pick<CompiledWorld, "facts" | "documents" | "operations" | "forms" | "statuses">) {
    const { spec } = this.#world;
    const entry = (party: number, exchanges: readonly CompiledExchange[], item: Item) => ({
      party,
      exchanges,
      item,
    });
    return [
      ...facts.flatMap(({ id, heldBy }, index) => {
        const { label, ways = [] } = spec.knowledge[index]!;
        return [...grouped(heldBy, (h) => h.party)].map(([party, holders]) =>
          entry(
            party,
            holders.map((h) => h.exchange),
            { id, kind: "fact", index, label, ways },
          ),
        );
      }),
      ...documents.flatMap(({ owner, exchange }, index) => {
        const request = spec.documents[index]!.request;
        if (!request || !exchange) return [];
        const { id, label, ways = [] } = request;
        return [entry(owner, [exchange], { id, kind: "document", index, label, ways })];
      }),
      ...statuses.map(({ id, party, exchange }, index) => {
        const { label, ways = [] } = spec.status_surfaces[index]!;
        return entry(party, [exchange], { id, kind: "status", index, label, ways });
      }),
      ...operations.map(({ id, party, exchange }, index) => {
        const { label, ways = [] } = spec.mutations[index]!;
        return entry(party, [exchange], { id, kind: "operation", index, label, ways });
      }),
      ...forms.map(({ id, party, exchange }, index) => {
        const { title, ways = [] } = spec.forms[index]!;
        return entry(party, [exchange], { id, kind: "form", index, label: title, ways });
      }),
    ];
  }
}

/** The watches whose condition reads a cell, by cell. */
function watchersOf(watches: readonly Watch[]): number[][] {
  const out: number[][] = [];
  watches.forEach(({ condition }, w) => {
    for (const slot of new Set(condition.flatMap((set) => set.slots))) {
      const before = out[slot];
      if (before) before.push(w);
      else out[slot] = [w];
    }
  });
  return out;
}
