import { defineConfig } from "@playwright/test";

const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 1,
  // A second try for a machine that stumbled; scripts/test.mjs says which tests needed it.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: process.env.BABA_E2E_URL,
    locale: "en-GB",
    timezoneId: "UTC",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.BABA_CHROMIUM,
      args: ["--disable-gpu", "--disable-quic", "--no-first-run", ...(asRoot ? ["--no-sandbox"] : [])],
    },
  },
});
