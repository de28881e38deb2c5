import { DAY } from "../spec/moment";
import type { Exchange } from "../spec/world";
import type { CompiledWorld } from "./compile";
import type { ForwardRun } from "./forward";
import { NODE, STEP } from "./rule-graph";
import type { WitnessStep } from "./witness";

/** The steps of a run in the notation of the paper, with the waits between them (O3). */
export function renderWitness(compiled: CompiledWorld, run: ForwardRun): WitnessStep[] {
  const out: WitnessStep[] = [];
  let now = 0;
  const waitUntil = (at: number) => {
    if (at <= now) return;
    const minutes = at - now;
    out.push({ op: "wait", ...(minutes % DAY === 0 ? { days: minutes / DAY } : { minutes }), at });
    now = at;
  };
  run.moments.forEach(({ first, at }, m) => {
    waitUntil(at);
    for (const step of run.taken.subarray(first, run.moments[m + 1]?.first)) {
      const times = callsMissed(compiled, step);
      for (let n = 0; n < times; n++) out.push(renderStep(compiled, run, step, at));
    }
  });
  waitUntil(run.end);
  return out;
}

/** How often a step appears in the witness: a missed call for each try that does not get through (O4). */
export function callsMissed({ graph, world, channels }: CompiledWorld, step: number): number {
  if (graph.stepKind[step] !== STEP.contact) return 1;
  const { channel } = channels[graph.stepRef[step] as number] as CompiledWorld["channels"][number];
  return (world.retries.get(channel.id)?.tries ?? 2) - 1;
}

/** The channel a step of the run was taken over; -1 for a read. */
function channelTaken({ soleChannel }: CompiledWorld, run: ForwardRun, step: number): number {
  return run.chosen.get(step) ?? (soleChannel[step] as number);
}

function renderStep(compiled: CompiledWorld, run: ForwardRun, step: number, at: number): WitnessStep {
  const { graph, world, channels } = compiled;
  const { spec } = world;
  const ref = graph.stepRef[step] as number;
  const used = channels[channelTaken(compiled, run, step)];
  const via = used ? { via: used.channel.kind, channel: used.channel.id } : {};
  switch (graph.stepKind[step]) {
    case STEP.contact:
    case STEP.switch_channel:
      return { op: "contact", party: used?.entity.id, ...via, at };
    case STEP.read: {
      const document = spec.documents[ref] as (typeof spec.documents)[number];
      const source = channels[obtainedOver(compiled, run, step)];
      return {
        op: "read_document",
        party: document.owner,
        ...(source && { via: source.channel.kind, channel: source.channel.id }),
        document: document.id,
        at,
      };
    }
    case STEP.ask: {
      const fact = spec.knowledge[ref] as (typeof spec.knowledge)[number];
      const holder = fact.held_by[graph.stepPart[step] as number] as (typeof fact.held_by)[number];
      return { op: "ask", party: holder.party, ...via, obtain: [fact.id], ...transmitted(holder), at };
    }
    case STEP.request:
    case STEP.collect: {
      const document = spec.documents[ref] as (typeof spec.documents)[number];
      const request = document.request as NonNullable<typeof document.request>;
      const what =
        graph.stepKind[step] === STEP.request ? { request: [request.id] } : { obtain: [request.id] };
      return {
        op: "ask",
        party: document.owner,
        ...via,
        ...what,
        document: document.id,
        ...transmitted(request),
        at,
      };
    }
    case STEP.act: {
      const operation = spec.mutations[ref] as (typeof spec.mutations)[number];
      return {
        op: "submit_form",
        party: operation.party,
        ...(used && { channel: used.channel.id }),
        complete: operation.id,
        ...transmitted(operation),
        at,
      };
    }
    case STEP.submit: {
      const form = spec.forms[ref] as (typeof spec.forms)[number];
      const sources = form.fields.flatMap((f) => (f.source ? [f.source] : []));
      return {
        op: "submit_form",
        party: form.party,
        ...(used && { channel: used.channel.id }),
        complete: form.id,
        form: form.id,
        ...transmitted(form, sources),
        at,
      };
    }
    default: {
      const status = spec.status_surfaces[ref] as (typeof spec.status_surfaces)[number];
      return {
        op: "check_status",
        party: status.party,
        ...via,
        observe: [status.id],
        ...transmitted(status.observe),
        at,
      };
    }
  }
}

function transmitted(
  exchange: Exchange,
  sources: readonly string[] = [],
): Pick<WitnessStep, "transmit" | "participants"> {
  const facts = [...new Set([...exchange.shares, ...sources])];
  return {
    ...(facts.length > 0 && { transmit: facts }),
    ...(exchange.participants.length > 0 && { participants: exchange.participants }),
  };
}

/** The channel over which a document came into hand: of the step that brought it or asked for it. */
function obtainedOver(compiled: CompiledWorld, run: ForwardRun, read: number): number {
  const { graph } = compiled;
  const held = graph.body.items[graph.body.start[read] as number] as number;
  let rule = run.by[held] as number;
  if (rule >= graph.steps) {
    const body = graph.body.items.subarray(graph.body.start[rule], graph.body.start[rule + 1]);
    const asked = body.find(
      (n) => graph.nodeKind[n] === NODE.requested || graph.nodeKind[n] === NODE.answerable,
    );
    rule = asked === undefined ? -1 : (run.by[asked] as number);
  }
  return rule < 0 || rule >= graph.steps ? -1 : channelTaken(compiled, run, rule);
}
