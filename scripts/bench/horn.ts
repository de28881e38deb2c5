import type { RuleGraph } from "@/compiler/oracle/rule-graph";

/**
 * The yardstick: Dowling and Gallier's counter-based closure over the same graph, with typed arrays and nothing else:
 * no clock, no order, no record of who reached what. Gives the number of nodes that are reached.
 */
export function hornClosure(graph: RuleGraph): number {
  const { users, heads } = graph;
  const left = graph.need.slice();
  const reached = new Uint8Array(graph.nodes);
  const stack = new Int32Array(graph.nodes);
  let top = 0;
  let count = 0;
  const reach = (node: number) => {
    if (reached[node] === 1) return;
    reached[node] = 1;
    count++;
    stack[top++] = node;
  };
  const fire = (rule: number) => {
    const end = heads.start[rule + 1] as number;
    for (let i = heads.start[rule] as number; i < end; i++) reach(heads.items[i] as number);
  };
  for (const node of graph.seeds) reach(node);
  for (const rule of graph.bodiless) fire(rule);
  while (top > 0) {
    const node = stack[--top] as number;
    const end = users.start[node + 1] as number;
    for (let i = users.start[node] as number; i < end; i++) {
      const rule = users.items[i] as number;
      if (--(left[rule] as number) === 0) fire(rule);
    }
  }
  return count;
}

/** The same rules for clingo: whether the goal can be derived. */
export function clingoProgram(graph: RuleGraph, goal: number): string {
  const lines: string[] = [];
  const atom = (node: number) => `n(${node})`;
  for (const node of graph.seeds) lines.push(`${atom(node)}.`);
  for (let rule = 0; rule < graph.rules; rule++) {
    const body = [...graph.body.items.subarray(graph.body.start[rule], graph.body.start[rule + 1])].map(atom);
    for (const head of graph.heads.items.subarray(graph.heads.start[rule], graph.heads.start[rule + 1]))
      lines.push(body.length > 0 ? `${atom(head)} :- ${body.join(", ")}.` : `${atom(head)}.`);
  }
  lines.push(`:- not ${atom(goal)}.`, "#show.");
  return lines.join("\n");
}
