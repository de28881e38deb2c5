import type { OracleResult } from "../oracle";
import { probeUnheld } from "../replay";
import { verdictOf } from "../spec/finding";
import type { World } from "../spec/world-index";
import type { GateResult } from "./certificate";
import { invariance, nullRun } from "./invariance";
import type { Machinery } from "./machinery";
import { asFinding, type Replayed, replayOracle, replayRoute, unhurried } from "./replay-route";

/** Gate 3: the witness through public tools against a fresh environment. */
export function replayGate(
  world: World,
  oracle: OracleResult,
  machinery: Machinery,
): { result: GateResult; replayed: Replayed } {
  const { replayed, words } = replayOracle(world, oracle, machinery);
  const held = new Set(world.spec.day_one.documents);
  const unheld = world.spec.documents.map((d) => d.id).filter((id) => !held.has(id));
  const findings = [
    ...replayed.findings,
    ...probeUnheld(machinery.createSession(unhurried(world)).environment(), unheld).map((f) =>
      asFinding("replay", f),
    ),
  ];
  findings.push(...nullRun(world, machinery));
  if (findings.length === 0) findings.push(...invariance(world, replayed, machinery));
  if (findings.length === 0 && oracle.shortened.length < oracle.witness.length)
    findings.push(
      ...replayRoute(unhurried(world), oracle.shortened, machinery).findings.map((f) => ({
        ...f,
        message: `On the shortened route: ${f.message}`,
        path: f.path.replace("$.witness", "$.shortened"),
      })),
    );
  const used = replayed.walk.actions_used;
  return {
    replayed,
    result: {
      gate: "replay",
      verdict: verdictOf(findings),
      summary:
        findings.length === 0
          ? `Walked with only what an agent can see${words}. Strict pass, ${used} of ${world.spec.action_limit} actions used.`
          : (findings[0]?.message ?? ""),
      findings,
      figures: { actions_used: used, action_limit: world.spec.action_limit, unheld_documents: unheld.length },
    },
  };
}
