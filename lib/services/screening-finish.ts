import { CASE_TITLE } from "@/lib/contracts/import";
import { sha256 } from "@/lib/crypto/hash";
import type { Db } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import { applyPlan, type ReplaceableRecord, readAgain } from "@/lib/screening";
import { storedMoment } from "./cases-create";
import { saysNothing } from "./cases-names";
import { type ScreeningState, storedPlace } from "./screening-state";

const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number} ${many}`;

/** How much of a case waits for a decision: values, and parts that could not be read. */
export async function waitingOf(step: Db, caseId: string, state: ScreeningState) {
  const groups = state.plan.groups.filter(
    (group) => (state.decisions.get(group.key) ?? "undecided") === "undecided",
  );
  const parts = await step.caseUnread.findMany({ where: { caseId }, select: { id: true } });
  const unread = parts.filter(({ id }) => (state.unread.get(id) ?? "undecided") === "undecided");
  return { groups: groups.length, unread: unread.length };
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

/** What a second reading found in the finished record is marked in the record as it stands, and waits. */
async function markAgain(
  step: Db,
  caseId: string,
  state: ScreeningState,
  found: ReturnType<typeof readAgain>,
) {
  for (const { recordKey, field, start, end, kind, confidence, reason } of found) {
    const home = storedPlace(state, { recordKey, field });
    if (!home) continue;
    const place = { ...home, start, end, kind };
    await step.recordFinding.upsert({
      where: { recordId_field_start_end_kind: place },
      create: { ...place, confidence, reason },
      update: {},
    });
  }
  await step.record.updateMany({
    where: { caseId, key: { in: found.map((one) => one.recordKey) }, quarantinedAt: null },
    data: { quarantinedAt: new Date(), quarantineReason: "a second reading found a possible identifier" },
  });
}

/**
 * Ends the check of a case: what was decided is carried out in every place, the result is read once more, and only when
 * nothing new is found the case leaves: its records and titles are then the screened ones, and the key of the stand-ins is
 * thrown away. A record that items quote stays set aside while it holds what was to be replaced.
 * @throws {Problem} not_ready while something is undecided
 */
export async function finishScreening(
  step: Db,
  caseId: string,
  state: ScreeningState,
): Promise<{ setAside: number; again: number; kept: number; changed: number }> {
  const open = await waitingOf(step, caseId, state);
  if (open.groups + open.unread > 0)
    throw new Problem(
      "not_ready",
      [
        open.groups > 0 ? count(open.groups, "value is", "values are") : "",
        open.unread > 0 ? count(open.unread, "unread part is", "unread parts are") : "",
      ]
        .filter(Boolean)
        .join(" and ")
        .concat(" not decided yet."),
      { fix: "Decide on each of them first." },
    );
  const decisionOf = (key: string) => state.decisions.get(key) ?? "undecided";
  const { records, spans } = applyPlan(state.records, state.plan, decisionOf);
  const found = readAgain(state.records, records, spans, state.plan, decisionOf);
  if (found.length > 0) {
    await markAgain(step, caseId, state, found);
    return { setAside: 0, again: found.length, kept: 0, changed: 0 };
  }
  const quoted = await quotedRecords(step, caseId);
  const touched = new Set(spans.map((span) => span.recordKey));
  const held = new Set(state.rows.map((row) => row.key).filter((key) => quoted.has(key) && touched.has(key)));
  await store(step, caseId, state, records, held);
  const kept = [...state.decisions.values()].filter((one) => one === "keep").length;
  return { setAside: held.size, again: 0, kept, changed: touched.size };
}

async function store(
  step: Db,
  caseId: string,
  state: ScreeningState,
  after: readonly ReplaceableRecord[],
  held: ReadonlySet<string>,
): Promise<void> {
  const byKey = new Map(after.map((record) => [record.key, record]));
  for (const row of state.rows) {
    const fresh = byKey.get(row.key);
    if (!fresh || held.has(row.key)) continue;
    const { text, title, sender } = fresh;
    await step.record.update({
      where: { id: row.id },
      data: {
        text,
        title,
        sender,
        at: storedMoment(fresh.at),
        sha256: sha256(text),
        sourceTitle: null,
        quarantinedAt: null,
        quarantineReason: null,
      },
    });
  }
  const done = state.rows.filter((row) => !held.has(row.key)).map((row) => row.id);
  await step.recordFinding.deleteMany({ where: { recordId: { in: done } } });
  await step.caseUnread.deleteMany({ where: { caseId } });
  const { sourceId } = await step.case.findUniqueOrThrow({
    where: { id: caseId },
    select: { sourceId: true },
  });
  const title = byKey.get(CASE_TITLE)?.title;
  await step.case.update({
    where: { id: caseId },
    data: {
      ...(title ? { title } : {}),
      sourceTitle: null,
      sourceId: sourceId && saysNothing(sourceId) ? sourceId : null,
      ...(held.size === 0 ? { screeningSecret: null } : {}),
    },
  });
}
