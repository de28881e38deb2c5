import type { WorldSpec } from "@/compiler/spec/world";
import { neededBy, type WorldGraph } from "./world-graph";

/** What the graph shows. `outcome` is followed by the group, `node` by the node whose needs are shown. */
export type GraphFilter =
  | "required"
  | "everything"
  | "open"
  | "friction"
  | `outcome:${string}`
  | `node:${string}`;

/** Outcomes in their order, each group once. */
export function outcomesOf(
  graph: WorldGraph,
): { group: string; number: number; label: string; required: boolean }[] {
  const out = new Map<string, { group: string; number: number; label: string; required: boolean }>();
  for (const n of graph.nodes)
    for (const o of n.outcomes) {
      const before = out.get(o.group);
      out.set(o.group, {
        group: o.group,
        number: o.number,
        label: o.label,
        required: o.required || (before?.required ?? false),
      });
    }
  return [...out.values()].sort((a, b) => a.number - b.number);
}

/** Nodes that a filter shows; null shows everything. */
export function nodesShown(
  filter: GraphFilter,
  graph: WorldGraph,
  spec: WorldSpec,
  reached: ReadonlySet<string> | null,
): Set<string> | null {
  const holding = (test: (group: string, required: boolean) => boolean) =>
    graph.nodes.filter((n) => n.outcomes.some((o) => test(o.group, o.required))).map((n) => n.id);
  if (filter === "everything") return null;
  if (filter === "required")
    return neededBy(
      graph,
      holding((_, required) => required),
    );
  if (filter === "open") {
    const needed = neededBy(
      graph,
      holding((_, required) => required),
    );
    for (const id of reached ?? []) needed.delete(id);
    return needed;
  }
  if (filter === "friction") {
    const touched = new Set<string>();
    for (const f of spec.frictions) {
      const anchor = graph.anchors.get(f.id);
      if (anchor && "node" in anchor) touched.add(anchor.node);
      else if (anchor)
        for (const n of graph.nodes) if (n.lane === anchor.lane && !n.onFile) touched.add(n.id);
    }
    return touched;
  }
  const [kind, id] = [filter.slice(0, filter.indexOf(":")), filter.slice(filter.indexOf(":") + 1)];
  return neededBy(graph, kind === "node" ? [id] : holding((group) => group === id));
}

/** Nodes whose words contain every word of the search; empty for an empty search. */
export function search(graph: WorldGraph, text: string): string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const lanes = new Map(graph.lanes.map((l) => [l.id, l.name] as const));
  return graph.nodes
    .filter((n) => {
      const all =
        `${n.label} ${n.kind} ${n.id} ${lanes.get(n.lane)} ${n.outcomes.map((o) => o.label).join(" ")}`.toLowerCase();
      return words.every((w) => all.includes(w));
    })
    .map((n) => n.id);
}
