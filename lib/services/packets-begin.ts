import { PACKET_SCHEMA_VERSION, type Packet } from "@/compiler/packet";
import { LIMITS } from "@/compiler/spec/limits";
import { audit } from "@/lib/auth/audit";
import type { GuidedStart } from "@/lib/contracts/packets";
import type { Database } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import { type Actor, requireVisible } from "./cases-access";
import { kindOf } from "./draft-cast";
import { lockCase, placeDraft } from "./packets";

const linesOf = (text: string, most: number) =>
  text
    .split("\n")
    .map((line) =>
      line
        .replace(/^[-*•\s]+/, "")
        .trim()
        .slice(0, LIMITS.label),
    )
    .filter(Boolean)
    .slice(0, most);

/** What three answers make: the patient, whoever was talked to, and what must come out of it; an expert's items, undecided. */
function guidedParts({ patient, needs, talkedTo }: GuidedStart): Pick<Packet, "parties" | "outcomes"> {
  const shape = (id: string) => ({
    id,
    origin: "expert" as const,
    decision: "undecided" as const,
    evidence: [],
    comments: [],
  });
  const party = (id: string, name: string, kind: Packet["parties"][number]["kind"], contact: boolean) => ({
    ...shape(id),
    name,
    kind,
    contacts: contact ? [{ id: `${id}_phone`, kind: "phone" as const, label: "phone", at_start: false }] : [],
    look_alike: false,
  });
  return {
    parties: [
      party("patient", patient, "patient", false),
      ...linesOf(talkedTo, 20).map((name, index) =>
        party(`party_${index + 2}`, name, kindOf(name) ?? "provider", true),
      ),
    ],
    outcomes: linesOf(needs, 10).map((text, index) => ({
      ...shape(`outcome_${index + 1}`),
      text,
      required: true,
      alternatives: [],
    })),
  };
}

/**
 * Begins a packet by hand for a screened case that has no draft: a brief to be written, and what three answers say.
 * @throws {Problem} not_allowed, conflict when there is a packet
 */
export async function beginPacket(
  database: Database,
  actor: Actor,
  caseId: string,
  guided: GuidedStart | null = null,
): Promise<void> {
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
        text: guided ? `${guided.patient}. ${linesOf(guided.needs, 10).join(" ")}` : "",
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
      ...(guided ? guidedParts(guided) : {}),
    } satisfies Packet;
    await placeDraft(step, caseId, empty, actor.id);
    await audit(step, {
      actorId: actor.id,
      action: "packet.begin",
      caseId,
      detail: { guided: guided !== null },
    });
  });
}
