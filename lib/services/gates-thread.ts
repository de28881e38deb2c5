import { parentPort } from "node:worker_threads";
import { certifyWorld, writeBundle } from "@/compiler/certify";
import { studioPorts } from "./certify-ports";
import type { GatesTask, ThreadSays } from "./gates";

/** The thread's side of gates.ts: one task at a time, each gate told as it ends. A fault ends the thread. */
parentPort?.on("message", async ({ spec }: GatesTask) => {
  const say = (words: ThreadSays) => parentPort?.postMessage(words);
  const ports = studioPorts();
  let since = performance.now();
  const { verdict, certificate, certified } = await certifyWorld(spec, ports, (result) => {
    const now = performance.now();
    say({ gate: { ...result, ms: Math.round(now - since) } });
    since = now;
  });
  say({ verdict, certificate, bundle: certified && (await writeBundle(certified, ports)) });
});
