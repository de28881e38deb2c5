import { canonicalJson } from "@/compiler/spec/canonical";
import { checkingPorts } from "../keys";
import { exitOf, print, printJson, say, sayFinding } from "../report";
import { walkedRoute } from "../route";
import { loadWorld } from "../worlds";

/** `baba replay`: the proved route through a fresh environment, call by call. */
export async function replay(file: string, { json }: { json?: boolean }): Promise<number> {
  const world = await loadWorld(file);
  const replayed = walkedRoute(world, json);
  if (typeof replayed === "number") return replayed;
  const { walk, findings, grade } = replayed;
  const verdict = findings.length === 0 ? "proved" : "refuted";
  const transcript_sha256 = checkingPorts.sha256(canonicalJson(walk.transcript));
  findings.forEach(sayFinding);
  if (json)
    printJson({
      verdict,
      actions_used: walk.actions_used,
      strict_pass: grade?.strict_pass ?? false,
      transcript_sha256,
      findings,
      transcript: walk.transcript,
    });
  else {
    for (const { action, result } of walk.transcript)
      say(`${String(result.step).padStart(3)}  ${result.clock}  ${action.tool.padEnd(13)} ${result.message}`);
    print(
      verdict === "proved"
        ? `Strict pass, ${walk.actions_used} of ${world.spec.action_limit} actions used. Transcript ${transcript_sha256}`
        : "The route cannot be walked.",
    );
  }
  return exitOf(verdict);
}
