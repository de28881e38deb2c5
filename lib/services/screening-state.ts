import { randomBytes } from "node:crypto";
import { z } from "zod";
import { CASE_TITLE, groupDecisionSchema, unreadDecisionSchema } from "@/lib/contracts/import";
import type { Db } from "@/lib/db";
import type { Prisma } from "@/lib/db/generated/client";
import {
  type GroupDecision,
  IDENTIFIER_KINDS,
  type IdentifierKind,
  type Plan,
  planReplacement,
  type RecordField,
  type ReplaceableRecord,
  type ScreeningFinding,
} from "@/lib/screening";

const key = z.string();
/** What the log of screening holds. Values are named by keys; nothing in it is text of a record. */
const eventSchema = z.discriminatedUnion("act", [
  z.strictObject({
    act: z.literal("decide"),
    spellings: z.array(key),
    as: groupDecisionSchema,
    becomes: z.string().optional(),
  }),
  z.strictObject({ act: z.literal("apart"), spelling: key, apart: z.boolean() }),
  z.strictObject({ act: z.literal("unread"), ids: z.array(z.string()), as: unreadDecisionSchema }),
  z.strictObject({ act: z.literal("mark"), finding: z.string() }),
  z.strictObject({ act: z.literal("again"), found: z.int() }),
  z.strictObject({ act: z.literal("finish"), setAside: z.int() }),
]);
export type ScreeningEventAct = z.infer<typeof eventSchema>;

/** Appends one act to the log of a case's screening. */
export async function logAct(
  step: Db,
  caseId: string,
  byId: string | null,
  act: ScreeningEventAct,
): Promise<void> {
  await step.screeningEvent.create({ data: { caseId, byId, act: act as Prisma.InputJsonObject } });
}

const isKind = (kind: string): kind is IdentifierKind =>
  (IDENTIFIER_KINDS as readonly string[]).includes(kind);

/** What somebody reported without a kind is taken for a name where it is written like one. */
const kindOf = (kind: string, text: string): IdentifierKind =>
  isKind(kind)
    ? kind
    : /^\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){0,3}$/u.test(text)
      ? "name"
      : "other_code";

export interface RecordRow extends ReplaceableRecord {
  id: string;
  kind: string;
}

/** A case at its check: the records as they came, what everybody marked, the plan and what was decided so far. */
export interface ScreeningState {
  rows: RecordRow[];
  /** Also the title of the case, as the title of a record of its own. */
  records: ReplaceableRecord[];
  findings: (ScreeningFinding & { id: string })[];
  plan: Plan;
  decisions: Map<string, GroupDecision>;
  apart: ReadonlySet<string>;
  unread: ReadonlyMap<string, z.infer<typeof unreadDecisionSchema>>;
  /** What the last second reading found; 0 when something was decided since then. */
  foundAgain: number;
}

/** Replays the log: the last word on each spelling counts. An end of the check begins a new one. */
function replay(events: readonly ScreeningEventAct[]) {
  const spellings = new Map<string, { as: GroupDecision; becomes?: string }>();
  const apart = new Set<string>();
  const unread = new Map<string, z.infer<typeof unreadDecisionSchema>>();
  let foundAgain = 0;
  for (const act of events) {
    if (act.act === "finish") {
      spellings.clear();
      apart.clear();
    }
    if (act.act === "decide")
      for (const one of act.spellings)
        spellings.set(one, { as: act.as, ...(act.becomes ? { becomes: act.becomes } : {}) });
    if (act.act === "apart") act.apart ? apart.add(act.spelling) : apart.delete(act.spelling);
    if (act.act === "unread") for (const id of act.ids) unread.set(id, act.as);
    if (act.act === "again") foundAgain = act.found;
    if (act.act === "finish") foundAgain = 0;
  }
  return { spellings, apart, unread, foundAgain };
}

/**
 * A value's decision from those on its spellings: one that joined later follows a replacement, but not a "stays as it is".
 */
function decisionsOf(
  plan: Plan,
  spellings: ReadonlyMap<string, { as: GroupDecision }>,
): Map<string, GroupDecision> {
  return new Map(
    plan.groups.map((group) => {
      const said = group.spellings.flatMap((one) => spellings.get(one.key)?.as ?? []);
      const act = said.find((one) => one === "replace" || one === "remove");
      const all = group.spellings.every((one) => spellings.get(one.key)?.as === "keep");
      return [group.key, act ?? (all ? "keep" : "undecided")] as const;
    }),
  );
}

/** A key for a check that begins, or begins anew; of two that begin at once the first one's holds. */
async function freshSecret(step: Db, caseId: string): Promise<Uint8Array> {
  await step.case.updateMany({
    where: { id: caseId, screeningSecret: null },
    data: { screeningSecret: new Uint8Array(randomBytes(32)) },
  });
  const { screeningSecret } = await step.case.findUniqueOrThrow({
    where: { id: caseId },
    select: { screeningSecret: true },
  });
  if (!screeningSecret) throw new Error("the key of a check was thrown away while it was read");
  return screeningSecret;
}

/** Reads a case as it stands at its check. Call it in a transaction that holds the case when you go on to change it. */
export async function screeningState(step: Db, caseId: string): Promise<ScreeningState> {
  const found = await step.case.findUniqueOrThrow({
    where: { id: caseId },
    include: {
      records: { orderBy: [{ position: "asc" }, { key: "asc" }], include: { findings: true } },
      screening: { orderBy: { id: "asc" } },
    },
  });
  const rows = found.records.map(
    (row): RecordRow => ({
      id: row.id,
      key: row.key,
      kind: row.kind,
      text: row.text,
      title: row.sourceTitle ?? row.title,
      sender: row.sender,
      at: row.at?.toISOString().slice(0, 16) ?? null,
    }),
  );
  const title: ReplaceableRecord[] =
    found.sourceTitle === null
      ? []
      : [{ key: CASE_TITLE, title: found.sourceTitle, text: "", sender: "", at: null }];
  const records = [...title, ...rows];
  const findings = found.records.flatMap((row, index) =>
    row.findings.map((one) => {
      const ofCase = one.field === "case";
      const field = (ofCase ? "title" : one.field) as RecordField;
      const text = (ofCase ? (found.sourceTitle ?? "") : (rows[index]?.[field] ?? "")).slice(
        one.start,
        one.end,
      );
      return {
        id: one.id,
        recordKey: ofCase ? CASE_TITLE : row.key,
        field,
        start: one.start,
        end: one.end,
        text,
        kind: kindOf(one.kind, text),
        confidence: one.confidence,
        reason: one.reason,
      };
    }),
  );
  const events = found.screening.map((row) => eventSchema.parse(row.act));
  const { spellings, apart, unread, foundAgain } = replay(events);
  const typed = new Map(
    [...spellings].flatMap(([one, { becomes }]) => (becomes ? [[one, becomes] as const] : [])),
  );
  const secret = found.screeningSecret ?? (await freshSecret(step, caseId));
  const plan = planReplacement(records, findings, secret, { apart, typed });
  return {
    rows,
    records,
    findings,
    plan,
    decisions: decisionsOf(plan, spellings),
    apart,
    unread,
    foundAgain,
  };
}

/** Where a mark is kept: that of the case's title stands with the first record. */
export const storedPlace = (
  state: Pick<ScreeningState, "rows">,
  place: { recordKey: string; field: RecordField },
): { recordId: string; field: string } | null => {
  const ofCase = place.recordKey === CASE_TITLE;
  const row = ofCase ? state.rows[0] : state.rows.find((one) => one.key === place.recordKey);
  return row ? { recordId: row.id, field: ofCase ? "case" : place.field } : null;
};
