import type { WitnessStep } from "../oracle/witness";
import {
  type Entry,
  type Expected,
  NOTHING_EXPECTED,
  type PlanStep,
  type PublicPlan,
  type Route,
  type Spoil,
} from "../replay";
import { momentOf } from "../spec/moment";
import type { Effect, Form, StatusSurface } from "../spec/world";
import { rankOf, type World } from "../spec/world-index";

const LIVE = new Set(["phone", "in_person"]);
const OUTBOUND = new Set(["voicemail", "fax", "mail"]);

type Say = Extract<PlanStep, { do: "say" }>;
type Ask = Say["requests"][number];

export interface PlanOptions {
  /** Puts neighbouring requests to one party into one text, which saves actions. */
  join?: boolean;
  /** Wrong entries to make first, in a form on the route. */
  spoil?: { form: string; entries: readonly Spoil[] };
}

/**
 * Turns a witness into public tool calls: the only place where hidden structure becomes public words
 * (world.md, section 5.3). Requests are the public labels; values are left to the walker, which has them
 * from the environment.
 */
export function planWitness(
  world: World,
  witness: readonly WitnessStep[],
  { join = false, spoil }: PlanOptions = {},
): PublicPlan {
  const planner = new Planner(world, spoil);
  witness.forEach((step, i) => {
    planner.add(step, i + 1);
  });
  const held = new Set(world.spec.day_one.documents);
  return {
    steps: join ? joined(planner.steps) : planner.steps,
    unheld: world.spec.documents.map((d) => d.id).filter((id) => !held.has(id)),
    summary: "All steps of the route are done.",
  };
}

function joined(steps: readonly PlanStep[]): PlanStep[] {
  const out: PlanStep[] = [];
  for (const step of steps) {
    const last = out.at(-1);
    if (
      step.do === "say" &&
      last?.do === "say" &&
      last.tool === step.tool &&
      last.party === step.party &&
      JSON.stringify(last.route) === JSON.stringify(step.route) &&
      !last.requests.some((r) => step.requests.some((s) => s.words === r.words))
    )
      out[out.length - 1] = {
        ...last,
        witness: [...last.witness, ...step.witness],
        nodes: [...last.nodes, ...step.nodes],
        requests: [...last.requests, ...step.requests],
        share: [...new Set([...last.share, ...step.share])],
      };
    else out.push(step);
  }
  return out;
}

class Planner {
  readonly steps: PlanStep[] = [];
  readonly #world: World;
  readonly #spoil: PlanOptions["spoil"];
  /** Forms in review, with the minute in which the answer comes. */
  readonly #inReview = new Map<string, number>();
  #now = 0;

  constructor(world: World, spoil: PlanOptions["spoil"]) {
    this.#world = world;
    this.#spoil = spoil;
  }

  add(step: WitnessStep, number: number): void {
    const shape = { witness: [number], nodes: nodesOf(step) };
    switch (step.op) {
      case "wait": {
        this.#now = step.at;
        const accepted = [...this.#inReview].filter(([, at]) => at <= this.#now).map(([form]) => form);
        for (const form of accepted) this.#inReview.delete(form);
        this.steps.push({ do: "wait", ...shape, until: momentOf(this.#world.start + this.#now), accepted });
        return;
      }
      case "contact":
        this.steps.push({ do: "miss", ...shape, participants: [[must(step.channel)]] });
        return;
      case "read_document": {
        const document = must(this.#world.documents.get(must(step.document)));
        this.steps.push({
          do: "read",
          ...shape,
          document: document.id,
          expected: { ...NOTHING_EXPECTED, facts: document.facts.map((id) => this.#fact(id)) },
        });
        return;
      }
      case "submit_form": {
        const form = this.#world.forms.get(must(step.complete));
        if (form) this.#submit(step, form, shape);
        else this.#act(step, shape);
        return;
      }
      case "ask":
      case "check_status":
        this.#ask(step, shape);
    }
  }

  #fact(id: string): Expected["facts"][number] {
    const { label, statement } = must(this.#world.knowledge.get(id));
    return { fact: id, label, statement };
  }

  #document(id: string): Expected["documents"][number] {
    return { document: id, title: must(this.#world.documents.get(id)).title };
  }

  #status(status: StatusSurface, from: string): Expected["statuses"][number] {
    return { label: status.label, values: status.values.slice(rankOf(status, from)).map((v) => v.label) };
  }

  #shown(effects: readonly Effect[], receipt: string): Expected {
    return {
      facts: effects.flatMap((e) => (e.kind === "reveal_fact" ? [this.#fact(e.fact)] : [])),
      documents: effects.flatMap((e) => (e.kind === "hand_document" ? [this.#document(e.document)] : [])),
      statuses: effects.flatMap((e) =>
        e.kind === "set_status" ? [this.#status(must(this.#world.statuses.get(e.status)), e.value)] : [],
      ),
      receipt,
    };
  }

  #route(step: WitnessStep): Route {
    const channel = must(step.channel);
    const { kind } = must(this.#world.channels.get(channel)).channel;
    if (kind === "voicemail") return { kind: "voicemail", channel };
    if (!LIVE.has(kind)) return { kind: "channel", channel };
    const others = (step.participants ?? []).filter((party) => party !== step.party);
    const liveOf = (party: string) =>
      must(this.#world.entities.get(party))
        .channels.filter((c) => LIVE.has(c.kind))
        .map((c) => c.id);
    return { kind: "call", participants: [[channel], ...others.map(liveOf)] };
  }

  #answers(step: WitnessStep): boolean {
    return !OUTBOUND.has(must(this.#world.channels.get(must(step.channel))).channel.kind);
  }

  #ask(step: WitnessStep, shape: { witness: number[]; nodes: string[] }): void {
    const items = [...(step.obtain ?? []), ...(step.request ?? []), ...(step.observe ?? [])];
    const requests = items.map((id): Ask => {
      const fact = this.#world.knowledge.get(id);
      if (fact)
        return {
          words: fact.label,
          outcomes: ["told"],
          expected: { ...NOTHING_EXPECTED, facts: [this.#fact(id)] },
        };
      const status = this.#world.statuses.get(id);
      if (status)
        return {
          words: status.label,
          outcomes: ["told"],
          expected: { ...NOTHING_EXPECTED, statuses: [this.#status(status, status.initial)] },
        };
      const document = must(this.#world.requests.get(id));
      const request = must(document.request);
      if (!this.#answers(step))
        return { words: request.label, outcomes: ["noted"], expected: NOTHING_EXPECTED };
      return step.request?.includes(id)
        ? { words: request.label, outcomes: ["requested"], expected: NOTHING_EXPECTED }
        : {
            words: request.label,
            outcomes: ["handed_over"],
            expected: { ...NOTHING_EXPECTED, documents: [this.#document(document.id)] },
          };
    });
    this.steps.push({
      do: "say",
      ...shape,
      tool: "ask",
      party: must(step.party),
      route: this.#route(step),
      requests,
      share: step.transmit ?? [],
    });
  }

  #act(step: WitnessStep, shape: { witness: number[]; nodes: string[] }): void {
    const operation = must(this.#world.mutations.get(must(step.complete)));
    this.steps.push({
      do: "say",
      ...shape,
      tool: "act",
      party: must(step.party),
      route: this.#route(step),
      requests: [
        this.#answers(step)
          ? {
              words: operation.label,
              outcomes: ["completed", "already_done"],
              expected: this.#shown(operation.effects, operation.receipt),
            }
          : { words: operation.label, outcomes: ["noted"], expected: NOTHING_EXPECTED },
      ],
      share: step.transmit ?? [],
    });
  }

  #submit(step: WitnessStep, form: Form, shape: { witness: number[]; nodes: string[] }): void {
    const review = this.#world.reviews.get(form.id) ?? 0;
    const spoils = this.#spoil?.form === form.id ? [...this.#spoil.entries] : [];
    const spoilt = spoils.length > 0;
    if (review > 0 && !spoilt) this.#inReview.set(form.id, this.#now + review);
    const answered = (review === 0 || spoilt) && this.#answers(step);
    this.steps.push({
      do: "submit",
      ...shape,
      form: form.id,
      route: this.#route(step),
      entries: form.fields.map(entryOf).filter((entry) => entry !== null),
      review_minutes: review,
      spoils,
      expected: answered ? this.#shown(form.effects, review === 0 ? form.receipt : "") : NOTHING_EXPECTED,
    });
  }
}

function entryOf(field: Form["fields"][number]): Entry | null {
  if (field.kind === "attestation") return { kind: "tick", field: field.id, fact: field.source };
  if (field.source) return { kind: "fact", field: field.id, fact: field.source };
  if (!field.expected || !field.verifiable) return null;
  const { expected } = field;
  return {
    kind: "words",
    field: field.id,
    words: expected.type === "money" ? `${expected.value} ${expected.currency}` : expected.value,
  };
}

/** Ids of a witness step, what it brings first. */
export function nodesOf(step: WitnessStep): string[] {
  return [
    ...(step.obtain ?? []),
    ...(step.request ?? []),
    ...(step.complete ? [step.complete] : []),
    ...(step.observe ?? []),
    ...(step.document ? [step.document] : []),
    ...(step.channel ? [step.channel] : []),
    ...(step.party ? [step.party] : []),
  ];
}

function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error("the witness names something that is not in this world");
  return value;
}
