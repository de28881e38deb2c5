// Loaded into the server by --import. The starter holds the other end of standard input: when it lets go, or is killed, the
// server ends its jobs, closes its port and stops. So no server outlives its starter.
import { isMainThread } from "node:worker_threads";

const patience = 10_000;

async function stop() {
  const stoppers = [...(globalThis.babaStop ?? [])];
  await Promise.race([
    Promise.allSettled(stoppers.map((stopper) => stopper())),
    new Promise((done) => setTimeout(done, patience)),
  ]);
  setTimeout(() => process.exit(143), 2000).unref();
  process.kill(process.pid, "SIGTERM");
}

// Threads of the server load this too, and have no starter of their own.
if (isMainThread) {
  process.stdin.once("end", stop);
  process.stdin.once("error", stop);
  process.stdin.resume();
}
