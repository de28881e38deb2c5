import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { Db } from "./index";

const CHANNEL = "baba_studio";
const AGAIN_MS = 500;

/** One connection that lasts while somebody listens or holds something: it hears what other servers tell, and keeps locks. */
class Session {
  readonly #ears = new Map<string, Set<() => void>>();
  readonly #held = new Set<string>();
  #client: Promise<pg.Client | null> | null = null;
  #asked: Promise<unknown> = Promise.resolve();

  async listen(topic: string, heard: () => void): Promise<() => void> {
    const ears = this.#ears.get(topic) ?? new Set();
    this.#ears.set(topic, ears.add(heard));
    await this.#open();
    return () => {
      ears.delete(heard);
      if (ears.size === 0 && this.#ears.get(topic) === ears) this.#ears.delete(topic);
      this.#closeIfUnused();
    };
  }

  async hold(key: string): Promise<() => Promise<void>> {
    this.#held.add(key);
    const client = await this.#open();
    await this.#ask(client, "SELECT pg_try_advisory_lock(hashtextextended($1, 0))", key);
    return async () => {
      this.#held.delete(key);
      await this.#ask(client, "SELECT pg_advisory_unlock(hashtextextended($1, 0))", key);
      this.#closeIfUnused();
    };
  }

  /** One question after another. A connection that is lost has let go of everything. */
  #ask(client: pg.Client | null, sql: string, key: string): Promise<unknown> {
    this.#asked = this.#asked.then(() => client?.query(sql, [key])).catch(() => {});
    return this.#asked;
  }

  get #used() {
    return this.#ears.size + this.#held.size > 0;
  }

  #open(): Promise<pg.Client | null> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client | null> {
    while (this.#used) {
      const client = new pg.Client({ connectionString: env().DATABASE_URL, keepAlive: true });
      client.on("error", () => {});
      client.on("notification", ({ payload }) => {
        for (const heard of this.#ears.get(payload ?? "") ?? []) heard();
      });
      try {
        await client.connect();
        await client.query(`LISTEN ${CHANNEL}`);
        client.once("end", () => this.#lost());
        return client;
      } catch (error) {
        log().error({ code: (error as { code?: string }).code }, "database session");
        await client.end().catch(() => {});
        await pause(AGAIN_MS);
      }
    }
    this.#client = null;
    return null;
  }

  /** What was told meanwhile is lost, so everybody who listens looks again. */
  async #lost(): Promise<void> {
    this.#client = null;
    if (!this.#used || !(await this.#open())) return;
    for (const ears of this.#ears.values()) for (const heard of ears) heard();
  }

  #closeIfUnused(): void {
    const open = this.#client;
    if (this.#used || !open) return;
    this.#client = null;
    open.then((client) => client?.removeAllListeners("end").end()).catch(() => {});
  }
}

const kept = globalThis as { babaSession?: Session };
function session(): Session {
  kept.babaSession ??= new Session();
  return kept.babaSession;
}

/** Calls back after each commit, of any server, in which `tell` named the topic, and after the connection was lost and found. */
export const listen = (topic: string, heard: () => void): Promise<() => void> =>
  session().listen(topic, heard);

/** Wakes all who listen for the topic, in all servers, when the transaction is kept. */
export async function tell(database: Db, topic: string): Promise<void> {
  await database.$executeRaw`SELECT pg_notify(${CHANNEL}, ${topic})`;
}

/**
 * Marks something as in the hands of this process until it lets go, ends, is killed or loses its connection: an advisory
 * lock of the session on the hash of the key.
 * @returns lets go
 */
export const hold = (key: string): Promise<() => Promise<void>> => session().hold(key);
