import { expect, test, vi } from "vitest";
import { testDatabase } from "@/tests/setup/database";
import { hold, listen, tell } from "./session";

const database = await testDatabase();
const isHeld = async (key: string) => {
  const [row] = await database.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) AS free`;
  return !row?.free;
};

test("what is told is heard once it is committed, and not when it was undone", async () => {
  const heard = vi.fn();
  const deaf = await listen("news", heard);
  await expect(
    database.$transaction(async (step) => {
      await tell(step, "news");
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  await tell(database, "other news");
  await tell(database, "news");
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
  deaf();
});

test("after a lost connection whoever listens looks again and goes on hearing; what was held is free", async () => {
  const heard = vi.fn();
  const deaf = await listen("news", heard);
  const letGo = await hold("work");
  expect(await isHeld("work")).toBe(true);
  await database.$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')`;
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(await isHeld("work")).toBe(false);
  await tell(database, "news");
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
  await letGo();
  deaf();
});
