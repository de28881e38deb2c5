import { type CompiledWorld, compileWorld, type EngineState, openState } from "../engine";
import { ACCEPTED, HELD } from "../engine/compiled-world";
import type { Terminal } from "../spec/world";
import { rankOf, type World } from "../spec/world-index";

/** Whether a terminal passes in a state (G1). */
export function terminalPasses(world: CompiledWorld, state: EngineState, terminal: Terminal): boolean {
  const { layout } = world;
  const cell = (region: number, index: number | undefined) =>
    index === undefined ? 0 : state[region + index]!;
  switch (terminal.kind) {
    case "fact_discovered":
      return cell(layout.facts, world.factAt.get(terminal.target)) === 1;
    case "document_obtained":
      return cell(layout.documents, world.documentAt.get(terminal.target)) >= HELD;
    case "form_accepted":
      return cell(layout.forms, world.formAt.get(terminal.target)) === ACCEPTED;
    case "action_completed":
      return cell(layout.operations, world.itemAt.get(terminal.target)?.index) === 1;
    case "required_state_observed": {
      const rank = rankOf(world.world.statuses.get(terminal.target)!, terminal.value ?? "");
      return rank >= 0 && cell(layout.observed, world.itemAt.get(terminal.target)?.index) > rank;
    }
  }
}

/** Terminals that pass before the first action; none should (faults.md, C3). */
export function passedAtStart(world: World): Terminal[] {
  const compiled = compileWorld(world);
  const state = openState(compiled);
  return world.spec.terminals.filter((terminal) => terminalPasses(compiled, state, terminal));
}
