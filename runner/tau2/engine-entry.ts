import { createSession } from "@/compiler/engine";
import { gradeSnapshot } from "@/compiler/grade/grade";
import type { PublicActionInput } from "@/compiler/public/action";
import type { WorldSpec } from "@/compiler/spec/world";
import { indexSpec } from "@/compiler/spec/world-index";

/** A run of a world for engine.py: what the Python package of a tau2 domain needs of the kernel, and nothing else. */
export function openRun(spec: WorldSpec) {
  const world = indexSpec(spec);
  if (!world.ok) throw new Error(world.findings[0]?.message ?? "this is no world");
  const session = createSession(world.value, { header: { agent: "tau2" } });
  return {
    call: (action: PublicActionInput) => session.step(action),
    caseFile: () => session.caseFile(),
    grade: () => gradeSnapshot(world.value, session.snapshot()),
  };
}
