import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../scripts/database.mjs";
import { expect, test } from "./support";

test.describe.configure({ mode: "serial" });

let folder: string;
let port: number;
let output: string;
let started: ChildProcess | undefined;
let passwords: Record<string, string> = {};

const answers = () =>
  fetch(`http://127.0.0.1:${port}/api/health`).then(
    (response) => response.ok,
    () => false,
  );

/** Runs `npm start` with a data folder of its own, until it is ready or has ended. */
async function start(): Promise<{ ready: boolean; seconds: number }> {
  const { DATABASE_URL: _, ...env } = process.env;
  const begun = performance.now();
  output = "";
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: {
      ...env,
      BABA_DATA: folder,
      BABA_DIST_DIR: process.env.BABA_DIST_DIR ?? ".next-test",
      PORT: String(port),
    },
  });
  started = child;
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  while (child.exitCode === null && !output.includes("Ctrl-C stops"))
    await new Promise((done) => setTimeout(done, 50));
  return { ready: child.exitCode === null, seconds: (performance.now() - begun) / 1000 };
}

async function end(signal: NodeJS.Signals): Promise<number | null> {
  const child = started as ChildProcess;
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  child.kill(signal);
  return ended;
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "baba-start-"));
  port = await freePort();
});

test.afterAll(async () => {
  if (started?.exitCode === null && started.signalCode === null) await end("SIGINT");
  rmSync(folder, { recursive: true, force: true });
});

test("the first start shows four passwords, each of which signs in", async ({ page }) => {
  expect((await start()).ready, output).toBe(true);
  passwords = Object.fromEntries(
    [...output.matchAll(/^ {2}\w+ +(\S+@\S+) +(\S+)$/gm)].map(([, email, word]) => [email, word]),
  );
  expect(Object.keys(passwords)).toHaveLength(4);
  for (const [email, password] of Object.entries(passwords)) {
    await page.context().clearCookies();
    await page.goto(`http://localhost:${port}/sign-in?next=/account`);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  }
});

test("a second start of the same folder says that it already runs", async () => {
  const first = started;
  expect((await start()).ready).toBe(false);
  expect(output).toContain(`already runs (process ${first?.pid}, port ${port})`);
  started = first;
  expect(await answers()).toBe(true);
});

test("Ctrl-C ends all of it, and the next start takes seconds and shows no password", async () => {
  expect(await end("SIGINT")).toBe(0);
  expect(await answers()).toBe(false);
  const { ready, seconds } = await start();
  expect(ready, output).toBe(true);
  expect(seconds).toBeLessThan(15);
  for (const password of Object.values(passwords)) expect(output).not.toContain(password);
});

test("after kill -9 the server goes too, and the next start finds everything that was acknowledged", async () => {
  await end("SIGKILL");
  await expect.poll(answers, { timeout: 15_000 }).toBe(false);
  expect((await start()).ready, output).toBe(true);
  const { startPostgres } = await import("../scripts/database.mjs");
  const { url } = await startPostgres({ stateDir: folder, database: "baba_studio" });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT count(*)::int AS sessions FROM "AuditEvent" WHERE action = 'session.begin'`,
  );
  await client.end();
  expect(rows).toEqual([{ sessions: 4 }]);
});

test("a port in use is named, with another one to try", async () => {
  expect(await end("SIGTERM")).toBe(0);
  const other = createServer().listen(port, "127.0.0.1");
  expect((await start()).ready).toBe(false);
  expect(output).toContain(`Port ${port} is already in use.`);
  expect(output).toContain(`PORT=${port + 1} npm start`);
  expect(output).not.toMatch(/^\s+at /m);
  await new Promise((done) => other.close(done));
});
