// npm run formats: what needs Python. Counted apart from npm test; says what could not be tried here and why.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { main } from "@/runner/main";

const ROOT = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "baba-formats-"));
const given = (name: string) => process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3);
const perWorld = given("vectors") ?? "250";

let failed = 0;
function report(what: string, passed: boolean, more: string): void {
  if (!passed) failed += 1;
  console.log(`${passed ? "✓" : "✗"} ${what}: ${more}`);
}

function run(command: readonly string[], args: readonly string[]) {
  const [program = "", ...rest] = command;
  const ran = spawnSync(program, [...rest, ...args], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return { code: ran.status, out: ran.stdout ?? "", err: ran.stderr ?? "" };
}

/** The engine in Python against vectors of the engine in TypeScript, and the metric of the Harbor dataset. */
async function withPython(): Promise<void> {
  const worlds = readdirSync(join(ROOT, "corpus")).map((id) => join(ROOT, "corpus", id, "world.json"));
  const domain = join(folder, "tau2");
  if ((await main(["export", "tau2", ...worlds, "--out", domain, "--vectors", perWorld])) !== 0)
    return report("tau2 export", false, "it was not written");
  const compared = run(["python3"], [join(domain, "self_test.py")]);
  report("both engines", compared.code === 0, compared.out.trim().split("\n").at(-1) ?? compared.err);
  const harbor = join(folder, "harbor");
  await main(["export", "harbor", ...worlds, "--out", harbor]);
  const rewards = join(folder, "rewards.jsonl");
  writeFileSync(rewards, '{"reward": 1}\n{"reward": 0}\nnull\n{"reward": 1}\n');
  const metric = join(folder, "metric.json");
  run(["python3"], [join(harbor, "metric.py"), "-i", rewards, "-o", metric]);
  const share = readFileSync(metric, "utf8");
  report("metric of the Harbor dataset", share === '{"pass_1": 0.5, "runs": 4}', share);
  withTau2(domain);
}

/** tau2's own loader, evaluator and run_domain, where a Python that can import it was named. */
function withTau2(domain: string): void {
  const python = given("tau2");
  if (python === undefined) {
    console.log("– tau2 itself: not tried. Name a Python that can import it: --tau2=<command>");
    return;
  }
  const ran = run(python.split(/\s+/), [join(import.meta.dirname, "tau2.py"), domain]);
  const line = ran.out.split("\n").find((l) => l.startsWith("RESULT "));
  const { evaluator, run_domain } = JSON.parse(
    line?.slice("RESULT ".length) ?? '{"evaluator":{},"run_domain":{}}',
  );
  const wanted = { route: 1, nothing: 0, "rule broken": 0 };
  for (const [by, rewards] of Object.entries({ evaluator, run_domain }) as [string, Record<string, object>][])
    for (const [kind, reward] of Object.entries(wanted)) {
      if (by === "run_domain" && kind === "rule broken") continue;
      const values = Object.values(rewards[kind] ?? {});
      report(
        `tau2's ${by}, ${kind}`,
        values.length > 0 && values.every((v) => v === reward),
        values.join(" ") || ran.err.slice(-300),
      );
    }
}

try {
  if (run(["python3"], ["--version"]).code !== 0) console.log("– Python 3 is not there: nothing was tried.");
  else await withPython();
} finally {
  rmSync(folder, { recursive: true });
}
console.log(failed === 0 ? "All that could be tried here agrees." : `${failed} disagree.`);
process.exitCode = failed === 0 ? 0 : 10;
