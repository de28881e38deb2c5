import "../../app/tokens.css";
import "../../app/ui.css";
import { useEffect, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { analyse } from "@/components/graph/analyse";
import { GraphWorkspace } from "@/components/graph/graph-workspace";
import { foldedAtFirst, layoutWorld } from "@/components/graph/layout";
import { buildWorldGraph } from "@/components/graph/world-graph";
import { KeysProvider } from "@/components/ui/keys";
import { growWorld } from "../grow-world";

export interface Measured {
  nodes: number;
  edges: number;
  shown: number;
  /** Median of several layouts of the whole world, with building the graph, in ms. */
  layout: number;
  /** From the world in hand to its picture on the screen, in ms: checks, layout, React and painting. */
  painted: number;
}

declare global {
  interface Window {
    measured?: Measured;
  }
}

const size = Number(new URLSearchParams(location.search).get("nodes") ?? 300);
const spec = growWorld(size);

function layoutTime(): number {
  const { earliest } = analyse(spec);
  const times: number[] = [];
  for (let i = 0; i < 7; i++) {
    const from = performance.now();
    layoutWorld(buildWorldGraph(spec), { earliest });
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[3] ?? 0;
}

const began = performance.now();

function Page() {
  const analysis = useMemo(() => analyse(spec), []);
  useEffect(() => {
    // Two frames later what was drawn is on the screen.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const painted = performance.now() - began;
        const graph = buildWorldGraph(spec);
        const folded = foldedAtFirst(graph, new Set(graph.nodes.map((n) => n.id)));
        const shown = graph.nodes.filter((n) => !folded.has(n.lane)).length;
        window.measured = {
          nodes: graph.nodes.length,
          edges: graph.edges.length,
          shown,
          layout: layoutTime(),
          painted,
        };
      }),
    );
  }, []);
  return (
    <KeysProvider>
      <div className="world-page">
        <GraphWorkspace
          spec={spec}
          analysis={analysis}
          quotesOf={() => []}
          packetHref={() => null}
          runs={[]}
          onArranged={() => {}}
        />
      </div>
    </KeysProvider>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Page />);
