import { audit } from "@/lib/auth/audit";
import {
  richnessSchema,
  type ScreeningAct,
  type ScreeningDone,
  type ScreeningView,
} from "@/lib/contracts/import";
import type { Database, Db } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import { groupBy, KIND_LABELS, removedWords } from "@/lib/screening";
import { type Actor, requireVisible } from "./cases-access";
import { lockCase } from "./packets";
import { finishScreening, waitingOf } from "./screening-finish";
import { logAct, type ScreeningState, screeningState, storedPlace } from "./screening-state";

const SURE = 0.8;
/** Who may decide on possible identifiers. */
export const mayScreen = (actor: Actor) => actor.role === "curator" || actor.role === "admin";

/** Who decides on possible identifiers, by name: the people to ask. */
export async function screenersOf(db: Db): Promise<string[]> {
  const people = await db.user.findMany({
    where: { role: { in: ["curator", "admin"] }, disabledAt: null },
    orderBy: [{ role: "asc" }, { name: "asc" }],
    select: { name: true, role: true },
  });
  const curators = people.filter((one) => one.role === "curator");
  return (curators.length > 0 ? curators : people).slice(0, 5).map((one) => one.name);
}

/**
 * The check of a case: the whole record with every value in it, for those who decide. Others learn that it waits, how much
 * of it, and for whom.
 */
export async function screeningView(db: Database, actor: Actor, caseId: string): Promise<ScreeningView> {
  const found = await requireVisible(db, actor, caseId);
  const decides = mayScreen(actor);
  const state = await screeningState(db, caseId);
  const waiting = await waitingOf(db, caseId, state);
  const base = {
    caseId,
    title: found.title,
    stage: found.stage,
    mayDecide: decides,
    screeners: await screenersOf(db),
    records: state.rows.length,
    richness: richnessSchema.nullable().catch(null).parse(found.richness),
    waiting: waiting.groups + waiting.unread,
  };
  if (!decides) return { ...base, groups: [], rows: [], places: [], unread: [], weeks: 0, foundAgain: 0 };
  const unread = await db.caseUnread.findMany({ where: { caseId }, orderBy: { position: "asc" } });
  const { plan } = state;
  return {
    ...base,
    groups: groupsView(state),
    rows: state.records.map(({ key, title, sender, at, text }) => ({
      key,
      kind: state.rows.find((row) => row.key === key)?.kind ?? "case",
      title,
      sender,
      at,
      text,
    })),
    places: plan.places.map(({ recordKey, field, start, end, groups, becomes, marked }) => ({
      record: recordKey,
      field,
      start,
      end,
      groups,
      becomes,
      marked,
    })),
    unread: unread.map(({ id, recordKey, what, why, fix }) => ({
      id,
      record: recordKey,
      what,
      why,
      fix,
      decision: state.unread.get(id) ?? "undecided",
    })),
    weeks: plan.groups.some((group) => group.kind === "date") ? plan.weeks : 0,
    foundAgain: state.foundAgain,
  };
}

const groupsView = ({ plan, decisions, apart }: ScreeningState): ScreeningView["groups"] =>
  plan.groups.map((group) => ({
    key: group.key,
    kind: group.kind,
    kindWords: KIND_LABELS[group.kind],
    label: group.label,
    spellings: group.spellings.map((one) => ({ ...one, apart: apart.has(one.key) })),
    places: group.places,
    sure: group.confidence >= SURE,
    reason: group.reason,
    decision: decisions.get(group.key) ?? "undecided",
    removed: removedWords(group.kind),
  }));

/**
 * One act of screening: decide on values, mark what was missed, split a spelling off, decide on unread content, or end the
 * check. Each is appended to the log; nothing decided is overwritten.
 * @throws {Problem} not_allowed, not_found, bad_input, not_ready while something is undecided
 */
export async function actOnScreening(
  database: Database,
  actor: Actor,
  caseId: string,
  act: ScreeningAct,
): Promise<ScreeningDone> {
  if (!mayScreen(actor))
    throw new Problem("not_allowed", "A curator or an administrator decides on possible identifiers.");
  await requireVisible(database, actor, caseId);
  return database.$transaction(
    async (step) => {
      const locked = await lockCase(step, caseId);
      const state = await screeningState(step, caseId);
      if (act.act === "finish") return finish(step, actor, caseId, locked.stage, state);
      if (act.act === "decide") await decide(step, actor, caseId, state, act);
      else if (act.act === "mark") await mark(step, actor, caseId, state, act);
      else if (act.act === "apart")
        await logAct(step, caseId, actor.id, { act: "apart", spelling: act.spelling, apart: act.apart });
      else {
        const known = await step.caseUnread.count({ where: { caseId, id: { in: act.ids } } });
        if (known !== act.ids.length) throw new Problem("not_found", "There is no such part of this case.");
        await logAct(step, caseId, actor.id, { act: "unread", ids: act.ids, as: act.as });
      }
      return { setAside: 0, again: 0, finished: false };
    },
    { timeout: 60_000 },
  );
}

async function decide(
  step: Db,
  actor: Actor,
  caseId: string,
  state: ScreeningState,
  act: Extract<ScreeningAct, { act: "decide" }>,
): Promise<void> {
  const wanted = new Set(act.groups);
  const groups = state.plan.groups.filter((group) => wanted.has(group.key));
  if (groups.length !== wanted.size)
    throw new Problem("conflict", "Somebody changed these values in the meantime.", {
      fix: "Reload the page and decide again.",
    });
  if (act.becomes && groups.length > 1) throw new Problem("bad_input", "A replacement belongs to one value.");
  await logAct(step, caseId, actor.id, {
    act: "decide",
    spellings: groups.flatMap((group) => group.spellings.map((one) => one.key)),
    as: act.as,
    ...(act.becomes ? { becomes: act.becomes } : {}),
  });
  const places = state.plan.places.filter((place) => place.groups.some((group) => wanted.has(group)));
  const inPlace = groupBy(places, (place) => `${place.recordKey} ${place.field}`);
  const ids = state.findings
    .filter((one) =>
      inPlace
        .get(`${one.recordKey} ${one.field}`)
        ?.some((place) => place.start < one.end && one.start < place.end),
    )
    .map((one) => one.id);
  const decision = act.as === "undecided" ? "undecided" : act.as === "keep" ? "harmless" : "identifier";
  await step.recordFinding.updateMany({
    where: { id: { in: ids } },
    data: { decision, decidedById: actor.id, decidedAt: new Date() },
  });
  await audit(step, {
    actorId: actor.id,
    action: "screening.decide",
    caseId,
    detail: { values: groups.length, places: places.length, as: act.as },
  });
}

async function mark(
  step: Db,
  actor: Actor,
  caseId: string,
  state: ScreeningState,
  act: Extract<ScreeningAct, { act: "mark" }>,
): Promise<void> {
  const { record: recordKey, field, start, end, kind } = act;
  const text = state.records.find((one) => one.key === recordKey)?.[field] ?? "";
  const home = storedPlace(state, { recordKey, field });
  if (!home || end > text.length || start >= end || text.slice(start, end).trim() === "")
    throw new Problem("bad_input", "The passage is not in this record.", {
      fix: "Reload the page and choose it again.",
    });
  const overlapped = state.findings.filter(
    (one) => one.recordKey === recordKey && one.field === field && one.start < end && start < one.end,
  );
  await step.recordFinding.deleteMany({ where: { id: { in: overlapped.map((one) => one.id) } } });
  const finding = await step.recordFinding.create({
    data: { ...home, start, end, kind, confidence: 1, reason: "marked by a person" },
  });
  await logAct(step, caseId, actor.id, { act: "mark", finding: finding.id });
  await audit(step, { actorId: actor.id, action: "screening.mark", caseId, detail: { kind } });
}

async function finish(
  step: Db,
  actor: Actor,
  caseId: string,
  stage: string,
  state: ScreeningState,
): Promise<ScreeningDone> {
  const done = await finishScreening(step, caseId, state);
  if (done.again > 0) {
    await logAct(step, caseId, actor.id, { act: "again", found: done.again });
    await audit(step, {
      actorId: actor.id,
      action: "screening.again",
      caseId,
      detail: { found: done.again },
    });
    return { setAside: 0, again: done.again, finished: false };
  }
  await logAct(step, caseId, actor.id, { act: "finish", setAside: done.setAside });
  if (stage === "imported")
    await step.case.update({ where: { id: caseId }, data: { stage: "screened", stageSince: new Date() } });
  const { setAside, kept, changed } = done;
  await audit(step, {
    actorId: actor.id,
    action: "screening.finish",
    caseId,
    detail: { setAside, kept, changed },
  });
  return { setAside, again: 0, finished: true };
}
