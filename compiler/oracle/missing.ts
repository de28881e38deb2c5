import type { CompiledWorld } from "./compile";
import { type ForwardRun, runForward } from "./forward";
import { type Hypothesis, type Missing, sayMissing } from "./missing-words";
import { NEVER, NODE } from "./rule-graph";

export type { Missing } from "./missing-words";

/** How many elementary steps the exact search may take before the cheap answer is given instead. */
const BUDGET = 500_000;
const LARGEST_EXACT = 4;
/** Doing something that is prohibited, or turning to a decoy, is the last thing to suggest. */
const WEIGHT = { absent: 1, cycle: 1, late: 1, barred: 64 } as const;

/** Rounds in which a remedy may turn out to come too late for something else. */
const ROUNDS = 4;

/**
 * The smallest set of missing things for one group that cannot be reached (O7), in words. Exact by search
 * over sets of growing size while the budget lasts, then minimal by inclusion. What is added counts from the
 * start; where that still comes too late, what is late is added to the set.
 */
export function missingFor(compiled: CompiledWorld, run: ForwardRun, group: number): Missing[] {
  const helps = (set: readonly Hypothesis[]) => withAll(compiled, set).reached[group] !== NEVER;
  let set: Hypothesis[] = [];
  let now = run;
  for (let round = 0; round < ROUNDS; round++) {
    const more = smallestSet(problemOf(compiled, now, group));
    set = [...set, ...more];
    if (more.length === 0 || set.some((h) => h.kind === "barred")) break;
    now = withAll(compiled, set);
    if (now.reached[group] === NEVER) continue;
    for (const h of [...set]) {
      const without = set.filter((other) => other !== h);
      if (helps(without)) set = without;
    }
    break;
  }
  return set.map((h) =>
    sayMissing(
      compiled,
      h.kind === "late"
        ? withAll(
            compiled,
            set.filter((x) => x !== h),
          )
        : run,
      h,
    ),
  );
}

function withAll(compiled: CompiledWorld, set: readonly Hypothesis[]): ForwardRun {
  return runForward(compiled, {
    roots: "everything",
    until: -1,
    supposed: set.flatMap((h) => (h.rule < 0 ? [h.node, ...comesWith(compiled, h.node)] : [])),
    lifted: new Set(set.flatMap((h) => (h.kind === "late" ? [h.rule] : []))),
  });
}

/** What the step brings besides that is done once this node is reached. */
function comesWith({ graph }: CompiledWorld, node: number): number[] {
  const { providers, heads, goal, steps } = graph;
  return [...providers.items.subarray(providers.start[node], providers.start[node + 1])]
    .filter((rule) => rule < steps && goal[rule] === node)
    .flatMap((rule) => [...heads.items.subarray(heads.start[rule], heads.start[rule + 1])]);
}

/** The part of the graph behind a group that was not reached, with local numbers. */
interface Problem {
  size: number;
  root: number;
  /** Rules as unmet nodes and heads, all local; hypotheses are nodes of their own. */
  rules: { body: number[]; heads: number[] }[];
  users: number[][];
  hypotheses: { at: number; hypothesis: Hypothesis }[];
}

function problemOf({ graph }: CompiledWorld, run: ForwardRun, root: number): Problem {
  const late = new Set(run.tooLate);
  const local = new Map<number, number>();
  const globals: number[] = [];
  const add = (node: number) => {
    let at = local.get(node);
    if (at === undefined) {
      at = globals.push(node) - 1;
      local.set(node, at);
    }
    return at;
  };
  const rules: Problem["rules"] = [];
  const hypotheses: Problem["hypotheses"] = [];
  const seen = new Set<number>();
  const extra: { rule: number; hypothesis: Hypothesis }[] = [];
  add(root);
  for (let at = 0; at < globals.length; at++) {
    const node = globals[at] as number;
    const from = graph.providers.start[node] as number;
    const to = graph.providers.start[node + 1] as number;
    if (from === to) hypotheses.push({ at, hypothesis: { kind: "absent", node, rule: -1 } });
    for (let i = from; i < to; i++) {
      const rule = graph.providers.items[i] as number;
      if (seen.has(rule)) continue;
      seen.add(rule);
      const body: number[] = [];
      for (let j = graph.body.start[rule] as number; j < (graph.body.start[rule + 1] as number); j++) {
        const need = graph.body.items[j] as number;
        if (graph.nodeKind[need] !== NODE.barred && run.reached[need] === NEVER) body.push(add(need));
      }
      const heads = [...graph.heads.items.subarray(graph.heads.start[rule], graph.heads.start[rule + 1])];
      rules.push({ body, heads });
      if (graph.barred[rule] === 1)
        extra.push({ rule: rules.length - 1, hypothesis: { kind: "barred", node, rule } });
      else if (late.has(rule))
        extra.push({ rule: rules.length - 1, hypothesis: { kind: "late", node, rule } });
    }
  }
  for (const rule of rules) rule.heads = rule.heads.flatMap((h) => local.get(h) ?? []);
  let size = globals.length;
  for (const { rule, hypothesis } of extra) {
    (rules[rule] as { body: number[] }).body.push(size);
    hypotheses.push({ at: size++, hypothesis });
  }
  const users: number[][] = Array.from({ length: size }, () => []);
  rules.forEach(({ body }, r) => {
    for (const node of body) (users[node] as number[]).push(r);
  });
  const problem: Problem = { size, root: 0, rules, users, hypotheses };
  addCycles(problem, globals, graph.nodeKind);
  return problem;
}

/** Kinds of nodes that a person can add something for. */
const TANGIBLE = new Set<number>([
  NODE.fact,
  NODE.held,
  NODE.completed,
  NODE.accepted,
  NODE.status,
  NODE.authority,
  NODE.known,
]);

/** Where adding everything absent is not enough, the way goes in a circle: its nodes may be supposed too. */
function addCycles(problem: Problem, globals: readonly number[], nodeKind: Uint8Array): void {
  const reached = closure(
    problem,
    problem.hypotheses.map((h) => h.at),
  );
  if (reached[problem.root] === 1) return;
  globals.forEach((node, at) => {
    if (reached[at] === 0 && TANGIBLE.has(nodeKind[node] as number))
      problem.hypotheses.push({ at, hypothesis: { kind: "cycle", node, rule: -1 } });
  });
}

/** Those of the supposed nodes that one derivation of the root rests on. */
function usedBy(problem: Problem, supposed: readonly number[]): number[] {
  const by = new Int32Array(problem.size).fill(-1);
  closure(problem, supposed, by);
  const seen = new Uint8Array(problem.size);
  const stack = [problem.root];
  const out: number[] = [];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen[node] === 1) continue;
    seen[node] = 1;
    const rule = problem.rules[by[node] as number];
    if (rule) stack.push(...rule.body);
    else out.push(node);
  }
  return out;
}

/** What follows from the supposed nodes; `by` takes the rule that reached each node first. */
function closure({ size, rules, users }: Problem, supposed: readonly number[], by?: Int32Array): Uint8Array {
  const reached = new Uint8Array(size);
  const left = Int32Array.from(rules, (r) => r.body.length);
  const stack: number[] = [];
  const reach = (node: number, rule: number) => {
    if (reached[node] === 1) return;
    reached[node] = 1;
    if (by) by[node] = rule;
    stack.push(node);
  };
  const fire = (rule: number) => {
    for (const head of (rules[rule] as { heads: number[] }).heads) reach(head, rule);
  };
  for (const node of supposed) reach(node, -1);
  for (let rule = 0; rule < rules.length; rule++) if (left[rule] === 0) fire(rule);
  for (let node = stack.pop(); node !== undefined; node = stack.pop())
    for (const rule of users[node] as number[]) if (--(left[rule] as number) === 0) fire(rule);
  return reached;
}

function smallestSet(problem: Problem): Hypothesis[] {
  const candidates = [...problem.hypotheses].sort(
    (a, b) => WEIGHT[a.hypothesis.kind] - WEIGHT[b.hypothesis.kind],
  );
  const passes = (chosen: readonly { at: number }[]) =>
    closure(
      problem,
      chosen.map((c) => c.at),
    )[problem.root] === 1;
  if (!passes(candidates) || passes([])) return [];
  const cost = problem.size + problem.rules.length;
  const plain = candidates.filter((c) => c.hypothesis.kind !== "barred");
  const pool = passes(plain) ? plain : candidates;
  let spent = 0;
  for (let size = 1; size <= Math.min(LARGEST_EXACT, pool.length); size++) {
    spent += combinations(pool.length, size) * cost;
    if (spent > BUDGET) break;
    const found = firstSubset(pool, size, passes);
    if (found) return found.map((c) => c.hypothesis);
  }
  const used = new Set(
    usedBy(
      problem,
      pool.map((c) => c.at),
    ),
  );
  const tests = Math.ceil((10 * BUDGET) / cost);
  return pruned(
    pool.filter((c) => used.has(c.at)),
    passes,
    tests,
  ).map((c) => c.hypothesis);
}

function combinations(n: number, k: number): number {
  let out = 1;
  for (let i = 0; i < k; i++) out = (out * (n - i)) / (i + 1);
  return out;
}

/** The first subset of a size that passes, in lexical order of the pool. */
function firstSubset<T>(
  pool: readonly T[],
  size: number,
  passes: (chosen: readonly T[]) => boolean,
): T[] | null {
  const chosen: T[] = [];
  const extend = (from: number): boolean => {
    if (chosen.length === size) return passes(chosen);
    for (let i = from; i <= pool.length - (size - chosen.length); i++) {
      chosen.push(pool[i] as T);
      if (extend(i + 1)) return true;
      chosen.pop();
    }
    return false;
  };
  return extend(0) ? chosen : null;
}

/**
 * Takes away in halves, quarters, and so on down to single things whatever is not needed: minimal by
 * inclusion, unless it takes more than `tests` tests.
 */
function pruned<T>(pool: readonly T[], passes: (chosen: readonly T[]) => boolean, tests: number): T[] {
  let kept = [...pool].reverse();
  for (let chunk = Math.ceil(kept.length / 2); ; chunk = Math.ceil(chunk / 2)) {
    for (let at = 0; at < kept.length; ) {
      if (tests-- <= 0) return kept.reverse();
      const without = [...kept.slice(0, at), ...kept.slice(at + chunk)];
      if (passes(without)) kept = without;
      else at += chunk;
    }
    if (chunk === 1) return kept.reverse();
  }
}
