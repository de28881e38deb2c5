import { spawnSync } from "node:child_process";

/** Points the language tests that must hold with any model at the one that the environment names. */
const USAGE = `Runs the language tests against a real model instead of the scripted server.

  OPENAI_API_KEY=... [OPENAI_BASE_URL=...] [OPENAI_MODEL=...] [MODEL_TEST_BUDGET=2] npm run test:model

MODEL_TEST_BUDGET is the most that the run may cost, in dollars at the prices of the tests.
Exit 0: all hold. 1: some do not. 2: no key is set.`;

if (!process.env.OPENAI_API_KEY || process.argv.includes("--help")) {
  console.error(USAGE);
  process.exit(process.argv.includes("--help") ? 0 : 2);
}
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "lib/llm/contract.test.ts", "--reporter=verbose"],
  { stdio: "inherit", env: { ...process.env, MODEL_TESTS: "real" } },
);
process.exit(status ?? 1);
