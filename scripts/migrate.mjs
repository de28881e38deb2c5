// Applies prisma/migrations in order and records them as `prisma migrate deploy` does, without fetching its engine.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { main, PlainError } from "./plain-error.mjs";

const folder = fileURLToPath(new URL("../prisma/migrations", import.meta.url));
const prismaLock = 72707369;

/**
 * Brings a database up to the newest migration. Each migration is one transaction; two starters wait for each other.
 * @param {string} url the database
 * @returns {Promise<string[]>} the names of the migrations that were applied
 */
export async function migrate(url) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    throw new PlainError(
      `The database cannot be used (${error.code ?? error.message}).`,
      "Check DATABASE_URL: the host, the port, the name of the database, and who may sign in.",
    );
  }
  try {
    await client.query("SELECT pg_advisory_lock($1)", [prismaLock]);
    await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
      migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
      started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`);
    const { rows } = await client.query(
      "SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL",
    );
    const done = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const known = readdirSync(folder).filter((name) => existsSync(join(folder, name, "migration.sql")));
    const newer = [...done.keys()].find((name) => !known.includes(name));
    if (newer)
      throw new PlainError(
        `The database was made by a newer version of the studio (migration ${newer}).`,
        "Start that version, or point DATABASE_URL at another database.",
      );

    const applied = [];
    for (const name of known.sort()) {
      const sql = readFileSync(join(folder, name, "migration.sql"), "utf8");
      const checksum = createHash("sha256").update(sql).digest("hex");
      if (done.has(name)) {
        if (done.get(name) !== checksum)
          throw new PlainError(
            `Migration ${name} was changed after this database had applied it.`,
            "Restore the file and put the change into a new migration.",
          );
        continue;
      }
      await client.query("BEGIN");
      try {
        await client.query(sql);
        await client.query(
          `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
           VALUES ($1, $2, $3, now(), 1)`,
          [randomUUID(), checksum, name],
        );
        await client.query("COMMIT");
      } catch (error) {
        await client.query("ROLLBACK");
        throw new PlainError(`Migration ${name} failed and was undone: ${error.message}`);
      }
      applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(async () => {
    const url = process.env.DATABASE_URL;
    if (!url)
      throw new PlainError("DATABASE_URL is not set.", "npm start sets it for the embedded database.");
    const applied = await migrate(url);
    console.log(applied.length > 0 ? applied.join("\n") : "The database is up to date.");
  });
