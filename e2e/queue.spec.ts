import { execFileSync } from "node:child_process";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import pg from "pg";
import { freePort, startPostgres } from "../scripts/database.mjs";
import { growWorld } from "../scripts/grow-world";
import { migrate } from "../scripts/migrate.mjs";
import { seed, serve } from "../scripts/serve.mjs";
import { signInWith } from "./studio";
import { expect, test } from "./support";

const CASE = "52955ee1";
/** Takes the gates some seconds. */
const GIANT = 600;

test.describe.configure({ mode: "serial" });

type Server = Awaited<ReturnType<typeof serve>>;
let folder: string;
let database: Awaited<ReturnType<typeof startPostgres>>;
let env: Record<string, string> & { NODE_ENV: "production" };
let curator: { email: string; password: string };
let port: number;
let server: Server;
let other: Server;
let client: pg.Client;

const start = async (at: number) => serve({ env, port: at, host: "127.0.0.1" });

async function kill(killed: Server): Promise<void> {
  process.kill(killed.pid, "SIGKILL");
  await killed.exited;
}

async function rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(sql, values)).rows;
}

const newestRun = async () =>
  (
    await rows<{ id: string; status: string; gates: unknown[] }>(
      `SELECT id, status, gates FROM "CertificationRun" ORDER BY "queuedAt" DESC LIMIT 1`,
    )
  )[0];

/** Asks for the gates on the giant world and waits until the first of them has been kept. */
async function beginGiant(page: Page): Promise<string> {
  await page.getByRole("button", { name: /^Certify/ }).click();
  await expect
    .poll(async () => ((await newestRun())?.status === "running" ? (await newestRun())?.gates.length : 0))
    .toBeGreaterThan(0);
  return (await newestRun())?.id ?? "";
}

async function openGiant(page: Page): Promise<void> {
  await signInWith(page, curator, `/worlds/${CASE}/certify`, server.address);
  await expect(page.getByRole("button", { name: /^Certify/ })).toBeVisible();
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "baba-queue-"));
  database = await startPostgres({ stateDir: folder, database: "queue" });
  await migrate(database.url);
  const { privateKey } = generateKeyPairSync("ed25519");
  env = {
    ...(process.env as Record<string, string>),
    NODE_ENV: "production",
    BABA_DIST_DIR: process.env.BABA_DIST_DIR ?? ".next-test",
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: randomUUID(),
    CERTIFICATE_KEY: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    AUTH_TRUST_HOST: "true",
    LOG_LEVEL: "silent",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  [curator] = seed(env, "curator") as unknown as [typeof curator];
  execFileSync(process.execPath, ["node_modules/tsx/dist/cli.mjs", "tests/support/place-accepted.ts", CASE], {
    env,
  });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  port = await freePort();
  server = await start(port);
});

test.afterAll(async () => {
  await server?.stop();
  await other?.stop();
  await client?.end();
  database?.stop();
  if (database?.outside) rmSync(database.outside, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

test("a run whose server is killed goes on with the next, before the eyes of whoever watches it", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInWith(page, curator, "/worlds", server.address);
  const saved = await page.evaluate(
    async ({ id, spec }) => {
      const post = (path: string, body?: unknown) =>
        fetch(path, {
          method: "POST",
          headers: body ? { "content-type": "application/json" } : {},
          body: body ? JSON.stringify(body) : undefined,
        });
      await post(`/api/worlds/${id}/compile`);
      const made = await post(`/api/worlds/${id}/versions`, {
        basedOn: 1,
        spec: { ...(spec as object), id },
        origin: "edited",
        note: "a giant",
      });
      return made.status;
    },
    { id: CASE, spec: growWorld(GIANT) as unknown },
  );
  expect(saved).toBe(200);
  await page.goto(`${server.address}/worlds/${CASE}/certify`);
  const run = await beginGiant(page);
  await kill(server);
  expect(await newestRun()).toMatchObject({ id: run, status: "running" });
  server = await start(port);
  await expect(page.getByRole("heading", { name: /^Refused|^All eight gates passed/ })).toBeVisible({
    timeout: 60_000,
  });
  const after = await newestRun();
  expect(after).toMatchObject({ id: run });
  expect(after?.gates).toHaveLength(8);
  await expect(page.getByRole("region", { name: "Gates" }).getByRole("listitem").first()).toBeVisible();
  const begun = await rows(`SELECT 1 FROM "CertificationEvent" WHERE "runId" = $1 AND gate = 'running'`, [
    run,
  ]);
  expect(begun).toHaveLength(2);
});

test("another server takes up what a killed one had under way", async ({ page }) => {
  test.setTimeout(120_000);
  await openGiant(page);
  const run = await beginGiant(page);
  other = await start(await freePort());
  expect(await newestRun()).toMatchObject({ id: run, status: "running" });
  await kill(server);
  await expect.poll(async () => (await newestRun())?.status, { timeout: 60_000 }).toMatch(/^passed|^refused/);
  expect((await newestRun())?.gates).toHaveLength(8);
});

test("a run is stopped in the middle of a gate, and says what it had found", async ({ page }) => {
  server = await start(port);
  await openGiant(page);
  await beginGiant(page);
  await page.getByRole("button", { name: "Stop this run" }).click();
  await expect(page.getByRole("heading", { name: /^Stopped after \d of 8 gates/ })).toBeVisible();
  const stopped = await newestRun();
  await expect(page.getByRole("button", { name: "Certify again" })).toBeVisible();
  expect(await newestRun()).toEqual(stopped);
});

test("two servers share the queue, and no run is done twice", async () => {
  const [{ id: version } = { id: "" }] = await rows<{ id: string }>(
    `SELECT id FROM "WorldVersion" WHERE number = 1`,
  );
  const asked = Array.from({ length: 12 }, () => randomUUID());
  for (const id of asked) {
    await client.query("BEGIN");
    await client.query(`INSERT INTO "CertificationRun" (id, "worldVersionId") VALUES ($1, $2)`, [
      id,
      version,
    ]);
    await client.query(`INSERT INTO pgboss.job (name, data, policy) VALUES ('certify', $1, 'standard')`, [
      { runId: id },
    ]);
    await client.query("SELECT pg_notify('baba_studio', 'queue:certify')");
    await client.query("COMMIT");
  }
  const passed = () =>
    rows(`SELECT id FROM "CertificationRun" WHERE id = ANY($1) AND status = 'passed'`, [asked]);
  await expect.poll(async () => (await passed()).length, { timeout: 30_000 }).toBe(12);
  const begun = await rows<{ runId: string }>(
    `SELECT "runId" FROM "CertificationEvent" WHERE "runId" = ANY($1) AND gate = 'running'`,
    [asked],
  );
  expect(begun.map((row) => row.runId).sort()).toEqual([...asked].sort());
});
