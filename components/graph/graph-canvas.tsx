"use client";

import { type CoordinateExtent, ReactFlow, useReactFlow, ViewportPortal } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import "./graph.css";
import { memo, type Ref, useCallback, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { Finding } from "@/compiler/spec/finding";
import { Callout } from "./callout";
import { LaneBands, LaneNames, MomentLines, TimeHead } from "./lanes";
import { type Layout, type PlacedLane, SIZE } from "./layout";
import { type NodeState, nodeTitle, type WorldFlowNode, WorldNode } from "./world-node";

const NODE_TYPES = { world: WorldNode };
const LABELS = 104;

export interface GraphView {
  fit(): void;
  zoomBy(factor: number): void;
  show(id: string): void;
}

/** Names of things on the canvas that the page may point at. */
export interface CanvasMarks {
  states: ReadonlyMap<string, NodeState>;
  findings: ReadonlyMap<string, readonly Finding[]>;
  found: ReadonlySet<string>;
  changed: ReadonlySet<string>;
}

/**
 * The world in React Flow. Nodes are React Flow's; edges are plain paths in its viewport, because their routes belong to the
 * layout and a component for each costs frames (one joined path costs more still: dashes are worked out for each tile).
 */
export function GraphCanvas({
  layout,
  start,
  now,
  marks,
  selected,
  onSelect,
  onOpen,
  onToggleLane,
  onMove,
  callout,
  view,
}: {
  layout: Layout;
  start: number;
  now: number | null;
  marks: CanvasMarks;
  selected: string | null;
  onSelect: (id: string | null) => void;
  onOpen: (id: string) => void;
  onToggleLane: (lane: string) => void;
  /** Told where a node was dropped. It moves up and down in its lane only: where it stands from left to right is its time. */
  onMove?: (id: string, y: number) => void;
  /** The finding that is spelled out beside its node. */
  callout: { node: string; finding: Finding; href: string | null } | null;
  view: Ref<GraphView>;
}) {
  const flow = useReactFlow();
  const frame = useRef<HTMLDivElement>(null);
  const kept = useRef(new Map<string, WorldFlowNode>());
  const [dragged, setDragged] = useState<{ id: string; y: number } | null>(null);
  const nodes = useMemo(() => {
    const next = new Map<string, WorldFlowNode>();
    const lanes = new Map(layout.lanes.map((l) => [l.lane.id, l] as const));
    for (const { node, x, y: home } of layout.nodes) {
      const y = dragged?.id === node.id ? dragged.y : home;
      const findings = marks.findings.get(node.id);
      const data = {
        node,
        state: marks.states.get(node.id) ?? "plain",
        selected: node.id === selected,
        findings: findings?.length ?? 0,
        grave: findings?.some((f) => f.severity === "error") ?? false,
        found: marks.found.has(node.id),
        changed: marks.changed.has(node.id),
      };
      const extent = reachOf(x, lanes.get(node.lane));
      const before = kept.current.get(node.id);
      const same =
        before !== undefined &&
        before.position.x === x &&
        before.position.y === y &&
        String(before.extent) === String(extent) &&
        (Object.keys(data) as (keyof typeof data)[]).every((key) => before.data[key] === data[key]);
      const fresh: WorldFlowNode = {
        id: node.id,
        type: "world",
        position: { x, y },
        width: SIZE.nodeWidth,
        height: SIZE.nodeHeight,
        handles: [],
        extent,
        data,
        ariaLabel: nodeTitle(node, data.state),
        zIndex: data.selected ? 2 : 1,
      };
      next.set(node.id, same ? before : fresh);
    }
    kept.current = next;
    return [...next.values()];
  }, [layout, marks, selected, dragged]);

  const fit = useCallback(() => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const wide = (box.width - LABELS - 24) / (layout.width - LABELS);
    const high = (box.height - SIZE.header - 24) / (layout.height - SIZE.header);
    const zoom = Math.min(1, Math.max(0.1, Math.min(wide, high)));
    flow.setViewport({ x: LABELS * (1 - zoom), y: SIZE.header * (1 - zoom), zoom });
  }, [flow, layout]);

  useImperativeHandle(
    view,
    () => ({
      fit,
      zoomBy: (factor) => flow.zoomTo(flow.getZoom() * factor, { duration: 0 }),
      show: (id) => {
        const placed = layout.byId.get(id);
        const box = frame.current?.getBoundingClientRect();
        if (!placed || !box) return;
        const { x, y, zoom } = flow.getViewport();
        const left = placed.x * zoom + x;
        const top = placed.y * zoom + y;
        const inside =
          left > LABELS + 8 &&
          top > SIZE.header + 8 &&
          left + SIZE.nodeWidth * zoom < box.width - 8 &&
          top + SIZE.nodeHeight * zoom < box.height - 8;
        if (inside) return;
        const reach = Math.min(Math.max(LABELS + 24, box.width / 2 - (SIZE.nodeWidth * zoom) / 2), box.width);
        flow.setViewport({
          x: Math.min(LABELS * (1 - zoom), reach - placed.x * zoom),
          y: Math.min(SIZE.header * (1 - zoom), box.height / 2 - placed.y * zoom),
          zoom,
        });
      },
    }),
    [fit, flow, layout],
  );

  // While the plane moves it is one picture for the compositor; at rest it is drawn sharp again. Without React: a state
  // would draw the page at each gesture.
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const still = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    element.classList.add("is-moving");
    clearTimeout(rest.current);
    rest.current = setTimeout(() => element.classList.remove("is-moving"), 200);
  }, []);
  return (
    <div className="canvas" ref={frame}>
      <LaneBands lanes={layout.lanes} />
      <MomentLines segments={layout.segments} now={now} />
      <ReactFlow<WorldFlowNode>
        nodes={nodes}
        edges={NO_EDGES}
        nodeTypes={NODE_TYPES}
        nodesDraggable={onMove !== undefined}
        nodeDragThreshold={4}
        onNodeDrag={(_, node) => setDragged({ id: node.id, y: node.position.y })}
        onNodeDragStop={(_, node) => {
          if (dragged) onMove?.(node.id, node.position.y);
          setDragged(null);
        }}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        panOnScroll
        zoomOnDoubleClick={false}
        deleteKeyCode={null}
        minZoom={0.1}
        maxZoom={2}
        translateExtent={[
          [0, 0],
          [Math.max(layout.width + 400, 1600), Math.max(layout.height + 300, 900)],
        ]}
        onNodeClick={(_, node) => onSelect(node.id)}
        onNodeDoubleClick={(_, node) => onOpen(node.id)}
        onPaneClick={() => onSelect(null)}
        onMove={still}
      >
        <ViewportPortal>
          <Edges layout={layout} selected={selected} />
          {callout && <Callout layout={layout} {...callout} />}
        </ViewportPortal>
      </ReactFlow>
      <LaneNames lanes={layout.lanes} onToggle={onToggleLane} />
      <TimeHead segments={layout.segments} start={start} now={now} />
    </div>
  );
}

const NO_EDGES: never[] = [];

/** How far a node may be dragged: in its column, from the top of its lane to one row below its last. */
function reachOf(x: number, lane: PlacedLane | undefined): CoordinateExtent | undefined {
  if (!lane) return;
  return [
    [x, lane.y],
    [x + SIZE.nodeWidth, lane.y + lane.height + SIZE.rowPitch],
  ];
}

const tipOf = ({ x, y }: { x: number; y: number }) => `M${x - 7} ${y - 4}L${x} ${y}L${x - 7} ${y + 4}Z`;

const Edges = memo(function Edges({ layout, selected }: { layout: Layout; selected: string | null }) {
  const tips = useMemo(() => [...new Set(layout.routes.map(({ tip }) => tipOf(tip)))], [layout]);
  const own = useMemo(
    () =>
      selected
        ? layout.routes.filter(({ edge }) => edge.source === selected || edge.target === selected)
        : [],
    [layout, selected],
  );
  return (
    <svg className="edges" width={layout.width} height={layout.height} aria-hidden="true">
      {layout.routes.map(({ edge, path }) => (
        <path key={edge.id} className={`edge edge-${edge.kind}`} d={path} />
      ))}
      {tips.map((d) => (
        <path key={d} className="edge-tip" d={d} />
      ))}
      {own.map(({ edge, path, tip }) => (
        <g key={edge.id}>
          <path className={`edge edge-${edge.kind} is-path`} d={path} />
          <path className="edge-tip is-path" d={tipOf(tip)} />
        </g>
      ))}
    </svg>
  );
});
