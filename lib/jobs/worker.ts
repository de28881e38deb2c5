import PgBoss from "pg-boss";
import { db } from "@/lib/db";
import { hold, listen, tell } from "@/lib/db/session";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { handlers } from "./handlers";
import { type Job, type QueueName, queues } from "./queues";

const schema = "pgboss";
/** Jobs of a queue under way in one server: a short one does not wait for a long one. */
const AT_ONCE = 2;
const LOOK_FOR_LEFT_MS = 2000;

/**
 * Begins to work on all queues, beside any number of other servers. A worker is woken by the commit of a job, and takes up
 * what a killed server left unfinished: a job that is under way and held by nobody.
 * @returns a function that stops: no new jobs, running ones are told, and given a moment to end
 */
export async function startWorker(): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const boss = new PgBoss({
    connectionString: env().DATABASE_URL,
    schema,
    migrate: false,
    schedule: false,
    max: 4,
  });
  const complain = (error: unknown) => {
    const { name, code } = error as { name?: string; code?: string };
    log().error({ name, code }, "job queue");
  };
  boss.on("error", complain);
  await boss.start();
  const ears: (() => void)[] = [];
  for (const name of Object.keys(queues) as QueueName[]) {
    await boss.createQueue(name, { name, policy: "standard" });
    for (let each = 0; each < AT_ONCE; each++) {
      const worker: string = await boss.work<Job<typeof name>>(name, { batchSize: 1 }, async ([job]) => {
        if (!job) return;
        const letGo = await hold(`job:${job.id}`);
        try {
          await handlers[name](queues[name].parse(job.data), stopping.signal);
        } finally {
          await letGo();
          // The next job is looked for at once, not when the poll is due.
          boss.notifyWorker(worker);
        }
      });
      ears.push(await listen(`queue:${name}`, () => boss.notifyWorker(worker)));
    }
  }
  await takeUpLeft();
  const looking = setInterval(() => takeUpLeft().catch(complain), LOOK_FOR_LEFT_MS);
  return async () => {
    clearInterval(looking);
    stopping.abort();
    await boss.stop({ graceful: true, timeout: 5000, wait: true });
    for (const close of ears) close();
  };
}

/** Puts back what is under way and held by no living process. A job is held within moments of being taken. */
async function takeUpLeft(): Promise<void> {
  const left = await db().$queryRaw<{ name: string }[]>`
    UPDATE pgboss.job SET state = 'retry', retry_count = retry_count + 1
    WHERE state = 'active' AND started_on < now() - interval '3 seconds'
      AND pg_try_advisory_xact_lock(hashtextextended('job:' || id, 0))
    RETURNING name`;
  for (const name of new Set(left.map((job) => job.name))) await tell(db(), `queue:${name}`);
}
