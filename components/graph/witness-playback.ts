import type { WitnessStep } from "@/compiler/oracle/witness";
import type { WorldSpec } from "@/compiler/spec/world";
import { durationText } from "@/lib/contracts/friction-words";
import type { Playback, PlaybackStep } from "./playback";
import type { WorldGraph } from "./world-graph";

/** The words and nodes of one operation of a proved route. */
function describeStep(
  step: WitnessStep,
  spec: WorldSpec,
  graph: WorldGraph,
): Pick<PlaybackStep, "title" | "touched"> {
  const party = (spec.entities.find((e) => e.id === step.party)?.name ?? "").replace(/^The /, "the ");
  const nodeOf = (id: string) => {
    const anchor = graph.anchors.get(id);
    return anchor && "node" in anchor ? anchor.node : undefined;
  };
  const label = (id: string) => graph.byId.get(nodeOf(id) ?? "")?.label ?? id;
  const list = (ids: readonly string[] = []) => ids.map(label).join(", ");
  const give = step.transmit?.length ? `; give ${list(step.transmit)}` : "";
  const ids = [
    ...(step.obtain ?? []),
    ...(step.request ?? []),
    ...(step.observe ?? []),
    ...(step.complete ? [step.complete] : []),
    ...(step.document ? [step.document] : []),
    ...(step.form ? [step.form] : []),
  ];
  const touched = [...new Set(ids.flatMap((id) => nodeOf(id) ?? []))];
  switch (step.op) {
    case "wait":
      return { title: `Wait ${durationText(step.days ? step.days * 1440 : (step.minutes ?? 0))}`, touched };
    case "contact":
      return { title: `Call ${party}: nobody answers`, touched };
    case "read_document":
      return { title: `Read ${label(step.document ?? step.obtain?.[0] ?? "")}`, touched };
    case "check_status":
      return { title: `Ask ${party} how it stands: ${list(step.observe)}`, touched };
    case "submit_form": {
      const node = graph.byId.get(touched[0] ?? "");
      if (node?.kind === "form") return { title: `Send ${party} the form: ${node.label}${give}`, touched };
      if (node?.kind === "permission")
        return { title: `Ask ${party} for permission: ${node.label}`, touched };
      return { title: `Ask ${party}: ${list(step.complete ? [step.complete] : [])}${give}`, touched };
    }
    case "ask":
      return {
        title: `Ask ${party}: ${list([...(step.obtain ?? []), ...(step.request ?? [])])}${give}`,
        touched,
      };
  }
}

/**
 * A proved route as a playback. `walked` are the records of its black-box replay, from which the actions left and the
 * agent's view are taken; without them every operation counts as one action.
 */
export function playbackOfRoute(
  id: string,
  name: string,
  steps: readonly WitnessStep[],
  spec: WorldSpec,
  graph: WorldGraph,
  walked: { steps: readonly PlaybackStep[]; caseFileAt: Playback["caseFileAt"] } | null,
): Playback {
  const seen = new Set<string>();
  const places: number[] = [];
  let at = -1;
  const out = steps.map((step, i): PlaybackStep => {
    const { title, touched } = describeStep(step, spec, graph);
    const reached = touched.filter((node) => !seen.has(node));
    for (const node of reached) seen.add(node);
    if (walked) {
      const found = walked.steps.findIndex(
        (w, j) =>
          j > at &&
          w.minute === step.at &&
          (step.op === "wait"
            ? w.wait
            : touched.length === 0 || touched.some((node) => w.touched.includes(node))),
      );
      if (found >= 0) at = found;
    }
    places.push(at);
    return {
      title,
      minute: step.at,
      actionsLeft: walked?.steps[at]?.actionsLeft ?? spec.action_limit - i - 1,
      reached,
      touched,
      wait: step.op === "wait",
      findings: [],
    };
  });
  const view = walked?.caseFileAt;
  return {
    id,
    name,
    steps: out,
    caseFileAt: view ? (step) => view(step === 0 ? 0 : (places[step - 1] ?? -1) + 1) : null,
  };
}
