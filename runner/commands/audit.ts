import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { finding } from "@/compiler/spec/finding";
import { BadInput, writeWhole } from "../input";
import { EXIT, print, printJson, say, sayFinding } from "../report";
import { auditDomain, replaySchema } from "../tau2/audit";
import { readDomain, type Tau2Domain } from "../tau2/domain";
import { reportPage, statements } from "../tau2/report";

interface Options {
  tasks?: string;
  tools?: string;
  python?: string;
  page?: string;
  json?: boolean;
}

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), "../tau2/python/audit.py");
const MOST_SHOWN = 30;

/** `baba audit tau2`: what makes tasks of a tau2 domain unfair or empty. 10 when a task fails or passes by itself. */
export function auditTau2(folder: string, { tasks, tools, python, page, json }: Options): number {
  const domain = readDomain(folder, { tasks, tools });
  const audit = auditDomain(domain, python === undefined ? null : replayed(domain, python));
  if (page) writeWhole(page, reportPage(audit));
  const errors = audit.tasks.flatMap((t) => t.findings).filter((f) => f.severity === "error");
  if (json) printJson(audit);
  else {
    errors.slice(0, MOST_SHOWN).forEach(sayFinding);
    if (errors.length > MOST_SHOWN)
      say(`  and ${errors.length - MOST_SHOWN} more; --json or --page shows all`);
    for (const [what, n, more] of statements(audit)) print(`${what}: ${n}, ${more}`);
  }
  return errors.length > 0 ? EXIT.refuted : EXIT.proved;
}

/** Has tau2 itself carry out the reference actions. `python` is a command line, which may lead into a container. */
function replayed({ name, tasksFile }: Tau2Domain, python: string) {
  const [program = "", ...args] = python.split(/\s+/).filter((word) => word !== "");
  say("tau2 carries out the reference actions.");
  const ran = spawnSync(program, [...args, SCRIPT, name, tasksFile], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  let result: unknown;
  try {
    result = JSON.parse(ran.stdout ?? "");
  } catch {
    result = null;
  }
  const read = replaySchema.safeParse(result);
  if (ran.status === 0 && read.success) return read.data;
  const last = (ran.stderr ?? ran.error?.message ?? "").trim().split("\n").at(-1) ?? "";
  throw new BadInput([
    finding("tau2/no-replay", `tau2 could not carry out the reference actions: ${last.slice(0, 300)}`, {
      path: "--python",
      fix: "Name a Python in which tau2 can be imported, with TAU2_DATA_DIR set; or leave --python out to read the tasks only.",
    }),
  ]);
}
