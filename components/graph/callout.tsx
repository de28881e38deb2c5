"use client";

import { useMemo } from "react";
import type { Finding } from "@/compiler/spec/finding";
import { Icon } from "@/components/ui/icon";
import { type Layout, type PlacedNode, SIZE } from "./layout";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const WIDTHS = [340, 260] as const;
const GAP = 26;
/** How far from its node a callout is looked for, in px of the plane. */
const FARTHEST = 420;
const STEP = 14;
/** Room for what a folded lane says of itself. */
const FOLDED_WORDS = 520;

const textHeight = (text: string, width: number) => 14 + 17 * Math.ceil(text.length / ((width - 46) / 6.2));

/** A node with the outcomes beside it and the badges at its edges. */
export function boxOf({ node, x, y }: PlacedNode): Box {
  const width = SIZE.nodeWidth + node.outcomes.length * (SIZE.outcomeWidth + SIZE.outcomeGap);
  return {
    x,
    y: y - 10,
    width,
    height: SIZE.nodeHeight + 10 + (node.badges.length > 0 ? SIZE.badgeRoom : 0),
  };
}

const apart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/**
 * Where a finding's words stand so that they cover no node, no outcome and no folded lane's name: the free place nearest to their
 * node, on its left if it can be. Null when the surroundings are full; the badge and the side panel say it then.
 */
export function placeCallout(layout: Layout, id: string, text: string): Box | null {
  const placed = layout.byId.get(id);
  if (!placed) return null;
  const around = layout.nodes
    .filter((n) => Math.abs(n.x - placed.x) < 1200 && Math.abs(n.y - placed.y) < 800)
    .map(boxOf);
  const own = boxOf(placed);
  const names = layout.lanes.flatMap((l) =>
    l.folded ? [{ x: 0, y: l.y, width: FOLDED_WORDS, height: l.height }] : [],
  );
  let best = null as { box: Box; far: number } | null;
  for (const width of WIDTHS) {
    const height = textHeight(text, width);
    const columns = [placed.x - GAP - width, own.x + own.width + GAP, placed.x, own.x + own.width - width];
    for (const x of columns)
      for (let y = placed.y - FARTHEST; y <= placed.y + FARTHEST; y += STEP) {
        const box = { x, y, width, height };
        if (x < SIZE.firstColumn || y < SIZE.header + 4) continue;
        const down = Math.max(0, y - (own.y + own.height), own.y - (y + height));
        const outside = Math.max(0, x + width - layout.width);
        const far = down + outside + (x === columns[0] ? 0 : 20) + Math.abs(y - placed.y) / 100;
        if (best && far >= best.far) continue;
        if ([...around, ...names].every((other) => apart(box, other))) best = { box, far };
      }
    if (best) return best.box;
  }
  return null;
}

/** The line from a node to its callout: level where it can be, else the short way down or up. */
function lineTo(placed: PlacedNode, box: Box): string {
  const own = boxOf(placed);
  const middle = placed.y + SIZE.nodeHeight / 2;
  const onLeft = box.x + box.width <= placed.x;
  const onRight = box.x >= own.x + own.width;
  if (onLeft || onRight) {
    const from = onLeft ? placed.x : own.x + own.width;
    const to = onLeft ? box.x + box.width : box.x;
    const level = Math.min(Math.max(middle, box.y + 10), box.y + box.height - 10);
    const bend = (from + to) / 2;
    return level === middle ? `M${from} ${middle}H${to}` : `M${from} ${middle}H${bend}V${level}H${to}`;
  }
  const x = Math.min(Math.max(placed.x + 20, box.x + 10), box.x + box.width - 10);
  return box.y > placed.y
    ? `M${x} ${placed.y + SIZE.nodeHeight}V${box.y}`
    : `M${x} ${placed.y}V${box.y + box.height}`;
}

/** A finding spelled out beside its node, with its fix and the way to the packet. */
export function Callout({
  layout,
  node,
  finding,
  href,
}: {
  layout: Layout;
  node: string;
  finding: Finding;
  href: string | null;
}) {
  const placed = layout.byId.get(node);
  const text = `${finding.message} ${finding.fix}${href ? " Go to the packet item" : ""}`;
  const box = useMemo(() => placeCallout(layout, node, text), [layout, node, text]);
  if (!placed || !box) return null;
  const bad = finding.severity === "error";
  return (
    <>
      <svg className="edges" width={layout.width} height={layout.height} aria-hidden="true">
        <path className={`callout-line${bad ? " is-bad" : ""}`} d={lineTo(placed, box)} />
      </svg>
      <div
        className={`callout nopan nodrag${bad ? " is-bad" : ""}`}
        role="status"
        style={{ left: box.x, top: box.y, width: box.width }}
      >
        <Icon name={bad ? "mark-bad" : "mark-caution"} />
        <span>
          <b className="strong">{finding.message}</b> {finding.fix}{" "}
          {href && <a href={href}>Go to the packet item</a>}
        </span>
      </div>
    </>
  );
}
