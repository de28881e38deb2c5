import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commandOf, letGo, runLeashed } from "./process.mjs";

const cwd = fileURLToPath(new URL(".", import.meta.url));
/** Starts a program of its own that only runs, and says its process id. */
const busy = `
  const { spawn } = require("node:child_process");
  const wait = "setInterval(() => {}, 1000)";
  console.log(spawn(process.execPath, ["-e", wait]).pid);
  setInterval(() => {}, 1000);`;

const runs = (pid: number) => commandOf(pid).includes("setInterval");

test("a leashed program that ends by itself gives its status and output", async () => {
  expect(await runLeashed(process.execPath, ["-e", "console.log('done'); process.exit(3)"], { cwd })).toEqual(
    {
      status: 3,
      output: "done\n",
    },
  );
  expect((await runLeashed("no-such-program", [], { cwd })).status).toBe(127);
});

test("what is let go ends at once with all it started", async () => {
  const run = runLeashed(process.execPath, ["-e", busy], { cwd });
  await new Promise((done) => setTimeout(done, 1000));
  await letGo();
  const { status, output } = await run;
  expect(status).toBe(137);
  expect(Number(output)).toBeGreaterThan(1);
  await expect.poll(() => runs(Number(output))).toBe(false);
});

test("after kill -9 of the starter nothing it ran is left at work", async () => {
  const starter = `
    import { runLeashed } from "./process.mjs";
    await runLeashed(process.execPath, ["-e", ${JSON.stringify(busy)}], { cwd: ".", show: true });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", starter], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = await new Promise<number>((done) => child.stdout.once("data", (text) => done(Number(text))));
  expect(runs(pid)).toBe(true);
  child.kill("SIGKILL");
  await expect.poll(() => runs(pid), { timeout: 5000 }).toBe(false);
});
