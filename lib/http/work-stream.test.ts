import { expect, test, vi } from "vitest";
import { Problem } from "./problem";
import { type Work, workStream } from "./work-stream";

const logged = vi.hoisted(() => vi.fn());
vi.mock("@/lib/log", () => ({ log: () => ({ error: logged }) }));

const request = (signal?: AbortSignal) => new Request("http://studio.test/", { method: "POST", signal });
const done = { words: "Ready.", refused: [] };
const eventsOf = async (run: (work: Work) => Promise<typeof done>) =>
  (await workStream(request(), run).text())
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test("says how far it is, then that it is done", async () => {
  const events = await eventsOf(async ({ say }) => {
    say("half");
    return done;
  });
  expect(events).toEqual([
    { kind: "progress", words: "half" },
    { kind: "done", ...done },
  ]);
});

test("a problem is told with what to do; any other fault without its text", async () => {
  const problem = await eventsOf(() =>
    Promise.reject(new Problem("unavailable", "No answer.", { fix: "Wait." })),
  );
  expect(problem).toEqual([{ kind: "failed", words: "No answer.", fix: "Wait." }]);
  const [fault] = await eventsOf(() => Promise.reject(new TypeError("the record says Quillfeather")));
  expect(fault.kind).toBe("failed");
  expect(JSON.stringify([fault, logged.mock.calls])).not.toContain("Quillfeather");
});

test("whoever goes away cancels the work", async () => {
  const seen: AbortSignal[] = [];
  const wait = async ({ signal }: Work) => {
    seen.push(signal);
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return done;
  };
  const stop = new AbortController();
  const left = workStream(request(stop.signal), wait);
  stop.abort();
  expect(await left.text().catch(() => "")).toBe("");
  const closed = workStream(request(), wait);
  await closed.body?.cancel();
  expect(seen.map((signal) => signal.aborted)).toEqual([true, true]);
});
