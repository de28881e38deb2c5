import { findTraps, vacuousRules } from "@/compiler/traps";
import { EXIT, print, printJson, sayFinding } from "../report";
import { loadWorld } from "../worlds";

/** `baba traps`: for each rule the cheapest complete run that breaks it, or that none can. Exit 10 when a rule is vacuous. */
export async function traps(file: string, { json }: { json?: boolean }): Promise<number> {
  const world = await loadWorld(file);
  const found = findTraps(world);
  const vacuous = vacuousRules(found);
  if (json)
    printJson({
      world: world.spec.id,
      traps: found.map(({ rule, verdict, reason, route, cheapest, actions, brokenAt }) => ({
        rule,
        verdict,
        reason,
        operations: route.length,
        cheapest,
        actions,
        broken_at: brokenAt,
        route,
      })),
    });
  else
    for (const { rule, verdict, reason, route, cheapest } of found)
      print(
        verdict === "breakable"
          ? `${rule.id}: ${route.length} operations${cheapest ? ", none with fewer" : ""}. ${reason}`
          : `${rule.id}: ${verdict}. ${reason}`,
      );
  vacuous.forEach(sayFinding);
  return vacuous.length > 0
    ? EXIT.refuted
    : found.some((t) => t.verdict === "unknown")
      ? EXIT.unknown
      : EXIT.proved;
}
