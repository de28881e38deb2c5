import type { GraphPlaces } from "@/lib/contracts/worlds";
import { type GraphEdge, type GraphNode, grouped, type Lane, type WorldGraph } from "./world-graph";

/** Sizes in px of the plane before zoom (look: graph). */
export const SIZE = {
  nodeWidth: 148,
  nodeHeight: 50,
  outcomeWidth: 50,
  outcomeGap: 5,
  rowPitch: 56,
  badgeRoom: 12,
  lanePad: 6,
  foldedLane: 28,
  gutter: 20,
  track: 4,
  firstColumn: 112,
  segmentGap: 12,
  header: 28,
} as const;

/** Where a node stands in the grid: survives edits because it is kept by the node's id. */
export interface Place {
  lane: string;
  minute: number;
  layer: number;
  row: number;
  /** A person put it there: it keeps its row before any other. */
  pinned: boolean;
}
export type Placement = ReadonlyMap<string, Place>;

export interface PlacedNode {
  node: GraphNode;
  x: number;
  y: number;
  column: number;
  row: number;
}
export interface PlacedLane {
  lane: Lane;
  y: number;
  height: number;
  folded: boolean;
  /** Rows with something in them and where each begins; one more may be begun below. */
  rows: readonly { row: number; y: number }[];
  /** Nodes of the lane, and how many of them the filter leaves out. */
  count: number;
  hidden: number;
}
/** All columns of one moment. `minute` is null for what is never reached. */
export interface Segment {
  minute: number | null;
  x: number;
  width: number;
}
export interface Route {
  edge: GraphEdge;
  path: string;
  /** Where the arrow points: the left edge of the target. */
  tip: { x: number; y: number };
}
export interface Layout {
  lanes: PlacedLane[];
  segments: Segment[];
  nodes: PlacedNode[];
  routes: Route[];
  byId: ReadonlyMap<string, PlacedNode>;
  width: number;
  height: number;
  placement: Placement;
}

export interface LayoutOptions {
  /** Earliest minute by id (the oracle's layers); what is missing is never reached. */
  earliest: ReadonlyMap<string, number>;
  folded?: ReadonlySet<string>;
  /** When given, only these nodes are shown; the others keep their places. */
  visible?: ReadonlySet<string> | null;
  /** Places of an earlier layout: nodes that are still there keep lane order and row. */
  previous?: Placement | null;
}

/**
 * Layer of each node among those of the same minute: the longest way to it through edges of that minute, and no less
 * than before, so that taking something away does not pull the rest to the left.
 */
function layersOf(
  graph: WorldGraph,
  minute: ReadonlyMap<string, number>,
  previous: Placement | null | undefined,
): Map<string, number> {
  const floor = (id: string) => {
    const before = previous?.get(id);
    return before && before.minute === minute.get(id) ? before.layer : 0;
  };
  const layer = new Map<string, number>();
  const open = new Set<string>();
  for (const first of graph.nodes) {
    if (layer.has(first.id)) continue;
    const stack: { id: string; next: number; best: number }[] = [
      { id: first.id, next: 0, best: floor(first.id) },
    ];
    open.add(first.id);
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const edge = graph.incoming.get(top.id)?.[top.next];
      if (!edge) {
        layer.set(top.id, top.best);
        open.delete(top.id);
        stack.pop();
        const above = stack[stack.length - 1];
        if (above) above.best = Math.max(above.best, top.best + 1);
        continue;
      }
      top.next++;
      if (minute.get(edge.source) !== minute.get(top.id) || open.has(edge.source)) continue;
      const known = layer.get(edge.source);
      if (known !== undefined) top.best = Math.max(top.best, known + 1);
      else {
        open.add(edge.source);
        stack.push({ id: edge.source, next: 0, best: floor(edge.source) });
      }
    }
  }
  return layer;
}

const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Moves nodes of a crowded column to later columns of the same moment where nothing that needs them is in the way, so that a
 * lane grows to the right before it grows down. A node that has a place keeps it.
 */
function spread(
  graph: WorldGraph,
  minute: ReadonlyMap<string, number>,
  layer: Map<string, number>,
  previous: Placement | null | undefined,
): void {
  const depth = new Map<number, number>();
  for (const n of graph.nodes) {
    const m = minute.get(n.id)!;
    depth.set(m, Math.max(depth.get(m) ?? 0, layer.get(n.id)!));
  }
  const latest = (id: string) => {
    const m = minute.get(id)!;
    let at = depth.get(m)!;
    for (const e of graph.outgoing.get(id) ?? [])
      if (minute.get(e.target) === m) at = Math.min(at, layer.get(e.target)! - 1);
    return at;
  };
  for (const [, members] of grouped(graph.nodes, (n) => `${n.lane} ${minute.get(n.id)}`)) {
    const deep = depth.get(minute.get(members[0]!.id)!)!;
    const most = Math.max(3, Math.ceil(members.length / (deep + 1)));
    for (let at = 0; at < deep; at++) {
      const here = members.filter((n) => layer.get(n.id) === at);
      const free = here
        .filter((n) => !previous?.has(n.id) && n.outcomes.length === 0 && latest(n.id) > at)
        .sort((a, b) => latest(b.id) - latest(a.id));
      for (const n of free.slice(0, Math.max(0, here.length - most))) layer.set(n.id, at + 1);
    }
  }
}

/**
 * Lays a world out: lanes from top to bottom by when they are first needed, moments from left to right, inside a moment
 * by what needs what, rows packed by the mean place of what a node needs. Linear in nodes and edges but for sorting.
 */
export function layoutWorld(graph: WorldGraph, options: LayoutOptions): Layout {
  const { earliest, previous, visible } = options;
  const minute = new Map(
    graph.nodes.map((n) => [n.id, n.onFile ? 0 : (earliest.get(n.id) ?? NEVER)] as const),
  );
  const layer = layersOf(graph, minute, previous);
  spread(graph, minute, layer, previous);

  const keys = new Map<number, { minute: number; layer: number }>();
  const keyOf = (id: string) => {
    const m = minute.get(id)!;
    return m === NEVER ? NEVER : m * 4096 + Math.min(layer.get(id)!, 4095);
  };
  for (const n of graph.nodes)
    if (!keys.has(keyOf(n.id))) keys.set(keyOf(n.id), { minute: minute.get(n.id)!, layer: layer.get(n.id)! });
  const columns = [...keys].sort(([a], [b]) => a - b);
  const columnOf = new Map(columns.map(([key], i) => [key, i] as const));
  const column = (id: string) => columnOf.get(keyOf(id))!;

  const shown = (id: string) => !visible || visible.has(id);
  const byLane = grouped(graph.nodes, (n) => n.lane);
  const laneRank = new Map<string, number>();
  graph.lanes.forEach((lane, i) => {
    const first = Math.min(
      ...(byLane.get(lane.id) ?? []).filter((n) => !n.onFile).map((n) => keyOf(n.id)),
      NEVER,
    );
    laneRank.set(lane.id, lane.file ? -1 : first + i / 4096);
  });
  const isFolded = (lane: Lane) =>
    (options.folded?.has(lane.id) ?? false) || !(byLane.get(lane.id) ?? []).some((n) => shown(n.id));
  const lanes = [...graph.lanes].sort(
    (a, b) => Number(isFolded(a)) - Number(isFolded(b)) || laneRank.get(a.id)! - laneRank.get(b.id)!,
  );
  const laneIndex = new Map(lanes.map((lane, i) => [lane.id, i] as const));

  // Rows: column by column, each node in the free row nearest to the mean row of what it needs in its own lane.
  const rows = new Map<string, number>();
  const taken = new Map<string, Set<number>>();
  const takenIn = (lane: string, at: number) => {
    const key = `${lane} ${at}`;
    let set = taken.get(key);
    if (!set) {
      set = new Set();
      taken.set(key, set);
    }
    return set;
  };
  const reach = (n: GraphNode) =>
    Math.floor(
      (SIZE.nodeWidth + n.outcomes.length * (SIZE.outcomeWidth + SIZE.outcomeGap) - 1) /
        (SIZE.nodeWidth + SIZE.gutter),
    );
  const lastOfSegment = columns.map(([, c], i) => columns[i + 1]?.[1].minute !== c.minute);
  const occupy = (n: GraphNode, row: number) => {
    rows.set(n.id, row);
    const from = column(n.id);
    for (let c = from; c <= from + reach(n); c++) {
      takenIn(n.lane, c).add(row);
      if (lastOfSegment[c]) break;
    }
  };
  const free = (n: GraphNode, row: number) => {
    const from = column(n.id);
    for (let c = from; c <= from + reach(n); c++) {
      if (takenIn(n.lane, c).has(row)) return false;
      if (lastOfSegment[c]) break;
    }
    return true;
  };
  const kept = graph.nodes.filter((n) => previous?.get(n.id)?.lane === n.lane);
  for (const pinned of [true, false])
    for (const n of kept) {
      const before = previous!.get(n.id)!;
      if (before.pinned === pinned && free(n, before.row)) occupy(n, before.row);
    }
  const inColumn = grouped(graph.nodes, (n) => String(column(n.id)));
  for (let c = 0; c < columns.length; c++) {
    const pending = (inColumn.get(String(c)) ?? []).filter((n) => !rows.has(n.id));
    const wish = new Map<string, number>();
    const order = new Map<string, number>();
    for (const n of pending) {
      let own = 0;
      let owned = 0;
      let all = 0;
      let count = 0;
      for (const e of graph.incoming.get(n.id) ?? []) {
        const row = rows.get(e.source);
        const source = graph.byId.get(e.source);
        if (row === undefined || !source) continue;
        all += laneIndex.get(source.lane)! * 64 + row;
        count++;
        if (source.lane === n.lane) {
          own += row;
          owned++;
        }
      }
      wish.set(n.id, owned > 0 ? Math.round(own / owned) : 0);
      order.set(n.id, count > 0 ? all / count : -1);
    }
    pending.sort((a, b) => wish.get(a.id)! - wish.get(b.id)! || order.get(a.id)! - order.get(b.id)!);
    for (const n of pending) {
      const want = wish.get(n.id)!;
      let row = want;
      for (let d = 0; !free(n, row); d++) {
        row = want + d;
        if (d > 0 && want - d >= 0 && free(n, want - d)) row = want - d;
      }
      occupy(n, row);
    }
  }

  // Heights: a row with a badge under a node is a little taller.
  const rowY = new Map<string, number[]>();
  const placedLanes: PlacedLane[] = [];
  let y: number = SIZE.header;
  for (const lane of lanes) {
    const members = byLane.get(lane.id) ?? [];
    const folded = isFolded(lane);
    const visibleMembers = members.filter((n) => shown(n.id));
    let height: number = SIZE.foldedLane;
    const laneRows: { row: number; y: number }[] = [];
    if (!folded) {
      const depth = Math.max(...visibleMembers.map((n) => rows.get(n.id)! + 1), 1);
      const tall = new Set(visibleMembers.filter((n) => n.badges.length > 0).map((n) => rows.get(n.id)!));
      const used = new Set(visibleMembers.map((n) => rows.get(n.id)!));
      const tops: number[] = [];
      let at = y + SIZE.lanePad;
      for (let r = 0; r < depth; r++) {
        tops.push(at);
        if (used.has(r)) laneRows.push({ row: r, y: at });
        if (used.has(r)) at += SIZE.rowPitch + (tall.has(r) ? SIZE.badgeRoom : 0);
      }
      rowY.set(lane.id, tops);
      height = at - (SIZE.rowPitch - SIZE.nodeHeight) + SIZE.lanePad - y;
    }
    placedLanes.push({
      lane,
      y,
      height,
      folded,
      rows: laneRows,
      count: members.length,
      hidden: members.length - visibleMembers.length,
    });
    y += height;
  }
  const height = y;

  // Routes in grid terms first: they decide how wide each gutter has to be.
  const openLane = new Set(placedLanes.filter((l) => !l.folded).map((l) => l.lane.id));
  const drawn = (n: GraphNode | undefined): n is GraphNode =>
    n !== undefined && openLane.has(n.lane) && shown(n.id);
  const top = (n: GraphNode) => rowY.get(n.lane)![rows.get(n.id)!]!;
  const middle = (n: GraphNode) => top(n) + SIZE.nodeHeight / 2;
  // A column without a drawn node has no width, and lines use the gutter of the next one that has.
  const filled = columns.map((_, c) => (inColumn.get(String(c)) ?? []).some(drawn));
  const next: number[] = [];
  for (let c = columns.length, at = columns.length; c >= 0; c--) {
    if (filled[c]) at = c;
    next[c] = at;
  }
  const gutters: { key: string; from: number; to: number; track: number }[][] = columns.map(() => []);
  gutters.push([]);
  const runIn = (gutter: number, key: string, from: number, to: number) => {
    const list = gutters[gutter]!;
    const [low, high] = from < to ? [from, to] : [to, from];
    const same = list.find((r) => r.key === key);
    if (same) {
      same.from = Math.min(same.from, low);
      same.to = Math.max(same.to, high);
      return same;
    }
    const run = { key, from: low, to: high, track: 0 };
    list.push(run);
    return run;
  };
  const clear = (lane: string, row: number, from: number, to: number) => {
    for (let c = from; c < to; c++) if (taken.get(`${lane} ${c}`)?.has(row)) return false;
    return true;
  };
  type Plan = {
    edge: GraphEdge;
    a: GraphNode;
    b: GraphNode;
    runs: { gutter: number; run: (typeof gutters)[number][number] }[];
    channel: number | null;
  };
  const plans: Plan[] = [];
  for (const edge of graph.edges) {
    const a = graph.byId.get(edge.source);
    const b = graph.byId.get(edge.target);
    if (!drawn(a) || !drawn(b)) continue;
    const from = next[column(a.id) + 1]!;
    const to = column(b.id);
    const ya = middle(a);
    const yb = middle(b);
    const key = `${edge.kind}:${a.id}`;
    if (from <= to && ya === yb && a.lane === b.lane && clear(a.lane, rows.get(a.id)!, from, to))
      plans.push({ edge, a, b, runs: [], channel: null });
    else if (from <= to && clear(a.lane, rows.get(a.id)!, column(a.id) + 1 + reach(a), to))
      plans.push({ edge, a, b, runs: [{ gutter: to, run: runIn(to, key, ya, yb) }], channel: null });
    else if (from <= to && clear(b.lane, rows.get(b.id)!, from, to))
      plans.push({ edge, a, b, runs: [{ gutter: from, run: runIn(from, key, ya, yb) }], channel: null });
    else {
      const channel = top(b) - (SIZE.rowPitch - SIZE.nodeHeight) / 2;
      plans.push({
        edge,
        a,
        b,
        runs: [
          { gutter: from, run: runIn(from, key, ya, channel) },
          { gutter: to, run: runIn(to, `to:${edge.kind}:${b.id}`, channel, yb) },
        ],
        channel,
      });
    }
  }
  const trackCount = gutters.map((list) => {
    list.sort((p, q) => p.from - q.from);
    const ends: number[] = [];
    for (const run of list) {
      let track = ends.findIndex((end) => end < run.from - 2);
      if (track < 0) track = ends.length;
      ends[track] = run.to;
      run.track = track;
    }
    return ends.length;
  });

  const lastShown = (c: number) => {
    const after = columns[next[c + 1]!];
    return after === undefined || after[1].minute !== columns[c]![1].minute;
  };
  const xs: number[] = [];
  const gutterX: number[] = [];
  const segments: Segment[] = [];
  let x: number = SIZE.firstColumn - SIZE.gutter;
  columns.forEach(([, c], i) => {
    gutterX.push(x);
    xs.push(x);
    if (!filled[i]) return;
    const last = segments[segments.length - 1];
    const at = c.minute === NEVER ? null : c.minute;
    if (!last || last.minute !== at) {
      if (last) last.width = x - last.x;
      segments.push({ minute: at, x: last ? x : 0, width: 0 });
      if (last) x += SIZE.segmentGap;
    }
    gutterX[i] = x;
    x += Math.max(SIZE.gutter, 10 + SIZE.track * Math.min(trackCount[i]!, 14));
    xs[i] = x;
    const widest = lastShown(i)
      ? Math.max(0, ...(inColumn.get(String(i)) ?? []).filter(drawn).map((n) => n.outcomes.length)) *
        (SIZE.outcomeWidth + SIZE.outcomeGap)
      : 0;
    x += SIZE.nodeWidth + widest;
  });
  gutterX.push(x);
  x += SIZE.gutter + SIZE.track * Math.min(trackCount[columns.length] ?? 0, 14);
  const last = segments[segments.length - 1];
  if (last) last.width = x - last.x;

  const nodes: PlacedNode[] = [];
  const byId = new Map<string, PlacedNode>();
  for (const n of graph.nodes) {
    if (!drawn(n)) continue;
    const placed = { node: n, x: xs[column(n.id)]!, y: top(n), column: column(n.id), row: rows.get(n.id)! };
    nodes.push(placed);
    byId.set(n.id, placed);
  }
  const routes = plans.map(({ edge, a, b, runs, channel }): Route => {
    const from = byId.get(a.id)!;
    const tip = { x: byId.get(b.id)!.x, y: middle(b) };
    const points: [number, number][] = [[from.x + SIZE.nodeWidth, middle(a)]];
    runs.forEach(({ gutter, run }, i) => {
      const at = gutterX[gutter]! + 5 + SIZE.track * (run.track % 14);
      const y1 = points[points.length - 1]![1];
      const y2 = i === 0 && channel !== null ? channel : tip.y;
      points.push([at, y1], [at, y2]);
    });
    points.push([tip.x - 6, tip.y]);
    return { edge, path: rounded(points), tip };
  });
  return {
    lanes: placedLanes,
    segments,
    nodes,
    routes,
    byId,
    width: x,
    height,
    placement: new Map(
      graph.nodes.map((n) => {
        const place = {
          lane: n.lane,
          minute: minute.get(n.id)!,
          layer: layer.get(n.id)!,
          row: rows.get(n.id)!,
          pinned: previous?.get(n.id)?.pinned ?? false,
        };
        return [n.id, place] as const;
      }),
    ),
  };
}

/** Places as they are kept, and back. */
export const placesOf = (placement: Placement): GraphPlaces =>
  Object.fromEntries(
    [...placement].map(([id, p]) => [id, [p.lane, p.minute, p.layer, p.row, p.pinned] as const]),
  ) as GraphPlaces;
export const placementOf = (places: GraphPlaces | null): Placement | null =>
  places &&
  new Map(
    Object.entries(places).map(([id, [lane, minute, layer, row, pinned]]) => [
      id,
      { lane, minute, layer, row, pinned },
    ]),
  );

/**
 * Places in which a person has put a node at a height of the plane: into the nearest row of its lane, or a new one below the
 * last. What stood there in the same column takes the row that became free.
 */
export function movedTo(layout: Layout, id: string, y: number): Placement {
  const placed = layout.byId.get(id)!;
  const lane = layout.lanes.find((l) => l.lane.id === placed.node.lane)!;
  const last = lane.rows.at(-1)!;
  const rows = [...lane.rows, { row: last.row + 1, y: last.y + SIZE.rowPitch }];
  const to = rows.reduce((best, row) => (Math.abs(row.y - y) < Math.abs(best.y - y) ? row : best)).row;
  const next = new Map(layout.placement);
  const place = next.get(id)!;
  for (const [other, at] of layout.placement)
    if (at.lane === place.lane && at.row === to && at.minute === place.minute && at.layer === place.layer)
      next.set(other, { ...at, row: place.row });
  return next.set(id, { ...place, row: to, pinned: true });
}

/** An SVG path through the points with corners rounded by at most 6 px. */
function rounded(points: readonly [number, number][]): string {
  const [first, ...rest] = points;
  let out = `M${first![0]} ${first![1]}`;
  for (let i = 0; i < rest.length; i++) {
    const [px, py] = points[i]!;
    const [cx, cy] = rest[i]!;
    const next = rest[i + 1];
    if (!next) {
      out += `L${cx} ${cy}`;
      continue;
    }
    const before = Math.abs(cx - px) + Math.abs(cy - py);
    const after = Math.abs(next[0] - cx) + Math.abs(next[1] - cy);
    const r = Math.min(6, before / 2, after / 2);
    if (r < 0.5) {
      out += `L${cx} ${cy}`;
      continue;
    }
    const inX = cx - Math.sign(cx - px) * r;
    const inY = cy - Math.sign(cy - py) * r;
    const outX = cx + Math.sign(next[0] - cx) * r;
    const outY = cy + Math.sign(next[1] - cy) * r;
    out += `L${inX} ${inY}Q${cx} ${cy} ${outX} ${outY}`;
  }
  return out;
}

/** Lanes a page opens folded: what is on file, decoys, lanes outside the slice, and in a large world all beyond `most` nodes. */
export function foldedAtFirst(graph: WorldGraph, slice: ReadonlySet<string>, most = 300): Set<string> {
  const folded = new Set<string>();
  let open = 0;
  const byLane = grouped(graph.nodes, (n) => n.lane);
  for (const lane of graph.lanes) {
    const members = byLane.get(lane.id) ?? [];
    const needed = members.some((n) => slice.has(n.id));
    if (lane.file || lane.decoy || !needed || open + members.length > most) folded.add(lane.id);
    else open += members.length;
  }
  return folded;
}
