import pino from "pino";
import { env } from "@/lib/env";

let logger: pino.Logger | undefined;

/** The log of this process, on standard error. Ids only: never record text, passwords or tokens. */
export function log(): pino.Logger {
  logger ??= pino(
    { level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
  return logger;
}
