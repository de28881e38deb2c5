import type { CaseDocument } from "@/lib/contracts/case-file";
import { sha256 } from "@/lib/crypto/hash";
import type { Db } from "@/lib/db";
import type { Stage } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";

/** The stored moment of a record: its wall-clock time, kept as if it were UTC, so that no zone moves it. */
export const storedMoment = (at: string | null): Date | null => (at ? new Date(`${at}:00Z`) : null);

/**
 * Puts a case with its records into the studio. Call it in a transaction.
 * @throws {Problem} conflict when there is a case of this id
 */
export async function createCase(step: Db, file: CaseDocument, stage: Stage): Promise<void> {
  if (await step.case.findUnique({ where: { id: file.id }, select: { id: true } }))
    throw new Problem("conflict", `There is a case ${file.id} already.`, {
      fix: "Give the file another case id, or open the case that is there.",
    });
  await step.case.create({ data: { id: file.id, title: file.title, stage } });
  await step.record.createMany({
    data: file.records.map((record, position) => ({
      caseId: file.id,
      key: record.key,
      kind: record.kind,
      sender: record.sender,
      at: storedMoment(record.at),
      title: record.title,
      text: record.text,
      sha256: sha256(record.text),
      position,
    })),
  });
}
