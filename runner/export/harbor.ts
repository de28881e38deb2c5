import type { CertifiedWorld } from "@/compiler/certify";
import type { PublicAction } from "@/compiler/public/action";
import type { PublicTool } from "@/compiler/public/tools";
import { PUBLIC_TOOLS } from "@/compiler/public/tools";
import { randomToken, sha256 } from "@/lib/crypto/hash";
import type { ExportFile, ExportFiles } from "./folder";
import { under } from "./folder";

/** A world that may leave the house, its bundle as text, and the calls of its proved route. */
export interface ExportWorld {
  certified: CertifiedWorld;
  bundle: string;
  route: readonly PublicAction[];
}

const PORT = 8000;
const EPISODE = "main";

/**
 * A Harbor dataset: a task directory for each world, dataset.toml with their digests, and the metric. The world runs beside the agent's
 * container and is reached over MCP; the grade is opened by a token that stands in tests/ alone, which Harbor uploads
 * after the agent has ended.
 */
export function harborDataset(
  worlds: readonly ExportWorld[],
  server: Uint8Array,
  token = () => randomToken("grade"),
): ExportFiles {
  const tasks = worlds.map((world) => ({
    folder: `world-${world.certified.world.spec.id}`,
    files: harborTask(world, server, token()),
  }));
  const listed = tasks
    .map(
      ({ folder, files }) => `\n[[tasks]]\nname = "baba/${folder}"\ndigest = "sha256:${digestOf(files)}"\n`,
    )
    .join("");
  return new Map<string, ExportFile>([
    [
      "dataset.toml",
      {
        content: `${DATASET}${listed}\n[[files]]\npath = "metric.py"\ndigest = "sha256:${sha256(METRIC)}"\n`,
      },
    ],
    ["metric.py", { content: METRIC }],
    ...tasks.flatMap(({ folder, files }) => under(folder, files)),
  ]);
}

/** SHA-256 over the sorted records `path NUL file's SHA-256 LF`, as Harbor's publisher makes it. */
export function digestOf(files: ExportFiles): string {
  const records = [...files].map(([path, { content }]) => `${path}\0${sha256(content)}\n`);
  return sha256(records.sort().join(""));
}

function harborTask(
  { certified, bundle, route }: ExportWorld,
  server: Uint8Array,
  token: string,
): ExportFiles {
  const { spec } = certified.world;
  const { band } = certified.certificate.difficulty;
  return new Map<string, ExportFile>([
    ["instruction.md", { content: instruction(spec.brief, spec.action_limit, PUBLIC_TOOLS) }],
    ["task.toml", { content: taskToml(spec.id, spec.title, band) }],
    ["environment/Dockerfile", { content: "FROM node:22-slim\nWORKDIR /app\n" }],
    ["environment/docker-compose.yaml", { content: COMPOSE }],
    ["environment/world/Dockerfile", { content: worldImage(sha256(token)) }],
    ["environment/world/server.mjs", { content: server }],
    ["environment/world/world.bundle.json", { content: bundle }],
    ["solution/solve.sh", { content: SOLVE, program: true }],
    ["solution/walk.mjs", { content: WALK }],
    ["solution/route.json", { content: `${JSON.stringify(route)}\n` }],
    ["tests/test.sh", { content: TEST, program: true }],
    ["tests/grade.mjs", { content: GRADE }],
    ["tests/grade-token", { content: token }],
  ]);
}

const instruction = (brief: string, limit: number, tools: readonly PublicTool[]) => `# The case

${brief}

# How you work

The case is behind the MCP server \`baba-world\`. Read its resource \`baba://case-file\`: it holds what is known, with the handles of parties,
channels and documents. Work with its tools (${tools.map((t) => t.name).join(", ")}) and call \`finish\` when the case is closed. You have ${limit} actions.
`;

const text = (value: string) => JSON.stringify(value);

const taskToml = (id: string, title: string, band: string) => `schema_version = "1.1"

[task]
name = "baba/world-${id}"
description = ${text(title)}
authors = [{ name = "BABA-Studio" }]
keywords = ["patient-advocacy", "mcp"]

[metadata]
world = ${text(id)}
band = ${text(band)}

[verifier]
timeout_sec = 120.0

[agent]
timeout_sec = 7200.0

[environment]
build_timeout_sec = 600.0
cpus = 1
memory_mb = 2048
storage_mb = 4096
allow_internet = false

[[environment.mcp_servers]]
name = "baba-world"
transport = "streamable-http"
url = "http://world:${PORT}/episodes/${EPISODE}/mcp"
`;

const COMPOSE = `# Merged over Harbor's own file: main is the agent's container, world holds the world, the engine and the log.
services:
  main:
    depends_on:
      world: { condition: service_healthy }
  world:
    build: { context: ./world }
    expose: ["${PORT}"]
    healthcheck:
      test: ["CMD", "node", "-e", "fetch('http://127.0.0.1:${PORT}/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
      interval: 2s
      timeout: 5s
      retries: 30
`;

const worldImage = (tokenHash: string) => `FROM node:22-slim
WORKDIR /srv
COPY server.mjs world.bundle.json /srv/
# Only the hash of the grade token is here; the token itself is in tests/.
CMD ["node", "server.mjs", "world.bundle.json", "--port", "${PORT}", "--allow-host", "world", "--grade-token-sha256", "${tokenHash}"]
`;

const SOLVE = `#!/bin/bash
# Walks the certified route through the same world server.
set -eu
node "$(dirname "$0")/walk.mjs"
`;

const WALK = `import { readFileSync } from "node:fs";
const world = process.env.WORLD ?? "http://world:${PORT}";
for (const action of JSON.parse(readFileSync(new URL("route.json", import.meta.url), "utf8"))) {
  const answer = await fetch(\`\${world}/episodes/${EPISODE}/call\`, { method: "POST", body: JSON.stringify(action) });
  const result = await answer.json();
  if (!answer.ok || result.outcome === "refused") throw new Error(result.message ?? result.title);
}
`;

const TEST = `#!/bin/bash
# Writes the reward: whatever stood in its place before is gone.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
unset NODE_OPTIONS NODE_PATH LD_PRELOAD
out="\${LOGS:-/logs/verifier}"
mkdir -p "$out"
rm -rf "$out"/reward.txt "$out"/reward.json "$out"/grade.json "$out"/run.jsonl
echo 0 > "$out/reward.txt"
echo '{"reward": 0}' > "$out/reward.json"
node "$(dirname "$0")/grade.mjs" "$out"
`;

const GRADE = `import { readFileSync, writeFileSync } from "node:fs";
const out = process.argv[2];
const world = process.env.WORLD ?? "http://world:${PORT}";
const authorization = \`Bearer \${readFileSync(new URL("grade-token", import.meta.url), "utf8").trim()}\`;
const get = async (what) => {
  const answer = await fetch(\`\${world}/episodes/${EPISODE}/\${what}\`, { headers: { authorization } });
  if (!answer.ok) throw new Error(\`\${what}: \${answer.status}\`);
  return answer.text();
};
const grade = await get("grade");
writeFileSync(\`\${out}/grade.json\`, grade);
writeFileSync(\`\${out}/run.jsonl\`, await get("log"));
const reward = JSON.parse(grade).strict_pass === true ? 1 : 0;
writeFileSync(\`\${out}/reward.txt\`, \`\${reward}\\n\`);
writeFileSync(\`\${out}/reward.json\`, \`{"reward": \${reward}}\\n\`);
`;

const DATASET = `[dataset]
name = "baba/worlds"
description = "Certified worlds of patient advocacy: one reward, 1 for a strict pass"
`;

const METRIC = `# /// script
# dependencies = []
# ///
"""Pass@1: the share of strict passes; a run without a reward counts as 0."""
import argparse
import json
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("-i", "--input-path", type=Path, required=True)
parser.add_argument("-o", "--output-path", type=Path, required=True)
given = parser.parse_args()
rewards = [json.loads(line) for line in given.input_path.read_text().splitlines() if line.strip()]
values = [float((reward or {}).get("reward", 0)) for reward in rewards]
result = {"pass_1": sum(values) / len(values) if values else 0.0, "runs": len(values)}
given.output_path.write_text(json.dumps(result))
`;
