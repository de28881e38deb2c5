import {
  advance,
  compileWorld,
  type EngineAction,
  isFormHeld,
  type Outcome,
  openState,
  type Said,
} from "../engine";
import { ACCEPTED, HELD } from "../engine/compiled-world";
import { terminalPasses } from "../grade";
import type { StatedValue } from "../spec/value";
import { rankOf, type World } from "../spec/world-index";

/** `{need: "a walker"}` as carried values. */
export const saying = (values: Record<string, string>): Said[] =>
  Object.entries(values).map(([fact, value]) => ({ fact, value }));

/** Drives the engine with typed actions and looks into its state, for tests of single rules. */
export function drive(world: World) {
  const compiled = compileWorld(world);
  const state = openState(compiled);
  const { layout } = compiled;
  const codes: string[] = [];
  const act = (action: EngineAction): Outcome => {
    const outcome = advance(compiled, state, action);
    codes.push(...outcome.findings.map((f) => f.code));
    return outcome;
  };
  /** One request with one part per item; the first part's outcome, or the refusal of the whole. */
  const request = (
    tool: "ask" | "act" | "voicemail",
    party: string,
    item: string | readonly string[],
    said: Record<string, string> = {},
    channel: string | null = null,
  ) => {
    const items = typeof item === "string" ? [item] : item;
    const parts = items.map((id) => ({ asked: id, item: id }));
    const outcome = act({ kind: "request", tool, party, channel, parts, said: saying(said) });
    return outcome.refusal?.why ?? outcome.parts.map((part) => part.refusal?.why ?? part.outcome).join(" ");
  };
  return {
    compiled,
    state,
    /** Codes of all findings so far. */
    codes,
    do: act,
    call: (...channels: string[]) => {
      const outcome = act({ kind: "call", channels });
      return outcome.refusal?.why ?? outcome.outcome;
    },
    hangUp: () => act({ kind: "end_call" }),
    ask: (...args: [string, string | readonly string[], Record<string, string>?, (string | null)?]) =>
      request("ask", ...args),
    act: (...args: [string, string | readonly string[], Record<string, string>?, (string | null)?]) =>
      request("act", ...args),
    voicemail: (channel: string, item: string, said: Record<string, string> = {}) =>
      request("voicemail", world.channels.get(channel)?.entity.id ?? "", item, said, channel),
    submit: (form: string, entries: Record<string, StatedValue>, channel: string | null = null) => {
      const outcome = act({ kind: "submit", form, channel, entries });
      return outcome.refusal?.why ?? outcome.parts.map((part) => part.refusal?.why ?? part.outcome).join(" ");
    },
    read: (document: string) => act({ kind: "read", document }).refusal?.why ?? "done",
    wait: (minutes: number) => act({ kind: "wait", minutes }),
    now: () => state[layout.clock],
    knows: (fact: string) => state[layout.facts + compiled.factAt.get(fact)!] === 1,
    has: (document: string) => state[layout.documents + compiled.documentAt.get(document)!]! >= HELD,
    reaches: (channel: string) => state[layout.channels + compiled.channelAt.get(channel)!] === 1,
    completed: (operation: string) => state[layout.operations + compiled.itemAt.get(operation)!.index] === 1,
    accepted: (form: string) => state[layout.forms + compiled.formAt.get(form)!] === ACCEPTED,
    holdsForm: (form: string) => isFormHeld(compiled, state, compiled.formAt.get(form)!),
    /** The true value of a status. */
    truly: (status: string) =>
      world.statuses.get(status)!.values[state[layout.statuses + compiled.itemAt.get(status)!.index]!]!.id,
    observed: (status: string, value: string) =>
      state[layout.observed + compiled.itemAt.get(status)!.index]! >
      rankOf(world.statuses.get(status)!, value),
    may: (authority: string) => state[layout.authorities + compiled.authorities.indexOf(authority)] === 1,
    passes: (terminal: string) => terminalPasses(compiled, state, world.terminals.get(terminal)!),
  };
}
