import { minutesOf } from "@/compiler/spec/moment";
import type { WorldSpec } from "@/compiler/spec/world";
import { playbackOfRoute } from "@/components/graph/witness-playback";
import { buildWorldGraph } from "@/components/graph/world-graph";
import type { PublishedCertificate } from "@/lib/contracts/corpus";
import { momentText } from "@/lib/contracts/moment-words";

export interface Explained {
  day: string;
  date: string;
  steps: { number: number; text: string; outcomes: { number: number; label: string }[] }[];
}

/** The proved route of a certificate in plain words, day by day, with the outcomes each step reaches. */
export function explainRoute(spec: WorldSpec, certificate: Pick<PublishedCertificate, "route">): Explained[] {
  const graph = buildWorldGraph(spec);
  const { steps } = playbackOfRoute("route", "", certificate.route.witness, spec, graph, null);
  const start = minutesOf(spec.clock_start);
  const seen = new Set<string>();
  const days: Explained[] = [];
  steps.forEach((step, i) => {
    const { day, date } = momentText(start, step.minute);
    let last = days.at(-1);
    if (last?.day !== day) {
      last = { day, date, steps: [] };
      days.push(last);
    }
    const outcomes = step.reached
      .flatMap((id) => graph.byId.get(id)?.outcomes ?? [])
      .filter((o) => o.required && !seen.has(o.terminal));
    for (const o of outcomes) seen.add(o.terminal);
    last.steps.push({
      number: i + 1,
      text: step.title,
      outcomes: outcomes.map(({ number, label }) => ({ number, label })),
    });
  });
  return days;
}
