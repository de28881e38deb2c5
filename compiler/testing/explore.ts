import type { EngineAction } from "../engine/action";
import { compileWorld } from "../engine/compile-world";
import { ACCEPTED, type CompiledWorld, HELD, NEVER, READ } from "../engine/compiled-world";
import { cloneState, type EngineState, openState } from "../engine/state";
import { advance } from "../engine/step";
import type { StatedValue } from "../spec/value";
import type { ChannelKind, Exchange, Form, Terminal } from "../spec/world";
import { rankOf, sinceStart, type World } from "../spec/world-index";
import { TICK } from "./random-world";

export interface Exploration {
  /** `unknown` when the search stopped at its limit; then `reached` holds upper bounds only. */
  verdict: "complete" | "unknown";
  states: number;
  /** Earliest minute by group; absent when no safe run reaches it. */
  reached: Map<string, number>;
}

export const LIVE = new Set<ChannelKind>(["phone", "in_person"]);

/** Something an agent could do in one minute: typed actions that leave no call open, once it knows these facts. */
interface Move {
  knowing: readonly string[];
  actions: readonly EngineAction[];
}

/**
 * A slow reference for the oracle: tries every order of doing and not doing every safe thing at every
 * minute in which something can change, over the engine's own step function, up to `horizon` minutes.
 * Safe is what the engine raises no finding against; decoys are left alone (O1).
 */
export function explore(world: World, horizon: number, limit: number): Exploration {
  return new Explorer(world, horizon, limit).run();
}

/**
 * The fewest operations with which any safe run passes every required group: exchanges, reads, missed calls,
 * and waits, of which consecutive ones count once. Null when the search stopped at its limit.
 */
export function fewestOperations(world: World, horizon: number, limit: number): number | null {
  return new Explorer(world, horizon, limit).fewest();
}

class Explorer {
  readonly #world: World;
  readonly #engine: CompiledWorld;
  readonly #horizon: number;
  readonly #limit: number;
  readonly #moves: readonly Move[];
  readonly #moments: readonly number[];
  /** G1: the cell of each terminal and the value from which on it passes. */
  readonly #goals: readonly { group: string; cell: number; atLeast: number }[];
  readonly #seen = new Set<string>();
  readonly #byTime = new Map<number, EngineState[]>();
  readonly #reached = new Map<string, number>();

  constructor(world: World, horizon: number, limit: number) {
    this.#world = world;
    this.#engine = compileWorld(world);
    this.#horizon = horizon;
    this.#limit = limit;
    this.#moves = movesOf(world);
    this.#moments = momentsOf(world, horizon);
    this.#goals = world.spec.terminals.map((t) => ({ group: t.group, ...goalOf(world, this.#engine, t) }));
  }

  run(): Exploration {
    this.#visit(openState(this.#engine));
    while (this.#byTime.size > 0) {
      const now = Math.min(...this.#byTime.keys());
      const states = this.#byTime.get(now) as EngineState[];
      const state = states.pop();
      if (!state) {
        this.#byTime.delete(now);
        if (this.#reached.size === this.#world.groups.size) break;
        continue;
      }
      for (const { group, cell, atLeast } of this.#goals)
        if ((state[cell] as number) >= atLeast && !this.#reached.has(group)) this.#reached.set(group, now);
      if (this.#seen.size > this.#limit) return this.#result("unknown");
      for (const move of this.#moves) {
        const next = cloneState(state);
        if (this.#carryOut(next, move) && this.#differs(state, next)) this.#visit(next);
      }
      const later = this.#nextMoment(state, now);
      if (later > this.#horizon) continue;
      const waited = cloneState(state);
      advance(this.#engine, waited, { kind: "wait", minutes: later - now });
      this.#visit(waited);
    }
    return this.#result("complete");
  }

  /** Uniform-cost search; a wait that follows a wait is free. */
  fewest(): number | null {
    const required = [...this.#world.groups].filter(([, g]) => g.required).map(([group]) => group);
    const passes = (state: EngineState) =>
      required.every((group) =>
        this.#goals.some((g) => g.group === group && (state[g.cell] as number) >= g.atLeast),
      );
    const byCost: { state: EngineState; waited: boolean }[][] = [
      [{ state: openState(this.#engine), waited: false }],
    ];
    for (let cost = 0; cost < byCost.length; cost++) {
      const layer = byCost[cost] ?? [];
      for (let entry = layer.pop(); entry; entry = layer.pop()) {
        const { state, waited } = entry;
        const key = `${waited ? "w" : "a"}${this.#key(state)}`;
        if (this.#seen.has(key)) continue;
        this.#seen.add(key);
        if (passes(state)) return cost;
        if (this.#seen.size > this.#limit) return null;
        const reach = (at: number, next: EngineState, nowWaited: boolean) => {
          byCost[at] ??= [];
          byCost[at].push({ state: next, waited: nowWaited });
        };
        for (const move of this.#moves) {
          const next = cloneState(state);
          if (this.#carryOut(next, move) && this.#differs(state, next)) reach(cost + 1, next, false);
        }
        const now = state[this.#engine.layout.clock] as number;
        const later = this.#nextMoment(state, now);
        if (later > this.#horizon) continue;
        const next = cloneState(state);
        advance(this.#engine, next, { kind: "wait", minutes: later - now });
        reach(waited ? cost : cost + 1, next, true);
      }
    }
    return null;
  }

  #result(verdict: Exploration["verdict"]): Exploration {
    return { verdict, states: this.#seen.size, reached: this.#reached };
  }

  /** Equal for states that cannot be told apart, the actions used aside. */
  #key(state: EngineState): string {
    state[this.#engine.layout.used] = 0;
    return String.fromCharCode(...new Uint16Array(state.buffer));
  }

  #visit(state: EngineState): void {
    const key = this.#key(state);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const now = state[this.#engine.layout.clock] as number;
    const before = this.#byTime.get(now);
    if (before) before.push(state);
    else this.#byTime.set(now, [state]);
  }

  #differs(before: EngineState, after: EngineState): boolean {
    const { used } = this.#engine.layout;
    return after.some((cell, i) => i !== used && cell !== before[i]);
  }

  /** Whether all of the move was taken without a finding. */
  #carryOut(state: EngineState, { knowing, actions }: Move): boolean {
    const { layout, factAt } = this.#engine;
    if (knowing.some((fact) => state[layout.facts + (factAt.get(fact) as number)] === 0)) return false;
    for (const action of actions) {
      const { outcome, findings } = advance(this.#engine, state, action);
      if (findings.length > 0 || outcome === "refused") return false;
      if (outcome === "no_answer") return action.kind === "call" && action.channels.length === 1;
    }
    return true;
  }

  /** The next minute in which something can be different, by the clock alone. */
  #nextMoment(state: EngineState, now: number): number {
    const { layout, channels, documents } = this.#engine;
    let next = state[layout.nextDue] as number;
    const consider = (minute: number) => {
      if (minute > now && minute < next) next = minute;
    };
    for (const moment of this.#moments)
      if (moment > now) {
        consider(moment);
        break;
      }
    channels.forEach(({ openings, retry }, c) => {
      for (const o of openings) {
        const since = state[layout.watches + o.watch] as number;
        if (since !== NEVER) consider(since + o.minutes);
      }
      const first = state[layout.firstTry + c] as number;
      if (retry && first !== NEVER) consider(first + retry.gap);
    });
    documents.forEach((_, d) => {
      if ((state[layout.documents + d] as number) < READ) consider(state[layout.ready + d] as number);
    });
    return next;
  }
}

function goalOf(world: World, { layout }: CompiledWorld, { kind, target, value }: Terminal) {
  const { spec } = world;
  const at = (list: readonly { id: string }[]) => list.findIndex((x) => x.id === target);
  switch (kind) {
    case "fact_discovered":
      return { cell: layout.facts + at(spec.knowledge), atLeast: 1 };
    case "document_obtained":
      return { cell: layout.documents + at(spec.documents), atLeast: HELD };
    case "action_completed":
      return { cell: layout.operations + at(spec.mutations), atLeast: 1 };
    case "form_accepted":
      return { cell: layout.forms + at(spec.forms), atLeast: ACCEPTED };
    case "required_state_observed": {
      const status = world.statuses.get(target);
      const rank = status && value !== null ? rankOf(status, value) : Number.NaN;
      return { cell: layout.observed + at(spec.status_surfaces), atLeast: rank + 1 };
    }
  }
}

/** Minutes in which a window opens, a condition begins to hold by the clock, or an event may come at once. */
function momentsOf(world: World, horizon: number): number[] {
  const out = new Set<number>();
  const atoms = JSON.stringify(world.spec).matchAll(/"kind":"time_reached","at":"([^"]+)"/g);
  for (const [, at] of atoms) out.add(sinceStart(world, at as string));
  for (const e of world.spec.time_events) if (e.not_before !== null) out.add(sinceStart(world, e.not_before));
  for (const windows of world.windows.values())
    for (const { single, daily } of windows) {
      if (single) out.add(sinceStart(world, single.from));
      if (daily) for (let t = TICK; t <= horizon; t += TICK) out.add(t);
    }
  return [...out].sort((a, b) => a - b);
}

function movesOf(world: World): Move[] {
  const { spec } = world;
  const out: Move[] = [];
  const decoy = (party: string) => world.entities.get(party)?.decoy === true;
  const values = (facts: readonly string[]) =>
    facts.map((fact) => ({ fact, value: world.knowledge.get(fact)?.value.value ?? "" }));
  const request = (party: string, item: string, tool: "ask" | "act", exchange: Exchange) => {
    if ([party, ...exchange.participants].some(decoy)) return;
    const said = values(exchange.shares);
    const parts = [{ asked: item, item }];
    for (const { id, kind } of world.entities.get(party)?.channels ?? []) {
      const action = {
        kind: "request" as const,
        tool: kind === "voicemail" ? ("voicemail" as const) : tool,
        party,
        channel: LIVE.has(kind) ? null : id,
        parts,
        said,
      };
      for (const call of LIVE.has(kind) ? callsWith(world, id, party, exchange) : [null])
        out.push({ knowing: exchange.shares, actions: within(call, action) });
    }
  };
  for (const { channel, entity } of world.channels.values())
    if (LIVE.has(channel.kind) && !entity.decoy)
      out.push({ knowing: [], actions: [{ kind: "call", channels: [channel.id] }, { kind: "end_call" }] });
  for (const k of spec.knowledge) for (const h of k.held_by) request(h.party, k.id, "ask", h);
  for (const d of spec.documents) {
    if (d.request) request(d.owner, d.request.id, "ask", d.request);
    out.push({ knowing: [], actions: [{ kind: "read", document: d.id }] });
  }
  for (const m of spec.mutations) request(m.party, m.id, "act", m);
  for (const s of spec.status_surfaces) request(s.party, s.id, "ask", s.observe);
  for (const f of spec.forms) {
    if ([f.party, ...f.participants].some(decoy)) continue;
    const entries = entriesOf(world, f);
    for (const { id, kind } of world.entities.get(f.party)?.channels ?? []) {
      const submit = { kind: "submit" as const, form: f.id, channel: LIVE.has(kind) ? null : id, entries };
      for (const call of LIVE.has(kind) ? callsWith(world, id, f.party, f) : [null])
        out.push({ knowing: f.fields.flatMap((x) => x.source ?? []), actions: within(call, submit) });
    }
  }
  return out;
}

export function within(call: string[] | null, action: EngineAction): EngineAction[] {
  return call ? [{ kind: "call", channels: call }, action, { kind: "end_call" }] : [action];
}

/** Calls over a channel that have everybody on them whom the exchange needs. */
export function callsWith(world: World, channel: string, party: string, exchange: Exchange): string[][] {
  let calls = [[channel]];
  for (const other of new Set(exchange.participants)) {
    if (other === party) continue;
    const live = world.entities.get(other)?.channels.filter((c) => LIVE.has(c.kind)) ?? [];
    calls = calls.flatMap((call) => live.map((c) => [...call, c.id]));
  }
  return calls;
}

/** The right entries; an attestation whose source says "no" stays unticked. */
export function entriesOf(world: World, form: Form): Record<string, StatedValue> {
  const out: Record<string, StatedValue> = {};
  for (const field of form.fields) {
    const source = field.source === null ? undefined : world.knowledge.get(field.source);
    if (field.kind === "value") out[field.id] = source?.value.value ?? field.expected?.value ?? "";
    else if (source?.value.value !== "no") out[field.id] = true;
  }
  return out;
}
