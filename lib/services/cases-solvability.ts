import { COMPILER_VERSION } from "@/compiler/certify";
import type { Solvability } from "@/lib/contracts/cases";
import { checkPacket, lintPacket } from "@/lib/contracts/solvability";
import type { Database } from "@/lib/db";
import { currentPacket } from "./packets";

/** What the oracle says about a case's packet at a revision; kept with the case until the packet or the compiler changes. */
export async function solvabilityOf(
  database: Database,
  caseId: string,
  revision: number,
): Promise<Solvability | null> {
  const packet = await currentPacket(database, caseId);
  if (!packet.brief) return null;
  const findings = [...checkPacket(packet), ...lintPacket(packet)];
  const worst = findings.find((one) => one.severity === "error") ?? findings[0];
  const solvability: Solvability = {
    revision,
    compiler: COMPILER_VERSION,
    unreachable: findings.filter((one) => one.code.startsWith("oracle/")).length,
    toCheck: findings.filter((one) => !one.code.startsWith("oracle/")).length,
    first: worst ? { itemId: worst.itemId, message: worst.message } : null,
  };
  await database.case.updateMany({ where: { id: caseId, revision }, data: { solvability } });
  return solvability;
}
