import { type Packet, packetSchema } from "@/compiler/packet/packet";
import { canonicalJson } from "@/compiler/spec/canonical";
import { jsonPath } from "@/compiler/spec/read";
import { audit } from "@/lib/auth/audit";
import {
  changedFields,
  contentSchema,
  type ItemContent,
  itemsOf,
  mergeItems,
  packetOf,
  type Section,
  same,
} from "@/lib/contracts/item";
import type {
  Change,
  ChangeResult,
  CommentView,
  PacketView,
  SaveResult,
  StoredItem,
} from "@/lib/contracts/packets";
import { blindDecisionsSchema, settledSchema } from "@/lib/contracts/reviews";
import { checkPacket, type PacketFinding } from "@/lib/contracts/solvability";
import { sha256 } from "@/lib/crypto/hash";
import type { Database, Db } from "@/lib/db";
import type { PacketItem, Prisma, RevisionKind, Stage } from "@/lib/db/generated/client";
import { parse } from "@/lib/http/parse";
import { Problem } from "@/lib/http/problem";
import { type Actor, editRefusal, FROZEN, refuseBlind, requireVisible } from "./cases-access";
import { currentLease, holdForEdit } from "./leases";

const json = (value: unknown) => value as Prisma.InputJsonValue;

/** A stored row as the browser gets it. */
export function storedItem(row: PacketItem): StoredItem {
  return {
    id: row.itemId,
    section: row.section as Section,
    position: row.position,
    revision: row.revision,
    deleted: row.deletedAt !== null,
    content: row.content as ItemContent,
    draft: row.draft as ItemContent | null,
  };
}

/** The packet as it stands now, without deleted items; it may be unfinished. */
export async function currentPacket(db: Db, caseId: string): Promise<Packet> {
  const rows = await db.packetItem.findMany({ where: { caseId, deletedAt: null } });
  return packetOf(caseId, rows.map(storedItem));
}

/**
 * Everything the workbench shows. With `since`, only items changed after that revision.
 * @throws {Problem} not_found, not_allowed
 */
export async function packetView(
  db: Database,
  actor: Actor,
  caseId: string,
  since?: number,
): Promise<PacketView> {
  const found = await requireVisible(db, actor, caseId);
  await refuseBlind(db, actor, found);
  const [rows, comments, lease, closed] = await Promise.all([
    db.packetItem.findMany({
      where: { caseId, ...(since === undefined ? {} : { revision: { gt: since } }) },
      orderBy: [{ section: "asc" }, { position: "asc" }, { itemId: "asc" }],
    }),
    commentsOf(db, caseId),
    currentLease(db, caseId),
    db.review.findFirst({
      where: { caseId, verdict: { not: "open" } },
      orderBy: { closedAt: "desc" },
      include: { reviewer: true },
    }),
  ]);
  const whyNot = editRefusal(actor, found);
  return {
    caseId,
    title: found.title,
    stage: found.stage,
    revision: found.revision,
    editedAt: found.editedAt?.toISOString() ?? null,
    mayEdit: whyNot === null,
    whyNot,
    mayTake:
      actor.role === "advocate" &&
      found.advocateId === null &&
      (found.stage === "screened" || found.stage === "drafted"),
    mayBegin: found.stage === "screened" && (found.advocateId === actor.id || actor.role === "admin"),
    lease,
    items: rows.map(storedItem),
    comments,
    returned:
      closed?.verdict === "returned" && found.stage === "annotating"
        ? {
            by: closed.reviewer.name,
            at: closed.closedAt?.toISOString() ?? "",
            reasons: closed.reasons ?? "",
          }
        : null,
    judgements: closed ? judgementsOf(closed) : {},
  };
}

function judgementsOf(
  review: Prisma.ReviewGetPayload<{ include: { reviewer: true } }>,
): PacketView["judgements"] {
  const decisions = blindDecisionsSchema.parse(review.blindDecisions);
  const settled = settledSchema.parse(review.settled);
  const ids = new Set([...Object.keys(decisions), ...Object.keys(settled)]);
  return Object.fromEntries(
    [...ids].map((id) => [
      id,
      { by: review.reviewer.name, decision: decisions[id] ?? null, settled: settled[id] ?? null },
    ]),
  );
}

async function commentsOf(db: Db, caseId: string): Promise<CommentView[]> {
  const rows = await db.itemComment.findMany({
    where: { caseId },
    include: { author: true },
    orderBy: { createdAt: "asc" },
  });
  return rows.map((row) => ({
    id: row.id,
    itemId: row.itemId,
    author: { id: row.author.id, name: row.author.name },
    text: row.text,
    at: row.createdAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  }));
}

type LockedCase = { stage: Stage; revision: number; advocateId: string | null };

/** Locks the case's row until the transaction ends: changes to one packet happen one after another. */
export async function lockCase(step: Db, caseId: string): Promise<LockedCase> {
  const rows = await step.$queryRaw<LockedCase[]>`
    SELECT stage, revision, "advocateId" FROM "Case" WHERE id = ${caseId} AND "deletedAt" IS NULL FOR UPDATE`;
  const found = rows[0];
  if (!found) throw new Problem("not_found", "There is no such case.");
  return found;
}

/**
 * What the server makes of a decision: compared with the draft, an accepted item that differs was edited and an edited
 * one that does not differ was accepted. An item without a draft is the expert's own.
 */
export function withProvenance(content: ItemContent, draft: ItemContent | null): ItemContent {
  if (!("decision" in content)) return content;
  const decided = content.decision === "accepted" || content.decision === "edited";
  if (!draft) {
    const decision = content.decision === "edited" ? "accepted" : content.decision;
    return { ...content, origin: "expert", decision };
  }
  const decision = decided
    ? changedFields(draft, content).length > 0
      ? "edited"
      : "accepted"
    : content.decision;
  return { ...content, origin: "draft", decision };
}

/** Refuses a quote that is not in the record as it is stored: it was marked in another text. */
async function checkNewQuotes(db: Db, caseId: string, before: ItemContent | null, content: ItemContent) {
  type Quote = { record: string; start: number; end: number; quote: string; record_hash: string };
  const known = (before?.evidence ?? []) as Quote[];
  const fresh = ((content.evidence ?? []) as Quote[]).filter((one) => !known.some((old) => same(old, one)));
  if (fresh.length === 0) return;
  const records = await db.record.findMany({
    where: { caseId, key: { in: fresh.map((one) => one.record) } },
    select: { key: true, text: true, sha256: true },
  });
  for (const one of fresh) {
    const record = records.find((candidate) => candidate.key === one.record);
    const holds =
      record && record.sha256 === one.record_hash && record.text.slice(one.start, one.end) === one.quote;
    if (!holds)
      throw new Problem("bad_input", `A quote does not match its record (${one.record}).`, {
        fix: "Load the records again and mark the passage once more.",
        extra: { itemId: content.id },
      });
  }
}

/** What an item was at a revision, for merging: its newest applied change up to there, else its draft. */
async function contentAt(db: Db, caseId: string, row: PacketItem, base: number): Promise<ItemContent | null> {
  const change = await db.packetChange.findFirst({
    where: { caseId, itemId: row.itemId, number: { lte: base }, outcome: { not: "set_aside" } },
    orderBy: { number: "desc" },
  });
  return (change?.content ?? row.draft) as ItemContent | null;
}

async function authorOf(db: Db, caseId: string, row: PacketItem): Promise<string> {
  const change = await db.packetChange.findFirst({
    where: { caseId, itemId: row.itemId, number: row.revision },
    include: { author: true },
  });
  return change?.author.name ?? "the draft";
}

type Settled = {
  outcome: ChangeResult["outcome"];
  content: ItemContent;
  position: number;
  deleted: boolean;
  collision: ChangeResult["collision"];
};

async function settle(
  step: Db,
  caseId: string,
  row: PacketItem | undefined,
  change: Change,
): Promise<Settled> {
  const sent = {
    content: change.content,
    position: change.position,
    deleted: change.op === "delete",
    collision: null,
  };
  if (!row || change.base >= row.revision) {
    if (row?.deletedAt && change.op === "put") return collide(step, caseId, row, change, ["deleted"]);
    return { ...sent, outcome: "applied" };
  }
  const base = await contentAt(step, caseId, row, change.base);
  const theirs = row.content as ItemContent;
  if (row.deletedAt || change.op !== "put" || !base)
    return same(theirs, change.content) && (row.deletedAt !== null) === sent.deleted
      ? { ...sent, outcome: "applied" }
      : collide(step, caseId, row, change, ["deleted"]);
  const merge = mergeItems(base, theirs, change.content);
  if (merge.conflicts.length > 0) return collide(step, caseId, row, change, merge.conflicts);
  return {
    outcome: "merged",
    content: merge.content,
    position: change.position,
    deleted: false,
    collision: null,
  };
}

async function collide(
  step: Db,
  caseId: string,
  row: PacketItem,
  change: Change,
  fields: string[],
): Promise<Settled> {
  return {
    outcome: "set_aside",
    content: row.content as ItemContent,
    position: row.position,
    deleted: row.deletedAt !== null,
    collision: {
      fields,
      base: await contentAt(step, caseId, row, change.base),
      by: await authorOf(step, caseId, row),
    },
  };
}

/** The answer to a change that was received before: the same outcome, with the item as it is now. */
async function replay(
  step: Db,
  caseId: string,
  known: { outcome: ChangeResult["outcome"]; itemId: string; base: number },
  rows: Map<string, PacketItem>,
  change: Change,
): Promise<ChangeResult> {
  const row = rows.get(known.itemId);
  if (!row) throw new Problem("bad_input", "This change belongs to another case.");
  const collision =
    known.outcome === "set_aside"
      ? {
          fields: [] as string[],
          base: await contentAt(step, caseId, row, known.base),
          by: await authorOf(step, caseId, row),
        }
      : null;
  return { clientKey: change.clientKey, outcome: known.outcome, item: storedItem(row), collision };
}

const faultAt = (change: Change, issue: string) =>
  new Problem("bad_input", `The item ${change.itemId} cannot be kept like this: ${issue}`, {
    fix: "Load the page again. If it stays, tell your administrator.",
    extra: { itemId: change.itemId },
  });

function checkedContent(change: Change): ItemContent {
  const parsed = contentSchema(change.section).safeParse(change.content);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw faultAt(change, `${jsonPath(issue?.path ?? [])} ${issue?.message ?? ""}`);
  }
  if (parsed.data.id !== change.itemId) throw faultAt(change, "its content has another id");
  if ((change.section === "brief" || change.section === "about") && change.op !== "put")
    throw faultAt(change, "the brief and the title stay");
  return parsed.data;
}

/**
 * Saves changes of items, in the order given, in one transaction that locks the case. Each change is kept for good with
 * its outcome; a change on an older revision is merged field by field, or set aside when it collides. A repeated
 * `clientKey` changes nothing and gets the same outcome.
 * @throws {Problem} bad_input, not_found, not_allowed, conflict (somebody else holds the case)
 */
export async function saveChanges(
  database: Database,
  actor: Actor,
  caseId: string,
  changes: readonly Change[],
): Promise<SaveResult> {
  const checked = changes.map((change) => ({ ...change, content: checkedContent(change) }));
  const now = new Date();
  return database.$transaction(async (step) => {
    const locked = await lockCase(step, caseId);
    const shares =
      locked.advocateId === actor.id || actor.role === "admin"
        ? []
        : await step.caseShare.findMany({ where: { caseId, userId: actor.id } });
    const known = await step.packetChange.findMany({
      where: { clientKey: { in: checked.map((change) => change.clientKey) } },
      select: { clientKey: true, caseId: true, authorId: true, outcome: true, itemId: true, base: true },
    });
    if (known.some((change) => change.caseId !== caseId || change.authorId !== actor.id))
      throw new Problem("bad_input", "The key of this change belongs to another change.");
    const fresh = checked.filter((change) => !known.some((old) => old.clientKey === change.clientKey));
    const refusal = fresh.length > 0 ? editRefusal(actor, { ...locked, shares }) : null;
    if (refusal) throw new Problem("not_allowed", refusal, { extra: { stage: locked.stage } });
    const lease =
      fresh.length > 0
        ? await holdForEdit(step, actor, caseId, now)
        : ((await currentLease(step, caseId, now)) ?? {
            holder: { id: actor.id, name: actor.name },
            until: now.toISOString(),
          });

    const rows = new Map(
      (
        await step.packetItem.findMany({ where: { caseId, itemId: { in: checked.map((c) => c.itemId) } } })
      ).map((row) => [row.itemId, row]),
    );
    let revision = locked.revision;
    const results: ChangeResult[] = [];
    for (const change of checked) {
      const before = known.find((old) => old.clientKey === change.clientKey);
      if (before) {
        results.push(await replay(step, caseId, before, rows, change));
        continue;
      }
      const row = rows.get(change.itemId);
      if (row && row.section !== change.section) throw faultAt(change, "it stands in another section");
      if (change.base > locked.revision) throw faultAt(change, "its base is not known here");
      if (!row && change.op !== "put") throw faultAt(change, "there is no such item");
      await checkNewQuotes(step, caseId, row ? (row.content as ItemContent) : null, change.content);
      const settled = await settle(step, caseId, row, change);
      revision += 1;
      const kept = settled.outcome === "set_aside" ? change.content : settled.content;
      const content = withProvenance(kept, (row?.draft ?? null) as ItemContent | null);
      await step.packetChange.create({
        data: {
          caseId,
          number: revision,
          itemId: change.itemId,
          section: change.section,
          op: change.op,
          position: change.position,
          content: json(content),
          base: change.base,
          outcome: settled.outcome,
          authorId: actor.id,
          clientKey: change.clientKey,
        },
      });
      if (settled.outcome !== "set_aside") {
        const data = {
          section: change.section,
          position: settled.position,
          content: json(content),
          decision: String(content.decision ?? ""),
          revision,
          deletedAt: settled.deleted ? now : null,
        };
        rows.set(
          change.itemId,
          row
            ? await step.packetItem.update({
                where: { caseId_itemId: { caseId, itemId: change.itemId } },
                data,
              })
            : await step.packetItem.create({ data: { caseId, itemId: change.itemId, ...data } }),
        );
      }
      results.push({
        clientKey: change.clientKey,
        outcome: settled.outcome,
        item: storedItem(rows.get(change.itemId) as PacketItem),
        collision: settled.collision,
      });
    }
    if (fresh.length > 0) {
      const title = fresh.find((change) => change.section === "about")?.content.title;
      await step.case.update({
        where: { id: caseId },
        data: {
          revision,
          editedAt: now,
          ...(title ? { title: String(title) } : {}),
          ...(locked.stage === "drafted" ? { stage: "annotating", stageSince: now } : {}),
        },
      });
      await audit(step, {
        actorId: actor.id,
        action: "packet.save",
        caseId,
        detail: { from: locked.revision + 1, to: revision },
      });
    }
    return { revision, at: now.toISOString(), lease, results };
  });
}

/**
 * Freezes the packet as it stands as a revision of its own, with the comments made in the studio.
 * Call it inside a transaction that has locked the case.
 */
export async function freeze(
  step: Db,
  caseId: string,
  kind: RevisionKind,
  authorId: string | null,
): Promise<{ number: number; packet: Packet }> {
  const locked = await lockCase(step, caseId);
  const rows = await step.packetItem.findMany({ where: { caseId, deletedAt: null } });
  const comments = await commentsOf(step, caseId);
  const items = rows.map(storedItem).map((item) => {
    const own = comments
      .filter((comment) => comment.itemId === item.id)
      .map(({ author, at, text }) => ({ by: author.name, at, text }));
    const old = (item.content.comments ?? []) as { by: string; at: string; text: string }[];
    const added = own.filter((comment) => !old.some((one) => same(one, comment)));
    return added.length > 0 ? { ...item, content: { ...item.content, comments: [...old, ...added] } } : item;
  });
  const packet = packetOf(caseId, items);
  const number = locked.revision + 1;
  await step.packetRevision.create({
    data: {
      caseId,
      number,
      basedOn: locked.revision === 0 ? null : locked.revision,
      content: json(packet),
      contentHash: sha256(canonicalJson(packet)),
      authorId,
      kind,
    },
  });
  await step.case.update({ where: { id: caseId }, data: { revision: number } });
  return { number, packet };
}

/** Puts a draft packet into a case that has none; each item keeps its draft for comparison. */
export async function placeDraft(
  step: Db,
  caseId: string,
  draft: Packet,
  authorId: string | null,
): Promise<void> {
  await lockCase(step, caseId);
  if (await step.packetItem.findFirst({ where: { caseId } }))
    throw new Problem("conflict", "This case already has a packet.");
  await step.packetItem.createMany({
    data: itemsOf(draft).map((item) => ({
      caseId,
      itemId: item.content.id,
      section: item.section,
      position: item.position,
      content: json(item.content),
      draft: item.section === "about" || item.content.origin === "expert" ? undefined : json(item.content),
      decision: String(item.content.decision ?? ""),
      revision: 1,
    })),
  });
  await freeze(step, caseId, "draft", authorId);
  await step.case.update({
    where: { id: caseId },
    data: { stage: "drafted", stageSince: new Date(), title: draft.title },
  });
}

/** What keeps a packet from being submitted: what is undecided, and what the live check calls an error. */
export function submitFindings(packet: Packet): { findings: PacketFinding[]; undecided: string[] } {
  const undecided = itemsOf(packet)
    .filter((item) => item.content.decision === "undecided")
    .map((item) => item.content.id);
  return { findings: checkPacket(packet).filter((one) => one.severity === "error"), undecided };
}

/** An item that quotes a record which was set aside; null when there is none. */
async function quotesSetAside(db: Db, caseId: string): Promise<string | null> {
  const [records, rows] = await Promise.all([
    db.record.findMany({ where: { caseId, quarantinedAt: { not: null } }, select: { key: true } }),
    db.packetItem.findMany({ where: { caseId, deletedAt: null, decision: { not: "rejected" } } }),
  ]);
  const keys = new Set(records.map((record) => record.key));
  const found = rows.find((row) =>
    ((row.content as ItemContent).evidence as { record: string }[] | undefined)?.some((one) =>
      keys.has(one.record),
    ),
  );
  return found?.itemId ?? null;
}

/**
 * Hands the packet to a second expert: everything decided, every item complete. Freezes a revision.
 * @throws {Problem} not_ready with what is open, not_allowed, conflict
 */
export async function submitPacket(
  database: Database,
  actor: Actor,
  caseId: string,
): Promise<{ revision: number }> {
  const found = await requireVisible(database, actor, caseId);
  const refusal = editRefusal(actor, found);
  if (refusal) throw new Problem("not_allowed", refusal);
  return database.$transaction(async (step) => {
    const locked = await lockCase(step, caseId);
    const stale = editRefusal(actor, { ...locked, shares: found.shares });
    if (stale) throw new Problem("not_allowed", stale);
    await holdForEdit(step, actor, caseId);
    const { findings, undecided } = submitFindings(await currentPacket(step, caseId));
    if (undecided.length > 0)
      throw new Problem("not_ready", `${undecided.length} items are not decided yet.`, {
        fix: "Decide each one: accept, edit or reject it.",
        extra: { undecided },
      });
    if (findings.length > 0)
      throw new Problem("not_ready", findings[0]?.message ?? "An item is incomplete.", {
        fix: findings[0]?.fix || "Mend the items that are named, or reject them.",
        extra: { findings: findings.slice(0, 20) },
      });
    const hidden = await quotesSetAside(step, caseId);
    if (hidden)
      throw new Problem("not_ready", "An item quotes a record that was set aside.", {
        fix: "Remove that quote, or wait for the curator's decision.",
        extra: { itemId: hidden },
      });
    const { number } = await freeze(step, caseId, "submit", actor.id);
    await step.case.update({ where: { id: caseId }, data: { stage: "in_review", stageSince: new Date() } });
    await step.lease.deleteMany({ where: { caseId } });
    await audit(step, { actorId: actor.id, action: "packet.submit", caseId, detail: { revision: number } });
    return { revision: number };
  });
}

/**
 * Opens an accepted packet again: a new revision begins, the accepted one stays as it is.
 * @throws {Problem} not_allowed, conflict when it is not frozen
 */
export async function reopenPacket(
  database: Database,
  actor: Actor,
  caseId: string,
): Promise<{ revision: number }> {
  const found = await requireVisible(database, actor, caseId);
  const may = actor.role === "admin" || actor.role === "curator" || found.advocateId === actor.id;
  if (!may)
    throw new Problem("not_allowed", "Its advocate, a curator or an administrator re-opens a packet.");
  return database.$transaction(async (step) => {
    const locked = await lockCase(step, caseId);
    if (!FROZEN.includes(locked.stage))
      throw new Problem("conflict", "Only an accepted packet is re-opened.");
    const { number } = await freeze(step, caseId, "reopen", actor.id);
    await step.case.update({
      where: { id: caseId },
      data: { stage: "annotating", stageSince: new Date(), reviewerId: null },
    });
    await audit(step, { actorId: actor.id, action: "packet.reopen", caseId, detail: { revision: number } });
    return { revision: number };
  });
}

/** Adds a remark to an item. Anyone who may see the packet may comment on it. */
export async function addComment(
  database: Database,
  actor: Actor,
  caseId: string,
  given: { itemId: string; text: string },
): Promise<CommentView> {
  const found = await requireVisible(database, actor, caseId);
  await refuseBlind(database, actor, found);
  const item = await database.packetItem.findUnique({
    where: { caseId_itemId: { caseId, itemId: given.itemId } },
    select: { itemId: true },
  });
  if (!item) throw new Problem("not_found", "There is no such item.");
  return database.$transaction(async (step) => {
    const row = await step.itemComment.create({
      data: { caseId, itemId: given.itemId, revision: found.revision, authorId: actor.id, text: given.text },
    });
    await audit(step, { actorId: actor.id, action: "comment.add", caseId, detail: { itemId: given.itemId } });
    return {
      id: row.id,
      itemId: row.itemId,
      author: { id: actor.id, name: actor.name },
      text: row.text,
      at: row.createdAt.toISOString(),
      resolvedAt: null,
    };
  });
}

/** Marks a remark as settled. */
export async function resolveComment(
  database: Database,
  actor: Actor,
  caseId: string,
  commentId: string,
): Promise<void> {
  await requireVisible(database, actor, caseId);
  await database.$transaction(async (step) => {
    const { count } = await step.itemComment.updateMany({
      where: { id: commentId, caseId, resolvedAt: null },
      data: { resolvedAt: new Date() },
    });
    if (count > 0)
      await audit(step, { actorId: actor.id, action: "comment.resolve", caseId, detail: { commentId } });
  });
}

/** The newest frozen revision of a kind; null when there is none. */
export async function newestRevision(db: Db, caseId: string, kind: RevisionKind) {
  return db.packetRevision.findFirst({ where: { caseId, kind }, orderBy: { number: "desc" } });
}

/** A packet as a file: keys in the schema's order, two spaces, a line end. The same packet is always the same bytes. */
export function packetFile(packet: unknown): string {
  return `${JSON.stringify(parse(packetSchema, packet, "The packet"), null, 2)}\n`;
}

/**
 * The packet as a file: the accepted revision, or with `now` the packet as it stands.
 * @throws {Problem} not_ready when nothing was accepted yet or the present packet is unfinished
 */
export async function exportPacket(
  database: Database,
  actor: Actor,
  caseId: string,
  which: "accepted" | "now",
): Promise<string> {
  await refuseBlind(database, actor, await requireVisible(database, actor, caseId));
  if (which === "now") {
    const packet = await currentPacket(database, caseId);
    if (!packetSchema.safeParse(packet).success)
      throw new Problem("not_ready", "The packet has unfinished items.", {
        fix: "Complete or reject them first.",
      });
    return packetFile(packet);
  }
  const accepted = await newestRevision(database, caseId, "accept");
  if (!accepted)
    throw new Problem("not_ready", "No revision of this packet was accepted yet.", {
      fix: "Submit it for review, or export it as it stands.",
    });
  return packetFile(accepted.content);
}
