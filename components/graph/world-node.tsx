"use client";

import type { Node, NodeProps } from "@xyflow/react";
import { memo } from "react";
import { Icon } from "@/components/ui/icon";
import { SIZE } from "./layout";
import { GLYPHS, KIND_WORDS, OUTCOME, SHAPES } from "./shapes";
import type { GraphNode } from "./world-graph";

/** Where a node stands in the playback: not reached yet, reached, or what the next step reaches. */
export type NodeState = "plain" | "later" | "done" | "next";

export type WorldNodeData = {
  node: GraphNode;
  state: NodeState;
  selected: boolean;
  /** How many findings are about it, and whether one of them is an error. */
  findings: number;
  grave: boolean;
  found: boolean;
  changed: boolean;
};
export type WorldFlowNode = Node<WorldNodeData, "world">;

const STATE_WORDS: Record<NodeState, string> = {
  plain: "",
  later: ", later",
  done: ", done",
  next: ", next step",
};

/** Labels are how a person would ask for a thing; on the page they begin with a capital. */
export const sentence = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);

/** What a node is called where it cannot be seen. */
export function nodeTitle(node: GraphNode, state: NodeState = "plain"): string {
  const outcomes = node.outcomes.map((o) => `, outcome ${o.number}: ${o.label}`).join("");
  return `${KIND_WORDS[node.kind]}: ${sentence(node.label)}${outcomes}${STATE_WORDS[state]}`;
}

export const WorldNode = memo(function WorldNode({ data }: NodeProps<WorldFlowNode>) {
  const { node, state, selected, findings, grave, found, changed } = data;
  const shape = SHAPES[node.kind];
  const classes = ["node", `node-${node.kind}`, `kind-${node.kind}`];
  if (state === "later") classes.push("is-later");
  if (state === "next") classes.push("is-next");
  if (selected) classes.push("is-selected");
  if (found) classes.push("is-found");
  if (changed) classes.push("is-changed");
  return (
    <div className={classes.join(" ")} title={nodeTitle(node, state)} data-node={node.id}>
      <svg viewBox={`0 0 ${SIZE.nodeWidth} ${SIZE.nodeHeight}`} aria-hidden="true">
        {(selected || state === "next") && (
          <rect
            className="halo"
            x={-4.5}
            y={-4.5}
            width={SIZE.nodeWidth + 9}
            height={SIZE.nodeHeight + 9}
            rx={8}
          />
        )}
        <path className="outline" d={shape.outline} />
        {shape.inner && <path className="inner" d={shape.inner} />}
        <path className="glyph" d={GLYPHS[node.kind]} transform="translate(10 6) scale(.5625)" />
        {state === "done" && <path className="tick" d={`M${SIZE.nodeWidth - 25} 12l3 3 5-6.5`} />}
        {node.forbidden && <path className="tick" d={`M${SIZE.nodeWidth - 25} 8l7 7m0-7l-7 7`} />}
      </svg>
      <span className="node-text">
        <span className="node-kind">{KIND_WORDS[node.kind]}</span>
        <span className="node-label">{sentence(node.label)}</span>
      </span>
      {node.outcomes.map((outcome, i) => (
        <span
          key={outcome.terminal}
          className={`node-outcome${outcome.required ? "" : " is-optional"}`}
          style={{ left: SIZE.nodeWidth + SIZE.outcomeGap + i * (SIZE.outcomeWidth + SIZE.outcomeGap) }}
        >
          <svg viewBox="0 0 50 40" aria-hidden="true">
            <path className="outline" d={OUTCOME.outline} />
            <path className="inner" d={OUTCOME.inner} />
          </svg>
          <span className="outcome-text">
            Outcome
            <b>{outcome.number}</b>
          </span>
        </span>
      ))}
      {node.badges[0] && (
        <span className="badge">
          <Icon name={node.badges[0].icon} />
          {node.badges[0].text}
          {node.badges.length > 1 && ` +${node.badges.length - 1}`}
        </span>
      )}
      {findings > 0 && (
        <span className={`badge badge-finding${grave ? " is-grave" : ""}`}>
          <Icon name={grave ? "mark-bad" : "mark-caution"} />
          {findings}
        </span>
      )}
    </div>
  );
});
