import { audit } from "@/lib/auth/audit";
import type { ImportResultView } from "@/lib/contracts/import";
import type { Database } from "@/lib/db";
import type { Prisma } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";
import { type Gathering, type ImportedCase, type InputFile, readFiles } from "@/lib/import";
import { type Richness, type ScreeningFinding, scoreRichness, screenCase } from "@/lib/screening";
import type { Actor } from "./cases-access";
import { createCase } from "./cases-create";

/**
 * Reads files into cases, screens each for identifiers and scores how rich its records are. A case without findings is
 * screened and belongs to the advocate who brought it; one with findings is set aside until a curator has decided.
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
  for (const one of cases) made.push(await takeIn(database, actor, one));
  return { reports, cases: made };
}

async function takeIn(
  database: Database,
  actor: Actor,
  one: ImportedCase,
): Promise<ImportResultView["cases"][number]> {
  const findings = screenCase(one.records);
  const richness = scoreRichness(one.records);
  const row = {
    caseId: one.id,
    title: one.title,
    records: one.records.length,
    findings: findings.length,
    richness: richness.score,
  };
  try {
    await database.$transaction((step) => store(step, actor, one, findings, richness), { timeout: 60_000 });
    return { ...row, refused: null };
  } catch (error) {
    if (error instanceof Problem) return { ...row, refused: error.message };
    throw error;
  }
}

async function store(
  step: Prisma.TransactionClient,
  actor: Actor,
  one: ImportedCase,
  findings: readonly ScreeningFinding[],
  richness: Richness,
): Promise<void> {
  const { id, title, records } = one;
  const clean = findings.length === 0;
  await createCase(step, { schema_version: 1, id, title, records }, clean ? "screened" : "imported");
  const { score, parts } = richness;
  const words = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      {
        score: part.score,
        of: part.of,
        reasons: part.reasons.map(({ message, points, of }) => ({ message, points, of })),
      },
    ]),
  );
  await step.case.update({
    where: { id },
    data: {
      richness: { score, parts: words },
      ...(actor.role === "advocate" ? { advocateId: actor.id } : {}),
    },
  });
  if (!clean) {
    const rows = await step.record.findMany({ where: { caseId: id }, select: { id: true, key: true } });
    const idOf = new Map(rows.map((row) => [row.key, row.id]));
    await step.recordFinding.createMany({
      data: findings.flatMap((one) => {
        const recordId = idOf.get(one.recordKey);
        return recordId
          ? [
              {
                recordId,
                field: one.field,
                start: one.start,
                end: one.end,
                kind: one.kind,
                reason: one.reason,
              },
            ]
          : [];
      }),
      skipDuplicates: true,
    });
    await step.record.updateMany({
      where: { caseId: id, key: { in: [...new Set(findings.map((one) => one.recordKey))] } },
      data: { quarantinedAt: new Date(), quarantineReason: "possible identifiers" },
    });
  }
  await audit(step, {
    actorId: actor.id,
    action: "case.import",
    caseId: id,
    detail: { records: records.length, findings: findings.length, richness: score },
  });
}
