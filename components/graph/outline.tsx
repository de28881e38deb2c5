"use client";

import type { Finding } from "@/compiler/spec/finding";
import { Icon } from "@/components/ui/icon";
import { FindingCard } from "@/components/ui/pieces";
import type { PlacedLane, Placement } from "./layout";
import { KIND_WORDS } from "./shapes";
import type { GraphNode } from "./world-graph";
import { type NodeState, sentence } from "./world-node";

const WORDS: Record<NodeState, string> = { plain: "", later: "later", done: "done", next: "next step" };

/**
 * The graph as a list: the same lanes in the same order, inside a lane from left to right, the same actions. For narrow
 * pages, screen readers, and whoever prefers words.
 */
export function Outline({
  lanes,
  nodes,
  placement,
  visible,
  states,
  findings,
  selected,
  onSelect,
}: {
  lanes: readonly PlacedLane[];
  nodes: readonly GraphNode[];
  placement: Placement;
  visible: ReadonlySet<string> | null;
  states: ReadonlyMap<string, NodeState>;
  findings: ReadonlyMap<string, readonly Finding[]>;
  selected: string | null;
  onSelect: (id: string) => void;
}) {
  return (
    <section className="outline" aria-label="Outline of the graph, same order and actions">
      {lanes.map(({ lane, folded }) => {
        const list = nodes
          .filter((n) => n.lane === lane.id && (!visible || visible.has(n.id)))
          .sort((a, b) => {
            const p = placement.get(a.id)!;
            const q = placement.get(b.id)!;
            return p.minute - q.minute || p.layer - q.layer || p.row - q.row;
          });
        if (list.length === 0) return null;
        const rows = (
          <ol key="rows">
            {list.map((n) => {
              const state = states.get(n.id) ?? "plain";
              return (
                <li key={n.id} className={`kind-${n.kind}${n.id === selected ? " is-selected" : ""}`}>
                  <button
                    type="button"
                    id={`outline-${n.id}`}
                    aria-current={n.id === selected || undefined}
                    onClick={() => onSelect(n.id)}
                  >
                    <Icon name={`kind-${n.kind}`} />
                    <span>
                      <b>{sentence(n.label)}</b>
                      <span className="meta">
                        {KIND_WORDS[n.kind]}
                        {n.outcomes.map((o) => `, outcome ${o.number}: ${o.label}`)}
                        {n.badges.map((b) => `, ${b.text.toLowerCase()}`)}
                      </span>
                    </span>
                    <span className="meta">{WORDS[state]}</span>
                  </button>
                  {findings.get(n.id)?.map((f) => (
                    <FindingCard
                      key={f.code + f.path}
                      severity={f.severity === "error" ? "bad" : "caution"}
                      title={f.message}
                    >
                      {f.fix}
                    </FindingCard>
                  ))}
                </li>
              );
            })}
          </ol>
        );
        return folded ? (
          <details key={lane.id}>
            <summary>
              {lane.name}, {list.length} {list.length === 1 ? "node" : "nodes"}
            </summary>
            {rows}
          </details>
        ) : (
          <section key={lane.id}>
            <h2>{lane.name}</h2>
            {rows}
          </section>
        );
      })}
    </section>
  );
}
