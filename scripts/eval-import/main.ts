import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readFiles } from "../../lib/import/index";
import { type Count, countMarks, countRealFile } from "./count";
import { samplesOf } from "./samples";

const USAGE = `Counts what a file holds before its import and after, for every kind that is read.

  npm run eval:import [-- <folder>] [--seed N] [--json]

Files of every kind are made from the seed, with a word in each unit of content that stands nowhere else. Files in <folder>
(default: ../shared/data beside the checkout) are counted too where they are: the words of their readable values.
Exit 0: nothing is lost without a report. 10: something is. 2: wrong arguments.`;

const args = process.argv.slice(2);
if (args.includes("--help")) {
  console.log(USAGE);
  process.exit(0);
}
const seedAt = args.indexOf("--seed");
const seed = seedAt < 0 ? 20261201 : Number(args[seedAt + 1]);
if (!Number.isSafeInteger(seed)) {
  console.error(USAGE);
  process.exit(2);
}
const folder = resolve(
  args.find((arg, at) => !arg.startsWith("--") && at !== seedAt + 1) ??
    join(fileURLToPath(new URL("../..", import.meta.url)), "../shared/data"),
);

const counts: Count[] = [];
for (const sample of samplesOf(seed)) counts.push(countMarks(sample, await readFiles([sample])));
const sets = ["davinci-pas", "primock57", "mts-dialog", "eml", "tau2-claims", "tau2-healthcare"];
for (const set of sets) {
  const at = join(folder, set);
  if (!existsSync(at)) continue;
  for (const name of readdirSync(at).sort()) {
    const path = join(at, name);
    if (!statSync(path).isFile()) continue;
    const file = { name, bytes: new Uint8Array(readFileSync(path)) };
    const count = countRealFile(set, file, await readFiles([file]));
    if (count) counts.push(count);
  }
}

const lost = counts.reduce((sum, one) => sum + one.lost, 0);
if (args.includes("--json")) console.log(JSON.stringify({ seed, lost, counts }, null, 1));
else {
  console.log(`seed ${seed}`);
  for (const { kind, unit, found, kept, reported, lost: gone } of counts)
    console.log(
      `${kind.padEnd(52)} ${unit.padEnd(9)} found ${found}, kept ${kept}, reported ${reported}, lost ${gone}`,
    );
  console.log(`${counts.length} files, lost without a report: ${lost}`);
}
process.exit(lost > 0 ? 10 : 0);
