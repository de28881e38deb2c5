import { DAY, minutesOf } from "../spec/moment";
import type { Atom, Requirement } from "../spec/requirement";
import { isSaid } from "../spec/value";
import type { Channel, Effect, Entity, Exchange, FormField, StatusSurface } from "../spec/world";
import { rankOf, sinceStart, type World } from "../spec/world-index";
import { ChannelHours } from "./channel-hours";
import {
  NEVER,
  NODE,
  RowList,
  type Rows,
  type RuleGraph,
  RuleGraphBuilder,
  STEP,
  type StepKind,
} from "./rule-graph";

/** Groups of channels; each entry has the node without which that channel is of no use. */
export interface ChannelGroups {
  readonly channels: Rows;
  /** The node of each entry of `channels`. */
  readonly gates: Int32Array;
}

/** A world compiled to integers, with what is needed to say in words what an integer stands for. */
export interface CompiledWorld {
  readonly world: World;
  readonly graph: RuleGraph;
  readonly groups: ChannelGroups;
  /** By step: the one channel it can be taken over; NO_CHANNEL for a read, SEVERAL where it has to be looked for. */
  readonly soleChannel: Int32Array;
  readonly hours: ChannelHours;
  /** Room that runs use one after the other and leave as they like; nothing of it outlives a run. */
  readonly scratch: { left: Int32Array; stack: Int32Array; done: Uint8Array; settled: Uint8Array };
  /** Channels in declaration order; `stepRef` and `nodeRef` of channels count in it. */
  readonly channels: readonly { channel: Channel; entity: Entity }[];
  /** The node that every barred step waits for in vain. */
  readonly barred: number;
  /** Last minute of a run (T5). */
  readonly horizon: number;
  /** Reached when every required group passes. */
  readonly goal: number;
  /** Node of each group, in the order of `world.groups`. */
  readonly groupNodes: Int32Array;
}

export const NO_CHANNEL = -1;
export const SEVERAL = -2;

/** T5: twenty years, or the last moment that can be written. */
const LONGEST_RUN = 20 * 366 * DAY;
const LAST_MOMENT = "9999-12-31T23:59";

const LIVE = new Set<Channel["kind"]>(["phone", "in_person"]);
const OUTBOUND = new Set<Channel["kind"]>(["voicemail", "fax", "mail"]);

/**
 * Compiles a world for the oracle (SPEC: C, E, D, F, T; O1 decides which rules are barred). `enforced`
 * keeps only what the engine enforces and leaves out what a safe route needs besides: permissions,
 * grounding, protection.
 */
export function compileWorld(world: World, rules: "safe" | "enforced" = "safe"): CompiledWorld {
  return new Compiler(world, rules === "safe").compile();
}

const needing = (...body: number[]): Conditions => ({
  body,
  deadline: NEVER,
  lapsing: [],
});

/** Conditions of an exchange: nodes of the body, the last minute, and requirements that may lapse. */
interface Conditions {
  body: number[];
  deadline: number;
  lapsing: number[];
}

/** Nodes of a status: of rank r as `first + r`, and of observing it where something needs that. */
interface StatusNodes {
  readonly surface: StatusSurface;
  readonly first: number;
  readonly initial: number;
  readonly observed: (number | undefined)[];
}

/** Channels of one party of which one has to be open; `node` says that one can be used, -1 that the body does. */
interface ChannelGroup {
  channels: number[];
  gates: number[];
  node: number;
  /** Some channel keeps hours. */
  limited: boolean;
}

class Compiler {
  readonly #world: World;
  readonly #safe: boolean;
  readonly #builder = new RuleGraphBuilder();
  readonly #channels: { channel: Channel; entity: Entity }[] = [];
  readonly #channelIndex = new Map<string, number>();
  readonly #groups: ChannelGroup[] = [];
  readonly #groupByKey = new Map<string, number>();
  readonly #hours: ChannelHours;
  readonly #known: number[] = [];
  readonly #usable: number[] = [];
  readonly #dialled: number[] = [];
  readonly #nodes = new Map<string, number>();
  readonly #requested: number[] = [];
  readonly #statuses = new Map<string, StatusNodes>();
  readonly #entityIndex: ReadonlyMap<string, number>;
  readonly #cleared = new Map<string, number>();
  readonly #times = new Map<number, number>();
  readonly #decoys: ReadonlySet<string>;
  /** What a step at a decoy, or one that is forbidden, waits for in vain. */
  readonly #barred: number;

  constructor(world: World, safe: boolean) {
    this.#world = world;
    this.#safe = safe;
    for (const entity of world.spec.entities)
      for (const channel of entity.channels) {
        this.#channelIndex.set(channel.id, this.#channels.length);
        this.#channels.push({ channel, entity });
      }
    this.#hours = new ChannelHours(
      world,
      this.#channels.map((c) => c.channel.id),
    );
    this.#entityIndex = new Map(world.spec.entities.map((e, i) => [e.id, i]));
    this.#decoys = new Set(world.spec.entities.filter((e) => e.decoy).map((e) => e.id));
    this.#barred = this.#builder.node(NODE.barred);
  }

  compile(): CompiledWorld {
    this.#declareNodes();
    this.#seedDayOne();
    this.#reachChannels();
    this.#addReads();
    this.#addAsks();
    this.#addDocumentRequests();
    this.#addOperations();
    this.#addForms();
    this.#addObservations();
    this.#addTimeEvents();
    const { goal, groupNodes } = this.#addGroups();
    const graph = this.#builder.build();
    const rows = new RowList();
    for (const group of this.#groups) rows.add(group.channels);
    return {
      world: this.#world,
      graph,
      groups: { channels: rows.rows(), gates: Int32Array.from(this.#groups.flatMap((g) => g.gates)) },
      soleChannel: this.#soleChannels(graph),
      hours: this.#hours,
      scratch: {
        left: new Int32Array(graph.rules),
        stack: new Int32Array(graph.nodes),
        done: new Uint8Array(graph.steps),
        settled: new Uint8Array(graph.nodes),
      },
      channels: this.#channels,
      barred: this.#barred,
      horizon: Math.min(LONGEST_RUN, minutesOf(LAST_MOMENT) - this.#world.start),
      goal,
      groupNodes,
    };
  }

  #soleChannels({ slots, steps }: RuleGraph): Int32Array {
    const out = new Int32Array(steps).fill(SEVERAL);
    for (let step = 0; step < steps; step++) {
      const slot = slots.start[step] as number;
      if (slot === slots.start[step + 1]) out[step] = NO_CHANNEL;
      else {
        const { channels } = this.#groups[slots.items[slot] as number] as ChannelGroup;
        if (channels.length === 1) out[step] = channels[0] as number;
      }
    }
    return out;
  }

  /** Every object gets its main node under its own id; ids are unique in a world. */
  #declareNodes(): void {
    const { spec } = this.#world;
    const declare = (list: readonly { id: string }[], kind: Parameters<RuleGraphBuilder["node"]>[0]) => {
      list.forEach((item, i) => {
        this.#nodes.set(item.id, this.#builder.node(kind, i));
      });
    };
    declare(spec.knowledge, NODE.fact);
    declare(spec.documents, NODE.held);
    spec.documents.forEach((d, i) => {
      this.#nodes.set(`${d.id} read`, this.#builder.node(NODE.read, i));
      if (d.request) this.#requested[i] = this.#builder.node(NODE.requested, i);
    });
    declare(spec.mutations, NODE.completed);
    declare(spec.forms, NODE.accepted);
    declare(spec.authorities, NODE.authority);
    this.#channels.forEach((_, i) => {
      this.#known.push(this.#builder.node(NODE.known, i));
    });
    spec.authorities.forEach((a) => {
      this.#builder.rule([this.#node(a.id)], [this.#clearedNode(a.recipient)]);
    });
    const watched = new Map<string, Set<string>>();
    const watch = (status: string, value: string) => {
      const values = watched.get(status);
      if (values) values.add(value);
      else watched.set(status, new Set([value]));
    };
    for (const s of spec.status_surfaces) for (const r of s.reveals) watch(s.id, r.from);
    for (const t of spec.terminals) if (t.value !== null) watch(t.target, t.value);
    spec.status_surfaces.forEach((s, i) => {
      const initial = rankOf(s, s.initial);
      const first = s.values.map((_, rank) => this.#builder.node(NODE.status, i, rank))[0] as number;
      const observed: (number | undefined)[] = [];
      for (const value of watched.get(s.id) ?? []) {
        const rank = rankOf(s, value);
        observed[rank] = this.#builder.node(NODE.observed, i, rank);
      }
      for (let rank = initial + 2; rank < s.values.length; rank++)
        this.#builder.rule([first + rank], [first + rank - 1]);
      for (let rank = 0; rank <= initial; rank++) this.#builder.seed(first + rank);
      this.#statuses.set(s.id, { surface: s, first, initial, observed });
    });
    for (const k of spec.knowledge)
      if (k.reveals.length > 0)
        this.#builder.rule(
          [this.#node(k.id)],
          k.reveals.map((c) => this.#knownNode(c)),
        );
  }

  #node(id: string): number {
    return this.#nodes.get(id) as number;
  }

  #readNode(document: string): number {
    return this.#node(`${document} read`);
  }

  #knownNode(channel: string): number {
    return this.#known[this.#channelIndex.get(channel) as number] as number;
  }

  #clearedNode(party: string): number {
    let node = this.#cleared.get(party);
    if (node === undefined) {
      node = this.#builder.node(NODE.cleared, this.#entityIndex.get(party));
      this.#cleared.set(party, node);
    }
    return node;
  }

  #status(id: string): StatusNodes {
    return this.#statuses.get(id) as StatusNodes;
  }

  #statusNode(id: string, value: string): number {
    const { surface, first } = this.#status(id);
    return first + rankOf(surface, value);
  }

  #observedNode(id: string, value: string): number {
    const { surface, observed } = this.#status(id);
    return observed[rankOf(surface, value)] as number;
  }

  #timeNode(minute: number): number {
    let node = this.#times.get(minute);
    if (node === undefined) {
      node = this.#builder.node(NODE.time, minute);
      this.#times.set(minute, node);
      this.#builder.rule([], [node], { notBefore: minute });
    }
    return node;
  }

  /** D1, C1, M2: what holds at minute 0. */
  #seedDayOne(): void {
    const { day_one } = this.#world.spec;
    for (const id of day_one.facts) this.#builder.seed(this.#node(id));
    for (const id of day_one.authorities) this.#builder.seed(this.#node(id));
    for (const id of day_one.contacts) this.#builder.seed(this.#knownNode(id));
    for (const id of day_one.documents) {
      this.#builder.seed(this.#node(id));
      this.#builder.seed(this.#readNode(id));
      for (const fact of this.#world.documents.get(id)?.facts ?? []) this.#builder.seed(this.#node(fact));
    }
  }

  /** C1, C2, C4: from a known channel to one that can be used, hours aside; missed calls are the first steps. */
  #reachChannels(): void {
    this.#channels.forEach(({ channel, entity }, i) => {
      const builder = this.#builder;
      const conditions = [this.#known[i] as number];
      for (const opening of this.#world.openings.get(channel.id) ?? []) {
        const opened = builder.node(NODE.opened, i);
        const { body, deadline } = this.#latched(opening.after);
        builder.rule(body, [opened], { delay: opening.minutes, deadline });
        conditions.push(opened);
      }
      let dialled = conditions[0] as number;
      if (conditions.length > 1) {
        dialled = builder.node(NODE.dialled, i);
        builder.rule(conditions, [dialled]);
      }
      this.#dialled.push(dialled);
      const retry = this.#world.retries.get(channel.id);
      if (!retry || !LIVE.has(channel.kind)) {
        this.#usable.push(dialled);
        return;
      }
      const missed = builder.node(NODE.missed, i);
      const through = builder.node(NODE.through, i);
      const usable = builder.node(NODE.usable, i);
      this.#usable.push(usable);
      const decoy = this.#decoys.has(entity.id);
      const slot = this.#newGroup([i], [dialled]);
      this.#addStep(needing(dialled), [missed], {
        kind: STEP.contact,
        ref: i,
        goal: missed,
        slots: [slot],
        barred: decoy,
      });
      builder.rule([missed], [through], { delay: retry.gap_minutes });
      if (retry.other_channel === null) builder.rule([dialled, through], [usable]);
      else
        this.#addStep(needing(through), [this.#knownNode(retry.other_channel)], {
          kind: STEP.switch_channel,
          ref: i,
          goal: this.#knownNode(retry.other_channel),
          slots: [slot],
          barred: decoy,
        });
    });
  }

  #newGroup(channels: number[], gates: number[], node = -1): number {
    const limited = channels.some((c) => this.#hours.limited(c));
    return this.#groups.push({ channels, gates, node, limited }) - 1;
  }

  /** The group of the channels, and the node that is reached when one of them can be used. */
  #group(party: string, channels: readonly number[]): number {
    const key = `${party} ${channels.join(" ")}`;
    const before = this.#groupByKey.get(key);
    if (before !== undefined) return before;
    const gates = channels.map((c) => this.#usable[c] as number);
    let node = gates[0] as number;
    if (channels.length !== 1) {
      node = this.#builder.node(NODE.access, this.#entityIndex.get(party));
      for (const gate of gates) this.#builder.rule([gate], [node]);
    }
    const group = this.#newGroup([...channels], gates, node);
    this.#groupByKey.set(key, group);
    return group;
  }

  #channelsOf(party: string, allows: (channel: Channel) => boolean): number[] {
    const entity = this.#world.entities.get(party) as Entity;
    return entity.channels.filter(allows).map((c) => this.#channelIndex.get(c.id) as number);
  }

  /** C3, C6: channels that answer, and with `outbound` those that only carry as well. */
  #slotsOf(party: string, exchange: Exchange, outbound: "none" | "named" | "form"): number[] {
    const { via } = exchange;
    const others = [...new Set(exchange.participants)].filter((p) => p !== party);
    const carries = ({ id, kind }: Channel) => {
      if (via.length > 0 && !via.includes(id)) return false;
      if (others.length > 0) return LIVE.has(kind);
      if (!OUTBOUND.has(kind)) return true;
      return via.length > 0 ? outbound !== "none" : outbound === "form" && kind !== "voicemail";
    };
    return [
      this.#group(party, this.#channelsOf(party, carries)),
      ...others.map((p) =>
        this.#group(
          p,
          this.#channelsOf(p, (c) => LIVE.has(c.kind)),
        ),
      ),
    ];
  }

  /** A requirement that counts from the first minute in which it holds (T3, F1, C2). */
  #latched(requirement: Requirement): Conditions {
    return this.#require(requirement, false);
  }

  #require(requirement: Requirement, mayLapse: boolean): Conditions {
    const sets = requirement.map((set) => this.#set(set));
    if (sets.length === 0 || sets.some((s) => s.body.length === 0 && s.deadline === NEVER))
      return { body: [], deadline: NEVER, lapsing: [] };
    if (sets.length === 1) return { ...(sets[0] as { body: number[]; deadline: number }), lapsing: [] };
    const node = this.#builder.node(NODE.requirement);
    const lapses = mayLapse && sets.some((s) => s.deadline !== NEVER);
    for (const { body, deadline } of sets) this.#builder.rule(body, [node], { deadline, lapses });
    return { body: [node], deadline: NEVER, lapsing: lapses ? [node] : [] };
  }

  #set(atoms: readonly Atom[]): { body: number[]; deadline: number } {
    const body: number[] = [];
    let deadline = NEVER;
    for (const atom of atoms) {
      if (atom.kind === "before_deadline") deadline = Math.min(deadline, sinceStart(this.#world, atom.at));
      else body.push(this.#atom(atom));
    }
    return { body, deadline };
  }

  #atom(atom: Exclude<Atom, { kind: "before_deadline" }>): number {
    switch (atom.kind) {
      case "fact_known":
        return this.#node(atom.fact);
      case "document_read":
        return this.#readNode(atom.document);
      case "action_completed":
        return this.#node(atom.mutation);
      case "form_accepted":
        return this.#node(atom.form);
      case "status_is":
        return this.#statusNode(atom.status, atom.value);
      case "authority_held":
        return this.#node(atom.authority);
      case "time_reached":
        return this.#timeNode(sinceStart(this.#world, atom.at));
    }
  }

  /** E1 to E4 and O1: what a safe exchange waits for, its channels aside. */
  #conditions(party: string, exchange: Exchange, target: string): Conditions {
    const requires = this.#require(exchange.requires, true);
    const grounding = this.#require(this.#safe ? exchange.grounding : [], true);
    const shared = new Set(exchange.shares);
    const body = [...requires.body, ...grounding.body];
    for (const fact of shared) body.push(this.#node(fact));
    if (this.#safe) {
      for (const authority of exchange.authorities) body.push(this.#node(authority));
      if ([...shared].some((fact) => this.#protectedFrom(fact, party))) body.push(this.#clearedNode(party));
    }
    return {
      body,
      deadline: Math.min(requires.deadline, grounding.deadline, this.#world.deadlines.get(target) ?? NEVER),
      lapsing: [...requires.lapsing, ...grounding.lapsing],
    };
  }

  /** E3: whether passing the fact to the party needs an authority for it. */
  #protectedFrom(fact: string, party: string): boolean {
    const knowledge = this.#world.knowledge.get(fact);
    const kind = this.#world.entities.get(party)?.kind;
    return (
      knowledge?.protected === true &&
      kind !== "patient" &&
      kind !== "case_record" &&
      !knowledge.held_by.some((h) => h.party === party)
    );
  }

  #addStep(
    { body, deadline, lapsing }: Conditions,
    heads: readonly number[],
    step: {
      kind: StepKind;
      ref: number;
      part?: number;
      goal: number;
      slots: readonly number[];
      barred: boolean;
    },
  ): void {
    const { kind, ref, part, goal, slots, barred } = step;
    const whole = [...body];
    let slow = lapsing.length > 0;
    if (barred) whole.push(this.#barred);
    for (const slot of slots) {
      const group = this.#groups[slot] as ChannelGroup;
      if (group.node >= 0) whole.push(group.node);
      slow ||= group.limited;
    }
    const options = { kind, ref, part, goal, slots, barred, deadline, lapsing, slow };
    const number = this.#builder.step(whole, heads, options);
    if (!slow) return;
    for (const slot of slots) {
      const { limited, gates } = this.#groups[slot] as ChannelGroup;
      if (limited && gates.length > 1) for (const gate of gates) this.#builder.watch(gate, number);
    }
    for (const node of lapsing) this.#builder.watch(node, number);
  }

  #addReads(): void {
    this.#world.spec.documents.forEach((d, i) => {
      const read = this.#readNode(d.id);
      this.#addStep(needing(this.#node(d.id)), [read, ...d.facts.map((f) => this.#node(f))], {
        kind: STEP.read,
        ref: i,
        goal: read,
        slots: [],
        barred: false,
      });
    });
  }

  #addAsks(): void {
    this.#world.spec.knowledge.forEach((k, i) => {
      k.held_by.forEach((holder, j) => {
        const fact = this.#node(k.id);
        this.#addStep(this.#conditions(holder.party, holder, k.id), [fact], {
          kind: STEP.ask,
          ref: i,
          part: j,
          goal: fact,
          slots: this.#slotsOf(holder.party, holder, "none"),
          barred: this.#decoys.has(holder.party),
        });
      });
    });
  }

  /** D3. */
  #addDocumentRequests(): void {
    this.#world.spec.documents.forEach((d, i) => {
      const { request } = d;
      if (!request) return;
      const held = this.#node(d.id);
      const delay = this.#world.delays.get(d.id) ?? 0;
      const conditions = this.#conditions(d.owner, request, d.id);
      const at = { ref: i, goal: held, barred: this.#decoys.has(d.owner) };
      if (request.handover === "at_once" && delay === 0) {
        this.#addStep(conditions, [held], {
          ...at,
          kind: STEP.collect,
          slots: this.#slotsOf(d.owner, request, "none"),
        });
        return;
      }
      const requested = this.#requested[i] as number;
      this.#addStep(conditions, [requested], {
        ...at,
        kind: STEP.request,
        slots: this.#slotsOf(d.owner, request, "named"),
      });
      if (request.handover === "sent") {
        this.#builder.rule([requested], [held], { delay });
        return;
      }
      let ready = requested;
      if (delay > 0) {
        ready = this.#builder.node(NODE.ready, i);
        this.#builder.rule([requested], [ready], { delay });
      }
      this.#addStep({ ...conditions, body: [...conditions.body, ready] }, [held], {
        ...at,
        kind: STEP.collect,
        slots: this.#slotsOf(d.owner, request, "none"),
      });
    });
  }

  /** What takes effect whatever the channel, and what only a receipt brings (C3, E7). */
  #effects(effects: readonly Effect[]): { taken: number[]; shown: number[] } {
    const taken: number[] = [];
    const shown: number[] = [];
    for (const effect of effects) {
      if (effect.kind === "reveal_fact") shown.push(this.#node(effect.fact));
      else if (effect.kind === "hand_document") taken.push(this.#node(effect.document));
      else {
        const { surface, first, initial, observed } = this.#status(effect.status);
        const rank = rankOf(surface, effect.value);
        if (rank > initial) taken.push(first + rank);
        observed.forEach((node, r) => {
          if (node !== undefined && r <= rank) shown.push(node);
        });
      }
    }
    return { taken, shown };
  }

  /** M3: where a channel only carries, the receipt can be had by asking again, which needs no more than a channel. */
  #addOperations(): void {
    this.#world.spec.mutations.forEach((m, i) => {
      const completed = this.#node(m.id);
      const grants = (this.#world.grants.get(m.id) ?? []).map((a) => this.#node(a.id));
      const { taken, shown } = this.#effects(m.effects);
      const conditions = this.#conditions(m.party, m, m.id);
      const heads = [completed, ...grants, ...taken];
      const at = {
        kind: STEP.act,
        ref: i,
        barred: this.#decoys.has(m.party) || this.#world.forbidden.has(m.id),
      };
      const answering = this.#slotsOf(m.party, m, "none");
      const carrying = this.#slotsOf(m.party, m, "named");
      if (answering[0] === carrying[0] || shown.length === 0) {
        this.#addStep(conditions, [...heads, ...shown], { ...at, goal: completed, slots: carrying });
        return;
      }
      const receipt = this.#builder.node(NODE.receipt, i);
      this.#addStep(conditions, [...heads, ...shown, receipt], { ...at, goal: receipt, slots: answering });
      this.#addStep(conditions, heads, { ...at, goal: completed, slots: carrying });
      this.#addStep(needing(completed), [...shown, receipt], { ...at, goal: receipt, slots: answering });
    });
  }

  /** F1 to F3, and the receipt as for operations; a form in review is answered over every channel that carried it. */
  #addForms(): void {
    this.#world.spec.forms.forEach((f, i) => {
      const accepted = this.#node(f.id);
      const review = this.#world.reviews.get(f.id) ?? 0;
      const { taken, shown } = this.#effects(f.effects);
      const sources = f.fields.flatMap((field) => (field.source ? [field.source] : []));
      const carried = new Set(f.fields.flatMap((field) => (this.#isCarried(field) ? [field.source] : [])));
      const conditions = this.#conditions(f.party, { ...f, shares: [...carried] as string[] }, f.id);
      for (const source of sources) conditions.body.push(this.#node(source));
      const held = this.#latched(f.held_when);
      if (held.body.length > 0 || held.deadline !== NEVER) {
        const node = this.#builder.node(NODE.form_held, i);
        this.#builder.rule(held.body, [node], { deadline: held.deadline });
        conditions.body.push(node);
      }
      const at = {
        kind: STEP.submit,
        ref: i,
        barred:
          this.#decoys.has(f.party) ||
          this.#world.forbidden.has(f.id) ||
          f.shares.some((fact) => !carried.has(fact)),
      };
      const submitted = this.#builder.node(NODE.submitted, i);
      this.#builder.rule([submitted], [accepted, ...taken], { delay: review });
      const answering = this.#slotsOf(f.party, f, "none");
      const carrying = this.#slotsOf(f.party, f, "form");
      if (shown.length === 0) {
        this.#addStep(conditions, [submitted], { ...at, goal: submitted, slots: carrying });
        return;
      }
      const answerable = this.#builder.node(NODE.answerable, i);
      this.#builder.rule([answerable, accepted], shown);
      this.#addStep(conditions, [submitted, answerable], { ...at, goal: answerable, slots: answering });
      if (answering[0] === carrying[0]) return;
      this.#addStep(conditions, [submitted], { ...at, goal: submitted, slots: carrying });
      this.#addStep(needing(accepted), [answerable], { ...at, goal: answerable, slots: answering });
    });
  }

  /** E2 for forms: an entry carries its source's value; an attestation that must stay unticked is no entry (F4). */
  #isCarried({ kind, source }: FormField): boolean {
    if (source === null) return false;
    if (kind === "value") return true;
    const value = this.#world.knowledge.get(source)?.value;
    return !(value?.type === "text" && isSaid(value, "no"));
  }

  /** O4: one step for each value that a terminal or a revelation needs; its body names the value first. */
  #addObservations(): void {
    this.#world.spec.status_surfaces.forEach((s, i) => {
      const { first, observed } = this.#status(s.id);
      const conditions = this.#conditions(s.party, s.observe, s.id);
      const slots = this.#slotsOf(s.party, s.observe, "none");
      observed.forEach((node, rank) => {
        if (node === undefined) return;
        this.#addStep({ ...conditions, body: [first + rank, ...conditions.body] }, [node], {
          kind: STEP.observe,
          ref: i,
          part: rank,
          goal: node,
          slots,
          barred: this.#decoys.has(s.party),
        });
      });
      for (const r of s.reveals) {
        const heads = [...r.facts.map((f) => this.#node(f)), ...r.channels.map((c) => this.#knownNode(c))];
        this.#builder.rule([this.#observedNode(s.id, r.from)], heads);
      }
    });
  }

  /** T3. What time brings is known and held; its statuses still have to be observed. */
  #addTimeEvents(): void {
    for (const e of this.#world.spec.time_events) {
      const { body, deadline } = this.#latched(e.starts);
      const heads = e.effects.flatMap((effect) => {
        if (effect.kind !== "set_status")
          return [this.#node(effect.kind === "reveal_fact" ? effect.fact : effect.document)];
        const { surface, first, initial } = this.#status(effect.status);
        const rank = rankOf(surface, effect.value);
        return rank > initial ? [first + rank] : [];
      });
      this.#builder.rule(body, heads, {
        deadline,
        notBefore: e.not_before === null ? 0 : sinceStart(this.#world, e.not_before),
        delay: this.#world.delays.get(e.id) ?? 0,
      });
    }
  }

  /** G1. */
  #addGroups(): { goal: number; groupNodes: Int32Array } {
    const required: number[] = [];
    const nodes: number[] = [];
    let i = 0;
    for (const group of this.#world.groups.values()) {
      const node = this.#builder.node(NODE.group, i++);
      nodes.push(node);
      if (group.required) required.push(node);
      for (const t of group.terminals) {
        this.#builder.rule(
          [t.value === null ? this.#node(t.target) : this.#observedNode(t.target, t.value)],
          [node],
        );
      }
    }
    const goal = this.#builder.node(NODE.goal);
    this.#builder.rule(required, [goal]);
    return { goal, groupNodes: Int32Array.from(nodes) };
  }
}
