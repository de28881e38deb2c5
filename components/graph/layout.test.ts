import { describe, expect, test } from "vitest";
import { growWorld } from "@/scripts/grow-world";
import { foldedAtFirst, layoutWorld, movedTo, placementOf, placesOf, SIZE } from "./layout";
import { buildWorldGraph, neededBy } from "./world-graph";

function timesOf(spec: ReturnType<typeof growWorld>): Map<string, number> {
  const graph = buildWorldGraph(spec);
  const times = new Map<string, number>();
  const delay = new Map(
    spec.frictions.flatMap((f) => (f.kind === "delay" ? [[f.target, f.minutes] as const] : [])),
  );
  for (let pass = 0; pass < 40; pass++)
    for (const node of graph.nodes) {
      const inputs = (graph.incoming.get(node.id) ?? []).map((e) => {
        const base = times.get(e.source) ?? 0;
        return e.kind === "time" ? base + (delay.get(`event_${node.id.slice(6)}`) ?? 0) : base;
      });
      times.set(node.id, Math.max(0, ...inputs));
    }
  return times;
}

const spec = growWorld(120, 3);
const graph = buildWorldGraph(spec);
const earliest = timesOf(spec);

describe("layout", () => {
  test("every node that needs another stands to its right, and nothing covers anything", () => {
    const layout = layoutWorld(graph, { earliest });
    expect(layout.nodes).toHaveLength(graph.nodes.length);
    for (const e of graph.edges)
      expect(layout.byId.get(e.source)!.x, e.id).toBeLessThan(layout.byId.get(e.target)!.x);
    const boxes = layout.nodes.map((n) => ({
      id: n.node.id,
      x1: n.x,
      x2: n.x + SIZE.nodeWidth + n.node.outcomes.length * (SIZE.outcomeWidth + SIZE.outcomeGap),
      y1: n.y,
      y2: n.y + SIZE.nodeHeight,
    }));
    for (let i = 0; i < boxes.length; i++)
      for (let j = i + 1; j < boxes.length; j++) {
        const a = boxes[i]!;
        const b = boxes[j]!;
        const apart = a.x2 <= b.x1 || b.x2 <= a.x1 || a.y2 <= b.y1 || b.y2 <= a.y1;
        expect(apart, `${a.id} and ${b.id}`).toBe(true);
      }
    for (const n of layout.nodes) {
      const lane = layout.lanes.find((l) => l.lane.id === n.node.lane)!;
      expect(n.y).toBeGreaterThanOrEqual(lane.y);
      expect(n.y + SIZE.nodeHeight).toBeLessThanOrEqual(lane.y + lane.height);
    }
  });

  test("a node that was moved stands there after a reload and an edit, and nothing covers anything", () => {
    const first = layoutWorld(graph, { earliest });
    const lane = first.lanes.find((l) => l.rows.length > 2)!;
    const [top, , third] = lane.rows.map(({ row }) =>
      first.nodes.find((n) => n.node.lane === lane.lane.id && n.row === row),
    );
    const moved = movedTo(first, top!.node.id, third!.y + 4);
    const kept = placementOf(JSON.parse(JSON.stringify(placesOf(moved))));
    const smaller = buildWorldGraph({ ...spec, documents: [] });
    for (const world of [graph, smaller]) {
      const again = layoutWorld(world, { earliest, previous: kept });
      expect(again.byId.get(top!.node.id)?.row).toBe(third!.row);
      const cells = again.nodes.map((n) => `${n.node.lane} ${n.column} ${n.row}`);
      expect(new Set(cells).size).toBe(cells.length);
      const stayed = again.nodes.filter((n) => first.byId.get(n.node.id)?.row === n.row).length;
      expect(stayed).toBeGreaterThan(again.nodes.length * 0.9);
    }
    const below = movedTo(first, top!.node.id, 1e6);
    expect(layoutWorld(graph, { earliest, previous: below }).byId.get(top!.node.id)?.row).toBe(
      lane.rows.at(-1)!.row + 1,
    );
  });

  test("vertical runs stay in the gutters between columns", () => {
    const layout = layoutWorld(graph, { earliest });
    const columns = [...new Set(layout.nodes.map((n) => n.x))];
    for (const { path, edge } of layout.routes) {
      const xs = [...path.matchAll(/Q(\d+(?:\.\d+)?) /g)].map((m) => Number(m[1]));
      for (const x of xs)
        expect(
          columns.some((c) => x > c && x < c + SIZE.nodeWidth),
          edge.id,
        ).toBe(false);
    }
  });

  test("an edit leaves the nodes that are still there in their rows", () => {
    const before = layoutWorld(graph, { earliest });
    const fewer = { ...spec, knowledge: spec.knowledge.slice(1), terminals: spec.terminals.slice(0, -1) };
    const after = layoutWorld(buildWorldGraph(fewer), { earliest, previous: before.placement });
    for (const n of after.nodes) {
      expect(n.row).toBe(before.byId.get(n.node.id)!.row);
      expect(after.placement.get(n.node.id)).toEqual(before.placement.get(n.node.id));
    }
  });

  test("what is never reached stands in a last segment of its own", () => {
    const partial = new Map(earliest);
    const missing = graph.nodes.find((n) => n.kind === "status")!.id;
    partial.delete(missing);
    const layout = layoutWorld(graph, { earliest: partial });
    const last = layout.segments[layout.segments.length - 1]!;
    expect(last.minute).toBeNull();
    expect(layout.byId.get(missing)!.x).toBeGreaterThan(last.x);
  });

  test("a filter hides nodes without moving the others to another row, and folds empty lanes", () => {
    const whole = layoutWorld(graph, { earliest });
    const outcome = graph.nodes.find((n) => n.outcomes.length > 0)!;
    const slice = neededBy(graph, [outcome.id]);
    const layout = layoutWorld(graph, { earliest, visible: slice });
    expect(new Set(layout.nodes.map((n) => n.node.id))).toEqual(slice);
    for (const n of layout.nodes) expect(n.row).toBe(whole.byId.get(n.node.id)!.row);
    for (const lane of layout.lanes)
      expect(lane.folded).toBe(!graph.nodes.some((n) => n.lane === lane.lane.id && slice.has(n.id)));
  });

  test("a world of 2,000 nodes opens with at most 300 of them unfolded", () => {
    const large = buildWorldGraph(growWorld(2000));
    const needed = new Set(large.nodes.map((n) => n.id));
    const folded = foldedAtFirst(large, needed);
    const open = large.nodes.filter((n) => !folded.has(n.lane));
    expect(open.length).toBeLessThanOrEqual(300);
    expect(open.length).toBeGreaterThan(100);
  });
});

test("what nobody holds stands in a lane of its own, open to be mended, and not among what is on file", () => {
  const held = spec.knowledge.find((k) => k.held_by.length > 0 && k.reveals.length > 0)!;
  const orphaned = buildWorldGraph({
    ...spec,
    knowledge: spec.knowledge.map((k) => (k === held ? { ...k, held_by: [] } : k)),
  });
  const lane = orphaned.lanes.find((l) => l.id === orphaned.byId.get(held.id)?.lane);
  expect(lane).toMatchObject({ name: "Nobody", file: false });
  expect(foldedAtFirst(orphaned, new Set([held.id])).has(lane?.id ?? "")).toBe(false);
});
