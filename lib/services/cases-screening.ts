import { randomBytes } from "node:crypto";
import { audit } from "@/lib/auth/audit";
import { richnessSchema, type ScreeningAct, type ScreeningView } from "@/lib/contracts/import";
import { sha256 } from "@/lib/crypto/hash";
import type { Database, Db } from "@/lib/db";
import type { Prisma } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";
import {
  IDENTIFIER_KINDS,
  type IdentifierKind,
  KIND_LABELS,
  replaceIdentifiers,
  type ScreeningFinding,
} from "@/lib/screening";
import { type Actor, requireVisible } from "./cases-access";
import { storedMoment } from "./cases-create";
import { lockCase } from "./packets";

const AROUND = 90;
const mayDecide = (actor: Actor) => actor.role === "curator" || actor.role === "admin";
const FIELDS = ["text", "title", "sender"] as const;
type FindingRow = Prisma.RecordFindingGetPayload<{ include: { record: true } }>;

const isKind = (kind: string): kind is IdentifierKind =>
  (IDENTIFIER_KINDS as readonly string[]).includes(kind);

/** What screening found in a case. Passages are shown to those who decide on them; others see kinds and counts. */
export async function screeningView(db: Database, actor: Actor, caseId: string): Promise<ScreeningView> {
  const found = await requireVisible(db, actor, caseId);
  const rows = await db.recordFinding.findMany({
    where: { record: { caseId } },
    include: { record: true },
    orderBy: [{ record: { position: "asc" } }, { field: "asc" }, { start: "asc" }],
  });
  const decides = mayDecide(actor);
  return {
    caseId,
    title: found.title,
    stage: found.stage,
    mayDecide: decides,
    records: await db.record.count({ where: { caseId } }),
    richness: richnessSchema.nullable().catch(null).parse(found.richness),
    findings: rows.map((row) => {
      const field = FIELDS.find((one) => one === row.field) ?? "text";
      const text = decides ? row.record[field] : "";
      return {
        id: row.id,
        record: row.record.key,
        recordTitle: decides || field !== "title" ? row.record.title : "A record",
        recordKind: row.record.kind,
        field,
        kind: row.kind,
        kindWords: isKind(row.kind) ? KIND_LABELS[row.kind] : "reported",
        reason: row.reason,
        before: text.slice(Math.max(0, row.start - AROUND), row.start),
        passage: text.slice(row.start, row.end),
        after: text.slice(row.end, row.end + AROUND),
        decision: row.decision,
      };
    }),
  };
}

/**
 * Decides findings, or ends the screening: confirmed identifiers are replaced by fictions of the case, the records come
 * back, and an imported case becomes screened. A record that items already quote stays set aside while it holds a
 * confirmed identifier.
 * @throws {Problem} not_allowed, not_ready while a finding is undecided
 */
export async function actOnScreening(
  database: Database,
  actor: Actor,
  caseId: string,
  act: ScreeningAct,
): Promise<{ setAside: number }> {
  if (!mayDecide(actor))
    throw new Problem("not_allowed", "A curator or an administrator decides on possible identifiers.");
  await requireVisible(database, actor, caseId);
  return database.$transaction(
    async (step) => {
      const locked = await lockCase(step, caseId);
      if (act.act === "decide") {
        const { count } = await step.recordFinding.updateMany({
          where: { id: { in: act.findings }, record: { caseId } },
          data: { decision: act.as, decidedById: actor.id, decidedAt: new Date() },
        });
        await audit(step, {
          actorId: actor.id,
          action: "screening.decide",
          caseId,
          detail: { findings: count, as: act.as },
        });
        return { setAside: 0 };
      }
      const setAside = await finish(step, caseId);
      if (locked.stage === "imported")
        await step.case.update({
          where: { id: caseId },
          data: { stage: "screened", stageSince: new Date() },
        });
      await audit(step, { actorId: actor.id, action: "screening.finish", caseId, detail: { setAside } });
      return { setAside };
    },
    { timeout: 30_000 },
  );
}

async function finish(step: Db, caseId: string): Promise<number> {
  const rows = await step.recordFinding.findMany({
    where: { record: { caseId } },
    include: { record: true },
  });
  const open = rows.filter((row) => row.decision === "undecided").length;
  if (open > 0) throw new Problem("not_ready", `${open} possible identifiers are not decided yet.`);
  const quoted = await quotedRecords(step, caseId);
  const confirmed = rows.filter((row) => row.decision === "identifier");
  const held = new Set(confirmed.map((row) => row.record.key).filter((key) => quoted.has(key)));
  const toReplace = confirmed.filter((row) => !held.has(row.record.key));
  if (toReplace.length > 0) await replace(step, caseId, toReplace);
  await step.record.updateMany({
    where: { caseId, key: { notIn: [...held] } },
    data: { quarantinedAt: null, quarantineReason: null },
  });
  return held.size;
}

/** Keys of records that live items quote. */
async function quotedRecords(step: Db, caseId: string): Promise<Set<string>> {
  const items = await step.packetItem.findMany({
    where: { caseId, deletedAt: null },
    select: { content: true },
  });
  return new Set(
    items.flatMap((item) =>
      ((item.content as { evidence?: { record: string }[] }).evidence ?? []).map((one) => one.record),
    ),
  );
}

async function replace(step: Db, caseId: string, rows: FindingRow[]): Promise<void> {
  const records = await step.record.findMany({ where: { caseId }, orderBy: { position: "asc" } });
  const findings = withoutOverlaps(rows).map((row): ScreeningFinding => {
    const field = FIELDS.find((one) => one === row.field) ?? "text";
    return {
      recordKey: row.record.key,
      field,
      start: row.start,
      end: row.end,
      text: row.record[field].slice(row.start, row.end),
      kind: isKind(row.kind) ? row.kind : "name",
      confidence: 1,
      reason: row.reason,
    };
  });
  const plain = records.map(({ key, text, title, sender, at }) => ({
    key,
    text,
    title,
    sender,
    at: at?.toISOString().slice(0, 16) ?? null,
  }));
  const changed = replaceIdentifiers(plain, findings, randomBytes(32)).records;
  for (const [index, record] of changed.entries()) {
    const before = plain[index];
    const row = records[index];
    if (!before || !row || JSON.stringify(before) === JSON.stringify(record)) continue;
    const { text, title, sender } = record;
    await step.record.update({
      where: { id: row.id },
      data: { text, title, sender, at: storedMoment(record.at), sha256: sha256(text) },
    });
  }
  await step.recordFinding.deleteMany({ where: { id: { in: rows.map((row) => row.id) } } });
}

function withoutOverlaps(rows: FindingRow[]): FindingRow[] {
  const kept: FindingRow[] = [];
  const sorted = [...rows].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const row of sorted) {
    const clash = kept.some(
      (other) => other.recordId === row.recordId && other.field === row.field && other.end > row.start,
    );
    if (!clash) kept.push(row);
  }
  return kept;
}
