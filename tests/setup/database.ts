import { generateKeyPairSync, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { type Database, openDatabase } from "@/lib/db";
import { startPostgres } from "@/scripts/database.mjs";
import { migrate } from "@/scripts/migrate.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    databaseFolder: string;
  }
}

/** What a test server may do without: nothing it writes has to outlive it. */
const quick = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"];

/** Runs work that only one test worker may do at a time. */
async function alone<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  try {
    return await work();
  } finally {
    rmdirSync(lock);
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A PostgreSQL database of this test file's own, with all migrations: copied from a template that the first caller of the
 * run makes, on a server that the end of the run stops. Services that call `db()` work on it too.
 */
export async function testDatabase(): Promise<Database> {
  const folder = inject("databaseFolder");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const server = await alone(join(folder, "lock"), async () => {
    const started = await startPostgres({ stateDir: folder, database: "template", settings: quick });
    const migrated = join(folder, "migrated");
    if (!existsSync(migrated)) {
      await migrate(started.urlOf("template"));
      writeFileSync(migrated, "");
    }
    await withClient(started.urlOf("postgres"), (client) =>
      client.query(`CREATE DATABASE ${name} TEMPLATE template`),
    );
    return started;
  });
  const url = server.urlOf(name);
  process.env.DATABASE_URL = url;
  process.env.NEXTAUTH_SECRET = randomUUID();
  process.env.CERTIFICATE_KEY = generateKeyPairSync("ed25519")
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
  process.env.LOG_LEVEL = "silent";
  const database = openDatabase(url, 5);
  afterAll(async () => {
    const { db } = await import("@/lib/db");
    await Promise.all([database.$disconnect(), db().$disconnect()]);
  });
  return database;
}
