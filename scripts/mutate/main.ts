import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Seeded } from "@/compiler/testing/random-world";
import { countOf, JSON_OPTION, optionsOf } from "../options";
import { type Mutant, mutantsOf } from "./mutants";

/**
 * Changes one place of the kernel at a time, in a copy, and counts in how many cases a test fails. A room's own
 * tests are tried first, then those of all rooms that use the file. A mutant that hangs counts as killed.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const GOAL = 0.85;
const HANG_MS = 180_000;
/** Tests, and files that only hand on. */
const LEFT_OUT = /\.test\.ts$|\/index\.ts$/;

interface Tried extends Mutant {
  room: string;
  file: string;
  killed: boolean;
}

function sampleOf(room: string, size: number, random: Seeded): Omit<Tried, "killed">[] {
  const files = readdirSync(join(ROOT, "compiler", room), { recursive: true, encoding: "utf8" })
    .map((name) => `compiler/${room}/${name}`)
    .filter((name) => name.endsWith(".ts") && !LEFT_OUT.test(name))
    .sort();
  const all = files.flatMap((file) =>
    mutantsOf(readFileSync(join(ROOT, file), "utf8")).map((mutant) => ({ ...mutant, room, file })),
  );
  const out: typeof all = [];
  while (out.length < size && all.length > 0) out.push(...all.splice(random.below(all.length), 1));
  return out;
}

function copyKernel(): string {
  const copy = mkdtempSync(join(tmpdir(), "baba-mutate-"));
  for (const part of ["compiler", "lib", "tests", "corpus"])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  for (const part of ["tsconfig.json", "package.json"]) cpSync(join(ROOT, part), join(copy, part));
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const config = {
    resolve: { alias: { "@": copy } },
    test: { include: ["compiler/**/*.test.ts"], testTimeout: 60_000, pool: "forks", maxWorkers: 1 },
  };
  writeFileSync(join(copy, "vitest.config.mjs"), `export default ${JSON.stringify(config)};\n`);
  return copy;
}

/** Whether some test fails. */
function fails(copy: string, which: readonly string[], timeout = HANG_MS): boolean {
  const args = [join(ROOT, "node_modules/vitest/vitest.mjs"), ...which, "--bail=1", "--reporter=dot"];
  const { status } = spawnSync(process.execPath, args, { cwd: copy, timeout, stdio: "ignore" });
  return status !== 0;
}

function isKilled(copy: string, { room, file, text }: Omit<Tried, "killed">): boolean {
  const place = join(copy, file);
  const before = readFileSync(place, "utf8");
  writeFileSync(place, text);
  const own = readdirSync(join(copy, "compiler", room)).some((name) => name.endsWith(".test.ts"));
  const killed =
    (own && fails(copy, ["run", `compiler/${room}/`])) || fails(copy, ["related", "--run", file]);
  writeFileSync(place, before);
  return killed;
}

const { seed, sample, minutes, rooms, json } = optionsOf({
  seed: { type: "string", default: "1" },
  sample: { type: "string", default: "20" },
  minutes: { type: "string", default: "120" },
  rooms: { type: "string", default: "" },
  ...JSON_OPTION,
});
const every = readdirSync(join(ROOT, "compiler"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "testing")
  .map(({ name }) => name);
const chosen = rooms ? rooms.split(",").filter((room) => every.includes(room)) : every;
const random = new Seeded(countOf("seed", seed));
const until = Date.now() + countOf("minutes", minutes) * 60_000;
const copy = copyKernel();
if (fails(copy, ["run"], 5 * HANG_MS)) {
  process.stderr.write("The tests fail without any change, so nothing can be said. Mend them first.\n");
  process.exit(1);
}
const tried: Tried[] = [];
const samples = chosen.map((room) => sampleOf(room, countOf("sample", sample), random));
// Round by round, so that the time is shared by all rooms.
for (let round = 0; Date.now() < until && samples.some((list) => round < list.length); round++)
  for (const mutant of samples.flatMap((list) => list[round] ?? [])) {
    if (Date.now() >= until) break;
    const killed = isKilled(copy, mutant);
    tried.push({ ...mutant, killed });
    if (!killed) process.stderr.write(`survived  ${mutant.file}:${mutant.line}  ${mutant.change}\n`);
  }
rmSync(copy, { recursive: true });

const scores = chosen.map((room) => {
  const own = tried.filter((mutant) => mutant.room === room);
  const killed = own.filter((mutant) => mutant.killed).length;
  return { room, tried: own.length, killed, share: own.length > 0 ? killed / own.length : null };
});
if (json)
  process.stdout.write(`${JSON.stringify({ seed: Number(seed), goal: GOAL, rooms: scores }, null, 2)}\n`);
else
  for (const { room, tried: n, killed, share } of scores)
    process.stdout.write(
      `${room.padEnd(12)} ${killed} of ${n} killed${share === null ? "" : ` (${Math.round(100 * share)}%)`}\n`,
    );
const all = tried.filter((mutant) => mutant.killed).length;
process.stdout.write(
  json ? "" : `${all} of ${tried.length} mutants killed; goal ${100 * GOAL}% in each room, seed ${seed}.\n`,
);
process.exitCode = scores.every(({ share }) => share !== null && share >= GOAL) ? 0 : 10;
