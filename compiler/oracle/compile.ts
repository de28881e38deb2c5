import { DAY, minutesOf } from "../spec/moment";
import { isSaid } from "../spec/value";
import type { Channel, Effect, Entity, Exchange, FormField } from "../spec/world";
import { rankOf, sinceStart, type World } from "../spec/world-index";
import type { ChannelHours } from "./channel-hours";
import { ChannelTable, LIVE } from "./channel-table";
import { type Conditions, ConditionWriter, needing } from "./conditions";
import { NEVER, NODE, type Rows, type RuleGraph, RuleGraphBuilder, STEP, type StepKind } from "./rule-graph";
import { WorldNodes } from "./world-nodes";

/** A world compiled to integers, with what is needed to say in words what an integer stands for. */
export interface CompiledWorld {
  readonly world: World;
  readonly graph: RuleGraph;
  /** Groups of channels, with the node without which each entry is of no use. */
  readonly groups: { readonly channels: Rows; readonly gates: Int32Array };
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

/** T5: twenty years, or the last moment that can be written. */
const LONGEST_RUN = 20 * 366 * DAY;
const LAST_MOMENT = "9999-12-31T23:59";

/**
 * Compiles a world for the oracle (SPEC: C, E, D, F, T; O1 decides which rules are barred). `enforced`
 * keeps only what the engine enforces and leaves out what a safe route needs besides: permissions,
 * grounding, protection.
 */
export function compileWorld(world: World, rules: "safe" | "enforced" = "safe"): CompiledWorld {
  const before = COMPILED[rules].get(world);
  if (before) return before;
  const compiled = new Compiler(world, rules === "safe").compile();
  COMPILED[rules].set(world, compiled);
  return compiled;
}

/** A world never changes once it is read, so the gates that follow each other share what is compiled. */
const COMPILED = {
  safe: new WeakMap<World, CompiledWorld>(),
  enforced: new WeakMap<World, CompiledWorld>(),
};

/** What a step is about, and where it can be taken. */
interface StepPlace {
  kind: StepKind;
  ref: number;
  part?: number;
  goal: number;
  slots: readonly number[];
  barred: boolean;
}

class Compiler {
  readonly #world: World;
  readonly #builder = new RuleGraphBuilder();
  readonly #nodes: WorldNodes;
  readonly #table: ChannelTable;
  readonly #conditions: ConditionWriter;

  constructor(world: World, safe: boolean) {
    this.#world = world;
    this.#nodes = new WorldNodes(world, this.#builder);
    this.#table = new ChannelTable(world, this.#builder, this.#nodes);
    this.#conditions = new ConditionWriter(world, this.#builder, this.#nodes, safe);
  }

  /** Steps are added in the order of a round (O3). */
  compile(): CompiledWorld {
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
    return {
      world: this.#world,
      graph,
      groups: this.#table.rows(),
      soleChannel: this.#table.soleChannels(graph),
      hours: this.#table.hours,
      scratch: {
        left: new Int32Array(graph.rules),
        stack: new Int32Array(graph.nodes + 1),
        done: new Uint8Array(graph.steps),
        settled: new Uint8Array(graph.nodes),
      },
      channels: this.#table.channels,
      barred: this.#nodes.barred,
      horizon: Math.min(LONGEST_RUN, minutesOf(LAST_MOMENT) - this.#world.start),
      goal,
      groupNodes,
    };
  }

  #isDecoy(party: string): boolean {
    return this.#world.entities.get(party)?.decoy === true;
  }

  /** Whether a decoy is asked, or needed on the call. */
  #meetsDecoy(party: string, { participants }: Exchange): boolean {
    return this.#isDecoy(party) || participants.some((p) => this.#isDecoy(p));
  }

  /** C1, C2, C4: from a known channel to one that can be used, hours aside; missed calls are the first steps. */
  #reachChannels(): void {
    this.#table.channels.forEach(({ channel, entity }, i) => {
      const dialled = this.#dialled(channel.id, i);
      const retry = this.#world.retries.get(channel.id);
      if (!retry || !LIVE.has(channel.kind)) {
        this.#table.setUsable(i, dialled);
        return;
      }
      const missed = this.#builder.node(NODE.missed, i);
      const through = this.#builder.node(NODE.through, i);
      const usable = this.#builder.node(NODE.usable, i);
      this.#table.setUsable(i, usable);
      this.#builder.rule([missed], [through], { delay: retry.gap_minutes });
      const place = { ref: i, slots: [this.#table.dialling(i, dialled)], barred: this.#isDecoy(entity.id) };
      this.#addStep(needing(dialled), [missed], { ...place, kind: STEP.contact, goal: missed });
      if (retry.other_channel === null) {
        this.#builder.rule([dialled, through], [usable]);
        return;
      }
      const other = this.#nodes.known(retry.other_channel);
      this.#addStep(needing(through), [other], { ...place, kind: STEP.switch_channel, goal: other });
    });
  }

  /** Known, and past every relative opening. */
  #dialled(channel: string, index: number): number {
    const known = this.#nodes.known(channel);
    const openings = this.#world.openings.get(channel) ?? [];
    if (openings.length === 0) return known;
    const opened = openings.map(({ after, minutes }) => {
      const node = this.#builder.node(NODE.opened, index);
      const { body, deadline } = this.#conditions.latched(after);
      this.#builder.rule(body, [node], { delay: minutes, deadline });
      return node;
    });
    const dialled = this.#builder.node(NODE.dialled, index);
    this.#builder.rule([known, ...opened], [dialled]);
    return dialled;
  }

  #addStep({ body, deadline, lapsing }: Conditions, heads: readonly number[], place: StepPlace): void {
    const { kind, ref, part, goal, slots, barred } = place;
    const whole = [...body];
    let slow = lapsing.length > 0;
    if (barred) whole.push(this.#nodes.barred);
    for (const slot of slots) {
      const { node, limited } = this.#table.group(slot);
      if (node >= 0) whole.push(node);
      slow ||= limited;
    }
    const options = { kind, ref, part, goal, slots, barred, deadline, lapsing, slow };
    const step = this.#builder.step(whole, heads, options);
    if (!slow) return;
    for (const slot of slots) {
      const { limited, gates } = this.#table.group(slot);
      if (limited && gates.length > 1) for (const gate of gates) this.#builder.watch(gate, step);
    }
    for (const node of lapsing) this.#builder.watch(node, step);
  }

  #addReads(): void {
    this.#world.spec.documents.forEach((d, i) => {
      const read = this.#nodes.read(d.id);
      this.#addStep(needing(this.#nodes.of(d.id)), [read, ...d.facts.map((f) => this.#nodes.of(f))], {
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
        const fact = this.#nodes.of(k.id);
        this.#addStep(this.#conditions.exchange(holder.party, holder, k.id), [fact], {
          kind: STEP.ask,
          ref: i,
          part: j,
          goal: fact,
          slots: this.#table.slotsOf(holder.party, holder, "none"),
          barred: this.#meetsDecoy(holder.party, holder),
        });
      });
    });
  }

  /** D3. */
  #addDocumentRequests(): void {
    this.#world.spec.documents.forEach((d, i) => {
      const { request } = d;
      if (!request) return;
      const held = this.#nodes.of(d.id);
      const delay = this.#world.delays.get(d.id) ?? 0;
      const conditions = this.#conditions.exchange(d.owner, request, d.id);
      const at = { ref: i, goal: held, barred: this.#meetsDecoy(d.owner, request) };
      if (request.handover === "at_once" && delay === 0) {
        this.#addStep(conditions, [held], {
          ...at,
          kind: STEP.collect,
          slots: this.#table.slotsOf(d.owner, request, "none"),
        });
        return;
      }
      const requested = this.#nodes.requested(d.id);
      this.#addStep(conditions, [requested], {
        ...at,
        kind: STEP.request,
        slots: this.#table.slotsOf(d.owner, request, "named"),
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
        slots: this.#table.slotsOf(d.owner, request, "none"),
      });
    });
  }

  /** What takes effect whatever the channel, and what only a receipt brings (C3, E7). */
  #effects(effects: readonly Effect[]): { taken: number[]; shown: number[] } {
    const taken: number[] = [];
    const shown: number[] = [];
    for (const effect of effects) {
      if (effect.kind === "reveal_fact") shown.push(this.#nodes.of(effect.fact));
      else if (effect.kind === "hand_document") taken.push(this.#nodes.of(effect.document));
      else {
        const { surface, first, initial, observed } = this.#nodes.status(effect.status);
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
      const completed = this.#nodes.of(m.id);
      const grants = (this.#world.grants.get(m.id) ?? []).map((a) => this.#nodes.of(a.id));
      const { taken, shown } = this.#effects(m.effects);
      const conditions = this.#conditions.exchange(m.party, m, m.id);
      const heads = [completed, ...grants, ...taken];
      const at = {
        kind: STEP.act,
        ref: i,
        barred: this.#meetsDecoy(m.party, m) || this.#world.forbidden.has(m.id),
      };
      const answering = this.#table.slotsOf(m.party, m, "none");
      const carrying = this.#table.slotsOf(m.party, m, "named");
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
      const accepted = this.#nodes.of(f.id);
      const review = this.#world.reviews.get(f.id) ?? 0;
      const { taken, shown } = this.#effects(f.effects);
      const sources = f.fields.flatMap((field) => (field.source ? [field.source] : []));
      const carried = f.fields.flatMap((field) =>
        field.source && this.#isCarried(field) ? [field.source] : [],
      );
      const conditions = this.#conditions.exchange(f.party, f, f.id, carried);
      for (const source of sources) conditions.body.push(this.#nodes.of(source));
      const held = this.#conditions.latched(f.held_when);
      if (held.body.length > 0 || held.deadline !== NEVER) {
        const node = this.#builder.node(NODE.form_held, i);
        this.#builder.rule(held.body, [node], { deadline: held.deadline });
        conditions.body.push(node);
      }
      const at = {
        kind: STEP.submit,
        ref: i,
        barred:
          this.#meetsDecoy(f.party, f) ||
          this.#world.forbidden.has(f.id) ||
          f.shares.some((fact) => !carried.includes(fact)),
      };
      const submitted = this.#builder.node(NODE.submitted, i);
      this.#builder.rule([submitted], [accepted, ...taken], { delay: review });
      const answering = this.#table.slotsOf(f.party, f, "none");
      const carrying = this.#table.slotsOf(f.party, f, "form");
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
    if (kind === "value") return true;
    const value = this.#world.knowledge.get(source ?? "")?.value;
    return !(value?.type === "text" && isSaid(value, "no"));
  }

  /** O4: one step for each value that a terminal or a revelation needs; its body names the value first. */
  #addObservations(): void {
    this.#world.spec.status_surfaces.forEach((s, i) => {
      const { first, observed } = this.#nodes.status(s.id);
      const conditions = this.#conditions.exchange(s.party, s.observe, s.id);
      const slots = this.#table.slotsOf(s.party, s.observe, "none");
      observed.forEach((node, rank) => {
        if (node === undefined) return;
        this.#addStep({ ...conditions, body: [first + rank, ...conditions.body] }, [node], {
          kind: STEP.observe,
          ref: i,
          part: rank,
          goal: node,
          slots,
          barred: this.#meetsDecoy(s.party, s.observe),
        });
      });
    });
  }

  /** T3. What time brings is known and held; its statuses still have to be observed. */
  #addTimeEvents(): void {
    for (const e of this.#world.spec.time_events) {
      const { body, deadline } = this.#conditions.latched(e.starts);
      const heads = e.effects.flatMap((effect) => {
        if (effect.kind !== "set_status")
          return [this.#nodes.of(effect.kind === "reveal_fact" ? effect.fact : effect.document)];
        const { surface, first, initial } = this.#nodes.status(effect.status);
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
          [t.value === null ? this.#nodes.of(t.target) : this.#nodes.observed(t.target, t.value)],
          [node],
        );
      }
    }
    const goal = this.#builder.node(NODE.goal);
    this.#builder.rule(required, [goal]);
    return { goal, groupNodes: Int32Array.from(nodes) };
  }
}
