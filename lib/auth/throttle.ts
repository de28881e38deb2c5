import { RateLimiterPrisma, RateLimiterRes } from "rate-limiter-flexible";
import { type Database, db } from "@/lib/db";
import { Problem } from "@/lib/http/problem";

const minute = 60;
const windows = {
  /** Failures at one account from one address. */
  sign_in: { points: 5, duration: 15 * minute },
  /** Failures at one account from anywhere. */
  account: { points: 20, duration: 60 * minute },
  /** Tries to accept an invitation, or to change a password, from one address or by one person. */
  password: { points: 10, duration: 15 * minute },
} as const;

const limiters = new Map<string, RateLimiterPrisma>();

function limiter(window: keyof typeof windows, database: Database): RateLimiterPrisma {
  let found = limiters.get(window);
  if (!found) {
    found = new RateLimiterPrisma({
      storeClient: database,
      tableName: "rateLimiterFlexible",
      keyPrefix: window,
      clearExpiredByTimeout: false,
      ...windows[window],
    });
    limiters.set(window, found);
  }
  return found;
}

/**
 * Counts an attempt and refuses it when there were too many in the window.
 * @throws {Problem} too_many, with the time to wait in `extra.retryAfterSeconds`
 */
export async function countAttempt(window: keyof typeof windows, key: string): Promise<void> {
  try {
    await limiter(window, db()).consume(key.toLowerCase().slice(0, 200));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const minutes = Math.max(1, Math.ceil(error.msBeforeNext / 60_000));
    throw new Problem("too_many", `There were too many attempts. Wait ${minutes} min and try again.`, {
      extra: { retryAfterSeconds: Math.ceil(error.msBeforeNext / 1000) },
    });
  }
}

/** Forgets the attempts of a key, after a success. */
export async function forgetAttempts(window: keyof typeof windows, key: string): Promise<void> {
  await limiter(window, db()).delete(key.toLowerCase().slice(0, 200));
}
