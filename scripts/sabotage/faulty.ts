import { type Machinery, machinery, type TestedSession } from "@/compiler/certify";
import { compileWorld } from "@/compiler/engine";
import { type Grade, terminalPasses } from "@/compiler/grade";
import type { PublicActionInput } from "@/compiler/public/action";
import type { PublicResultWire } from "@/compiler/public/result";
import type { WorldSpec } from "@/compiler/spec/world";
import { indexSpec, type World } from "@/compiler/spec/world-index";

/** A copy of a world with something changed; throws when the change is no world any more. */
export function changedWorld(world: World, change: (spec: WorldSpec) => void): World {
  const spec = structuredClone(world.spec);
  change(spec);
  const read = indexSpec(spec);
  if (!read.ok) throw new Error(`the saboteur wrote no world: ${read.findings[0]?.message}`);
  return read.value;
}

/** An engine that runs another world than the one it was given. */
export function engineOf(change: (spec: WorldSpec) => void): Machinery {
  return { ...machinery, createSession: (world) => machinery.createSession(changedWorld(world, change)) };
}

/** An engine whose calls pass through other hands, both ways. */
export function engineThrough(hands: {
  before?: (action: PublicActionInput) => PublicActionInput;
  after?: (result: PublicResultWire, action: PublicActionInput, world: World) => PublicResultWire;
}): Machinery {
  return {
    ...machinery,
    createSession: (world): TestedSession => {
      const session = machinery.createSession(world);
      const env = session.environment();
      return {
        log: () => session.log(),
        translations: () => session.translations(),
        snapshot: () => session.snapshot(),
        environment: () => ({
          caseFile: () => env.caseFile(),
          get finished() {
            return env.finished;
          },
          step: (action) => {
            const result = env.step(hands.before?.(action) ?? action);
            return hands.after?.(result, action, world) ?? result;
          },
        }),
      };
    },
  };
}

/** A grader that says something else. */
export function graderThat(change: (grade: Grade) => Grade): Machinery {
  return {
    ...machinery,
    gradeSnapshot: (world, snapshot) => change(machinery.gradeSnapshot(world, snapshot)),
  };
}

/** A grader that passes a group only when all of its alternatives hold. */
export const graderThatWantsAll: Machinery = {
  ...machinery,
  gradeSnapshot: (world, snapshot) => {
    const grade = machinery.gradeSnapshot(world, snapshot);
    const compiled = compileWorld(world);
    const groups = grade.groups.map((g) => ({
      ...g,
      passed:
        g.passed &&
        (world.groups.get(g.group)?.terminals ?? []).every((t) =>
          terminalPasses(compiled, snapshot.state, t),
        ),
    }));
    return { ...grade, groups, strict_pass: groups.every((g) => g.passed || !g.required) };
  },
};
