import { runCertification } from "@/lib/services/certify";
import type { Handlers } from "./queues";

/** What is done for a job of each queue. */
export const handlers: Handlers = { certify: runCertification };
