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
): Pick<PlaybackStep, "title" | "touched"> & { brought: string[] } {
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
  const shown = [...spec.mutations, ...spec.forms]
    .filter((x) => x.id === step.complete || x.id === step.form)
    .flatMap((x) => x.effects)
    .flatMap((e) => {
      if (e.kind === "reveal_fact") return [e.fact];
      if (e.kind === "hand_document") return [e.document];
      const status = spec.status_surfaces.find((s) => s.id === e.status);
      return status?.values.at(-1)?.id === e.value ? [e.status] : [];
    });
  const nodesOf = (list: readonly string[]) => [...new Set(list.flatMap((id) => nodeOf(id) ?? []))];
  const requested = new Set(nodesOf(step.request ?? []));
  const touched = nodesOf([...ids, ...shown]);
  const brought = touched.filter((node) => !requested.has(node));
  const told = (title: string) => ({ title, touched, brought });
  switch (step.op) {
    case "wait":
      return told(`Wait ${durationText(step.days ? step.days * 1440 : (step.minutes ?? 0))}`);
    case "contact":
      return told(`Call ${party}: nobody answers`);
    case "read_document":
      return told(`Read ${label(step.document ?? step.obtain?.[0] ?? "")}`);
    case "check_status":
      return told(`Ask ${party} how it stands: ${list(step.observe)}`);
    case "submit_form": {
      const node = graph.byId.get(touched[0] ?? "");
      if (node?.kind === "form") return told(`Send ${party} the form: ${node.label}${give}`);
      if (node?.kind === "permission") return told(`Ask ${party} for permission: ${node.label}`);
      return told(`Ask ${party}: ${list(step.complete ? [step.complete] : [])}${give}`);
    }
    case "ask":
      return told(`Ask ${party}: ${list([...(step.obtain ?? []), ...(step.request ?? [])])}${give}`);
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
    const { title, touched, brought } = describeStep(step, spec, graph);
    const reached = brought.filter((node) => !seen.has(node));
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
