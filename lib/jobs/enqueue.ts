import type { Db } from "@/lib/db";
import { tell } from "@/lib/db/session";
import { type Job, type QueueName, queues } from "./queues";

/** Puts a job into a queue, in the transaction it is given: the job exists, and wakes a worker, exactly when what asked for it does. */
export async function enqueue<Name extends QueueName>(
  database: Db,
  name: Name,
  job: Job<Name>,
): Promise<void> {
  const data = JSON.stringify(queues[name].parse(job));
  await database.$executeRaw`INSERT INTO pgboss.job (name, data, policy) VALUES (${name}, ${data}::jsonb, 'standard')`;
  await tell(database, `queue:${name}`);
}
