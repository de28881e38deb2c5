import type { CompiledWorld } from "./compile";
import { type ForwardRun, runForward } from "./forward";
import { callsMissed, renderWitness } from "./render";
import { NEVER } from "./rule-graph";
import { waitsAtLeast } from "./waits";
import type { WitnessStep } from "./witness";

export interface Shortest {
  /** True when no safe route has fewer operations. */
  proved: boolean;
  length: number;
  route: WitnessStep[];
}

/** Above this many steps a route is shortened by what it rests on alone, and the shortest is not searched for. */
const SMALL = 80;
/** Fixed points that one search may run. */
const BUDGET = 400;

/** The shortened route, a minimal part of the witness that still passes, and the shortest (O6). */
export function shorten(
  compiled: CompiledWorld,
  run: ForwardRun,
  witness: readonly WitnessStep[],
): { shortened: WitnessStep[]; shortest: Shortest | null } {
  const search = new RouteSearch(compiled);
  let route = search.with(restsOn(compiled, run)) ?? run;
  if (route.taken.length > SMALL) return { shortened: shorterOf(compiled, route, witness), shortest: null };
  for (let i = route.taken.length - 1; i >= 0; i--) {
    const without = search.with(route.taken.filter((_, j) => j !== i));
    if (without && search.length(without) < search.length(route)) {
      route = without;
      i = Math.min(i, route.taken.length);
    }
  }
  return { shortened: shorterOf(compiled, route, witness), shortest: search.shortest(run, route) };
}

function shorterOf(
  compiled: CompiledWorld,
  route: ForwardRun,
  witness: readonly WitnessStep[],
): WitnessStep[] {
  const shortened = renderWitness(compiled, route);
  return shortened.length < witness.length ? shortened : [...witness];
}

/** The steps of a run that its goal rests on, each node taken as it was first reached. */
function restsOn({ graph, goal }: CompiledWorld, run: ForwardRun): number[] {
  const seen = new Uint8Array(graph.nodes);
  const steps = new Set<number>();
  const stack = [goal];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen[node] === 1) continue;
    seen[node] = 1;
    const rule = run.by[node] as number;
    if (rule < 0) continue;
    if (rule < graph.steps) steps.add(rule);
    for (let i = graph.body.start[rule] as number; i < (graph.body.start[rule + 1] as number); i++)
      stack.push(graph.body.items[i] as number);
  }
  return [...steps];
}

class RouteSearch {
  readonly #compiled: CompiledWorld;
  #runs = 0;

  constructor(compiled: CompiledWorld) {
    this.#compiled = compiled;
  }

  /** The run over these steps alone; null when it does not pass. */
  with(steps: Iterable<number>, actAt?: ReadonlySet<number>): ForwardRun | null {
    const run = this.#run(steps, actAt);
    return run.reached[this.#compiled.goal] === NEVER ? null : run;
  }

  #run(steps: Iterable<number>, actAt?: ReadonlySet<number>): ForwardRun {
    this.#runs++;
    const { graph, goal } = this.#compiled;
    const allowed = new Uint8Array(graph.steps);
    for (const step of steps) allowed[step] = 1;
    return runForward(this.#compiled, { roots: [goal], until: goal, allowed, actAt });
  }

  /** Operations of a route: steps, missed calls, waits. */
  length(run: ForwardRun): number {
    return this.#weight(run.taken) + waitsOf(run);
  }

  #weight(steps: Iterable<number>): number {
    let out = 0;
    for (const step of steps) out += callsMissed(this.#compiled, step);
    return out;
  }

  /**
   * Searches sets of steps by growing weight, on top of those without which nothing passes. Every bound
   * is a lower bound, so a search that ends within its budget has proved its answer.
   */
  shortest(run: ForwardRun, start: ForwardRun): Shortest | null {
    const { graph } = this.#compiled;
    const pool: number[] = [];
    for (let step = 0; step < graph.steps; step++) if (run.inSlice[step] === 1) pool.push(step);
    if (pool.length > SMALL) return null;
    const landmarks = pool.filter((step) => this.with(pool.filter((other) => other !== step)) === null);
    const others = pool.filter((step) => !landmarks.includes(step));
    const waits = Math.max(waitsAtLeast(this.#compiled, run), run.end > 0 ? 1 : 0);
    const base = this.#weight(landmarks) + waits;
    let best = this.#fewestWaits(start, [...start.taken], waits);
    this.#runs = 0;
    let exhausted = false;
    for (let extra = 0; base + extra < this.length(best) && !exhausted; extra++)
      for (const chosen of this.#subsets(others, extra)) {
        if (this.#runs > BUDGET) {
          exhausted = true;
          break;
        }
        const steps = [...landmarks, ...chosen];
        const passing = this.with(steps);
        if (!passing) continue;
        const candidate = this.#fewestWaits(passing, steps, waits);
        if (this.length(candidate) < this.length(best)) best = candidate;
        if (base + extra >= this.length(best)) break;
      }
    const length = this.length(best);
    return {
      proved: length === base || (!exhausted && this.#exact(run)),
      length,
      route: renderWitness(this.#compiled, best),
    };
  }

  /** With hours or lapsing conditions the search over moments is not complete, and proves nothing by ending. */
  #exact({ inSlice }: ForwardRun): boolean {
    return this.#compiled.graph.slow.every((slow, step) => slow === 0 || inSlice[step] === 0);
  }

  *#subsets(pool: readonly number[], weight: number, from = 0): Generator<number[]> {
    if (weight === 0) {
      yield [];
      return;
    }
    for (let i = from; i < pool.length; i++) {
      const step = pool[i] as number;
      const own = callsMissed(this.#compiled, step);
      if (own > weight) continue;
      for (const rest of this.#subsets(pool, weight - own, i + 1)) yield [step, ...rest];
    }
  }

  /** The same steps with as few waits as can be: later moments can do the work of several earlier ones. */
  #fewestWaits(eager: ForwardRun, steps: readonly number[], atLeast: number): ForwardRun {
    if (!this.#exact(eager)) return eager;
    for (let waits = atLeast; waits < waitsOf(eager); waits++) {
      const found = this.#withWaits(steps, [], waits);
      if (found) return found;
    }
    return eager;
  }

  #withWaits(steps: readonly number[], moments: readonly number[], waits: number): ForwardRun | null {
    if (this.#runs > BUDGET) return null;
    const run = this.#run(steps, new Set(moments));
    if (run.reached[this.#compiled.goal] !== NEVER) return waitsOf(run) <= waits ? run : null;
    if (moments.length >= waits) return null;
    for (const moment of run.passedOver) {
      const found = this.#withWaits(steps, [...moments, moment], waits);
      if (found) return found;
    }
    return null;
  }
}

/** Every moment but the first minute is waited for, and so is what time brings after the last. */
function waitsOf({ moments, end }: ForwardRun): number {
  return moments.filter((m) => m.at > 0).length + (end > (moments.at(-1)?.at ?? 0) ? 1 : 0);
}
