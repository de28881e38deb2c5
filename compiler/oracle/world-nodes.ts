import type { StatusSurface } from "../spec/world";
import { rankOf, type World } from "../spec/world-index";
import { NODE, type NodeKind, type RuleGraphBuilder } from "./rule-graph";

/** Nodes of a status: of rank r as `first + r`, and of observing it where something needs that. */
export interface StatusNodes {
  readonly surface: StatusSurface;
  readonly first: number;
  readonly initial: number;
  readonly observed: readonly (number | undefined)[];
}

/** The nodes of a world by id, the rules among them that hold in every world, and what holds at minute 0. */
export class WorldNodes {
  readonly #builder: RuleGraphBuilder;
  readonly #main = new Map<string, number>();
  readonly #read = new Map<string, number>();
  readonly #requested = new Map<string, number>();
  readonly #known = new Map<string, number>();
  readonly #statuses = new Map<string, StatusNodes>();
  readonly #cleared = new Map<string, number>();
  readonly #times = new Map<number, number>();
  readonly #entityIndex: ReadonlyMap<string, number>;
  /** What a step that is forbidden or at a decoy waits for in vain. */
  readonly barred: number;

  constructor(world: World, builder: RuleGraphBuilder) {
    this.#builder = builder;
    this.#entityIndex = new Map(world.spec.entities.map((e, i) => [e.id, i]));
    this.barred = builder.node(NODE.barred);
    this.#declare(world);
    this.#declareStatuses(world);
    this.#link(world);
    this.#seedDayOne(world);
  }

  /** A fact known, a document held, an operation completed, a form accepted, an authority held. */
  of(id: string): number {
    return this.#main.get(id) as number;
  }

  read(document: string): number {
    return this.#read.get(document) as number;
  }

  requested(document: string): number {
    return this.#requested.get(document) as number;
  }

  known(channel: string): number {
    return this.#known.get(channel) as number;
  }

  /** Some authority for this recipient is held (E3). */
  cleared(party: string): number {
    const before = this.#cleared.get(party);
    if (before !== undefined) return before;
    const node = this.#builder.node(NODE.cleared, this.entityIndex(party));
    this.#cleared.set(party, node);
    return node;
  }

  entityIndex(party: string): number {
    return this.#entityIndex.get(party) as number;
  }

  status(id: string): StatusNodes {
    return this.#statuses.get(id) as StatusNodes;
  }

  hasStatus(id: string, value: string): number {
    const { surface, first } = this.status(id);
    return first + rankOf(surface, value);
  }

  observed(id: string, value: string): number {
    const { surface, observed } = this.status(id);
    return observed[rankOf(surface, value)] as number;
  }

  time(minute: number): number {
    const before = this.#times.get(minute);
    if (before !== undefined) return before;
    const node = this.#builder.node(NODE.time, minute);
    this.#times.set(minute, node);
    this.#builder.rule([], [node], { notBefore: minute });
    return node;
  }

  #declare({ spec, channels }: World): void {
    const declare = (into: Map<string, number>, list: readonly { id: string }[], kind: NodeKind) => {
      list.forEach(({ id }, i) => {
        into.set(id, this.#builder.node(kind, i));
      });
    };
    declare(this.#main, spec.knowledge, NODE.fact);
    declare(this.#main, spec.documents, NODE.held);
    declare(this.#main, spec.mutations, NODE.completed);
    declare(this.#main, spec.forms, NODE.accepted);
    declare(this.#main, spec.authorities, NODE.authority);
    declare(this.#read, spec.documents, NODE.read);
    declare(this.#requested, spec.documents, NODE.requested);
    declare(
      this.#known,
      [...channels.values()].map(({ channel }) => channel),
      NODE.known,
    );
  }

  /** M2: a value implies the earlier ones; those up to the initial one hold from the start. */
  #declareStatuses({ spec }: World): void {
    const needed = new Map<string, Set<string>>();
    const need = (status: string, value: string) => {
      const values = needed.get(status);
      if (values) values.add(value);
      else needed.set(status, new Set([value]));
    };
    for (const s of spec.status_surfaces) for (const r of s.reveals) need(s.id, r.from);
    for (const t of spec.terminals) if (t.value !== null) need(t.target, t.value);
    spec.status_surfaces.forEach((surface, i) => {
      const initial = rankOf(surface, surface.initial);
      const ranks = surface.values.map((_, rank) => this.#builder.node(NODE.status, i, rank));
      const observed: number[] = [];
      for (const value of needed.get(surface.id) ?? []) {
        const rank = rankOf(surface, value);
        observed[rank] = this.#builder.node(NODE.observed, i, rank);
      }
      ranks.forEach((node, rank) => {
        if (rank <= initial) this.#builder.seed(node);
        else if (rank > initial + 1) this.#builder.rule([node], [node - 1]);
      });
      this.#statuses.set(surface.id, { surface, first: ranks[0] as number, initial, observed });
    });
  }

  /** What follows from an authority, a fact, an observed status (E3, C1). */
  #link({ spec }: World): void {
    for (const a of spec.authorities) this.#builder.rule([this.of(a.id)], [this.cleared(a.recipient)]);
    for (const k of spec.knowledge)
      if (k.reveals.length > 0)
        this.#builder.rule(
          [this.of(k.id)],
          k.reveals.map((c) => this.known(c)),
        );
    for (const s of spec.status_surfaces)
      for (const r of s.reveals)
        this.#builder.rule(
          [this.observed(s.id, r.from)],
          [...r.facts.map((f) => this.of(f)), ...r.channels.map((c) => this.known(c))],
        );
  }

  /** D1, C1. */
  #seedDayOne({ spec, documents }: World): void {
    const { day_one } = spec;
    const seed = (node: number) => this.#builder.seed(node);
    for (const id of [...day_one.facts, ...day_one.authorities]) seed(this.of(id));
    for (const id of day_one.contacts) seed(this.known(id));
    for (const id of day_one.documents) {
      seed(this.of(id));
      seed(this.read(id));
      for (const fact of documents.get(id)?.facts ?? []) seed(this.of(fact));
    }
  }
}
