import { parentPort } from "node:worker_threads";
import { certifyWorld, type GateResult, writeBundle } from "@/compiler/certify";
import { studioPorts } from "./certify-ports";
import type { GatesTask, ThreadSays } from "./gates";

/** The thread's side of gates.ts: one task at a time, each gate told as it ends. A fault ends the thread. */
parentPort?.on("message", async ({ spec, paraphrases, bundle }: GatesTask) => {
  const say = (words: ThreadSays) => parentPort?.postMessage(words);
  const ports = studioPorts();
  let since = performance.now();
  const told = (result: GateResult) => {
    const now = performance.now();
    say({ gate: { ...result, ms: Math.round(now - since) } });
    since = now;
  };
  const made = await certifyWorld(spec, ports, told, undefined, paraphrases);
  const { verdict, certificate, ballots, certified } = made;
  const text = bundle && certified ? await writeBundle(certified, ports) : null;
  say({ verdict, certificate, ballots, bundle: text });
});
