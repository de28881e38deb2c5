import { SEVERAL } from "./channel-table";
import { ClockHeap } from "./clock-heap";
import type { CompiledWorld } from "./compile";
import { OrderedSet } from "./ordered-set";
import { NEVER, type RuleGraph, STEP } from "./rule-graph";
import { sliceRules } from "./slice";

/** Stands on the clock for a minute in which no rule is due. */
const NO_RULE = 0x7fffffff;

/** Counter of a rule that is left out: more than any body can count down. */
const LEFT_OUT = 0x7fffffff;

export interface ForwardOptions {
  /** Nodes that the backward slice starts from; "everything" keeps all that is not barred. */
  roots: readonly number[] | "everything";
  /** Ends the run when this node is reached and the present moment adds nothing more; -1: runs to the end. */
  until: number;
  /** Leaves out the steps that are 0 here. */
  allowed?: Uint8Array;
  /** Nodes that hold from the start besides. */
  supposed?: readonly number[];
  /** Rules that no deadline and no hours hold back. */
  lifted?: ReadonlySet<number>;
  /** Takes barred steps as well: whatever anyone could do, safe or not. */
  unbarred?: boolean;
  /** Acts at minute 0 and in these minutes only, and lets the others pass. */
  actAt?: ReadonlySet<number>;
}

/** What one run of the fixed point found. Minutes count from the start of the world. */
export interface ForwardRun {
  readonly reached: Int32Array;
  /** The rule that reached each node first; -1 for what held from the start. */
  readonly by: Int32Array;
  readonly inSlice: Uint8Array;
  /** Steps in the order in which they were taken. */
  readonly taken: Int32Array;
  /** By moment in which something was done: the place of its first step in `taken`, and its minute. */
  readonly moments: readonly { first: number; at: number }[];
  /** The channel of steps that had several to choose from. */
  readonly chosen: ReadonlyMap<number, number>;
  /** Minute in which the run stopped. */
  readonly end: number;
  /** Rules that were satisfied but had no minute left, because of a deadline or of channels never open together. */
  readonly tooLate: readonly number[];
  /** Minutes after the last one acted in, in which something could have been done (with `actAt`). */
  readonly passedOver: readonly number[];
}

/**
 * The forward fixed point of O3 over the slice: one counter for each rule, one sweep in declaration
 * order for each round of a moment, one heap of clock events. O(n log n) in rules and their conditions.
 */
export function runForward(compiled: CompiledWorld, options: ForwardOptions): ForwardRun {
  return new Forward(compiled, options).run();
}

class Forward {
  readonly #compiled: CompiledWorld;
  readonly #graph: RuleGraph;
  readonly #options: ForwardOptions;
  readonly #reached: Int32Array;
  readonly #by: Int32Array;
  readonly #left: Int32Array;
  readonly #stack: Int32Array;
  readonly #userStart: Int32Array;
  readonly #userItems: Int32Array;
  readonly #headStart: Int32Array;
  readonly #headItems: Int32Array;
  readonly #plain: Uint8Array;
  readonly #steps: number;
  readonly #watched: boolean;
  #top = 0;
  readonly #enabled: OrderedSet;
  readonly #clock = new ClockHeap();
  readonly #done: Uint8Array;
  /** Last minute of requirements that lapse, by node. */
  readonly #holdsUntil = new Map<number, number>();
  readonly #taken: Int32Array;
  readonly #moments: { first: number; at: number }[] = [];
  readonly #chosen = new Map<number, number>();
  #count = 0;
  #now = 0;
  readonly #tooLate: number[] = [];
  #passedOver: number[] = [];

  constructor(compiled: CompiledWorld, options: ForwardOptions) {
    const { graph } = compiled;
    this.#compiled = compiled;
    this.#graph = graph;
    this.#options = options;
    this.#reached = new Int32Array(graph.nodes).fill(NEVER);
    this.#by = new Int32Array(graph.nodes).fill(-1);
    this.#left = compiled.scratch.left;
    this.#left.set(graph.need);
    this.#stack = compiled.scratch.stack;
    this.#userStart = graph.users.start;
    this.#userItems = graph.users.items;
    this.#headStart = graph.heads.start;
    this.#headItems = graph.heads.items;
    this.#plain = graph.plain;
    this.#steps = graph.steps;
    this.#watched = graph.watchers.items.length > 0;
    this.#enabled = new OrderedSet(graph.steps);
    this.#done = compiled.scratch.done.fill(0);
    this.#taken = new Int32Array(graph.steps);
  }

  run(): ForwardRun {
    this.#dawn();
    const { roots, unbarred } = this.#options;
    const inSlice =
      roots === "everything"
        ? this.#graph.barred.map((barred) => (unbarred ? 1 : 1 - barred))
        : sliceRules(this.#compiled, roots, this.#reached);
    this.#keepOnly(inSlice);
    if (this.#options.actAt) this.#offerSetTimes(inSlice);
    const { until } = this.#options;
    for (;;) {
      this.#exhaustMoment();
      if (until >= 0 && this.#reached[until] !== NEVER) break;
      if (!this.#passTime()) break;
    }
    return {
      reached: this.#reached,
      by: this.#by,
      inSlice,
      taken: this.#taken.subarray(0, this.#count),
      moments: this.#moments,
      chosen: this.#chosen,
      end: this.#now,
      tooLate: this.#tooLate,
      passedOver: this.#passedOver,
    };
  }

  /** What holds at minute 0 before the first step (T3). */
  #dawn(): void {
    for (const node of this.#graph.seeds) this.#reach(node, -1);
    for (const node of this.#options.supposed ?? []) this.#reach(node, -1);
    if (this.#options.unbarred) this.#reach(this.#compiled.barred, -1);
    for (const rule of this.#graph.bodiless) this.#satisfied(rule);
    this.#drain();
  }

  /** Leaves the slice only; rules that are satisfied already keep their counter of zero. */
  #keepOnly(inSlice: Uint8Array): void {
    const { allowed } = this.#options;
    const { steps, rules } = this.#graph;
    for (let rule = 0; rule < rules; rule++) {
      if (inSlice[rule] === 1 && (rule >= steps || allowed === undefined || allowed[rule] === 1)) continue;
      if (rule < steps) {
        this.#enabled.delete(rule);
        this.#done[rule] = 1;
      }
      this.#left[rule] = LEFT_OUT;
    }
  }

  /** Lets the minutes from which something comes at once be acted in, also when nothing has set it off before. */
  #offerSetTimes(inSlice: Uint8Array): void {
    const { steps, rules, delay, notBefore } = this.#graph;
    for (let rule = steps; rule < rules; rule++)
      if (inSlice[rule] === 1 && delay[rule] === 0 && (notBefore[rule] as number) > 0)
        this.#clock.push(notBefore[rule] as number, NO_RULE);
  }

  #exhaustMoment(): void {
    const enabled = this.#enabled;
    const done = this.#done;
    const reached = this.#reached;
    const { goal } = this.#graph;
    const first = this.#count;
    for (let step = enabled.take(0); step >= 0; step = enabled.take(0))
      for (; step >= 0; step = enabled.take(step + 1))
        if (done[step] === 0 && reached[goal[step] as number] === NEVER) this.#take(step);
    if (this.#count > first) this.#moments.push({ first, at: this.#now });
  }

  #passTime(): boolean {
    const clock = this.#clock;
    while (clock.next <= this.#compiled.horizon) {
      this.#now = clock.next;
      while (clock.next === this.#now) {
        const rule = clock.pop();
        if (rule === NO_RULE) continue;
        if (rule < this.#graph.steps) {
          if (this.#done[rule] === 0) this.#enabled.add(rule);
        } else if (this.#left[rule] !== LEFT_OUT) {
          this.#fire(rule);
          this.#drain();
        }
      }
      if (this.#passed()) return true;
      if (!this.#enabled.empty && this.#actsNow()) return true;
    }
    return false;
  }

  #actsNow(): boolean {
    const { actAt } = this.#options;
    if (actAt === undefined) return true;
    if (!actAt.has(this.#now)) {
      this.#passedOver.push(this.#now);
      return false;
    }
    this.#passedOver = [];
    for (let step = this.#enabled.next(0); step >= 0; step = this.#enabled.next(step + 1))
      if (this.#now > (this.#graph.deadline[step] as number)) this.#enabled.delete(step);
    return true;
  }

  #passed(): boolean {
    const { until } = this.#options;
    return until >= 0 && this.#reached[until] !== NEVER;
  }

  #take(step: number): void {
    this.#done[step] = 1;
    this.#taken[this.#count] = step;
    this.#count++;
    if (this.#compiled.soleChannel[step] === SEVERAL) this.#chosen.set(step, this.#choose(step));
    this.#fire(step);
    if (this.#graph.stepKind[step] === STEP.observe) this.#observeAll(step);
    this.#drain();
  }

  #fire(rule: number): void {
    const start = this.#headStart;
    const items = this.#headItems;
    const end = start[rule + 1] as number;
    for (let i = start[rule] as number; i < end; i++) this.#reach(items[i] as number, rule);
  }

  #reach(node: number, by: number): void {
    if (this.#reached[node] !== NEVER) return;
    this.#reached[node] = this.#now;
    this.#by[node] = by;
    this.#stack[this.#top++] = node;
  }

  #drain(): void {
    const start = this.#userStart;
    const items = this.#userItems;
    const left = this.#left;
    const stack = this.#stack;
    while (this.#top > 0) {
      const node = stack[--this.#top] as number;
      const end = start[node + 1] as number;
      for (let i = start[node] as number; i < end; i++) {
        const rule = items[i] as number;
        if (--(left[rule] as number) === 0) this.#satisfied(rule);
      }
      if (this.#watched) this.#replan(node);
    }
  }

  #satisfied(rule: number): void {
    if (this.#plain[rule] === 1) {
      if (rule < this.#steps) this.#enabled.add(rule);
      else this.#fire(rule);
      return;
    }
    const graph = this.#graph;
    const lifted = this.#options.lifted?.has(rule) === true;
    if (rule < graph.steps) {
      if (lifted) this.#enabled.add(rule);
      else if (graph.slow[rule] === 1) this.#plan(rule);
      else if (this.#now <= (graph.deadline[rule] as number)) this.#enabled.add(rule);
      else this.#tooLate.push(rule);
      return;
    }
    if (this.#now > (graph.deadline[rule] as number) && !lifted) {
      this.#tooLate.push(rule);
      return;
    }
    if (graph.lapses[rule] === 1) this.#extend(rule);
    if (graph.timed[rule] === 1) {
      const due = Math.max(this.#now, graph.notBefore[rule] as number) + (graph.delay[rule] as number);
      if (due > this.#now) {
        this.#clock.push(due, rule);
        return;
      }
    }
    this.#fire(rule);
  }

  /** A requirement that lapses holds until the latest deadline of its sets that are complete. */
  #extend(rule: number): void {
    const node = this.#graph.heads.items[this.#graph.heads.start[rule] as number] as number;
    const before = this.#holdsUntil.get(node) ?? Number.NEGATIVE_INFINITY;
    const after = this.#graph.deadline[rule] as number;
    if (after <= before) return;
    this.#holdsUntil.set(node, after);
    if (this.#reached[node] !== NEVER) this.#replan(node);
  }

  #replan(node: number): void {
    const { start, items } = this.#graph.watchers;
    for (let i = start[node] as number; i < (start[node + 1] as number); i++) {
      const step = items[i] as number;
      if (this.#left[step] === 0 && this.#done[step] === 0) this.#plan(step);
    }
  }

  /** Finds the first minute in which a step can be taken whose channels keep hours or whose conditions lapse. */
  #plan(step: number): void {
    const { lapsing, deadline } = this.#graph;
    let last = deadline[step] as number;
    for (let i = lapsing.start[step] as number; i < (lapsing.start[step + 1] as number); i++)
      last = Math.min(last, this.#holdsUntil.get(lapsing.items[i] as number) ?? NEVER);
    const first = this.#compiled.hours.firstCommon(this.#candidates(step), this.#now);
    if (first > last) this.#tooLate.push(step);
    else if (first === this.#now) this.#enabled.add(step);
    else this.#clock.push(first, step);
  }

  /** By slot of a step, the channels that can be used, hours aside. */
  #candidates(step: number): number[][] {
    const { slots } = this.#graph;
    const { channels, gates } = this.#compiled.groups;
    const lists: number[][] = [];
    for (let i = slots.start[step] as number; i < (slots.start[step + 1] as number); i++) {
      const group = slots.items[i] as number;
      const list: number[] = [];
      for (let j = channels.start[group] as number; j < (channels.start[group + 1] as number); j++)
        if (this.#reached[gates[j] as number] !== NEVER) list.push(channels.items[j] as number);
      lists.push(list);
    }
    return lists;
  }

  /** The party's first channel that can be used now. */
  #choose(step: number): number {
    const { slots } = this.#graph;
    const slot = slots.start[step] as number;
    const { channels, gates } = this.#compiled.groups;
    const group = slots.items[slot] as number;
    for (let i = channels.start[group] as number; i < (channels.start[group + 1] as number); i++) {
      const channel = channels.items[i] as number;
      if (this.#reached[gates[i] as number] !== NEVER && this.#compiled.hours.openAt(channel, this.#now))
        return channel;
    }
    return -1;
  }

  /** An observation shows the value that holds: every needed value up to it is observed. */
  #observeAll(step: number): void {
    const { stepKind, stepRef, steps, body, goal } = this.#graph;
    const same = (other: number) => stepKind[other] === STEP.observe && stepRef[other] === stepRef[step];
    let other = step;
    while (other > 0 && same(other - 1)) other--;
    for (; other < steps && same(other); other++) {
      const value = body.items[body.start[other] as number] as number;
      if (this.#reached[value] !== NEVER) this.#reach(goal[other] as number, step);
    }
  }
}
