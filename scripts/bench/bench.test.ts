import { expect, test } from "vitest";
import { certifyWorld } from "@/compiler/certify";
import { compileWorld } from "@/compiler/oracle/compile";
import { runForward } from "@/compiler/oracle/forward";
import { checkingPorts } from "@/runner/keys";
import { clingoProgram, hornClosure } from "./horn";
import { medianWorld, monotoneWorld } from "./worlds";

test("the median world has the published median size and certifies with no finding", async () => {
  const world = medianWorld();
  expect(world.spec.entities).toHaveLength(7);
  expect(world.spec.knowledge).toHaveLength(31);
  expect(world.spec.mutations).toHaveLength(8);
  expect(world.groups.size).toBe(6);
  const { gates, certificate } = await certifyWorld(world.spec, checkingPorts);
  expect(gates.flatMap((g) => g.findings)).toEqual([]);
  expect(certificate).not.toBeNull();
});

test("the yardstick, the solver and the oracle work on the same rules", async () => {
  const compiled = compileWorld(monotoneWorld(300));
  const { graph, goal } = compiled;
  const run = runForward(compiled, { roots: [goal], until: goal });
  const reached = [...run.reached].filter((at) => at <= run.end).length;
  expect(hornClosure(graph)).toBe(reached);
  const { run: clingo } = await import("clingo-wasm");
  expect((await clingo(clingoProgram(graph, goal), 1)).Result).toBe("SATISFIABLE");
});
