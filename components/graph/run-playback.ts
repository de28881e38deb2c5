import { createSession, type RunLogRecord, type RunStep, type Session } from "@/compiler/engine";
import type { CaseFile } from "@/compiler/public/case-file";
import { minutesOf } from "@/compiler/spec/moment";
import type { World } from "@/compiler/spec/world-index";
import type { Playback, PlaybackStep } from "./playback";
import type { WorldGraph } from "./world-graph";

const TOOL_WORDS: Record<string, string> = {
  contact: "Call",
  ask: "Ask",
  act: "Ask for",
  submit_form: "Send the form",
  read_document: "Read",
  wait: "Wait",
  memory: "Note",
  finish: "Finish",
};

/** What a step of a run log did to the graph: nodes it is about, and those whose content it brought. */
function nodesOf(
  { action, translation, result }: RunStep,
  graph: WorldGraph,
): { touched: string[]; brought: string[] } {
  const nodeOf = (id: string) => {
    const anchor = graph.anchors.get(id);
    return anchor && "node" in anchor ? [anchor.node] : [];
  };
  const asked: string[] = [];
  const brought: string[] = [];
  const parts = translation && "parts" in translation ? translation.parts : [];
  parts.forEach((part, i) => {
    if (!part.item) return;
    asked.push(...nodeOf(part.item));
    const outcome = result.parts[i]?.outcome;
    if (outcome && ["told", "handed_over", "completed", "already_done"].includes(outcome))
      brought.push(...nodeOf(part.item));
  });
  if (action.tool === "submit_form") {
    asked.push(...nodeOf(action.form));
    if (result.parts.some((p) => p.outcome === "completed")) brought.push(...nodeOf(action.form));
  }
  if (action.tool === "read_document") asked.push(...nodeOf(action.document));
  for (const fact of [...result.facts, ...result.parts.flatMap((p) => p.facts)])
    brought.push(...nodeOf(fact.fact));
  for (const d of [...result.documents, ...result.parts.flatMap((p) => p.documents)])
    brought.push(...nodeOf(d.document));
  const statuses = result.parts.flatMap((p) => p.statuses);
  if (statuses.length > 0)
    for (const node of graph.nodes)
      if (node.kind === "status" && statuses.some((s) => s.label === node.label)) brought.push(node.id);
  return { touched: [...new Set([...asked, ...brought])], brought: [...new Set(brought)] };
}

function titleOf({ action, result }: RunStep, graph: WorldGraph): string {
  const name = (handle: string) => graph.lanes.find((l) => l.id === handle)?.name ?? handle;
  const verb = TOOL_WORDS[action.tool] ?? action.tool;
  switch (action.tool) {
    case "contact": {
      if (action.mode === "end_call") return "End the call";
      const parties = action.channels.map((c) => {
        const anchor = graph.anchors.get(c);
        return anchor && "lane" in anchor ? name(anchor.lane) : c;
      });
      const what = action.mode === "voicemail" ? "Leave a message for" : verb;
      return `${what} ${parties.join(" and ")}${result.outcome === "no_answer" ? ": nobody answers" : ""}`;
    }
    case "ask":
    case "act":
      return `${name(action.party)}: ${action.request}`;
    case "submit_form":
      return `${verb}: ${graph.byId.get(action.form)?.label ?? action.form}`;
    case "read_document":
      return `${verb} ${graph.byId.get(action.document)?.label ?? action.document}`;
    case "wait":
      return `${verb} until ${result.clock.replace("T", ", ")}`;
    case "memory":
      return action.mode === "note" ? "Write the plan note" : "Look back";
    case "finish":
      return verb;
  }
}

/**
 * A run log as a playback on the graph. What the agent saw after a step is made by running the log again, from the last
 * place asked for, so that going forward costs one step.
 */
export function playbackOfRun(
  id: string,
  name: string,
  records: readonly RunLogRecord[],
  world: World,
  graph: WorldGraph,
): Playback {
  const start = world.start;
  const list = records.filter((r) => r.kind === "step");
  const seen = new Set<string>();
  const steps = list.map((record): PlaybackStep => {
    const { touched, brought } = nodesOf(record, graph);
    const reached = brought.filter((node) => !seen.has(node));
    for (const node of reached) seen.add(node);
    return {
      title: titleOf(record, graph),
      minute: minutesOf(record.clock) - start,
      actionsLeft: record.result.actions_left,
      reached,
      touched,
      wait: record.action.tool === "wait",
      findings: record.findings,
    };
  });
  const files: CaseFile[] = [];
  let session: Session | null = null;
  let at = 0;
  return {
    id,
    name,
    steps,
    caseFileAt: (step) => {
      const target = Math.min(step, list.length);
      if (!session) {
        session = createSession(world);
        files[0] = session.caseFile();
      }
      while (at < target) {
        const record = list[at]!;
        session.apply(record.action, record.translation);
        at++;
        files[at] = session.caseFile();
      }
      return files[target] ?? null;
    },
  };
}
