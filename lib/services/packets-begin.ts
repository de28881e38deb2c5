import { PACKET_SCHEMA_VERSION, type Packet } from "@/compiler/packet";
import { audit } from "@/lib/auth/audit";
import type { Database } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import { type Actor, requireVisible } from "./cases-access";
import { lockCase, placeDraft } from "./packets";

/**
 * Begins a packet by hand for a screened case that has no draft: a brief to be written, and nothing else.
 * @throws {Problem} not_allowed, conflict when there is a packet
 */
export async function beginPacket(database: Database, actor: Actor, caseId: string): Promise<void> {
  const found = await requireVisible(database, actor, caseId);
  if (found.advocateId !== actor.id && actor.role !== "admin")
    throw new Problem("not_allowed", "The advocate it is assigned to begins the packet.", {
      fix: "Take the case first.",
    });
  await database.$transaction(async (step) => {
    const locked = await lockCase(step, caseId);
    if (locked.stage !== "screened") throw new Problem("conflict", "This case is not waiting for a packet.");
    const record = await step.record.findFirst({
      where: { caseId, at: { not: null } },
      orderBy: { at: "desc" },
    });
    const starts = (record?.at ?? new Date()).toISOString().slice(0, 16);
    const empty = {
      schema_version: PACKET_SCHEMA_VERSION,
      case_id: caseId,
      title: found.title,
      brief: {
        id: "brief",
        origin: "expert",
        decision: "undecided",
        evidence: [],
        comments: [],
        text: "",
        starts,
      },
      parties: [],
      exchanges: [],
      steps: [],
      outcomes: [],
      prohibited: [],
      blockers: [],
      practices: [],
      source_note: "",
    } satisfies Packet;
    await placeDraft(step, caseId, empty, actor.id);
    await audit(step, { actorId: actor.id, action: "packet.begin", caseId });
  });
}
