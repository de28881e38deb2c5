import type { Db } from "@/lib/db";
import type { Prisma } from "@/lib/db/generated/client";

/**
 * Writes one line of the audit log. Call it with the transaction of the act itself, so that neither exists alone.
 * `action` is `subject.verb` ("packet.submit"); `detail` holds ids and counts, never record text.
 */
export async function audit(
  database: Db,
  event: { actorId: string | null; action: string; caseId?: string; detail?: Prisma.InputJsonObject },
): Promise<void> {
  await database.auditEvent.create({ data: { ...event, detail: event.detail ?? {} } });
}
