import { audit } from "@/lib/auth/audit";
import type { AuditPage, AuditQuery, AuditRow } from "@/lib/contracts/audit";
import type { Database } from "@/lib/db";
import type { Prisma } from "@/lib/db/generated/client";
import type { Actor } from "./cases-access";

const PAGE = 100;
const CHUNK = 1_000;

function matching(query: AuditQuery): Prisma.AuditEventWhereInput {
  const dayAfter = (date: string) => new Date(new Date(`${date}T00:00:00Z`).getTime() + 86_400_000);
  return {
    ...(query.who ? { actorId: query.who } : {}),
    ...(query.act ? { action: query.act } : {}),
    ...(query.caseId ? { caseId: query.caseId } : {}),
    ...(query.from || query.to
      ? {
          at: {
            ...(query.from ? { gte: new Date(`${query.from}T00:00:00Z`) } : {}),
            ...(query.to ? { lt: dayAfter(query.to) } : {}),
          },
        }
      : {}),
  };
}

type Event = Prisma.AuditEventGetPayload<{ include: { actor: true } }>;

const rowOf = (event: Event): AuditRow => ({
  id: String(event.id),
  at: event.at.toISOString(),
  who: event.actor?.name ?? "the studio",
  act: event.action,
  caseId: event.caseId,
  detail: event.detail as Record<string, unknown>,
});

/** A page of the audit log, newest first, and what it can be filtered by. */
export async function auditPage(db: Database, query: AuditQuery): Promise<AuditPage> {
  const [events, acts, people] = await Promise.all([
    db.auditEvent.findMany({
      where: { ...matching(query), ...(query.before ? { id: { lt: BigInt(query.before) } } : {}) },
      include: { actor: true },
      orderBy: { id: "desc" },
      take: PAGE + 1,
    }),
    db.auditEvent.groupBy({ by: ["action"], orderBy: { action: "asc" } }),
    db.user.findMany({ select: { id: true, name: true }, orderBy: { name: "asc" } }),
  ]);
  const rows = events.slice(0, PAGE).map(rowOf);
  return {
    rows,
    next: events.length > PAGE ? (rows.at(-1)?.id ?? null) : null,
    acts: acts.map((row) => row.action),
    people,
  };
}

/** A cell that no spreadsheet takes for a formula. */
function cell(value: string): string {
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${plain.replaceAll('"', '""')}"`;
}

/** The log as CSV, oldest first, piece by piece; the export itself becomes an event. */
export async function* auditCsv(database: Database, actor: Actor, query: AuditQuery): AsyncGenerator<string> {
  await audit(database, { actorId: actor.id, action: "audit.export", detail: { ...query } });
  yield "id,at,who,act,case,detail\r\n";
  let after = 0n;
  for (;;) {
    const events = await database.auditEvent.findMany({
      where: { AND: [matching(query), { id: { gt: after } }] },
      include: { actor: true },
      orderBy: { id: "asc" },
      take: CHUNK,
    });
    if (events.length === 0) return;
    for (const event of events) {
      const row = rowOf(event);
      yield `${[row.id, row.at, row.who, row.act, row.caseId ?? "", JSON.stringify(row.detail)].map(cell).join(",")}\r\n`;
    }
    after = events.at(-1)?.id ?? after;
  }
}
