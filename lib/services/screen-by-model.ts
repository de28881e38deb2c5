import { audit } from "@/lib/auth/audit";
import type { Database } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import { ModelFailure } from "@/lib/llm/failure";
import type { AskOptions, Model } from "@/lib/llm/model";
import { modelFinder } from "@/lib/llm/screen";
import { AnalyserFailure, type ScreeningFinding, type SpanFinder, screenWith } from "@/lib/screening";
import { type Actor, requireVisible } from "./cases-access";
import { lockCase } from "./packets";

const EARLY = ["imported", "screened"] as const;
const isEarly = (stage: string) => EARLY.some((one) => one === stage);

/**
 * Lets a model, an outside analyser or both look for identifiers that the rules did not find, in a case that has no packet yet. It only adds: what it
 * names waits for a person like every finding, and its record is set aside until then. The text of the records goes to
 * the address of whoever looks.
 * @throws {Problem} not_ready, conflict, unavailable when one of them gave no usable answer
 */
export async function screenByModel(
  database: Database,
  actor: Actor,
  caseId: string,
  model: Model | null,
  options: AskOptions = {},
  analyser: SpanFinder | null = null,
): Promise<{ model: string; found: number }> {
  const { stage } = await requireVisible(database, actor, caseId);
  const finders = [...(model ? [modelFinder(model, caseId, options)] : []), ...(analyser ? [analyser] : [])];
  const looked = [
    ...(model ? [model.nameOf("screen")] : []),
    ...(analyser ? ["the outside analyser"] : []),
  ].join(" and ");
  if (finders.length === 0)
    throw new Problem("not_ready", "No model and no outside analyser is set up in this studio.", {
      fix: "Decide on what the rules found, or ask an administrator to set OPENAI_API_KEY or SCREENING_ANALYZER_URL.",
    });
  if (!isEarly(stage)) throw new Problem("conflict", "This case is past its identifier check.");
  const stored = await database.record.findMany({ where: { caseId }, include: { findings: true } });
  const rows = stored.map((row) => ({ ...row, title: row.sourceTitle ?? row.title }));
  const found = await findingsOf(finders, rows);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const fresh = found.filter(
    ({ recordKey, field, start, end }) =>
      !byKey
        .get(recordKey)
        ?.findings.some((one) => one.field === field && one.start < end && start < one.end),
  );
  await database.$transaction(async (step) => {
    const locked = await lockCase(step, caseId);
    if (!isEarly(locked.stage))
      throw new Problem("conflict", "This case went on in the meantime.", { fix: "Reload the page." });
    const touched = new Set<string>();
    for (const { recordKey, field, start, end, kind, reason, confidence } of fresh) {
      const record = byKey.get(recordKey);
      if (!record) continue;
      touched.add(record.id);
      const place = { recordId: record.id, field, start, end, kind };
      await step.recordFinding.upsert({
        where: { recordId_field_start_end_kind: place },
        create: { ...place, reason, confidence },
        update: {},
      });
    }
    await step.record.updateMany({
      where: { id: { in: [...touched] }, quarantinedAt: null },
      data: { quarantinedAt: new Date(), quarantineReason: "a model took something in it for an identifier" },
    });
    if (touched.size > 0 && locked.stage === "screened")
      await step.case.update({ where: { id: caseId }, data: { stage: "imported", stageSince: new Date() } });
    await audit(step, {
      actorId: actor.id,
      action: "screening.model",
      caseId,
      detail: { model: looked, found: fresh.length },
    });
  });
  return { model: looked, found: fresh.length };
}

async function findingsOf(
  finders: readonly SpanFinder[],
  records: Parameters<SpanFinder["find"]>[0],
): Promise<ScreeningFinding[]> {
  try {
    return (await screenWith(finders, records)).findings;
  } catch (error) {
    if (!(error instanceof ModelFailure || error instanceof AnalyserFailure)) throw error;
    throw new Problem("unavailable", error.message, {
      fix: `${error.fix} What the rules found stays as it is.`,
      extra: error instanceof ModelFailure ? { fault: error.fault } : {},
    });
  }
}

/** What came of it, for the page. */
export const screeningWords = ({ model, found }: { model: string; found: number }) => ({
  words:
    found === 0
      ? `${model} found nothing that the rules had not found.`
      : `${model} found ${found} more. Decide on ${found === 1 ? "it" : "them"} above.`,
  refused: [],
});
