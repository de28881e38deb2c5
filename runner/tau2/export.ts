import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSession, type RunLogRecord } from "@/compiler/engine";
import { type Grade, gradeSnapshot } from "@/compiler/grade";
import { PLAYBOOKS } from "@/compiler/language/playbooks";
import type { PublicAction, PublicActionInput } from "@/compiler/public/action";
import type { PublicEnvironment } from "@/compiler/public/environment";
import type { PublicResultWire } from "@/compiler/public/result";
import type { World } from "@/compiler/spec/world-index";
import { findTraps } from "@/compiler/traps";
import { randomAgent } from "../agents/random-agent";
import type { ExportFile, ExportFiles } from "../export/folder";
import type { ExportWorld } from "../export/harbor";
import { pythonEngine } from "./python-engine";

const PYTHON = join(dirname(fileURLToPath(import.meta.url)), "python");
const python = (name: string): ExportFile => ({ content: readFileSync(join(PYTHON, name), "utf8") });
const json = (value: unknown): ExportFile => ({ content: `${JSON.stringify(value)}\n` });

/** Calls with the results and the grade that the engine gives: what its Python twin must give as well. */
interface Vector {
  kind: "route" | "nothing" | "rule broken" | `random ${number}`;
  calls: [PublicActionInput, PublicResultWire][];
  grade: Grade;
}

/** A tau2 domain package of the worlds: tasks, policy, splits by band, the engine in Python, and vectors that compare the two. */
export async function tau2Domain(worlds: readonly ExportWorld[], randomRuns: number): Promise<ExportFiles> {
  const { engine, runtime } = await pythonEngine();
  const files = new Map<string, ExportFile>([
    ["README.md", { content: README }],
    ["launch.py", python("launch.py")],
    ["self_test.py", python("self_test.py")],
    ["baba_engine/__init__.py", python("engine_init.py")],
    ["baba_engine/engine.py", { content: engine }],
    ["baba_engine/runtime.py", { content: runtime }],
    ["baba_worlds/__init__.py", python("domain.py")],
    ["baba_worlds/data/policy.md", { content: policy() }],
    ["baba_worlds/data/tasks.json", json(worlds.map(taskOf))],
    ["baba_worlds/data/split_tasks.json", json(splitsOf(worlds))],
  ]);
  for (const { certified, route } of worlds) {
    const { spec } = certified.world;
    files.set(`baba_worlds/data/worlds/${spec.id}.json`, json(spec));
    files.set(
      `baba_worlds/data/vectors/${spec.id}.json`,
      json(vectorsOf(certified.world, route, randomRuns)),
    );
    files.set(`certificates/${spec.id}.json`, json(certified.certificate));
  }
  return files;
}

function taskOf({ certified, route }: ExportWorld) {
  const { spec } = certified.world;
  const { playbooks, history: _, ...file } = createSession(certified.world).caseFile();
  const shown = { ...file, playbooks: playbooks.map(({ text: _, ...playbook }) => playbook) };
  const groups = [...certified.world.groups].filter(([, { required }]) => required);
  const assertion = (func_name: string, args: object) => ({
    env_type: "assistant",
    func_name,
    arguments: args,
    assert_value: true,
  });
  return {
    id: spec.id,
    description: { purpose: spec.title },
    user_scenario: {
      instructions: "There is no caller. The parties are in the world; work from the ticket.",
    },
    ticket: `${spec.brief}\n\nThe case file on the first day, with the handles of parties, channels and documents:\n${JSON.stringify(shown)}`,
    initial_state: {
      initialization_actions: [
        { env_type: "assistant", func_name: "load_world", arguments: { world_id: spec.id } },
      ],
    },
    evaluation_criteria: {
      actions: route.map((action, i) => ({
        action_id: `${spec.id}_${i + 1}`,
        name: action.tool,
        arguments: argumentsOf(action),
      })),
      env_assertions: [
        ...groups.map(([group]) => assertion("assert_outcome", { group })),
        assertion("assert_no_violation", {}),
      ],
      reward_basis: ["ENV_ASSERTION"],
    },
  };
}

function argumentsOf({ tool: _, ...rest }: PublicAction) {
  return rest;
}

/** Every world in base, and each band by itself. */
function splitsOf(worlds: readonly ExportWorld[]): Record<string, string[]> {
  const splits: Record<string, string[]> = { base: [], light: [], standard: [], hard: [] };
  for (const { certified } of worlds) {
    const { id } = certified.world.spec;
    splits.base?.push(id);
    splits[certified.certificate.difficulty.band]?.push(id);
  }
  return splits;
}

function vectorsOf(world: World, route: readonly PublicAction[], randomRuns: number): Vector[] {
  const trap = findTraps(world).find((t) => t.verdict === "breakable" && t.log.length > 0);
  return [
    vector(world, "route", playing(route)),
    vector(world, "nothing", playing([])),
    ...(trap ? [vector(world, "rule broken", playing(actionsOf(trap.log)))] : []),
    ...Array.from({ length: randomRuns }, (_, i) =>
      vector(world, `random ${i + 1}`, (env) => randomAgent(i + 1).play(env)),
    ),
  ];
}

const actionsOf = (log: readonly RunLogRecord[]) => log.flatMap((r) => (r.kind === "step" ? [r.action] : []));

const playing = (actions: readonly PublicAction[]) => (env: PublicEnvironment) => {
  for (const action of actions) env.step(action);
};

function vector(world: World, kind: Vector["kind"], play: (env: PublicEnvironment) => void): Vector {
  const session = createSession(world);
  const calls: Vector["calls"] = [];
  play({
    step: (action) => {
      const result = session.step(action);
      calls.push([action, result]);
      return result;
    },
    caseFile: () => session.caseFile(),
    get finished() {
      return session.finished;
    },
  });
  return { kind, calls, grade: gradeSnapshot(world, session.snapshot()) };
}

const policy = () => `# How an advocate works

You work on one case of patient advocacy, without a caller. The ticket has the brief and the case file of the first day. Handles of parties, channels,
documents and forms come from it and from results. You have a limited number of actions; results say how many are left. Call finish when the case is
closed, and then done.

${PLAYBOOKS.map(({ title, text }) => `## ${title}\n\n${text}`).join("\n\n")}
`;

const README = `# Certified worlds for tau2

    python3 self_test.py                       # the engine in Python gives what the engine in TypeScript gave; needs no tau2
    python3 launch.py --llm <model>            # runs them with tau2 1.0.1
    python3 launch.py --llm <model> --split hard --trials 4

The reward is 1 when every required outcome was reached and nothing was disregarded, else 0 (ENV_ASSERTION). The reference actions are the
certified route. certificates/ has each world's certificate.
`;
