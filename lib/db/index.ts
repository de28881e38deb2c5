import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/env";
import { PrismaClient } from "./generated/client";

/** What a service may be given: the database or a transaction on it. */
export type Db = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends">;
export type Database = PrismaClient;

/** Opens a database of one's own; close it with `$disconnect()`. Pages and services use `db()`. */
export function openDatabase(url: string, connections = 10): Database {
  return new PrismaClient({
    adapter: new PrismaPg({ connectionString: url, max: connections }),
    errorFormat: "minimal",
    // Fifty people saving at once wait for a connection rather than being turned away after Prisma's two seconds.
    transactionOptions: { maxWait: 15_000, timeout: 15_000 },
  });
}

const kept = globalThis as { babaDatabase?: Database };

/** The database of this process. */
export function db(): Database {
  kept.babaDatabase ??= openDatabase(env().DATABASE_URL);
  return kept.babaDatabase;
}
