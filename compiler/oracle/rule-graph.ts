/** What a node of the rule graph stands for; `ref` and `rank` of the node say which. */
export const NODE = {
  fact: 0,
  held: 1,
  read: 2,
  requested: 3,
  ready: 4,
  completed: 5,
  receipt: 6,
  form_held: 7,
  submitted: 8,
  answerable: 9,
  accepted: 10,
  status: 11,
  observed: 12,
  authority: 13,
  cleared: 14,
  known: 15,
  opened: 16,
  dialled: 17,
  missed: 18,
  through: 19,
  usable: 20,
  access: 21,
  requirement: 22,
  time: 23,
  barred: 24,
  group: 25,
  goal: 26,
} as const;
export type NodeKind = (typeof NODE)[keyof typeof NODE];

/** What a step of the witness does. The order is the order of the phases of a moment (O3). */
export const STEP = {
  contact: 0,
  switch_channel: 1,
  read: 2,
  ask: 3,
  request: 4,
  collect: 5,
  act: 6,
  submit: 7,
  observe: 8,
} as const;
export type StepKind = (typeof STEP)[keyof typeof STEP];

/** A minute that never comes; all minutes fit into 32 bits, because a run ends after twenty years (T5). */
export const NEVER = 0x7fffffff;

/** Compressed sparse rows: the items of row i are `items[start[i]]` up to before `items[start[i + 1]]`. */
export interface Rows {
  readonly start: Int32Array;
  readonly items: Int32Array;
}

/**
 * A world as Horn rules over integers. Rules 0 to `steps - 1` are steps in the order of one round (O3),
 * the others follow by themselves. A rule is satisfied when every node of its body is reached; then a
 * step may be taken while its channels are open, and any other rule reaches its heads after its delay.
 */
export interface RuleGraph {
  readonly nodes: number;
  readonly rules: number;
  readonly steps: number;
  readonly body: Rows;
  readonly heads: Rows;
  /** Rules that wait for a node. */
  readonly users: Rows;
  /** Rules that reach a node. */
  readonly providers: Rows;
  /** Steps whose possible times change when a node is reached, beyond what their body says. */
  readonly watchers: Rows;
  readonly need: Int32Array;
  readonly deadline: Int32Array;
  readonly notBefore: Int32Array;
  readonly delay: Int32Array;
  /** 1: waits for a time. */
  readonly timed: Uint8Array;
  /** 1: nothing but its body decides when it is done. */
  readonly plain: Uint8Array;
  /** 1: forbidden or at a decoy; never part of a safe route. */
  readonly barred: Uint8Array;
  /** Rules with a deadline that make a requirement hold until then. */
  readonly lapses: Uint8Array;
  /** By step: the node without which it is not worth taking. */
  readonly goal: Int32Array;
  readonly stepKind: Uint8Array;
  /** Index of the channel, document, fact, operation, form or status. */
  readonly stepRef: Int32Array;
  /** Index of the holder of a fact; rank of an observed value. */
  readonly stepPart: Int32Array;
  /** By step: groups of channels of which one each must be open; the first is the party's own. */
  readonly slots: Rows;
  /** 1: the possible times depend on windows or on a requirement that lapses. */
  readonly slow: Uint8Array;
  /** By step: requirement nodes that can lapse. */
  readonly lapsing: Rows;
  readonly nodeKind: Uint8Array;
  readonly nodeRef: Int32Array;
  readonly nodeRank: Int32Array;
  /** Nodes that hold before anything happens. */
  readonly seeds: Int32Array;
  /** Rules without a body. */
  readonly bodiless: Int32Array;
}

export interface RuleOptions {
  deadline?: number;
  notBefore?: number;
  delay?: number;
  barred?: boolean;
  lapses?: boolean;
}

export interface StepOptions extends RuleOptions {
  kind: StepKind;
  ref: number;
  part?: number;
  goal: number;
  slots: readonly number[];
  lapsing: readonly number[];
  slow: boolean;
}

/** Keeps a minute within 32 bits; what lies before the start stays before it. */
const minute = (m: number) => Math.min(NEVER, Math.max(-1, m));

/** Rules as they are written down, one list for each column. */
class RuleList {
  readonly bodyEnd: number[] = [];
  readonly body: number[] = [];
  readonly headEnd: number[] = [];
  readonly heads: number[] = [];
  readonly deadline: number[] = [];
  readonly notBefore: number[] = [];
  readonly delay: number[] = [];
  readonly barred: number[] = [];
  readonly lapses: number[] = [];

  add(body: readonly number[], heads: readonly number[], options: RuleOptions): number {
    for (const node of body) this.body.push(node);
    for (const node of heads) this.heads.push(node);
    this.bodyEnd.push(this.body.length);
    this.headEnd.push(this.heads.length);
    this.deadline.push(minute(options.deadline ?? NEVER));
    this.notBefore.push(minute(options.notBefore ?? 0));
    this.delay.push(minute(options.delay ?? 0));
    this.barred.push(options.barred ? 1 : 0);
    return this.lapses.push(options.lapses ? 1 : 0) - 1;
  }

  get length(): number {
    return this.lapses.length;
  }
}

/** Collects nodes and rules and lays them out as typed arrays. */
export class RuleGraphBuilder {
  readonly #kinds: number[] = [];
  readonly #refs: number[] = [];
  readonly #ranks: number[] = [];
  readonly #steps = new RuleList();
  readonly #rules = new RuleList();
  readonly #goal: number[] = [];
  readonly #stepKind: number[] = [];
  readonly #stepRef: number[] = [];
  readonly #stepPart: number[] = [];
  readonly #slow: number[] = [];
  readonly #slots = new RowList();
  readonly #lapsing = new RowList();
  readonly #seeds: number[] = [];
  readonly #watchedNodes: number[] = [];
  readonly #watchingSteps: number[] = [];

  node(kind: NodeKind, ref = -1, rank = -1): number {
    this.#refs.push(ref);
    this.#ranks.push(rank);
    return this.#kinds.push(kind) - 1;
  }

  seed(node: number): void {
    this.#seeds.push(node);
  }

  rule(body: readonly number[], heads: readonly number[], options: RuleOptions = NO_OPTIONS): void {
    this.#rules.add(body, heads, options);
  }

  /** Adds a step; steps must be added in the order of a round. Returns its number. */
  step(body: readonly number[], heads: readonly number[], options: StepOptions): number {
    this.#goal.push(options.goal);
    this.#stepKind.push(options.kind);
    this.#stepRef.push(options.ref);
    this.#stepPart.push(options.part ?? -1);
    this.#slow.push(options.slow ? 1 : 0);
    this.#slots.add(options.slots);
    this.#lapsing.add(options.lapsing);
    return this.#steps.add(body, heads, options);
  }

  watch(node: number, step: number): void {
    this.#watchedNodes.push(node);
    this.#watchingSteps.push(step);
  }

  build(): RuleGraph {
    const nodes = this.#kinds.length;
    const steps = this.#steps.length;
    const rules = steps + this.#rules.length;
    const body = joined(this.#steps.bodyEnd, this.#steps.body, this.#rules.bodyEnd, this.#rules.body);
    const heads = joined(this.#steps.headEnd, this.#steps.heads, this.#rules.headEnd, this.#rules.heads);
    const need = new Int32Array(rules);
    const bodiless: number[] = [];
    for (let rule = 0; rule < rules; rule++) {
      need[rule] = (body.start[rule + 1] as number) - (body.start[rule] as number);
      if (need[rule] === 0) bodiless.push(rule);
    }
    const column = (of: (list: RuleList) => readonly number[]) =>
      Int32Array.from(of(this.#steps).concat(of(this.#rules)));
    const flags = (of: (list: RuleList) => readonly number[]) =>
      Uint8Array.from(of(this.#steps).concat(of(this.#rules)));
    const notBefore = column((list) => list.notBefore);
    const delay = column((list) => list.delay);
    const deadline = column((list) => list.deadline);
    const lapses = flags((list) => list.lapses);
    const timed = new Uint8Array(rules);
    const plain = new Uint8Array(rules);
    for (let rule = 0; rule < rules; rule++) {
      if (rule >= steps && ((delay[rule] as number) > 0 || (notBefore[rule] as number) > 0)) timed[rule] = 1;
      if (deadline[rule] === NEVER && timed[rule] === 0 && lapses[rule] === 0 && this.#slow[rule] !== 1)
        plain[rule] = 1;
    }
    const watchCounts = new Int32Array(nodes + 1);
    for (const node of this.#watchedNodes) (watchCounts[node + 1] as number)++;
    return {
      nodes,
      rules,
      steps,
      body,
      heads,
      users: transposed(body, rules, nodes),
      providers: transposed(heads, rules, nodes),
      watchers: filled(watchCounts, this.#watchedNodes.length, (put) => {
        this.#watchedNodes.forEach((node, i) => {
          put(node, this.#watchingSteps[i] as number);
        });
      }),
      need,
      deadline,
      notBefore,
      delay,
      timed,
      plain,
      barred: flags((list) => list.barred),
      lapses,
      goal: Int32Array.from(this.#goal),
      stepKind: Uint8Array.from(this.#stepKind),
      stepRef: Int32Array.from(this.#stepRef),
      stepPart: Int32Array.from(this.#stepPart),
      slots: this.#slots.rows(),
      slow: Uint8Array.from(this.#slow),
      lapsing: this.#lapsing.rows(),
      nodeKind: Uint8Array.from(this.#kinds),
      nodeRef: Int32Array.from(this.#refs),
      nodeRank: Int32Array.from(this.#ranks),
      seeds: Int32Array.from(this.#seeds),
      bodiless: Int32Array.from(bodiless),
    };
  }
}

const NO_OPTIONS: RuleOptions = {};

/** Rows as they are written down. */
export class RowList {
  readonly #end: number[] = [];
  readonly #items: number[] = [];

  add(items: readonly number[]): void {
    for (const item of items) this.#items.push(item);
    this.#end.push(this.#items.length);
  }

  rows(): Rows {
    return joined(this.#end, this.#items, [], []);
  }
}

/** One row after the other: those of the first list, then those of the second. */
function joined(
  firstEnd: readonly number[],
  first: readonly number[],
  secondEnd: readonly number[],
  second: readonly number[],
): Rows {
  const start = new Int32Array(firstEnd.length + secondEnd.length + 1);
  start.set(firstEnd, 1);
  for (let i = 0; i < secondEnd.length; i++)
    start[firstEnd.length + 1 + i] = first.length + (secondEnd[i] as number);
  const items = new Int32Array(first.length + second.length);
  items.set(first);
  items.set(second, first.length);
  return { start, items };
}

/** Turns counts (shifted by one) into rows and lets `fill` put the items, in order. */
function filled(
  counts: Int32Array,
  total: number,
  fill: (put: (row: number, item: number) => void) => void,
): Rows {
  const start = counts;
  for (let i = 1; i < start.length; i++) (start[i] as number) += start[i - 1] as number;
  const next = start.slice();
  const items = new Int32Array(total);
  fill((row, item) => {
    items[(next[row] as number)++] = item;
  });
  return { start, items };
}

function transposed(rows: Rows, count: number, columns: number): Rows {
  const start = new Int32Array(columns + 1);
  for (const item of rows.items) (start[item + 1] as number)++;
  return filled(start, rows.items.length, (put) => {
    for (let row = 0; row < count; row++)
      for (let i = rows.start[row] as number; i < (rows.start[row + 1] as number); i++)
        put(rows.items[i] as number, row);
  });
}
