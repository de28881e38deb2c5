// npm test: every check of the project, in one go. `npm test -- unit e2e` runs only those stages; words after `--` go to the
// last one: `npm test -- e2e -- sign-in`. The very last line is the sum.
import { spawn } from "node:child_process";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installIfMissing } from "./install.mjs";
import { PlainError } from "./plain-error.mjs";
import { root } from "./state.mjs";

const say = (line) => console.log(line);
const words = process.argv.slice(2);
const cut = words.indexOf("--");
const chosen = cut < 0 ? words : words.slice(0, cut);
const extra = cut < 0 ? [] : words.slice(cut + 1);
const folder = mkdtempSync(join(tmpdir(), "baba-npm-test-"));
const distDir = process.env.BABA_DIST_DIR ?? ".next-test";

/** Runs a program of node_modules with its output in sight. */
function run(program, args, env = {}) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join("node_modules", program), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: "inherit",
    });
    child.once("error", () => done(1));
    child.once("exit", (code) => done(code ?? 1));
  });
}

const one = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);

/** The counts of a report; a run that failed without a failed test (a file that did not load) counts as one failure. */
function counts(code, passed, failed) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function unit() {
  const file = join(folder, "unit.json");
  const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run("vitest/vitest.mjs", ["run", ...reports, ...extra]);
  const report = readReport(file);
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report ?? {};
  const left = numPendingTests + numTodoTests;
  if (left > 0) console.error(`${left} tests were left out, which counts as failing.`);
  return counts(code, numPassedTests, numFailedTests + left);
}

async function build() {
  const { buildIfChanged } = await import("./build.mjs");
  try {
    await buildIfChanged({ ...process.env, BABA_DIST_DIR: distDir, NEXT_TELEMETRY_DISABLED: "1" }, say);
    return one(0);
  } catch (error) {
    console.error(error.message);
    return one(1);
  }
}

async function e2e() {
  const { findChromium } = await import("./chromium.mjs");
  const { freePort, startPostgres } = await import("./database.mjs");
  const { migrate } = await import("./migrate.mjs");
  const { seed, serve } = await import("./serve.mjs");
  const chromium = await findChromium(say);
  if (chosen.length > 0 && !chosen.includes("build") && (await build()).failed) return one(1);

  const database = await startPostgres({ stateDir: join(folder, "e2e"), database: "e2e" });
  let server;
  try {
    await migrate(database.url);
    const privateKey = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
    const env = {
      ...process.env,
      BABA_DIST_DIR: distDir,
      DATABASE_URL: database.url,
      NEXTAUTH_SECRET: randomUUID(),
      CERTIFICATE_KEY: String(privateKey),
      AUTH_TRUST_HOST: "true",
      LOG_LEVEL: "warn",
      NEXT_TELEMETRY_DISABLED: "1",
    };
    const people = seed(env, "advocate,reviewer,curator,admin");
    server = await serve({ env, port: await freePort(), host: "127.0.0.1" });
    const file = join(folder, "e2e.json");
    const code = await run("@playwright/test/cli.js", ["test", "--reporter=list,json", ...extra], {
      BABA_CHROMIUM: chromium,
      BABA_E2E_URL: server.address,
      BABA_E2E_PEOPLE: JSON.stringify(people),
      DATABASE_URL: database.url,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    });
    const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(file)?.stats ?? {};
    if (skipped > 0) console.error(`${skipped} tests were left out, which counts as failing.`);
    if (flaky > 0)
      console.error(`${flaky} tests passed at the second try only: look for what they raced with.`);
    return counts(code, expected + flaky, unexpected + skipped);
  } finally {
    await server?.stop();
    database.stop();
    if (database.outside) rmSync(database.outside, { recursive: true, force: true });
  }
}

const stages = {
  lint: async () => one(await run("@biomejs/biome/bin/biome", ["check", "."])),
  types: async () =>
    one(
      (await run("typescript/bin/tsc", ["--noEmit", "-p", "compiler"])) ||
        (await run("typescript/bin/tsc", ["--noEmit", "-p", "."])),
    ),
  rules: async () => one(await run("../scripts/rules.mjs", [])),
  unit,
  build,
  e2e,
};

let passed = 0;
let failed = 0;
try {
  const unknown = chosen.filter((name) => !(name in stages));
  if (unknown.length > 0)
    throw new PlainError(
      `There is no stage ${unknown.join(", ")}.`,
      `The stages are ${Object.keys(stages).join(", ")}.`,
    );
  await installIfMissing(say);
  const { generateIfChanged } = await import("./build.mjs");
  generateIfChanged();
  for (const [name, stage] of Object.entries(stages)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    say(`\n== ${name}`);
    const begun = performance.now();
    let result;
    try {
      result = await stage();
    } catch (error) {
      console.error(error instanceof PlainError ? error.message : error);
      result = one(1);
    }
    passed += result.passed;
    failed += result.failed;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    say(`-- ${name}: ${result.passed} passed, ${result.failed} failed, ${seconds} s`);
  }
} catch (error) {
  console.error(error instanceof PlainError ? error.message : error);
  failed += 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
say(`\n${passed} passed, ${failed} failed`);
