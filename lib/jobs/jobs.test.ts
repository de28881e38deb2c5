import { expect, test, vi } from "vitest";
import { hold } from "@/lib/db/session";
import { testDatabase } from "@/tests/setup/database";
import { enqueue } from "./enqueue";
import { handlers } from "./handlers";
import { startWorker } from "./worker";

const database = await testDatabase();

test("a job exists exactly when its transaction was kept, and is done once", async () => {
  const certify = vi.spyOn(handlers, "certify").mockResolvedValue();
  await database.$transaction((step) => enqueue(step, "certify", { runId: "kept" }));
  await expect(
    database.$transaction(async (step) => {
      await enqueue(step, "certify", { runId: "undone" });
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  const stop = await startWorker();
  await vi.waitFor(() => expect(certify).toHaveBeenCalled(), { timeout: 10_000 });
  await stop();
  expect(certify.mock.calls.map(([job]) => job)).toEqual([{ runId: "kept" }]);
});

test("a job that a killed server left half done is done again by the next; one that stops is told", async () => {
  await enqueue(database, "certify", { runId: "cut short" });
  let begin: (signal: AbortSignal) => void = () => {};
  const begun = new Promise<AbortSignal>((resolve) => {
    begin = resolve;
  });
  const certify = vi.spyOn(handlers, "certify").mockImplementation(async (_, signal) => {
    begin(signal);
    await new Promise((done) => signal.addEventListener("abort", done));
    throw new Error("stopped");
  });
  const stop = await startWorker();
  const signal = await begun;
  expect(signal.aborted).toBe(false);
  await stop();
  expect(signal.aborted).toBe(true);

  await database.$executeRaw`UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 minute' WHERE data->>'runId' = 'cut short'`;
  certify.mockReset().mockResolvedValue();
  const stopNext = await startWorker();
  await vi.waitFor(() => expect(certify).toHaveBeenCalledOnce(), { timeout: 10_000 });
  await stopNext();
});

test("two workers share the jobs, and none is done twice", async () => {
  const done: string[] = [];
  vi.spyOn(handlers, "certify")
    .mockReset()
    .mockImplementation(async ({ runId }) => {
      done.push(runId);
      await new Promise((later) => setTimeout(later, 20));
    });
  const stops = [await startWorker(), await startWorker()];
  const asked = Array.from({ length: 20 }, (_, i) => `shared ${i}`);
  await Promise.all(asked.map((runId) => enqueue(database, "certify", { runId })));
  await vi.waitFor(() => expect(done).toHaveLength(20), { timeout: 10_000 });
  await Promise.all(stops.map((stop) => stop()));
  expect(done.sort()).toEqual(asked.sort());
});

test("a job in the hands of a living server is left to it, however long it takes", async () => {
  await enqueue(database, "certify", { runId: "slow" });
  const [{ id } = { id: "" }] = await database.$queryRaw<{ id: string }[]>`
    UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 hour'
    WHERE data->>'runId' = 'slow' RETURNING id`;
  const letGo = await hold(`job:${id}`);
  const certify = vi.spyOn(handlers, "certify").mockReset().mockResolvedValue();
  const stop = await startWorker();
  await new Promise((later) => setTimeout(later, 2500));
  expect(certify).not.toHaveBeenCalled();
  await letGo();
  await vi.waitFor(() => expect(certify).toHaveBeenCalledOnce(), { timeout: 10_000 });
  await stop();
});
