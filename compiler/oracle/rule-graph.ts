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
  readonly deadline: Float64Array;
  readonly notBefore: Float64Array;
  readonly delay: Float64Array;
  /** 1: waits for a time. */
  readonly timed: Uint8Array;
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
  slots?: readonly number[];
  lapsing?: readonly number[];
  slow?: boolean;
}

interface Written {
  body: readonly number[];
  heads: readonly number[];
  options: RuleOptions;
}

/** Collects nodes and rules and lays them out as typed arrays. */
export class RuleGraphBuilder {
  readonly #kinds: number[] = [];
  readonly #refs: number[] = [];
  readonly #ranks: number[] = [];
  readonly #steps: (Written & { options: StepOptions })[] = [];
  readonly #rules: Written[] = [];
  readonly #seeds: number[] = [];
  readonly #watch: [node: number, step: number][] = [];

  node(kind: NodeKind, ref = -1, rank = -1): number {
    this.#refs.push(ref);
    this.#ranks.push(rank);
    return this.#kinds.push(kind) - 1;
  }

  seed(node: number): void {
    this.#seeds.push(node);
  }

  rule(body: readonly number[], heads: readonly number[], options: RuleOptions = NO_OPTIONS): void {
    this.#rules.push({ body, heads, options });
  }

  /** Adds a step; steps must be added in the order of a round. Returns its number. */
  step(body: readonly number[], heads: readonly number[], options: StepOptions): number {
    return this.#steps.push({ body, heads, options }) - 1;
  }

  watch(node: number, step: number): void {
    this.#watch.push([node, step]);
  }

  build(): RuleGraph {
    const nodes = this.#kinds.length;
    const steps = this.#steps.length;
    const all: Written[] = [...this.#steps, ...this.#rules];
    const rules = all.length;
    const body = rowsOf(all, (r) => r.body);
    const heads = rowsOf(all, (r) => r.heads);
    const number = (of: (o: RuleOptions) => number | undefined, otherwise: number) =>
      Float64Array.from(all, (r) => of(r.options) ?? otherwise);
    const flag = (of: (o: RuleOptions) => unknown) => Uint8Array.from(all, (r) => (of(r.options) ? 1 : 0));
    const notBefore = number((o) => o.notBefore, Number.NEGATIVE_INFINITY);
    const delay = number((o) => o.delay, 0);
    const watchStart = new Int32Array(nodes + 1);
    for (const [node] of this.#watch) (watchStart[node + 1] as number)++;
    const watchers = filled(watchStart, this.#watch.length, (put) => {
      for (const [node, step] of this.#watch) put(node, step);
    });
    const need = Int32Array.from(all, (r) => r.body.length);
    return {
      nodes,
      rules,
      steps,
      body,
      heads,
      users: transposed(body, rules, nodes),
      providers: transposed(heads, rules, nodes),
      watchers,
      need,
      deadline: number((o) => o.deadline, Number.POSITIVE_INFINITY),
      notBefore,
      delay,
      timed: Uint8Array.from(all, (_, r) =>
        r >= steps && ((delay[r] as number) > 0 || (notBefore[r] as number) > 0) ? 1 : 0,
      ),
      barred: flag((o) => o.barred),
      lapses: flag((o) => o.lapses),
      goal: Int32Array.from(this.#steps, (s) => s.options.goal),
      stepKind: Uint8Array.from(this.#steps, (s) => s.options.kind),
      stepRef: Int32Array.from(this.#steps, (s) => s.options.ref),
      stepPart: Int32Array.from(this.#steps, (s) => s.options.part ?? -1),
      slots: rowsOf(this.#steps, (s) => s.options.slots ?? NONE),
      slow: Uint8Array.from(this.#steps, (s) => (s.options.slow ? 1 : 0)),
      lapsing: rowsOf(this.#steps, (s) => s.options.lapsing ?? NONE),
      nodeKind: Uint8Array.from(this.#kinds),
      nodeRef: Int32Array.from(this.#refs),
      nodeRank: Int32Array.from(this.#ranks),
      seeds: Int32Array.from(this.#seeds),
      bodiless: Int32Array.from([...need.keys()].filter((r) => need[r] === 0)),
    };
  }
}

const NONE: readonly number[] = [];
const NO_OPTIONS: RuleOptions = {};

/** Lays lists out as rows. */
export function rowsOf<T>(list: readonly T[], of: (item: T) => readonly number[]): Rows {
  const start = new Int32Array(list.length + 1);
  list.forEach((item, i) => {
    start[i + 1] = (start[i] as number) + of(item).length;
  });
  const items = new Int32Array(start[list.length] as number);
  list.forEach((item, i) => {
    items.set(of(item), start[i]);
  });
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
