import PgBoss from "pg-boss";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { handlers } from "./handlers";
import { type Job, type QueueName, queues } from "./queues";

const schema = "pgboss";

/**
 * Begins to work on all queues. A server that is the only one takes up what the one before it left unfinished.
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
  boss.on("error", (error) =>
    log().error({ name: error.name, code: (error as { code?: string }).code }, "job queue"),
  );
  await boss.start();
  if (env().JOBS === "sole")
    await db()
      .$executeRaw`UPDATE pgboss.job SET state = 'retry', retry_count = retry_count + 1 WHERE state = 'active'`;
  for (const name of Object.keys(queues) as QueueName[]) {
    await boss.createQueue(name, { name, policy: "standard" });
    await boss.work<Job<typeof name>>(name, { pollingIntervalSeconds: 0.5, batchSize: 1 }, async ([job]) => {
      if (job) await handlers[name](queues[name].parse(job.data), stopping.signal);
    });
  }
  return async () => {
    stopping.abort();
    await boss.stop({ graceful: true, timeout: 5000, wait: true });
  };
}
