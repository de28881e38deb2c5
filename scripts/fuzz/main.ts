import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { countOf, JSON_OPTION, optionsOf } from "../options";
import { fuzzCase, KINDS, type Kind } from "./cases";
import { loadSeeds } from "./seeds";

/** Cases of a whole run (issue 2: at least 100,000). */
const TOTAL = 100_000;
/** A case that takes longer counts as a hang. */
const SILENCE_MS = 60_000;
const HEARTBEAT_MS = 1_000;
const HEAP_MB = 768;
const WORKERS = 2;

interface Tally {
  cases: number;
  refused: Record<Kind, number>;
  taken: Record<Kind, number>;
  slowest: { ms: number; seed: number };
  heapMb: number;
}
type Message = { tally: Tally; done: boolean } | { crash: string; seed: number };

async function work(first: number, end: number): Promise<void> {
  const seeds = await loadSeeds();
  const none = () => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  const tally: Tally = { cases: 0, refused: none(), taken: none(), slowest: { ms: 0, seed: 0 }, heapMb: 0 };
  let told = 0;
  const tell = (message: Message) => process.send?.(message);
  for (let seed = first; seed < end; seed++) {
    const start = performance.now();
    try {
      const { kind, fate } = await fuzzCase(seeds, seed);
      tally[fate][kind]++;
      tally.cases++;
    } catch (error) {
      tell({ crash: error instanceof Error ? (error.stack ?? error.message) : String(error), seed });
    }
    const ms = performance.now() - start;
    if (ms > tally.slowest.ms) tally.slowest = { ms, seed };
    if (performance.now() - told > HEARTBEAT_MS) {
      told = performance.now();
      tally.heapMb = Math.max(tally.heapMb, process.memoryUsage().heapUsed / 2 ** 20);
      tell({ tally, done: false });
    }
  }
  tell({ tally, done: true });
}

function supervise(total: number, json: boolean): void {
  const tallies: (Tally | undefined)[] = [];
  const faults: string[] = [];
  let running = WORKERS;
  for (let n = 0; n < WORKERS; n++) {
    const [first, end] = [Math.floor((total * n) / WORKERS), Math.floor((total * (n + 1)) / WORKERS)];
    const child = fork(fileURLToPath(import.meta.url), ["--slice", String(first), String(end)], {
      execArgv: [...process.execArgv, `--max-old-space-size=${HEAP_MB}`],
    });
    let finished = false;
    let seen = "the start";
    let leash: NodeJS.Timeout;
    const wait = () => {
      clearTimeout(leash);
      leash = setTimeout(() => {
        faults.push(`worker ${n} hung after ${seen}`);
        child.kill("SIGKILL");
      }, SILENCE_MS);
    };
    wait();
    child.on("message", (message: Message) => {
      wait();
      if ("crash" in message) faults.push(`seed ${message.seed}: ${message.crash}`);
      else {
        tallies[n] = message.tally;
        finished = message.done;
        seen = `${message.tally.cases} cases`;
        if (!json && finished) process.stderr.write(`worker ${n}: ${seen}\n`);
      }
    });
    child.on("exit", (code) => {
      clearTimeout(leash);
      if (!finished) faults.push(`worker ${n} died (${code}) after ${seen}`);
      running--;
      if (running === 0) conclude(total, tallies, faults, json);
    });
  }
}

function conclude(total: number, tallies: (Tally | undefined)[], faults: string[], json: boolean): void {
  const sum = (pick: (tally: Tally) => number) => tallies.reduce((all, t) => all + (t ? pick(t) : 0), 0);
  const slowest = tallies.flatMap((t) => (t ? [t.slowest] : [])).sort((a, b) => b.ms - a.ms)[0];
  const cases = sum((t) => t.cases);
  const hung = slowest !== undefined && slowest.ms > SILENCE_MS;
  const rows = KINDS.map((kind) => ({
    kind,
    refused: sum((t) => t.refused[kind]),
    taken: sum((t) => t.taken[kind]),
  }));
  const good = faults.length === 0 && !hung && cases === total;
  if (json)
    process.stdout.write(
      `${JSON.stringify({ cases, faults, rows, slowest, heapMb: Math.max(...tallies.map((t) => t?.heapMb ?? 0)) })}\n`,
    );
  else {
    process.stdout.write(`${"kind".padEnd(12)}${"refused".padStart(10)}${"taken".padStart(10)}\n`);
    for (const row of rows)
      process.stdout.write(
        `${row.kind.padEnd(12)}${String(row.refused).padStart(10)}${String(row.taken).padStart(10)}\n`,
      );
    for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`);
    process.stdout.write(
      `${cases} fuzzed documents, ${faults.length} crashes, slowest ${slowest?.ms.toFixed(0)} ms (seed ${slowest?.seed}), heap at most ${Math.max(...tallies.map((t) => t?.heapMb ?? 0)).toFixed(0)} MB\n`,
    );
  }
  process.exitCode = good ? 0 : 10;
}

const [mode, first, end] = process.argv.slice(2);
if (mode === "--slice") await work(Number(first), Number(end));
else {
  const { cases, json } = optionsOf({ ...JSON_OPTION, cases: { type: "string", default: String(TOTAL) } });
  supervise(countOf("cases", cases), json);
}
