import { machinery, type Replayed, replayOracle } from "@/compiler/certify";
import { proveReachable } from "@/compiler/oracle";
import type { World } from "@/compiler/spec/world-index";
import { exitOf, print, printJson, sayFinding } from "./report";

/** The proved route of a world, walked once; or the exit code after it was said why there is none. */
export function walkedRoute(world: World, json: boolean | undefined): Replayed | number {
  const oracle = proveReachable(world);
  if (oracle.verdict === "proved") return replayOracle(world, oracle, machinery).replayed;
  oracle.findings.forEach(sayFinding);
  if (json) printJson({ verdict: oracle.verdict, findings: oracle.findings, transcript: [] });
  else print(`There is no route to walk: ${oracle.verdict}.`);
  return exitOf(oracle.verdict);
}
