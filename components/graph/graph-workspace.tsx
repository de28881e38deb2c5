"use client";

import { MiniMap, ReactFlowProvider, useStore } from "@xyflow/react";
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { machinery, replayOracle } from "@/compiler/certify";
import type { RunLogRecord } from "@/compiler/engine";
import type { Finding } from "@/compiler/spec/finding";
import type { WorldSpec } from "@/compiler/spec/world";
import { Button } from "@/components/ui/button";
import { SearchField, Select } from "@/components/ui/field";
import { useKeys } from "@/components/ui/keys";
import { Segmented } from "@/components/ui/segmented";
import { AgentView } from "./agent-view";
import type { Analysis } from "./analyse";
import { describeNode } from "./describe";
import { type CanvasMarks, GraphCanvas, type GraphView } from "./graph-canvas";
import { foldedAtFirst, layoutWorld, movedTo, type Placement, SIZE } from "./layout";
import { NodePanel, type SourceQuote, WorldPanel } from "./node-panel";
import { Outline } from "./outline";
import { PictureButtons } from "./picture";
import { type Playback, reachedBefore, stepOf } from "./playback";
import { PlaybackBar } from "./playback-bar";
import { playbackOfRun } from "./run-playback";
import { type GraphFilter, nodesShown, outcomesOf, search } from "./views";
import { playbackOfRoute } from "./witness-playback";
import { buildWorldGraph, type WorldGraph } from "./world-graph";
import type { NodeState, WorldFlowNode } from "./world-node";

export interface KeptRun {
  id: string;
  name: string;
  /** Fetches the run's log when it is chosen. */
  load: () => Promise<readonly RunLogRecord[]>;
}

interface Props {
  spec: WorldSpec;
  analysis: Analysis;
  /** Quotes behind a source span `record:start-end`. */
  quotesOf: (evidence: readonly string[]) => SourceQuote[];
  packetHref: (id: string) => string | null;
  runs: readonly KeptRun[];
  /** A run, step or node to open with, from the page's address. */
  first?: { run?: string; step?: number; node?: string };
  /** Shown in the side panel while no node is selected. */
  overview?: ReactNode;
  /** Acts on the selected node. */
  actsOf?: (id: string) => ReactNode;
  /** Stands above the side panel. */
  sideHead?: ReactNode;
  /** What takes the place of the selected node's panel; null leaves it. */
  panelOf?: (tools: PanelTools) => ReactNode;
  /** Name of picture files, without an ending. */
  pictureName?: string;
  /** Where the nodes stood when the page was left. */
  places?: Placement | null;
  /** Told where the nodes stand, after each layout. */
  onPlaced?: (placement: Placement) => void;
  /** Told when somebody moved a node, or, with null, tidied up. */
  onArranged?: (placement: Placement | null) => void;
}

/** What a panel beside the graph may use. */
export interface PanelTools {
  graph: WorldGraph;
  selected: string | null;
  reveal: (id: string) => void;
  /** Plays a log on the graph, at a step counted from 1. */
  playLog: (id: string, name: string, records: readonly RunLogRecord[], step: number) => void;
}

/** The graph with its bar, outline, side panel and playback. */
export function GraphWorkspace(props: Props) {
  return (
    <ReactFlowProvider>
      <Workspace {...props} />
    </ReactFlowProvider>
  );
}

function Workspace({
  spec,
  analysis,
  quotesOf,
  packetHref,
  runs,
  first,
  overview,
  actsOf,
  sideHead,
  panelOf,
  pictureName,
  places = null,
  onPlaced,
  onArranged,
}: Props) {
  const graph = useMemo(() => buildWorldGraph(spec), [spec]);
  const [filter, setFilter] = useState<GraphFilter>("required");
  const [mode, setMode] = useState<"graph" | "outline">("graph");
  const [selected, setSelected] = useState<string | null>(() => {
    const anchor = first?.node ? graph.anchors.get(first.node) : undefined;
    return anchor && "node" in anchor ? anchor.node : null;
  });
  const [query, setQuery] = useState("");
  const view = useRef<GraphView>(null);
  const side = useRef<HTMLElement>(null);

  const { playback, playbacks, choose, step, setStep, playing, setPlaying, playLog } = usePlayback(
    spec,
    analysis,
    graph,
    runs,
    first,
  );
  const onFile = useMemo(() => graph.nodes.filter((n) => n.onFile).map((n) => n.id), [graph]);
  const reach = useMemo(
    () => (playback && step >= 0 ? reachedBefore(playback, step, onFile) : null),
    [playback, step, onFile],
  );

  const states = useMemo(() => {
    const out = new Map<string, NodeState>();
    if (!reach) return out;
    for (const n of graph.nodes)
      out.set(n.id, reach.now.has(n.id) ? "next" : reach.before.has(n.id) ? "done" : "later");
    return out;
  }, [graph, reach]);

  const found = useMemo(() => new Set(search(graph, query)), [graph, query]);
  const stepFindings = playback?.steps[step]?.findings;
  const findings = useMemo(() => {
    const out = new Map<string, Finding[]>();
    for (const f of [...analysis.findings, ...(stepFindings ?? [])]) {
      const id = f.nodes.find((n) => graph.anchors.has(n));
      const anchor = id ? graph.anchors.get(id) : undefined;
      if (anchor && "node" in anchor) out.set(anchor.node, [...(out.get(anchor.node) ?? []), f]);
    }
    return out;
  }, [analysis.findings, stepFindings, graph]);
  const changed = useMemo(
    () => new Set(playback && step > 0 ? playback.steps[step - 1]!.reached : []),
    [playback, step],
  );
  const marks = useMemo<CanvasMarks>(
    () => ({ states, findings, found, changed }),
    [states, findings, found, changed],
  );

  const openNow = filter === "open" ? (reach?.before ?? null) : null;
  const visible = useMemo(() => nodesShown(filter, graph, spec, openNow), [filter, graph, spec, openNow]);
  const [folded, setFolded] = useState(() => {
    const required = nodesShown("required", graph, spec, null) ?? new Set();
    return foldedAtFirst(graph, required);
  });
  const placement = useRef<Placement | null>(places);
  const [arranged, setArranged] = useState(0);
  const arrange = (next: Placement | null) => {
    placement.current = next;
    setArranged((n) => n + 1);
    onArranged?.(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: arranging changes the places, then lays out again
  const layout = useMemo(() => {
    const next = layoutWorld(graph, {
      earliest: analysis.earliest,
      folded,
      visible,
      previous: placement.current,
    });
    placement.current = next.placement;
    return next;
  }, [graph, analysis.earliest, folded, visible, arranged]);
  useEffect(() => onPlaced?.(layout.placement), [layout, onPlaced]);
  const move = (id: string, y: number) => {
    if (layout.byId.has(id)) arrange(movedTo(layout, id, y));
  };
  const moveBy = (rows: number) => {
    const at = selected && layout.byId.get(selected);
    if (at) move(at.node.id, at.y + rows * SIZE.rowPitch);
  };

  const reveal = useCallback(
    (id: string) => {
      const anchor = graph.anchors.get(id);
      const node = anchor && "node" in anchor ? anchor.node : null;
      if (!node) return;
      const lane = graph.byId.get(node)?.lane;
      if (lane && folded.has(lane)) setFolded((before) => new Set([...before].filter((l) => l !== lane)));
      if (visible && !visible.has(node)) setFilter("everything");
      setSelected(node);
      requestAnimationFrame(() => {
        view.current?.show(node);
        document.getElementById(`outline-${node}`)?.scrollIntoView({ block: "nearest" });
      });
    },
    [graph, folded, visible],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the page was opened with
  useEffect(() => {
    if (selected) reveal(selected);
  }, []);
  const toggleLane = useCallback((lane: string) => {
    setFolded((before) => {
      const after = new Set(before);
      if (!after.delete(lane)) after.add(lane);
      return after;
    });
  }, []);

  const current = playback?.steps[step]?.touched[0];
  useEffect(() => {
    if (current) view.current?.show(current);
  }, [current]);

  const follow = (direction: "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown") => {
    const next = neighbour(direction, selected, graph, layout);
    if (next) {
      setSelected(next);
      view.current?.show(next);
    }
  };
  const open = () => side.current?.querySelector<HTMLElement>("button, a")?.focus();
  useKeys("Graph", [
    { key: "ArrowRight", does: "Follow an edge onwards", run: () => follow("ArrowRight") },
    { key: "ArrowLeft", does: "Follow an edge back", run: () => follow("ArrowLeft") },
    { key: "ArrowDown", does: "The node below", run: () => follow("ArrowDown") },
    { key: "ArrowUp", does: "The node above", run: () => follow("ArrowUp") },
    {
      key: "Enter",
      does: "Open the selected node",
      run: (event) => {
        if (event.target instanceof HTMLElement && event.target.closest("button, a, summary"))
          event.target.click();
        else if (selected) open();
      },
    },
    {
      key: "s",
      does: "Only what the selected node needs",
      run: () => setFilter((f) => (f.startsWith("node:") ? "required" : selected ? `node:${selected}` : f)),
    },
    { key: "o", does: "Graph or outline", run: () => setMode((m) => (m === "graph" ? "outline" : "graph")) },
    { key: "[", does: "Move the selected node up", run: () => moveBy(-1) },
    { key: "]", does: "Move the selected node down", run: () => moveBy(1) },
    { key: "f", does: "Fit the graph", run: () => view.current?.fit() },
    { key: "+", does: "Zoom in", run: () => view.current?.zoomBy(1.25) },
    { key: "-", does: "Zoom out", run: () => view.current?.zoomBy(0.8) },
    { key: ",", does: "Step back", run: () => setStep(step - 1) },
    { key: ".", does: "Step forward", run: () => setStep(step + 1) },
    { key: "p", does: "Play or pause", run: () => setPlaying((p) => !p) },
  ]);

  const node = selected ? (graph.byId.get(selected) ?? null) : null;
  const described = useMemo(
    () => (selected ? describeNode(spec, graph, selected) : null),
    [spec, graph, selected],
  );
  const [showView, setShowView] = useState(false);
  const deferredStep = useDeferredValue(step);
  const caseFile = showView ? (playback?.caseFileAt?.(deferredStep + 1) ?? null) : null;
  const now = playback?.steps[step] ? playback.steps[step].minute : null;
  const stepNumber = playback && selected ? stepOf(playback, selected) : -1;
  const firstFound = [...findings].find(([id]) => layout.byId.has(id));
  const calloutNode =
    selected && findings.has(selected) && layout.byId.has(selected) ? selected : firstFound?.[0];
  const calloutFinding = calloutNode ? findings.get(calloutNode)?.[0] : undefined;
  const calloutHref = calloutNode ? packetHref(calloutNode) : null;
  const outcomes = useMemo(() => outcomesOf(graph), [graph]);
  const required = outcomes.filter((o) => o.required).length;
  const sliceOfSelected = node ? (`node:${node.id}` as const) : null;

  const replaced = panelOf?.({ graph, selected, reveal, playLog });
  return (
    <>
      <section className="graphbar" aria-label="Tools of the graph">
        <form
          className="search-form"
          onSubmit={(event) => {
            event.preventDefault();
            const hits = [...found];
            const next = hits[(hits.indexOf(selected ?? "") + 1) % hits.length];
            if (next) reveal(next);
          }}
        >
          <SearchField
            label="Find a node"
            placeholder="Find a node"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </form>
        {query && (
          <span className="graph-hits" role="status">
            {found.size} {found.size === 1 ? "node" : "nodes"}
          </span>
        )}
        <Select
          aria-label="Show"
          value={filter}
          onChange={(event) => setFilter(event.target.value as GraphFilter)}
        >
          <option value="required">Show all that {required} required outcomes need</option>
          <option value="everything">Show everything</option>
          <option value="open">Show what is still open in this run</option>
          <option value="friction">Show what friction touches</option>
          {filter.startsWith("node:") && (
            <option value={filter}>Show only what “{graph.byId.get(filter.slice(5))?.label}” needs</option>
          )}
          {outcomes.map((o) => (
            <option key={o.group} value={`outcome:${o.group}`}>
              Show what outcome {o.number} needs: {o.label}
            </option>
          ))}
        </Select>
        <Button
          quiet
          className="is-spare"
          keyHint="S"
          pressed={filter.startsWith("node:")}
          closed={node || filter.startsWith("node:") ? null : "Select a node first"}
          closedReasonId="slice-why"
          onClick={() => setFilter(filter.startsWith("node:") ? "required" : (sliceOfSelected ?? "required"))}
        >
          Only what it needs
        </Button>
        <span className="visually-hidden" id="slice-why">
          Opens when a node is selected.
        </span>
        <div className="graphbar-end">
          {pictureName && <PictureButtons layout={layout} name={pictureName} start={analysis.start} />}
          <ZoomControls view={view} />
          <Button quiet className="is-spare" icon="layout" onClick={() => arrange(null)}>
            Tidy up
          </Button>
          <Segmented
            label="View"
            value={mode}
            onChange={setMode}
            options={[
              { value: "graph", label: "Graph" },
              { value: "outline", label: "Outline" },
            ]}
          />
        </div>
      </section>
      <main className={`work is-${mode}`} id="main">
        <section className="work-main" aria-label="World graph, lanes by party, time from left to right">
          {mode === "graph" && (
            <GraphCanvas
              layout={layout}
              start={analysis.start}
              now={now}
              marks={marks}
              selected={selected}
              onSelect={setSelected}
              onOpen={(id) => {
                setSelected(id);
                open();
              }}
              onToggleLane={toggleLane}
              onMove={onArranged ? move : undefined}
              callout={
                calloutNode && calloutFinding
                  ? {
                      node: calloutNode,
                      finding: calloutFinding,
                      href: calloutHref,
                    }
                  : null
              }
              view={view}
            />
          )}
          <div className={mode === "graph" ? "outline-narrow" : "outline-pane"}>
            <Outline
              lanes={layout.lanes}
              nodes={graph.nodes}
              placement={layout.placement}
              visible={visible}
              states={states}
              findings={findings}
              selected={selected}
              onSelect={setSelected}
            />
          </div>
          {showView && playback && (
            <AgentView
              caseFile={caseFile}
              before={deferredStep >= 0 ? (playback.caseFileAt?.(deferredStep) ?? null) : null}
              onClose={() => setShowView(false)}
            />
          )}
        </section>
        <aside className="side" ref={side} aria-label={node ? "Selected node" : "This world"}>
          {sideHead && <div className="side-head">{sideHead}</div>}
          <div className="side-scroll">
            {replaced ??
              (node && described ? (
                <NodePanel
                  node={node}
                  view={described}
                  state={states.get(node.id) ?? "plain"}
                  step={
                    stepNumber >= 0 && playback ? `step ${stepNumber + 1} of ${playback.steps.length}` : null
                  }
                  reached={reach?.before ?? null}
                  findings={findings.get(node.id) ?? []}
                  quotes={quotesOf(described.evidence)}
                  packetHref={packetHref(node.id)}
                  onGo={reveal}
                  acts={actsOf?.(node.id)}
                />
              ) : (
                <WorldPanel findings={analysis.findings} onGo={reveal}>
                  {overview}
                </WorldPanel>
              ))}
          </div>
          <div className="map" hidden={replaced !== null && replaced !== undefined}>
            <div className="map-head">
              <h3>Overview</h3>
              <LiesBeyond width={layout.width} />
            </div>
            {mode === "graph" && (
              <MiniMap<WorldFlowNode>
                pannable
                zoomable
                ariaLabel="Overview of the graph; drag to move the view"
                nodeClassName={(n) => `map-${n.data.node.kind}`}
                nodeStrokeWidth={0}
                offsetScale={2}
              />
            )}
          </div>
        </aside>
      </main>
      <PlaybackBar
        playbacks={playbacks}
        playback={playback}
        step={step}
        playing={playing}
        start={analysis.start}
        limit={spec.action_limit}
        canRunTo={stepNumber >= 0}
        onChoose={choose}
        onStep={setStep}
        onPlay={() => setPlaying((p) => !p)}
        onRunTo={() => stepNumber >= 0 && setStep(stepNumber)}
        onShowView={() => setShowView((v) => !v)}
        viewShown={showView}
      />
    </>
  );
}

function ZoomControls({ view }: { view: React.RefObject<GraphView | null> }) {
  const percent = useStore((s) => Math.round(s.transform[2] * 100));
  return (
    <span className="zoom is-spare" role="group" aria-label="Zoom">
      <Button quiet icon="minus" aria-label="Zoom out" onClick={() => view.current?.zoomBy(0.8)} />
      <span>{percent}%</span>
      <Button quiet icon="plus" aria-label="Zoom in" onClick={() => view.current?.zoomBy(1.25)} />
      <Button quiet icon="fit" aria-label="Fit to page" onClick={() => view.current?.fit()} />
    </span>
  );
}

function LiesBeyond({ width }: { width: number }) {
  const more = useStore((s) => width * s.transform[2] + s.transform[0] > s.width + 40);
  return <span className="meta">{more ? "More lies to the right" : ""}</span>;
}

/** The node that an arrow key goes to: along an edge, or to the nearest node above or below on the page. */
function neighbour(
  direction: "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown",
  selected: string | null,
  graph: WorldGraph,
  layout: ReturnType<typeof layoutWorld>,
): string | null {
  const at = selected ? layout.byId.get(selected) : undefined;
  if (!at) return layout.nodes[0]?.node.id ?? null;
  if (direction === "ArrowRight" || direction === "ArrowLeft") {
    const onwards = direction === "ArrowRight";
    const edges = (onwards ? graph.outgoing : graph.incoming).get(at.node.id) ?? [];
    const ends = edges
      .map((e) => layout.byId.get(onwards ? e.target : e.source))
      .filter((n) => n !== undefined)
      .sort(
        (a, b) => Math.abs(a.y - at.y) - Math.abs(b.y - at.y) || Math.abs(a.x - at.x) - Math.abs(b.x - at.x),
      );
    return ends[0]?.node.id ?? null;
  }
  const down = direction === "ArrowDown";
  const others = layout.nodes
    .filter((n) => (down ? n.y > at.y : n.y < at.y))
    .sort(
      (a, b) =>
        Math.abs(a.y - at.y) + Math.abs(a.x - at.x) / 4 - (Math.abs(b.y - at.y) + Math.abs(b.x - at.x) / 4),
    );
  return others[0]?.node.id ?? null;
}

/** Routes longer than this are played without the agent's view. */
const WALKED = 1000;

/** The runs that can be played, the one that is, and where it stands: -1 before its first step. */
function usePlayback(
  spec: WorldSpec,
  analysis: Analysis,
  graph: WorldGraph,
  runs: readonly KeptRun[],
  first: Props["first"],
) {
  // The walk gives the actions left and the agent's view. It is made when the graph has been painted, and not for giants.
  const [walkable, setWalkable] = useState<Analysis | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setWalkable(analysis), 150);
    return () => clearTimeout(timer);
  }, [analysis]);
  const walked = useMemo(() => {
    if (walkable !== analysis || !analysis.world || !analysis.oracle) return null;
    if (analysis.oracle.witness.length === 0 || analysis.oracle.witness.length > WALKED) return null;
    const { replayed } = replayOracle(analysis.world, analysis.oracle, machinery);
    return playbackOfRun(
      "walked",
      "The proved route, as an agent walks it",
      replayed.session.log(),
      analysis.world,
      graph,
    );
  }, [walkable, analysis, graph]);
  const routes = useMemo(() => {
    const oracle = analysis.oracle;
    if (!oracle || oracle.witness.length === 0) return [];
    const of = (id: string, name: string, list: typeof oracle.witness) =>
      playbackOfRoute(id, name, list, spec, graph, walked);
    const list = [of("witness", `The proved route, ${oracle.witness.length} operations`, oracle.witness)];
    if (oracle.shortened.length < oracle.witness.length)
      list.push(
        of("shortened", `A shortened route, ${oracle.shortened.length} operations`, oracle.shortened),
      );
    if (oracle.shortest?.proved)
      list.push(
        of("shortest", `The shortest route, ${oracle.shortest.length} operations`, oracle.shortest.route),
      );
    if (walked) list.push(walked);
    return list;
  }, [analysis.oracle, spec, graph, walked]);

  const [kept, setKept] = useState<Playback | null>(null);
  const [chosen, setChosen] = useState(first?.run ?? "witness");
  const [step, setStepIndex] = useState((first?.step ?? 0) - 1);
  const [playing, setPlaying] = useState(false);
  const playback = routes.find((r) => r.id === chosen) ?? (kept?.id === chosen ? kept : (routes[0] ?? null));
  const length = playback?.steps.length ?? 0;
  const setStep = useCallback((to: number) => setStepIndex(Math.max(-1, Math.min(length - 1, to))), [length]);
  useEffect(() => {
    const run = runs.find((r) => r.id === chosen);
    if (!run || kept?.id === chosen || !analysis.world) return;
    let gone = false;
    const world = analysis.world;
    run.load().then((records) => {
      if (!gone) setKept(playbackOfRun(run.id, run.name, records, world, graph));
    });
    return () => {
      gone = true;
    };
  }, [chosen, runs, kept, analysis.world, graph]);
  useEffect(() => {
    if (!playing) return;
    if (step >= length - 1) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setStep(step + 1), 700);
    return () => clearTimeout(timer);
  }, [playing, step, length, setStep]);
  return {
    playback,
    playbacks: [
      ...routes.map(({ id, name }) => ({ id, name })),
      ...runs.map(({ id, name }) => ({ id, name })),
      ...(kept && !runs.some((r) => r.id === kept.id) ? [{ id: kept.id, name: kept.name }] : []),
    ],
    choose: (id: string) => {
      setChosen(id);
      setStepIndex(-1);
      setPlaying(false);
    },
    playLog: (id: string, name: string, records: readonly RunLogRecord[], at: number) => {
      if (!analysis.world) return;
      setKept(playbackOfRun(id, name, records, analysis.world, graph));
      setChosen(id);
      setStepIndex(Math.max(0, at - 1));
      setPlaying(false);
    },
    step: Math.min(step, length - 1),
    setStep,
    playing,
    setPlaying,
  };
}
