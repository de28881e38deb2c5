import { minutesOf, momentOf } from "../spec/moment";
import type { ChannelKind } from "../spec/world";
import { readWorld, type World } from "../spec/world-index";
import { START, type WorldInput } from "./build-world";

/** Minutes between the only times at which anything happens in a random world: a quarter of a day. */
export const TICK = 360;

/** Repeatable numbers (mulberry32). */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  chance(p: number): boolean {
    return this.next() < p;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  some<T>(list: readonly T[], p: number): T[] {
    return list.filter(() => this.chance(p));
  }
}

const KINDS: readonly ChannelKind[] = [
  "phone",
  "phone",
  "in_person",
  "message",
  "portal",
  "email",
  "voicemail",
  "fax",
  "mail",
];
const LIVE = new Set<ChannelKind>(["phone", "in_person"]);
const START_MINUTES = minutesOf(START);

type Requires = NonNullable<NonNullable<WorldInput["mutations"]>[number]["requires"]>;
type Effects = NonNullable<NonNullable<WorldInput["mutations"]>[number]["effects"]>;

/**
 * A small world of every kind of object and mechanism of the schema, with no sense in it: what a proof has
 * to cope with. The same seed gives the same world; times are whole ticks, so that slow references can walk
 * through all of them.
 */
export function randomWorld(seed: number): World {
  const read = readWorld(new RandomWorld(new Seeded(seed)).build());
  if (!read.ok)
    throw new Error(`seed ${seed}: ${read.findings.map((f) => `${f.path} ${f.message}`).join("; ")}`);
  return read.value;
}

class RandomWorld {
  readonly #r: Seeded;
  readonly #parties: { id: string; decoy: boolean; channels: { id: string; kind: ChannelKind }[] }[] = [];
  readonly #facts: string[];
  readonly #documents: string[];
  readonly #operations: string[];
  readonly #forms: string[];
  readonly #statuses: { id: string; values: string[] }[];
  readonly #authorities: string[];
  readonly #events: string[];

  constructor(random: Seeded) {
    this.#r = random;
    const named = (name: string, from: number, to: number) =>
      Array.from({ length: from + this.#r.below(to - from + 1) }, (_, i) => `${name}_${i}`);
    for (const id of ["patient", ...named("party", 1, 2)]) {
      const kinds =
        id === "patient"
          ? (["phone"] as const)
          : Array.from({ length: 1 + this.#r.below(2) }, () => this.#r.of(KINDS));
      this.#parties.push({
        id,
        decoy: id !== "patient" && this.#r.chance(0.08),
        channels: kinds.map((kind, i) => ({ id: `${id}_${kind}_${i}`, kind })),
      });
    }
    this.#facts = named("fact", 2, 4);
    this.#documents = named("document", 0, 1);
    this.#operations = named("operation", 1, 2);
    this.#forms = this.#r.chance(0.35) ? ["form_0"] : [];
    this.#statuses = named("status", 0, 1).map((id) => ({ id, values: named("value", 2, 3) }));
    this.#authorities = named("authority", 0, 1);
    this.#events = named("event", 0, 2);
  }

  build(): WorldInput {
    const r = this.#r;
    const channels = this.#parties.flatMap((p) => p.channels);
    const value = (id: string, i: number) => ({
      type: "text" as const,
      value: i === 1 && r.chance(0.3) ? "no" : `value of ${id}`,
    });
    return {
      schema_version: 1,
      id: "random",
      title: "Random world",
      brief: "Nothing in particular.",
      clock_start: START,
      action_limit: 10_000,
      day_one: {
        contacts: channels.filter((c) => c.id.startsWith("patient") || r.chance(0.5)).map((c) => c.id),
        facts: r.some(this.#facts, 0.15),
        documents: r.some(this.#documents, 0.1),
        authorities: r.some(this.#authorities, 0.1),
      },
      entities: this.#parties.map((p) => ({
        id: p.id,
        name: p.id,
        kind: p.id === "patient" ? "patient" : "provider",
        decoy: p.decoy,
        channels: p.channels.map((c) => ({ ...c, label: c.id })),
      })),
      knowledge: this.#facts.map((id, i) => ({
        id,
        label: id,
        statement: `The statement of ${id}.`,
        value: value(id, i),
        protected: r.chance(0.4),
        held_by: Array.from({ length: r.chance(0.2) ? 2 : r.chance(0.8) ? 1 : 0 }, () => {
          const party = r.of(this.#parties).id;
          return { party, ...this.#exchange(party) };
        }),
        reveals: r.chance(0.35) ? [r.of(channels).id] : [],
      })),
      documents: this.#documents.map((id) => {
        const owner = r.of(this.#parties).id;
        return {
          id,
          owner,
          title: id,
          facts: r.some(this.#facts, 0.3),
          request: r.chance(0.8)
            ? {
                id: `${id}_request`,
                label: `${id} request`,
                handover: r.of(["at_once", "collected", "sent"] as const),
                ...this.#exchange(owner),
              }
            : null,
        };
      }),
      mutations: this.#operations.map((id) => {
        const party = r.of(this.#parties).id;
        return {
          id,
          party,
          label: id,
          receipt: `${id} is done.`,
          ...this.#exchange(party),
          effects: this.#effects(),
        };
      }),
      forms: this.#forms.map((id) => {
        const party = r.of(this.#parties).id;
        const fields = Array.from({ length: 1 + r.below(2) }, (_, i) => this.#field(i));
        const sources = fields.flatMap((f) => (f.source && f.kind === "value" ? [f.source] : []));
        return {
          id,
          party,
          title: id,
          receipt: `${id} is accepted.`,
          held_when: r.chance(0.4) ? this.#requirement() : [],
          ...this.#exchange(party),
          shares: r.some(sources, 0.3),
          fields,
          effects: this.#effects(),
        };
      }),
      status_surfaces: this.#statuses.map(({ id, values }) => {
        const party = r.of(this.#parties).id;
        return {
          id,
          party,
          label: id,
          values: values.map((v) => ({ id: v, label: v })),
          initial: values[r.chance(0.15) ? 1 : 0] as string,
          observe: this.#exchange(party),
          reveals: r.chance(0.4)
            ? [
                {
                  from: r.of(values),
                  facts: r.some(this.#facts, 0.4),
                  channels: r.chance(0.4) ? [r.of(channels).id] : [],
                },
              ]
            : [],
        };
      }),
      time_events: this.#events.map((id) => ({
        id,
        label: id,
        starts: r.chance(0.8) ? this.#requirement() : [],
        not_before: r.chance(0.3) ? this.#moment(8) : null,
        effects: [this.#effect(), ...(r.chance(0.2) ? [this.#effect()] : [])],
      })),
      authorities: this.#authorities.map((id) => ({
        id,
        grantor: "patient",
        recipient: r.of(this.#parties).id,
        scope: id,
        grant_action: r.chance(0.85) ? r.of(this.#operations) : null,
      })),
      terminals: this.#terminals(),
      red_lines: r.chance(0.12)
        ? [
            {
              id: "line_0",
              kind: "forbidden_action",
              target: r.of([...this.#operations, ...this.#forms]),
              text: "Never.",
            },
          ]
        : [],
      frictions: this.#frictions(),
    };
  }

  /** A moment on a tick, up to `ticks` after the start. */
  #moment(ticks: number): string {
    return momentOf(START_MINUTES + this.#r.below(ticks + 1) * TICK);
  }

  #atom(): Requires[number][number] {
    const r = this.#r;
    const kinds = ["fact", "fact", "operation", "time", "deadline"];
    if (this.#documents.length > 0) kinds.push("document");
    if (this.#forms.length > 0) kinds.push("form");
    if (this.#statuses.length > 0) kinds.push("status", "status");
    if (this.#authorities.length > 0) kinds.push("authority");
    switch (r.of(kinds)) {
      case "fact":
        return { kind: "fact_known", fact: r.of(this.#facts) };
      case "operation":
        return { kind: "action_completed", mutation: r.of(this.#operations) };
      case "time":
        return { kind: "time_reached", at: this.#moment(10) };
      case "deadline":
        return { kind: "before_deadline", at: this.#moment(7) };
      case "document":
        return { kind: "document_read", document: r.of(this.#documents) };
      case "form":
        return { kind: "form_accepted", form: r.of(this.#forms) };
      case "status": {
        const { id, values } = r.of(this.#statuses);
        return { kind: "status_is", status: id, value: r.of(values) };
      }
      default:
        return { kind: "authority_held", authority: r.of(this.#authorities) };
    }
  }

  #requirement(): Requires {
    const r = this.#r;
    return Array.from({ length: r.chance(0.35) ? 2 : 1 }, () =>
      Array.from({ length: r.chance(0.4) ? 2 : 1 }, () => this.#atom()),
    );
  }

  #exchange(party: string) {
    const r = this.#r;
    const own = this.#parties.find((p) => p.id === party)?.channels ?? [];
    const others = this.#parties.filter((p) => p.id !== party && p.channels.some((c) => LIVE.has(c.kind)));
    return {
      requires: r.chance(0.35) ? this.#requirement() : [],
      grounding: r.chance(0.12) ? this.#requirement() : [],
      shares: r.chance(0.3) ? [r.of(this.#facts)] : [],
      authorities: r.chance(0.2) ? r.some(this.#authorities, 0.7) : [],
      via: r.chance(0.45) ? r.some(own, 0.75).map((c) => c.id) : [],
      participants: r.chance(0.14) ? r.some(others, 0.7).map((p) => p.id) : [],
    };
  }

  #effect(): Effects[number] {
    const r = this.#r;
    const kinds = ["fact"];
    if (this.#documents.length > 0) kinds.push("document");
    if (this.#statuses.length > 0) kinds.push("status", "status", "status");
    switch (r.of(kinds)) {
      case "fact":
        return { kind: "reveal_fact", fact: r.of(this.#facts) };
      case "document":
        return { kind: "hand_document", document: r.of(this.#documents) };
      default: {
        const { id, values } = r.of(this.#statuses);
        return { kind: "set_status", status: id, value: r.of(values) };
      }
    }
  }

  #effects(): Effects {
    return this.#r.chance(0.6) ? [this.#effect(), ...(this.#r.chance(0.3) ? [this.#effect()] : [])] : [];
  }

  #field(i: number) {
    const r = this.#r;
    const source = r.chance(0.75) ? r.of(this.#facts) : null;
    const attestation = r.chance(0.35);
    return {
      id: `field_${i}`,
      label: `field ${i}`,
      kind: attestation ? ("attestation" as const) : ("value" as const),
      source,
      expected: source === null && !attestation ? { type: "text" as const, value: `entry ${i}` } : null,
      verifiable: r.chance(0.8),
    };
  }

  #terminals(): NonNullable<WorldInput["terminals"]> {
    const r = this.#r;
    const groups = 1 + r.below(2);
    return Array.from({ length: groups + r.below(2) }, (_, i) => {
      const group = i < groups ? i : r.below(groups);
      const rest = {
        id: `terminal_${i}`,
        group: `group_${group}`,
        required: group === 0 || r.chance(0.8),
        label: `terminal ${i}`,
        value: null,
      };
      const kinds = ["fact", "operation"];
      if (this.#documents.length > 0) kinds.push("document");
      if (this.#forms.length > 0) kinds.push("form", "form");
      if (this.#statuses.length > 0) kinds.push("status", "status");
      switch (r.of(kinds)) {
        case "fact":
          return { ...rest, kind: "fact_discovered", target: r.of(this.#facts) };
        case "operation":
          return { ...rest, kind: "action_completed", target: r.of(this.#operations) };
        case "document":
          return { ...rest, kind: "document_obtained", target: r.of(this.#documents) };
        case "form":
          return { ...rest, kind: "form_accepted", target: r.of(this.#forms) };
        default: {
          const { id, values } = r.of(this.#statuses);
          return { ...rest, kind: "required_state_observed", target: id, value: r.of(values) };
        }
      }
    });
  }

  #frictions(): NonNullable<WorldInput["frictions"]> {
    const r = this.#r;
    const out: NonNullable<WorldInput["frictions"]> = [];
    const add = (friction: Record<string, unknown>) => {
      out.push({ id: `friction_${out.length}`, severity: 1, ...friction } as (typeof out)[number]);
    };
    for (const p of this.#parties) {
      if (p.decoy) add({ kind: "decoy", target: p.id });
      for (const c of p.channels) {
        const others = p.channels.filter((o) => o.id !== c.id);
        if (LIVE.has(c.kind) && r.chance(0.2))
          add({
            kind: "retry",
            target: c.id,
            tries: 2 + r.below(2),
            gap_minutes: r.chance(0.5) ? 0 : (1 + r.below(3)) * TICK,
            other_channel: others.length > 0 && r.chance(0.4) ? r.of(others).id : null,
          });
        if (r.chance(0.2)) add({ kind: "availability_window", target: c.id, ...this.#window() });
        if (r.chance(0.12))
          add({
            kind: "relative_opening",
            target: c.id,
            after: r.chance(0.5) ? this.#requirement() : [],
            minutes: (1 + r.below(6)) * TICK,
          });
      }
    }
    for (const target of [...this.#events, ...this.#documents])
      if (r.chance(0.5)) add({ kind: "delay", target, minutes: (1 + r.below(6)) * TICK });
    for (const target of this.#forms)
      if (r.chance(0.5)) add({ kind: "form_review", target, minutes: (1 + r.below(4)) * TICK });
    for (const target of [...this.#facts, ...this.#operations, ...this.#forms, ...this.#documents])
      if (r.chance(0.1)) add({ kind: "deadline", target, at: this.#moment(5) });
    return out;
  }

  #window() {
    const r = this.#r;
    if (r.chance(0.3)) {
      const from = r.below(8);
      return {
        daily: null,
        single: {
          from: momentOf(START_MINUTES + from * TICK),
          to: momentOf(START_MINUTES + (from + 1 + r.below(6)) * TICK),
        },
      };
    }
    const daily = r.of([
      { from: "08:00", to: "14:00" },
      { from: "14:00", to: "20:00" },
      { from: "08:00", to: "20:00" },
      { from: "02:00", to: "08:00" },
    ]);
    const weekdays = r.chance(0.4) ? r.some([1, 2, 3, 4, 5, 6, 7], 0.4) : [];
    return { daily: { ...daily, weekdays }, single: null };
  }
}
