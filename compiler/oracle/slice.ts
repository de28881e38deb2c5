import type { CompiledWorld } from "./compile";
import { NODE, STEP } from "./rule-graph";

/**
 * Backward slice (O2): the rules that can help to reach the roots. It does not look behind what holds
 * already (`reached` is finite), follows no barred rule, and keeps the read of every document it obtains.
 */
export function sliceRules(
  { graph, groups }: CompiledWorld,
  roots: readonly number[],
  reached: Float64Array,
): Uint8Array {
  const { body, providers, slots, steps, nodeKind, barred, stepKind } = graph;
  const inSlice = new Uint8Array(graph.rules);
  const wanted = new Uint8Array(graph.nodes);
  const stack = new Int32Array(graph.nodes);
  let top = 0;
  const want = (node: number) => {
    if (wanted[node] === 1 || reached[node] !== Number.POSITIVE_INFINITY) return;
    wanted[node] = 1;
    stack[top++] = node;
  };
  for (const root of roots) want(root);
  while (top > 0) {
    const node = stack[--top] as number;
    const isDocument = nodeKind[node] === NODE.held;
    for (let i = providers.start[node] as number; i < (providers.start[node + 1] as number); i++) {
      const rule = providers.items[i] as number;
      if (inSlice[rule] === 1 || barred[rule] === 1) continue;
      inSlice[rule] = 1;
      for (let j = body.start[rule] as number; j < (body.start[rule + 1] as number); j++)
        want(body.items[j] as number);
      if (rule < steps)
        for (let j = slots.start[rule] as number; j < (slots.start[rule + 1] as number); j++) {
          const group = slots.items[j] as number;
          for (
            let k = groups.channels.start[group] as number;
            k < (groups.channels.start[group + 1] as number);
            k++
          )
            want(groups.gates[k] as number);
        }
    }
    if (isDocument)
      for (let i = graph.users.start[node] as number; i < (graph.users.start[node + 1] as number); i++) {
        const rule = graph.users.items[i] as number;
        if (rule < steps && stepKind[rule] === STEP.read) inSlice[rule] = 1;
      }
  }
  return inSlice;
}
