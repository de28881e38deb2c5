import type { Handlers } from "./queues";

/** What is done for a job of each queue. */
export const handlers: Handlers = {
  certify: async () => {},
};
