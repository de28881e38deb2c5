import type { CompiledWorld } from "./compile";
import { NEVER, NODE, STEP } from "./rule-graph";

/**
 * Backward slice (O2): the rules that can help to reach the roots. It does not look behind what holds
 * already and does not lapse, follows no barred rule, and keeps the read of every document it obtains.
 */
export function sliceRules(
  { graph, groups, scratch }: CompiledWorld,
  roots: readonly number[],
  reached: Int32Array,
): Uint8Array {
  const { providers, slots, steps, nodeKind, barred, stepKind, users } = graph;
  const { start, items } = graph.body;
  const inSlice = new Uint8Array(graph.rules);
  const { settled, stack } = scratch;
  for (let node = 0; node < settled.length; node++) settled[node] = reached[node] === NEVER ? 0 : 1;
  for (const node of graph.lapsing.items) settled[node] = 0;
  const groupDone = new Uint8Array(groups.channels.start.length);
  let top = 0;
  for (const root of roots)
    if (settled[root] === 0) {
      settled[root] = 1;
      stack[top++] = root;
    }
  while (top > 0) {
    const node = stack[--top] as number;
    const lastProvider = providers.start[node + 1] as number;
    for (let i = providers.start[node] as number; i < lastProvider; i++) {
      const rule = providers.items[i] as number;
      if (inSlice[rule] === 1 || barred[rule] === 1) continue;
      inSlice[rule] = 1;
      const end = start[rule + 1] as number;
      for (let j = start[rule] as number; j < end; j++) {
        const need = items[j] as number;
        stack[top] = need;
        top += 1 - (settled[need] as number);
        settled[need] = 1;
      }
      if (rule >= steps) continue;
      const lastSlot = slots.start[rule + 1] as number;
      for (let j = slots.start[rule] as number; j < lastSlot; j++) {
        const group = slots.items[j] as number;
        if (groupDone[group] === 1) continue;
        groupDone[group] = 1;
        for (
          let k = groups.channels.start[group] as number;
          k < (groups.channels.start[group + 1] as number);
          k++
        ) {
          const gate = groups.gates[k] as number;
          if (settled[gate] === 1) continue;
          settled[gate] = 1;
          stack[top++] = gate;
        }
      }
    }
    if (nodeKind[node] === NODE.held)
      for (let i = users.start[node] as number; i < (users.start[node + 1] as number); i++) {
        const rule = users.items[i] as number;
        if (rule < steps && stepKind[rule] === STEP.read) inSlice[rule] = 1;
      }
  }
  return inSlice;
}
