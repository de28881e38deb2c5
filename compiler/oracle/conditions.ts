import type { Atom, Requirement } from "../spec/requirement";
import type { Exchange } from "../spec/world";
import { sinceStart, type World } from "../spec/world-index";
import { NEVER, NODE, type RuleGraphBuilder } from "./rule-graph";
import type { WorldNodes } from "./world-nodes";

/** What a rule waits for: nodes of its body, the last minute in which it may be satisfied, requirements that may lapse. */
export interface Conditions {
  body: number[];
  deadline: number;
  lapsing: number[];
}

export const needing = (...body: number[]): Conditions => ({ body, deadline: NEVER, lapsing: [] });

/** Writes requirements and exchanges as conditions of rules. */
export class ConditionWriter {
  readonly #world: World;
  readonly #builder: RuleGraphBuilder;
  readonly #nodes: WorldNodes;
  readonly #safe: boolean;

  /** `safe` asks for what O1 asks for besides what the engine enforces. */
  constructor(world: World, builder: RuleGraphBuilder, nodes: WorldNodes, safe: boolean) {
    this.#world = world;
    this.#builder = builder;
    this.#nodes = nodes;
    this.#safe = safe;
  }

  /** A requirement that counts from the first minute in which it holds (T3, F1, C2). */
  latched(requirement: Requirement): Conditions {
    return this.#require(requirement, false);
  }

  /** E1 to E4 and O1: what an exchange waits for, its channels aside. `carried` are the facts it passes on, to everybody on the call. */
  exchange(party: string, exchange: Exchange, target: string, carried = exchange.shares): Conditions {
    const requires = this.#require(exchange.requires, true);
    const grounding = this.#require(this.#safe ? exchange.grounding : [], true);
    const body = [...requires.body, ...grounding.body];
    for (const fact of carried) body.push(this.#nodes.of(fact));
    if (this.#safe) {
      for (const authority of exchange.authorities) body.push(this.#nodes.of(authority));
      for (const hearer of new Set([party, ...exchange.participants]))
        if (carried.some((fact) => this.#isProtectedFrom(fact, hearer)))
          body.push(this.#nodes.cleared(hearer));
    }
    return {
      body,
      deadline: Math.min(requires.deadline, grounding.deadline, this.#world.deadlines.get(target) ?? NEVER),
      lapsing: [...requires.lapsing, ...grounding.lapsing],
    };
  }

  #require(requirement: Requirement, mayLapse: boolean): Conditions {
    const sets = requirement.map((set) => this.#set(set));
    const [only] = sets;
    if (!only || sets.some((s) => s.body.length === 0 && s.deadline === NEVER)) return needing();
    if (sets.length === 1) return only;
    const node = this.#builder.node(NODE.requirement);
    const lapses = mayLapse && sets.some((s) => s.deadline !== NEVER);
    for (const { body, deadline } of sets) this.#builder.rule(body, [node], { deadline, lapses });
    return { ...needing(node), lapsing: lapses ? [node] : [] };
  }

  #set(atoms: readonly Atom[]): Conditions {
    const out = needing();
    for (const atom of atoms) {
      if (atom.kind === "before_deadline")
        out.deadline = Math.min(out.deadline, sinceStart(this.#world, atom.at));
      else out.body.push(this.#atom(atom));
    }
    return out;
  }

  #atom(atom: Exclude<Atom, { kind: "before_deadline" }>): number {
    switch (atom.kind) {
      case "fact_known":
        return this.#nodes.of(atom.fact);
      case "document_read":
        return this.#nodes.read(atom.document);
      case "action_completed":
        return this.#nodes.of(atom.mutation);
      case "form_accepted":
        return this.#nodes.of(atom.form);
      case "status_is":
        return this.#nodes.hasStatus(atom.status, atom.value);
      case "authority_held":
        return this.#nodes.of(atom.authority);
      case "time_reached":
        return this.#nodes.time(sinceStart(this.#world, atom.at));
    }
  }

  /** E3: whether passing the fact to the party needs an authority for it. */
  #isProtectedFrom(fact: string, party: string): boolean {
    const knowledge = this.#world.knowledge.get(fact);
    const kind = this.#world.entities.get(party)?.kind;
    return (
      knowledge?.protected === true &&
      kind !== "patient" &&
      kind !== "case_record" &&
      !knowledge.held_by.some((h) => h.party === party)
    );
  }
}
