import type { CompiledWorld } from "./compile";
import type { ForwardRun } from "./forward";
import { NEVER } from "./rule-graph";

/**
 * A lower bound of the waits of any safe route: a delay that a step starts ends in a later moment, one
 * that another delay starts may end in the same wait, and what comes at a set time may have been waited for already. Twice
 * the moments, odd for what a wait brings.
 */
export function waitsAtLeast({ graph, goal }: CompiledWorld, { inSlice, reached }: ForwardRun): number {
  const level = new Int32Array(graph.nodes).fill(NEVER);
  reached.forEach((at, node) => {
    if (at === 0) level[node] = 0;
  });
  for (let changed = true; changed; ) {
    changed = false;
    for (let rule = 0; rule < graph.rules; rule++) {
      if (inSlice[rule] === 0) continue;
      let at = 0;
      for (let i = graph.body.start[rule] as number; i < (graph.body.start[rule + 1] as number); i++)
        at = Math.max(at, level[graph.body.items[i] as number] as number);
      if (at === NEVER) continue;
      if (rule < graph.steps) at = 2 * Math.ceil(at / 2);
      else if ((graph.delay[rule] as number) > 0) at = at % 2 === 0 ? at + 1 : at;
      else if (graph.timed[rule] === 1) at = Math.max(at, 1);
      for (let i = graph.heads.start[rule] as number; i < (graph.heads.start[rule + 1] as number); i++) {
        const node = graph.heads.items[i] as number;
        if (at >= (level[node] as number)) continue;
        level[node] = at;
        changed = true;
      }
    }
  }
  return Math.ceil((level[goal] as number) / 2);
}
