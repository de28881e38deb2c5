import type { CaseFile } from "@/compiler/public/case-file";
import type { Finding } from "@/compiler/spec/finding";

/** One step of a run on the graph, whoever took it: the prover, a person or an agent. */
export interface PlaybackStep {
  /** What was done, in one line. */
  title: string;
  /** Minutes since the start, after the step. */
  minute: number;
  actionsLeft: number;
  /** Nodes that the step reached for the first time. */
  reached: string[];
  /** Nodes it is about, reached before or not. */
  touched: string[];
  wait: boolean;
  findings: readonly Finding[];
}

export interface Playback {
  id: string;
  name: string;
  steps: PlaybackStep[];
  /** What the agent sees after a step, counted from 0 for the start; made when it is asked for. */
  caseFileAt: ((step: number) => CaseFile | null) | null;
}

/** Nodes reached before the step of this number (from 0), and those it reaches. */
export function reachedBefore(playback: Playback, step: number, onFile: Iterable<string>) {
  const before = new Set<string>(onFile);
  for (const s of playback.steps.slice(0, step)) for (const id of s.reached) before.add(id);
  const now = new Set(playback.steps[step]?.touched ?? []);
  return { before, now };
}

/** The first step that reaches or touches a node, from 0; -1 when none does. */
export function stepOf(playback: Playback, node: string): number {
  return playback.steps.findIndex((s) => s.reached.includes(node) || s.touched.includes(node));
}
