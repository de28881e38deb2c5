import type { World } from "@/compiler/spec/world-index";
import { TICK } from "@/compiler/testing/random-world";
import { factsOf, RULES } from "./encoding";

type Clingo = (program: string, models?: number, options?: string[]) => Promise<unknown>;

/** The solver is a development dependency that warns about the Node version; loaded where it is needed only. */
async function clingo(): Promise<Clingo> {
  const { run } = await import("clingo-wasm");
  return run as Clingo;
}

/** Earliest minute of every group of each world, by the solver, up to `days` days. */
export async function solve(worlds: readonly World[], days: number): Promise<Map<string, number>[]> {
  const run = await clingo();
  const horizon = Math.ceil((days * 1440) / TICK);
  const program = [
    `#const horizon = ${horizon}. #const tick = ${TICK}.`,
    // Predicates that no world of a batch needs would be reported as undefined otherwise.
    RULES,
    ...worlds.map((world, w) => factsOf(world, w)),
  ].join("\n");
  const answer = (await run(program, 1, ["--warn=none"])) as {
    Result: string;
    Error?: string;
    Call?: { Witnesses?: { Value: string[] }[] }[];
  };
  const [witness] = answer.Call?.[0]?.Witnesses ?? [];
  if (!witness) throw new Error(`the solver gave no model: ${answer.Error ?? answer.Result}`);
  const out = worlds.map(() => new Map<string, number>());
  for (const atom of witness.Value) {
    const [, w, group, tick] = /^earliest\((\d+),(\w+),(\d+)\)$/.exec(atom) ?? [];
    if (w === undefined || group === undefined) throw new Error(`not an answer: ${atom}`);
    out[Number(w)]?.set(group, Number(tick) * TICK);
  }
  return out;
}
