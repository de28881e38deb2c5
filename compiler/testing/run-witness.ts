import type { EngineAction } from "../engine/action";
import { compileWorld } from "../engine/compile-world";
import { cloneState, type EngineState, openState } from "../engine/state";
import { advance } from "../engine/step";
import type { WitnessStep } from "../oracle/witness";
import type { Exchange } from "../spec/world";
import { rankOf, type World } from "../spec/world-index";
import { callsWith, entriesOf, LIVE, within } from "./explore";

/**
 * Carries a witness out on the engine, step by step. Gives null when every step did what it is there for,
 * without a finding, and every required group passes in the end; otherwise what went wrong.
 */
export function runWitness(world: World, witness: readonly WitnessStep[]): string | null {
  const engine = compileWorld(world);
  let state = openState(engine);
  for (const [i, step] of witness.entries()) {
    const ways = waysOf(world, step);
    let reason = "there is no way to do it";
    const done = ways.some((actions) => {
      const next = cloneState(state);
      const wrong = carryOut(next, actions, step);
      if (wrong) reason = wrong;
      else state = next;
      return wrong === null;
    });
    if (!done)
      return `step ${i + 1} (${step.op} ${step.complete ?? step.obtain ?? step.channel ?? ""}): ${reason}`;
    if (state[engine.layout.clock] !== step.at) return `step ${i + 1} ends at another minute than it says`;
  }
  const open = [...world.groups].find(([, g]) => g.required && !g.terminals.some((t) => passes(state, t)));
  return open ? `${open[0]} is not reached` : null;

  function carryOut(next: EngineState, actions: readonly EngineAction[], step: WitnessStep): string | null {
    for (const action of actions) {
      const { outcome, findings, parts } = advance(engine, next, action);
      if (findings[0]) return findings[0].code;
      if (outcome === "refused") return "refused";
      if (outcome === "no_answer") return step.op === "contact" ? null : "no answer";
      const [part] = parts;
      if (
        part?.outcome === "refused" ||
        part?.outcome === "cannot_do_here" ||
        part?.outcome === "not_understood"
      )
        return `${part.outcome} ${part.refusal?.why}`;
      if (part?.outcome === "not_yet" && action.kind !== "submit") return "not yet";
    }
    return step.op === "contact" ? "the call was taken" : null;
  }

  function passes(at: EngineState, { kind, target, value }: World["spec"]["terminals"][number]): boolean {
    const { layout } = engine;
    const index = (list: readonly { id: string }[]) => list.findIndex((x) => x.id === target);
    switch (kind) {
      case "fact_discovered":
        return at[layout.facts + index(world.spec.knowledge)] === 1;
      case "document_obtained":
        return (at[layout.documents + index(world.spec.documents)] as number) >= 2;
      case "action_completed":
        return at[layout.operations + index(world.spec.mutations)] === 1;
      case "form_accepted":
        return at[layout.forms + index(world.spec.forms)] === 3;
      case "required_state_observed": {
        const status = world.statuses.get(target);
        return (
          (at[layout.observed + index(world.spec.status_surfaces)] as number) >
          (status ? rankOf(status, value ?? "") : 0)
        );
      }
    }
  }
}

/** Typed actions that do a step; several where other parties on the call have several phones. */
function waysOf(world: World, step: WitnessStep): EngineAction[][] {
  const { party = "", channel = "" } = step;
  if (step.op === "wait") return [[{ kind: "wait", minutes: step.minutes ?? (step.days ?? 0) * 1440 }]];
  if (step.op === "contact") return [[{ kind: "call", channels: [channel] }]];
  if (step.op === "read_document") return [[{ kind: "read", document: step.document ?? "" }]];
  const kind = world.channels.get(channel)?.channel.kind ?? "phone";
  const over = LIVE.has(kind) ? null : channel;
  const overEach = (exchange: Exchange, action: EngineAction) =>
    (LIVE.has(kind) ? callsWith(world, channel, party, exchange) : [null]).map((call) =>
      within(call, action),
    );
  const form = step.form === undefined ? undefined : world.forms.get(step.form);
  if (form)
    return overEach(form, { kind: "submit", form: form.id, channel: over, entries: entriesOf(world, form) });
  const item = step.complete ?? step.obtain?.[0] ?? step.request?.[0] ?? step.observe?.[0] ?? "";
  const exchanges = [
    world.mutations.get(item),
    world.statuses.get(item)?.observe,
    world.requests.get(item)?.request,
    ...(world.knowledge.get(item)?.held_by.filter((h) => h.party === party) ?? []),
  ].filter((x) => x !== undefined && x !== null);
  const said = (step.transmit ?? []).map((fact) => ({
    fact,
    value: world.knowledge.get(fact)?.value.value ?? "",
  }));
  return exchanges.flatMap((exchange) =>
    overEach(exchange, {
      kind: "request",
      tool: kind === "voicemail" ? "voicemail" : step.complete ? "act" : "ask",
      party,
      channel: over,
      parts: [{ asked: item, item }],
      said,
    }),
  );
}
