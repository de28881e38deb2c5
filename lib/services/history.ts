import type { ItemContent, Section } from "@/lib/contracts/item";
import { itemSentence, partyNames } from "@/lib/contracts/item-words";
import type { HistoryEntry, PacketHistory } from "@/lib/contracts/packets";
import type { Database } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import { type Actor, refuseBlind, requireVisible } from "./cases-access";
import { storedItem } from "./packets";

const SHOWN = 500;

/** Every version of an item with its author and time, the oldest first; changes that were set aside are among them. */
export async function itemHistory(
  db: Database,
  actor: Actor,
  caseId: string,
  itemId: string,
): Promise<{ entries: HistoryEntry[] }> {
  await requireHistory(db, actor, caseId);
  const [row, changes, draft] = await Promise.all([
    db.packetItem.findUnique({ where: { caseId_itemId: { caseId, itemId } } }),
    db.packetChange.findMany({
      where: { caseId, itemId },
      include: { author: true },
      orderBy: { number: "desc" },
      take: SHOWN,
    }),
    db.packetRevision.findFirst({ where: { caseId, kind: "draft" }, orderBy: { number: "asc" } }),
  ]);
  if (!row) throw new Problem("not_found", "There is no such item.");
  const first: HistoryEntry[] = row.draft
    ? [
        {
          number: draft?.number ?? 0,
          at: draft?.createdAt.toISOString() ?? "",
          by: "the draft",
          op: "draft",
          outcome: "applied",
          content: row.draft as ItemContent,
        },
      ]
    : [];
  return {
    entries: [
      ...first,
      ...changes.reverse().map((change) => ({
        number: change.number,
        at: change.createdAt.toISOString(),
        by: change.author.name,
        op: change.op,
        outcome: change.outcome,
        content: change.content as ItemContent,
      })),
    ],
  };
}

/** A packet's frozen revisions and its newest changes. */
export async function packetHistory(db: Database, actor: Actor, caseId: string): Promise<PacketHistory> {
  await requireHistory(db, actor, caseId);
  const [revisions, changes, items] = await Promise.all([
    db.packetRevision.findMany({
      where: { caseId },
      select: { number: true, kind: true, createdAt: true, contentHash: true, author: true },
      orderBy: { number: "desc" },
    }),
    db.packetChange.findMany({
      where: { caseId },
      include: { author: true },
      orderBy: { number: "desc" },
      take: SHOWN,
    }),
    db.packetItem.findMany({ where: { caseId, section: "parties" } }),
  ]);
  const parties = partyNames(items.map(storedItem));
  return {
    revisions: revisions.map((row) => ({
      number: row.number,
      kind: row.kind,
      at: row.createdAt.toISOString(),
      by: row.author?.name ?? "the model",
      contentHash: row.contentHash,
    })),
    changes: changes.map((change) => ({
      number: change.number,
      at: change.createdAt.toISOString(),
      by: change.author.name,
      itemId: change.itemId,
      section: change.section as Section,
      op: change.op,
      outcome: change.outcome,
      name: itemSentence(change.section as Section, change.content as ItemContent, parties),
    })),
  };
}

/** A reviewer in the blind first pass would see the advocate's decisions here: not before it is ended. */
async function requireHistory(db: Database, actor: Actor, caseId: string): Promise<void> {
  const found = await requireVisible(db, actor, caseId);
  await refuseBlind(db, actor, found);
}
