import { countOf, optionsOf } from "../options";
import { fuzzImport, HANG_MS, type ImportFate, importSeeds } from "./imports";

const { cases, seed } = optionsOf({
  cases: { type: "string", default: "2000" },
  seed: { type: "string", default: "1" },
});
const total = countOf("cases", cases);
const first = countOf("seed", seed);
const seeds = importSeeds();
const fates: Record<ImportFate, number> = { read: 0, refused: 0, hang: 0, memory: 0, crash: 0 };
const faults: string[] = [];
let slowest = { ms: 0, seed: 0, name: "" };
let most = 0;
for (let n = first; n < first + total; n++) {
  const { name, fate, ms } = await fuzzImport(seeds, n);
  fates[fate]++;
  if (fate === "hang" || fate === "memory" || fate === "crash") faults.push(`seed ${n}: ${name}: ${fate}`);
  if (ms > slowest.ms) slowest = { ms, seed: n, name };
  most = Math.max(most, process.memoryUsage.rss() / 2 ** 20);
}
for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`);
process.stdout.write(
  `${total} spoilt files of ${seeds.length} (seeds ${first} to ${first + total - 1}): ${fates.read} read, ${fates.refused} refused, ${fates.hang} over ${HANG_MS} ms, ${fates.memory} over memory, ${fates.crash} crashes; slowest ${slowest.ms.toFixed(0)} ms (seed ${slowest.seed}, ${slowest.name}), ${most.toFixed(0)} MB at most\n`,
);
process.exitCode = faults.length > 0 ? 10 : 0;
