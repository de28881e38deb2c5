import type { EngineState } from "../engine/cells";
import { compileWorld } from "../engine/compile-world";
import { ACCEPTED, HELD } from "../engine/compiled-world";
import { isFormHeld } from "../engine/turn";
import type { PublicActionInput } from "../public/action";
import type { Exchange, WorldSpec } from "../spec/world";
import type { World } from "../spec/world-index";
import { worldOf } from "./build-world";

/**
 * The same world with other hidden contents: values and texts that were not disclosed by the end of the run,
 * going by the state and not by what was shown, and all that is never public (permissions, grounding,
 * outcomes, red lines, severities, evidence). Labels of a menu stay: they decide what words mean. Of the items in
 * `asked` the party has said what it needs: their permissions stay.
 */
export function otherwiseHidden(
  world: World,
  calls: readonly PublicActionInput[],
  state: EngineState,
  asked: ReadonlySet<string> = new Set(),
): World {
  const spec = JSON.parse(JSON.stringify(world.spec)) as WorldSpec;
  const { layout, channels, partyAt } = compileWorld(world);
  const spoken = JSON.stringify(calls);
  const hide = (exchange: Partial<Exchange>, item: string) =>
    Object.assign(exchange, { grounding: [], ...(!asked.has(item) && { authorities: [] }) });
  const named = new Set<string>(
    [...spec.mutations, ...spec.forms, ...spec.knowledge.flatMap((k) => k.held_by)].flatMap(
      (e) => e.participants,
    ),
  );
  spec.knowledge.forEach((fact, i) => {
    for (const holder of fact.held_by) hide(holder, fact.id);
    if (state[layout.facts + i] === 1) return;
    fact.statement = `Something else entirely, about ${fact.id}.`;
    if (!spoken.includes(fact.id) && !spoken.includes(fact.label) && !spoken.includes("made up"))
      fact.value = { type: "text", value: "something else" };
  });
  spec.mutations.forEach((mutation, i) => {
    hide(mutation, mutation.id);
    if (state[layout.operations + i] === 0) mutation.receipt = "Another receipt.";
  });
  spec.documents.forEach((document, i) => {
    if (document.request) hide(document.request, document.request.id);
    if (state[layout.documents + i]! >= HELD) named.add(document.owner);
    else document.title = "Another title";
  });
  spec.forms.forEach((form, i) => {
    hide(form, form.id);
    if (state[layout.forms + i] !== ACCEPTED) form.receipt = "Another receipt.";
    if (isFormHeld(compileWorld(world), state, i)) named.add(form.party);
    else for (const field of form.fields) field.label = "Another field";
  });
  spec.status_surfaces.forEach((status, i) => {
    hide(status.observe, status.id);
    if (state[layout.observed + i]! > 0) named.add(status.party);
    status.values.forEach((value, rank) => {
      if (rank >= state[layout.observed + i]!) value.label = "Another state";
    });
  });
  channels.forEach(({ id, party }, i) => {
    const entity = spec.entities[party]!;
    if (state[layout.channels + i] === 1) named.add(entity.id);
    else for (const channel of entity.channels) if (channel.id === id) channel.label = "Another way";
  });
  for (const entity of spec.entities) {
    entity.evidence = ["elsewhere"];
    if (!named.has(entity.id)) entity.name = `Someone else ${partyAt.get(entity.id)}`;
  }
  for (const friction of spec.frictions) friction.severity = 3;
  if (asked.size === 0) for (const authority of spec.authorities) authority.scope = "Another scope";
  spec.terminals = spec.terminals.slice(0, 1);
  spec.red_lines = [];
  return worldOf(spec);
}
