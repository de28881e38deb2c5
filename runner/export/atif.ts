import type { ExportFile, ExportFiles } from "./folder";
import { argumentsOf, type GradedRun, grouped, RUNNER_VERSION } from "./runs";

/** Trajectories in ATIF-v1.4, one file for each run. Times are those of the world's own clock. */
export function atifTrajectories(runs: readonly GradedRun[]): ExportFiles {
  const files = new Map<string, ExportFile>();
  for (const [world, own] of grouped(runs, (run) => run.header.world.id))
    for (const [i, run] of own.entries()) {
      const name = `world-${world}-run-${i + 1}`;
      files.set(`${name}.trajectory.json`, {
        content: `${JSON.stringify(trajectoryOf(run, name), null, 1)}\n`,
      });
    }
  return files;
}

/** One run as a trajectory: the brief, then a step of the agent for each call with what it showed. */
export function trajectoryOf({ header, steps, grade }: GradedRun, session_id: string) {
  const { world, agent, seed, world_hash } = header;
  return {
    schema_version: "ATIF-v1.4",
    session_id,
    agent: {
      name: agent || "agent",
      version: RUNNER_VERSION,
      extra: { world: world.id, world_hash, seed, class: grade.class, strict_pass: grade.strict_pass },
    },
    steps: [
      { step_id: 1, timestamp: `${world.clock_start}:00Z`, source: "user", message: world.brief },
      ...steps.map((step, i) => ({
        step_id: i + 2,
        timestamp: `${step.clock}:00Z`,
        source: "agent",
        message: "",
        tool_calls: [
          {
            tool_call_id: `call_${step.step}`,
            function_name: step.action.tool,
            arguments: argumentsOf(step),
          },
        ],
        observation: {
          results: [{ source_call_id: `call_${step.step}`, content: JSON.stringify(step.result) }],
        },
      })),
    ],
    final_metrics: { total_steps: steps.length + 1 },
  };
}
