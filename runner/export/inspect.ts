import { strToU8, zipSync } from "fflate";
import { sha256 } from "@/lib/crypto/hash";
import type { ExportFile, ExportFiles } from "./folder";
import { argumentsOf, type GradedRun, grouped, RUNNER_VERSION } from "./runs";

const SCORERS = ["strict_pass", "outcome_complete"] as const;
/** The time of every entry inside an .eval file, so that the same runs give the same bytes. */
const ENTRY_TIME = new Date(2020, 0, 1);

/**
 * Logs of Inspect (version 2), one of each form for each agent: .json and .eval. A world is a sample; several runs of it are
 * its epochs. `created` is ISO 8601 with its zone.
 */
export function inspectLogs(runs: readonly GradedRun[], created: string): ExportFiles {
  const files = new Map<string, ExportFile>();
  for (const [agent, own] of grouped(runs, (run) => run.header.agent || "agent")) {
    const log = logOf(agent, own, created);
    const name = `${created.replaceAll(":", "-")}_baba-worlds_${log.eval.task_id}`;
    files.set(`${name}.json`, { content: `${JSON.stringify(log)}\n` });
    files.set(`${name}.eval`, { content: zipped(log) });
  }
  return files;
}

type Log = ReturnType<typeof logOf>;

function logOf(agent: string, runs: readonly GradedRun[], created: string) {
  const model = `baba/${agent}`;
  const worlds = [...grouped(runs, (run) => run.header.world.id)];
  const samples = worlds.flatMap(([, own]) => own.map((run, i) => sampleOf(run, i + 1, model)));
  const id = sha256(JSON.stringify([created, samples])).slice(0, 22);
  const share = (scorer: (typeof SCORERS)[number]) =>
    samples.filter((s) => s.scores[scorer].value === "C").length / samples.length;
  return {
    version: 2,
    status: "success",
    eval: {
      eval_id: `eval${id}`,
      run_id: `run${id}`,
      created,
      task: "baba-worlds",
      task_id: `task${id}`,
      task_version: 0,
      task_attribs: {},
      task_args: {},
      dataset: {
        name: "baba-worlds",
        samples: worlds.length,
        sample_ids: worlds.map(([w]) => w),
        shuffled: false,
      },
      model,
      model_args: {},
      config: { epochs: Math.max(...worlds.map(([, own]) => own.length)) },
      packages: { "baba-runner": RUNNER_VERSION },
      scorers: SCORERS.map((name) => ({ name, metrics: [{ name: "inspect_ai/accuracy", options: {} }] })),
    },
    plan: { name: "plan", steps: [], config: {} },
    results: {
      total_samples: samples.length,
      completed_samples: samples.length,
      scores: SCORERS.map((name) => ({
        name,
        scorer: name,
        params: {},
        metrics: { accuracy: { name: "accuracy", value: share(name), params: {} } },
      })),
    },
    stats: { started_at: created, completed_at: created, model_usage: {} },
    samples,
  };
}

function sampleOf({ header, steps, grade }: GradedRun, epoch: number, model: string) {
  const { id, brief } = header.world;
  const calls = steps.flatMap((step) => {
    const call = `call_${step.step}`;
    return [
      {
        id: `assistant_${step.step}`,
        role: "assistant",
        source: "generate",
        model,
        content: "",
        tool_calls: [{ id: call, function: step.action.tool, arguments: argumentsOf(step) }],
      },
      {
        id: `tool_${step.step}`,
        role: "tool",
        tool_call_id: call,
        function: step.action.tool,
        content: JSON.stringify(step.result),
      },
    ];
  });
  const explanation = grade.findings.map((f) => `step ${f.step}: ${f.message}`).join("\n");
  const score = (passed: boolean) => ({ value: passed ? "C" : "I", answer: grade.class, explanation });
  return {
    id,
    epoch,
    input: brief,
    target: "",
    messages: [{ id: "brief", role: "user", content: brief }, ...calls],
    output: { model, choices: [], completion: "" },
    scores: { strict_pass: score(grade.strict_pass), outcome_complete: score(grade.outcome_complete) },
    metadata: {
      world_hash: header.world_hash,
      engine_version: header.engine_version,
      translator: header.translator,
      seed: header.seed,
      class: grade.class,
      actions_used: grade.actions_used,
    },
    store: {},
    events: [],
    model_usage: {},
    attachments: {},
  };
}

function zipped({ samples, ...head }: Log): Uint8Array {
  const json = (value: unknown): [Uint8Array, { mtime: Date }] => [
    strToU8(JSON.stringify(value)),
    { mtime: ENTRY_TIME },
  ];
  const summaries = samples.map(({ id, epoch, input, target, metadata, scores, model_usage }) => ({
    id,
    epoch,
    input,
    target,
    metadata,
    scores,
    model_usage,
    completed: true,
  }));
  return zipSync({
    "_journal/start.json": json({ version: head.version, eval: head.eval, plan: head.plan }),
    ...Object.fromEntries(samples.map((s) => [`samples/${s.id}_epoch_${s.epoch}.json`, json(s)])),
    "_journal/summaries/1.json": json(summaries),
    "summaries.json": json(summaries),
    "header.json": json(head),
  });
}
