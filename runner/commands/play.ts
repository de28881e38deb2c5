import { createSession } from "@/compiler/engine";
import { gradeRun } from "@/compiler/grade";
import { walkPlan } from "@/compiler/replay";
import { canonicalJson } from "@/compiler/spec/canonical";
import type { World } from "@/compiler/spec/world-index";
import type { Agent } from "../agents/agent";
import { nullAgent } from "../agents/null-agent";
import { randomAgent } from "../agents/random-agent";
import { witnessAgent } from "../agents/witness-agent";
import { orBadInput, writeWhole } from "../input";
import { checkingPorts } from "../keys";
import { printGrade } from "../print-grade";
import { walkedRoute } from "../route";
import { loadWorld } from "../worlds";

interface Options {
  agent: "witness" | "null" | "random";
  seed: number;
  log?: string;
  json?: boolean;
}

/** `baba play`: a built-in agent plays, the log is written, the run is graded from its log. */
export async function play(file: string, { agent: name, seed, log: out, json }: Options): Promise<number> {
  const world = await loadWorld(file);
  const agent = agentOf(name, seed, world, json);
  if (typeof agent === "number") return agent;
  const session = createSession(world, {
    header: {
      world_hash: checkingPorts.sha256(canonicalJson(world.spec)),
      agent: agent.name,
      seed: name === "random" ? seed : null,
    },
  });
  agent.play(session.environment());
  const log = session.log();
  if (out) writeWhole(out, log.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return printGrade(orBadInput(gradeRun(log)), json, { agent: agent.name });
}

/** The agent; of a world without a proved route no witness agent, but the exit code. */
function agentOf(
  name: Options["agent"],
  seed: number,
  world: World,
  json: boolean | undefined,
): Agent | number {
  if (name === "null") return nullAgent;
  if (name === "random") return randomAgent(seed);
  const replayed = walkedRoute(world, json);
  return typeof replayed === "number" ? replayed : witnessAgent((env) => walkPlan(env, replayed.plan));
}
