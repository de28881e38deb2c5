import { z } from "zod";

/** The queues and what a job in each carries: ids only. A new queue is also created in a migration. */
export const queues = {
  certify: z.strictObject({ runId: z.string().min(1) }),
} as const;

export type QueueName = keyof typeof queues;
export type Job<Name extends QueueName> = z.output<(typeof queues)[Name]>;

/** Does one job. `signal` is aborted when the server stops; a job that was cut short is done again by the next server. */
export type Handler<Name extends QueueName> = (job: Job<Name>, signal: AbortSignal) => Promise<void>;
export type Handlers = { [Name in QueueName]: Handler<Name> };
