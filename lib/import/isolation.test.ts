import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { readFiles } from "./read-files";

const encode = (text: string) => new TextEncoder().encode(text);
const good = { name: "good.txt", bytes: encode("The plan said no.") };

/** JSON of many small objects: about 40 times its size in memory. */
const wide = { name: "wide.json", bytes: encode(`[${'{"a":[{}]},'.repeat(1_500_000)}{}]`) };

test("a file that takes too long is stopped with a message of its own, and the others are read", async () => {
  const { cases, reports } = await readFiles([wide, good], { limits: { ms: 150 } });
  expect(reports[0]).toMatchObject({
    outcome: "refused",
    reason: expect.stringContaining("took longer than 1 seconds"),
    fix: expect.stringContaining("Split it"),
  });
  expect(cases.map((one) => one.title)).toEqual(["good"]);
});

test("a file that takes too much memory is stopped, and the others are read", async () => {
  const { cases, reports } = await readFiles([wide, good], { limits: { heapMb: 48 } });
  expect(reports[0]!.reason).toContain("more memory");
  expect(cases.map((one) => one.title)).toEqual(["good"]);
});

test("an import whose time is spent says so of the files that are left", async () => {
  const { reports } = await readFiles([wide, good], { limits: { totalMs: 200 } });
  expect(reports.map((report) => report.outcome)).toEqual(["refused", "refused"]);
  expect(reports[1]!.reason).toContain("used up the time");
});

test("while a hostile file is read, the server's own thread has next to nothing to do", async () => {
  await readFiles([good]);
  // What the loop itself is busy with, not how long it waits for a processor: a full machine does not change it much.
  const before = performance.eventLoopUtilization();
  const since = performance.now();
  await readFiles([wide, good], { limits: { ms: 3_000 } });
  const { active } = performance.eventLoopUtilization(before);
  expect(active).toBeLessThan((performance.now() - since) / 5);
});
