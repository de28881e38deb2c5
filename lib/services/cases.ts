import { COMPILER_VERSION } from "@/compiler/certify";
import { audit } from "@/lib/auth/audit";
import {
  type CasePeople,
  type Queue,
  type QueueQuery,
  type QueueRow,
  type Solvability,
  solvabilitySchema,
  type Tab,
} from "@/lib/contracts/cases";
import type { RecordView } from "@/lib/contracts/packets";
import type { Database } from "@/lib/db";
import type { Prisma, Role } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";
import { type Actor, requireVisible, visibleCases } from "./cases-access";
import { mayScreen, screenersOf } from "./cases-screening";
import { solvabilityOf } from "./cases-solvability";
import { lockCase } from "./packets";
import { peopleOf } from "./users";

const LISTED = 200;
/** How many packets a listing checks anew; the others keep what was known until the next one. */
const CHECKED = 40;

/** Which cases wait for somebody's own act. */
function needs(actor: Actor): Prisma.CaseWhereInput {
  const own: Prisma.CaseWhereInput = {
    OR: [{ advocateId: actor.id }, { shares: { some: { userId: actor.id } } }],
  };
  if (actor.role === "advocate")
    return {
      OR: [
        { AND: [own, { stage: { in: ["imported", "screened", "drafted", "annotating"] } }] },
        { advocateId: null, stage: { in: ["screened", "drafted"] } },
      ],
    };
  if (actor.role === "reviewer")
    return {
      stage: "in_review",
      NOT: { advocateId: actor.id },
      OR: [{ reviewerId: null }, { reviewerId: actor.id }],
    };
  const unsure: Prisma.CaseWhereInput = {
    records: { some: { findings: { some: { decision: "undecided" } } } },
  };
  if (actor.role === "curator")
    return { OR: [unsure, { stage: { in: ["imported", "accepted", "compiled", "certified"] } }] };
  return {
    OR: [
      unsure,
      { stage: "imported" },
      { stage: { in: ["screened", "drafted"] }, advocateId: null },
      { stage: "in_review", reviewerId: null },
    ],
  };
}

function ofTab(actor: Actor, tab: Tab): Prisma.CaseWhereInput {
  if (tab === "needs_you") return needs(actor);
  if (tab === "in_review") return { stage: "in_review" };
  if (tab === "with_curator") return { stage: { in: ["accepted", "compiled", "certified"] } };
  if (tab === "published") return { stage: "published" };
  return {};
}

function ofQuery(actor: Actor, query: QueueQuery, now: Date): Prisma.CaseWhereInput[] {
  const where: Prisma.CaseWhereInput[] = [];
  if (query.q) {
    const contains = { contains: query.q, mode: "insensitive" as const };
    where.push({
      OR: [
        { id: contains },
        { title: contains },
        {
          items: {
            some: {
              section: "brief",
              content: { path: ["text"], string_contains: query.q, mode: "insensitive" },
            },
          },
        },
      ],
    });
  }
  if (query.state !== "any") where.push({ stage: query.state });
  const held = { expiresAt: { gt: now } };
  if (query.held === "me") where.push({ lease: { holderId: actor.id, ...held } });
  if (query.held === "others") where.push({ lease: { holderId: { not: actor.id }, ...held } });
  if (query.held === "nobody") where.push({ NOT: { lease: held } });
  return where;
}

const caseShape = {
  advocate: true,
  reviewer: true,
  shares: true,
  lease: { include: { holder: true } },
  _count: { select: { records: true } },
} satisfies Prisma.CaseInclude;
type CaseRow = Prisma.CaseGetPayload<{ include: typeof caseShape }>;

/**
 * The cases somebody may see, by tab, filters and search, with the counts of every tab. Whose turn it is, what is open
 * and what the next step is called are worked out here, so that every page says the same.
 */
export async function listCases(database: Database, actor: Actor, query: QueueQuery): Promise<Queue> {
  const now = new Date();
  const visible = visibleCases(actor);
  const filters = ofQuery(actor, query, now);
  const tabs: Tab[] = ["needs_you", "in_review", "with_curator", "published", "all"];
  const counted = await Promise.all(
    tabs.map(
      async (tab) =>
        [tab, await database.case.count({ where: { AND: [visible, ofTab(actor, tab)] } })] as const,
    ),
  );
  const orderBy: Prisma.CaseOrderByWithRelationInput[] =
    query.sort === "title"
      ? [{ title: "asc" }]
      : query.sort === "edited"
        ? [{ editedAt: { sort: "desc", nulls: "last" } }]
        : [{ stageSince: "asc" }];
  const found = await database.case.findMany({
    where: { AND: [visible, ofTab(actor, query.tab), ...filters] },
    include: caseShape,
    orderBy: [...orderBy, { id: "asc" }],
    take: LISTED + 1,
  });
  const listed = found.slice(0, LISTED);
  const figures = { ...(await figuresOf(database, listed)), screeners: await screenersOf(database) };
  const rows = listed.map((one) => rowOf(actor, one, figures, now));
  const open = (row: QueueRow) =>
    row.openFindings > 0 || (row.solvability?.unreachable ?? 0) + (row.solvability?.toCheck ?? 0) > 0;
  return {
    counts: Object.fromEntries(counted) as Queue["counts"],
    rows: query.findings === "any" ? rows : rows.filter((row) => open(row) === (query.findings === "open")),
    more: found.length > LISTED,
  };
}

type Figures = Awaited<ReturnType<typeof figuresOf>> & { screeners: string[] };

async function figuresOf(database: Database, cases: CaseRow[]) {
  const ids = cases.map((one) => one.id);
  const [items, findings, comments, returned] = await Promise.all([
    database.packetItem.groupBy({
      by: ["caseId", "section", "decision"],
      where: { caseId: { in: ids }, deletedAt: null, section: { not: "about" } },
      _count: true,
    }),
    database.recordFinding.findMany({
      where: { decision: "undecided", record: { caseId: { in: ids } } },
      select: { record: { select: { caseId: true } } },
    }),
    database.itemComment.groupBy({
      by: ["caseId"],
      where: { caseId: { in: ids }, resolvedAt: null },
      _count: true,
    }),
    database.review.findMany({
      where: { caseId: { in: ids }, verdict: "returned" },
      select: { caseId: true, closedAt: true },
    }),
  ]);
  const solvability = new Map<string, Solvability | null>();
  let left = CHECKED;
  for (const one of cases) {
    const known = solvabilitySchema.nullable().catch(null).parse(one.solvability);
    const wanted = one.stage === "drafted" || one.stage === "annotating" || one.stage === "in_review";
    const current = known?.revision === one.revision && known.compiler === COMPILER_VERSION;
    const stale = wanted && !current && left > 0;
    if (stale) left -= 1;
    solvability.set(one.id, stale ? await solvabilityOf(database, one.id, one.revision) : known);
  }
  return { items, findings, comments, returned, solvability };
}

function rowOf(actor: Actor, one: CaseRow, figures: Figures, now: Date): QueueRow {
  const items = figures.items.filter((row) => row.caseId === one.id);
  const sum = (rows: typeof items) => rows.reduce((total, row) => total + row._count, 0);
  const total = sum(items);
  const decided = sum(items.filter((row) => row.decision !== "undecided"));
  const parties = sum(items.filter((row) => row.section === "parties"));
  const openFindings = figures.findings.filter((row) => row.record.caseId === one.id).length;
  const comments = figures.comments.find((row) => row.caseId === one.id)?._count ?? 0;
  const sentBack = figures.returned.some((row) => row.caseId === one.id);
  const held = one.lease && one.lease.expiresAt > now ? one.lease : null;
  const setAside = one.stage === "imported";
  return {
    caseId: one.id,
    title: one.title,
    stage: one.stage,
    note: noteOf(one, actor, { setAside, sentBack, comments, decided, screeners: figures.screeners }),
    setAside,
    records: one._count.records,
    parties,
    decided,
    total,
    advocate: one.advocate && { id: one.advocate.id, name: one.advocate.name },
    reviewer: one.reviewer && { id: one.reviewer.id, name: one.reviewer.name },
    holder: held && {
      person: { id: held.holder.id, name: held.holder.name },
      until: held.expiresAt.toISOString(),
    },
    solvability: figures.solvability.get(one.id) ?? null,
    openFindings,
    waitingSince: one.stageSince.toISOString(),
    editedAt: one.editedAt?.toISOString() ?? null,
    next: nextStep(one, actor, {
      unsure: openFindings > 0,
      sentBack,
      heldByOther: held !== null && held.holderId !== actor.id,
    }),
  };
}

function noteOf(
  one: CaseRow,
  actor: Actor,
  of: { setAside: boolean; sentBack: boolean; comments: number; decided: number; screeners: string[] },
): string {
  if (one.stage === "imported" && !mayScreen(actor)) return `waits for ${whoOf(of.screeners)}`;
  if (of.setAside) return "names and numbers to check";
  if (one.stage === "imported") return "ready to leave the check";
  if (one.stage === "screened") return "no packet yet";
  if (one.stage === "drafted") return of.decided === 0 ? "a draft, unread" : "being read";
  if (one.stage === "annotating") {
    if (of.sentBack) return `sent back, ${of.comments} ${of.comments === 1 ? "comment" : "comments"}`;
    return one.advocateId !== actor.id && one.shares.some((share) => share.userId === actor.id)
      ? "shared with you"
      : "first pass";
  }
  if (one.stage === "in_review") return one.reviewer ? `with ${one.reviewer.name}` : "waits for a reviewer";
  if (one.stage === "published") return "";
  return "with a curator";
}

/** "Cleo Curator", "Cleo Curator or another curator": whom a case waits for. */
const whoOf = ([first, ...others]: readonly string[]): string =>
  first === undefined ? "a curator" : others.length > 0 ? `${first} or another curator` : first;

function nextStep(
  one: CaseRow,
  actor: Actor,
  of: { unsure: boolean; sentBack: boolean; heldByOther: boolean },
): QueueRow["next"] {
  const bench = `/cases/${one.id}`;
  const go = (label: string, href = bench, take = false) => ({ label, href, take });
  const mine = one.advocateId === actor.id || one.shares.some((share) => share.userId === actor.id);
  const decides = actor.role === "curator" || actor.role === "admin";
  if (decides && (of.unsure || one.stage === "imported")) return go("Decide", `/import/${one.id}`);
  if (one.stage === "imported") return go("See who checks it", `/import/${one.id}`);
  if (one.stage === "screened" || one.stage === "drafted" || one.stage === "annotating") {
    if (actor.role === "advocate" && one.advocateId === null && !mine) return go("Take", bench, true);
    if (!mine) return go("Look");
    if (of.heldByOther) return go("Ask for it");
    if (one.stage === "screened") return go("Begin");
    return go(of.sentBack ? "Correct" : one.stage === "drafted" ? "Read the draft" : "Continue");
  }
  if (one.stage === "in_review") {
    const review = actor.role === "reviewer" || (actor.role === "admin" && !mine);
    return review ? go(one.reviewerId === actor.id ? "Go on" : "Review", `/reviews/${one.id}`) : go("Look");
  }
  if (actor.role === "curator" || actor.role === "admin")
    return go(
      one.stage === "accepted"
        ? "Compile"
        : one.stage === "compiled"
          ? "Certify"
          : one.stage === "certified"
            ? "Publish"
            : "Look",
      `/worlds/${one.id}`,
    );
  return go("Look");
}

/**
 * Takes a drafted case that nobody has: from now on it is assigned to this advocate.
 * @throws {Problem} conflict when somebody else was first, not_allowed
 */
export async function takeCase(database: Database, actor: Actor, caseId: string): Promise<void> {
  if (actor.role !== "advocate" && actor.role !== "admin")
    throw new Problem("not_allowed", "Only advocates take cases.");
  await requireVisible(database, actor, caseId);
  await database.$transaction(async (step) => {
    const locked = await lockCase(step, caseId);
    if (locked.advocateId === actor.id) return;
    if (locked.advocateId !== null)
      throw new Problem("conflict", "Somebody else has taken this case.", { fix: "Choose another one." });
    if (locked.stage !== "drafted" && locked.stage !== "screened")
      throw new Problem("conflict", "This case is not waiting for an advocate.");
    await step.case.update({ where: { id: caseId }, data: { advocateId: actor.id } });
    await audit(step, { actorId: actor.id, action: "case.take", caseId });
  });
}

/**
 * Assigns a case. An administrator assigns anybody; a curator assigns advocates and reviewers.
 * @throws {Problem} bad_input when the person has not the role or would review their own packet
 */
export async function assignCase(
  database: Database,
  actor: Actor,
  caseId: string,
  to: { advocateId?: string | null; reviewerId?: string | null; curatorId?: string | null },
): Promise<void> {
  if (actor.role !== "admin" && actor.role !== "curator")
    throw new Problem("not_allowed", "An administrator or a curator assigns cases.");
  await requireVisible(database, actor, caseId);
  const roles = { advocateId: "advocate", reviewerId: "reviewer", curatorId: "curator" } as const;
  await database.$transaction(async (step) => {
    const locked = await lockCase(step, caseId);
    for (const [field, role] of Object.entries(roles)) {
      const id = to[field as keyof typeof to];
      if (!id) continue;
      const user = await step.user.findUnique({ where: { id } });
      if (!user || user.disabledAt || (user.role !== role && user.role !== "admin"))
        throw new Problem("bad_input", `This person is not an active ${role}.`, {
          fix: `Choose an active ${role}.`,
        });
    }
    const advocate = to.advocateId === undefined ? locked.advocateId : to.advocateId;
    if (to.reviewerId && to.reviewerId === advocate)
      throw new Problem("bad_input", "Nobody reviews their own packet.", { fix: "Choose another reviewer." });
    await step.case.update({ where: { id: caseId }, data: to });
    await audit(step, { actorId: actor.id, action: "case.assign", caseId, detail: { ...to } });
  });
}

/**
 * Shares a case with another advocate, or ends that. Its advocate, a curator or an administrator may.
 * @throws {Problem} not_allowed, bad_input
 */
export async function shareCase(
  database: Database,
  actor: Actor,
  caseId: string,
  given: { userId: string; shared: boolean },
): Promise<void> {
  const found = await requireVisible(database, actor, caseId);
  if (found.advocateId !== actor.id && actor.role !== "admin" && actor.role !== "curator")
    throw new Problem("not_allowed", "Only its advocate, a curator or an administrator shares a case.");
  const user = await database.user.findUnique({ where: { id: given.userId } });
  if (!user || user.disabledAt || user.role !== "advocate" || user.id === found.advocateId)
    throw new Problem("bad_input", "A case is shared with another active advocate.");
  await database.$transaction(async (step) => {
    const key = { caseId, userId: given.userId };
    if (given.shared) await step.caseShare.upsert({ where: { caseId_userId: key }, create: key, update: {} });
    else await step.caseShare.deleteMany({ where: key });
    await audit(step, {
      actorId: actor.id,
      action: given.shared ? "case.share" : "case.unshare",
      caseId,
      detail: { userId: given.userId },
    });
  });
}

/** Who works on a case. Whom else one could choose is told only to those who may. */
export async function peopleOfCase(database: Database, actor: Actor, caseId: string): Promise<CasePeople> {
  await requireVisible(database, actor, caseId);
  const shown = { select: { id: true, name: true } };
  const found = await database.case.findUniqueOrThrow({
    where: { id: caseId },
    select: { advocate: shown, reviewer: shown, curator: shown, shares: { select: { user: shown } } },
  });
  const mayAssign = actor.role === "admin" || actor.role === "curator";
  const mayShare = mayAssign || found.advocate?.id === actor.id;
  const people = async (role: Role, may: boolean) => (may ? peopleOf(database, role) : []);
  return {
    advocate: found.advocate,
    reviewer: found.reviewer,
    curator: found.curator,
    shared: found.shares.map((share) => share.user),
    mayShare,
    mayAssign,
    advocates: await people("advocate", mayShare),
    reviewers: await people("reviewer", mayAssign),
    curators: await people("curator", mayAssign),
  };
}

/** The records of a case in their order. The text of a record that was set aside is not given out. */
export async function recordsOf(database: Database, actor: Actor, caseId: string): Promise<RecordView[]> {
  await requireVisible(database, actor, caseId);
  const rows = await database.record.findMany({
    where: { caseId },
    orderBy: [{ position: "asc" }, { key: "asc" }],
  });
  return rows.map((row) => ({
    key: row.key,
    kind: row.kind,
    sender: row.quarantinedAt ? "" : row.sender,
    at: row.at?.toISOString().slice(0, 16) ?? null,
    title: row.title,
    text: row.quarantinedAt ? "" : row.text,
    sha256: row.sha256,
    setAside: row.quarantinedAt ? (row.quarantineReason ?? "an identifier was seen") : null,
  }));
}

/**
 * "Identifier seen": sets a record aside at once, for everybody, and leaves the passage to a curator.
 * @throws {Problem} not_found, bad_input when the passage is not in the record
 */
export async function reportIdentifier(
  database: Database,
  actor: Actor,
  caseId: string,
  given: { record: string; start: number; end: number },
): Promise<void> {
  await requireVisible(database, actor, caseId);
  await database.$transaction(async (step) => {
    await lockCase(step, caseId);
    const record = await step.record.findUnique({ where: { caseId_key: { caseId, key: given.record } } });
    if (!record) throw new Problem("not_found", "There is no such record.");
    if (given.end > record.text.length || given.start >= given.end)
      throw new Problem("bad_input", "The passage is not in this record.");
    await step.record.update({
      where: { id: record.id },
      data: { quarantinedAt: new Date(), quarantineReason: `${actor.name} saw an identifier in it` },
    });
    const place = { recordId: record.id, field: "text", start: given.start, end: given.end };
    await step.recordFinding.upsert({
      where: {
        recordId_field_start_end_kind: { ...place, kind: "reported" },
      },
      create: { ...place, kind: "reported", reason: "seen by a person at work" },
      update: { decision: "undecided", decidedById: null, decidedAt: null },
    });
    await audit(step, {
      actorId: actor.id,
      action: "record.set_aside",
      caseId,
      detail: { record: given.record, start: given.start, end: given.end },
    });
  });
}
