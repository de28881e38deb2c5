import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: { alias: { "@": root.replace(/\/$/, "") } },
  test: {
    include: ["{compiler,runner,lib,components,app,scripts,tests}/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/setup/global.ts"],
    setupFiles: ["tests/setup/quiet.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: "forks",
    execArgv: ["--import", "./tests/setup/threads.mjs"],
    maxWorkers: 2,
  },
});
