import { randomBytes } from "node:crypto";
import { audit } from "@/lib/auth/audit";
import { CASE_TITLE, type ImportResultView } from "@/lib/contracts/import";
import type { Database } from "@/lib/db";
import type { Prisma } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";
import { type Gathering, type ImportedCase, type InputFile, readFiles } from "@/lib/import";
import type { Richness, ScreeningFinding } from "@/lib/screening";
import type { Actor } from "./cases-access";
import { createCase } from "./cases-create";
import { freshCaseId, isFileName, neutralCaseTitle, neutralRecordTitle, saysNothing } from "./cases-names";
import { mayScreen, screenersOf } from "./cases-screening";
import { screenAside } from "./screen-aside";

/**
 * Reads files into cases, screens each for identifiers and scores how rich its records are. A case without findings is
 * screened and belongs to the advocate who brought it; one with findings, or with content that nobody could read, is set
 * aside until a curator has decided. Its id says nothing, and what its source called it is part of what is screened.
 * No file and no case fails the others; each has its report.
 * @throws {Problem} bad_input when not one file could be read; it carries the reports
 */
export async function importFiles(
  database: Database,
  actor: Actor,
  files: readonly InputFile[],
  gather: Gathering,
): Promise<ImportResultView> {
  if (files.length === 0)
    throw new Problem("bad_input", "No file was sent.", { fix: "Choose at least one file." });
  const read = await readFiles(files, { gather });
  const { cases } = read;
  const reports = read.reports.map(({ name, format, outcome, cases, records, warnings, reason, fix }) => ({
    name,
    format,
    outcome,
    cases,
    records,
    warnings: warnings.map(({ code, message }) => ({ code, message })),
    reason,
    fix,
  }));
  if (cases.length === 0 && reports.every((one) => one.outcome === "refused"))
    throw new Problem("bad_input", reports[0]?.reason ?? "Nothing could be read.", {
      fix: reports[0]?.fix ?? "Choose other files.",
      extra: { reports },
    });
  const made: ImportResultView["cases"] = [];
  const waitsFor = mayScreen(actor) ? [] : await screenersOf(database);
  for (const [index, one] of cases.entries())
    made.push(await takeIn(database, actor, one, { number: cases.length > 1 ? index + 1 : null, waitsFor }));
  return { reports, cases: made };
}

interface Taking {
  /** Which of several cases of one import it is; null when there is one. */
  number: number | null;
  waitsFor: string[];
}

async function takeIn(
  database: Database,
  actor: Actor,
  one: ImportedCase,
  { number, waitsFor }: Taking,
): Promise<ImportResultView["cases"][number]> {
  const records = one.records.map((record, position) => ({
    ...record,
    key: saysNothing(record.key) ? record.key : `record_${position + 1}`,
  }));
  const named = uniqueKeys(records);
  const keyOf = new Map(one.records.map((record, position) => [record.key, named[position]?.key]));
  const unread = one.unread.map((part) => ({
    ...part,
    record: keyOf.get((part as { record?: string }).record ?? "") ?? null,
  }));
  const taken = { ...one, records: named, unread };
  const titled = { key: CASE_TITLE, title: one.title, text: "", sender: "" };
  let screened: Awaited<ReturnType<typeof screenAside>>;
  try {
    screened = await screenAside({ titled, records: taken.records });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusedRow(one, error);
  }
  const { findings, richness, values } = screened;
  const clean = findings.length === 0 && one.unread.length === 0;
  const secret = new Uint8Array(randomBytes(32));
  const at = new Date();
  const neutral = neutralCaseTitle(at, one.records.length, number);
  const title = clean && !isFileName(one.title, one.files) ? one.title : neutral;
  const caseId = freshCaseId();
  const row = {
    caseId,
    title,
    files: one.files,
    records: one.records.length,
    findings: values,
    unread: one.unread.length,
    waitsFor: clean ? [] : waitsFor,
    richness: richness.score,
  };
  try {
    await database.$transaction(
      (step) => store(step, actor, taken, { caseId, title, clean, findings, richness, secret }),
      { timeout: 60_000 },
    );
    return { ...row, refused: null };
  } catch (error) {
    if (error instanceof Problem) return { ...row, refused: error.message };
    throw error;
  }
}

/** A case that could not even be screened; it is not in the studio. */
const refusedRow = (one: ImportedCase, problem: Problem): ImportResultView["cases"][number] => ({
  caseId: freshCaseId(),
  title: one.files[0] ?? one.title,
  files: one.files,
  records: one.records.length,
  findings: 0,
  unread: one.unread.length,
  waitsFor: [],
  richness: 0,
  refused: `${problem.message} ${problem.fix ?? ""}`.trim(),
});

/** A key that was renamed may meet one that was there. */
function uniqueKeys<R extends { key: string }>(records: readonly R[]): R[] {
  const taken = new Set<string>();
  return records.map((record) => {
    let { key } = record;
    for (let n = 2; taken.has(key); n++) key = `${record.key}_${n}`;
    taken.add(key);
    return { ...record, key };
  });
}

/** A case with keys that say nothing, and with each unread part beside its record. */
type Taken = Omit<ImportedCase, "unread"> & {
  unread: (ImportedCase["unread"][number] & { record: string | null })[];
};

interface Stored {
  caseId: string;
  title: string;
  clean: boolean;
  findings: readonly ScreeningFinding[];
  richness: Richness;
  /** Key of the stand-ins while the case is screened. */
  secret: Uint8Array<ArrayBuffer>;
}

async function store(
  step: Prisma.TransactionClient,
  actor: Actor,
  one: Taken,
  { caseId, title, clean, findings, richness, secret }: Stored,
): Promise<void> {
  const records = one.records.map((record, position) => ({
    ...record,
    title:
      clean && !isFileName(record.title, one.files)
        ? record.title
        : neutralRecordTitle(position, record.kind),
  }));
  await createCase(step, { schema_version: 1, id: caseId, title, records }, clean ? "screened" : "imported");
  await step.case.update({
    where: { id: caseId },
    data: {
      richness: richnessView(richness),
      ...(actor.role === "advocate" ? { advocateId: actor.id } : {}),
      ...(clean ? {} : { sourceTitle: one.title, screeningSecret: secret }),
      sourceId: clean && !saysNothing(one.sourceId ?? one.id) ? null : (one.sourceId ?? one.id),
    },
  });
  if (!clean) await setAside(step, caseId, one, findings);
  await audit(step, {
    actorId: actor.id,
    action: "case.import",
    caseId,
    detail: {
      records: records.length,
      findings: findings.length,
      unread: one.unread.length,
      richness: richness.score,
    },
  });
}

function richnessView({ score, parts }: Richness): Prisma.InputJsonObject {
  const words = Object.entries(parts).map(([name, part]) => [
    name,
    {
      score: part.score,
      of: part.of,
      reasons: part.reasons.map(({ message, points, of }) => ({ message, points, of })),
    },
  ]);
  return { score, parts: Object.fromEntries(words) };
}

/** Nobody but who screens reads a case that waits: not its records, and not what its source called them. */
async function setAside(
  step: Prisma.TransactionClient,
  caseId: string,
  one: Taken,
  findings: readonly ScreeningFinding[],
): Promise<void> {
  const rows = await step.record.findMany({
    where: { caseId },
    orderBy: { position: "asc" },
    select: { id: true, key: true },
  });
  const idOf = new Map(rows.map((row) => [row.key, row.id]));
  for (const record of one.records)
    await step.record.update({
      where: { caseId_key: { caseId, key: record.key } },
      data: {
        sourceTitle: record.title,
        quarantinedAt: new Date(),
        quarantineReason: "its names and numbers are not checked yet",
      },
    });
  await step.recordFinding.createMany({
    data: findings.flatMap(({ recordKey, field, start, end, kind, reason, confidence }) => {
      const ofCase = recordKey === CASE_TITLE;
      const recordId = ofCase ? rows[0]?.id : idOf.get(recordKey);
      const place = { field: ofCase ? "case" : field, start, end };
      return recordId ? [{ recordId, ...place, kind, reason, confidence }] : [];
    }),
    skipDuplicates: true,
  });
  await step.caseUnread.createMany({
    data: one.unread.map(({ what, why, fix, record }, position) => {
      return { caseId, what, why, fix, position, recordKey: record };
    }),
  });
}
