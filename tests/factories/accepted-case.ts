import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { paraphrasesSchema, phrasingsSchema } from "@/compiler/language/paraphrases";
import { packetSchema, upgradePacket } from "@/compiler/packet";
import { caseFileSchema } from "@/lib/contracts/case-file";
import type { Database } from "@/lib/db";
import { createCase } from "@/lib/services/cases-create";
import { freeze, placeDraft } from "@/lib/services/packets";
import { placeParaphrases } from "@/lib/services/ways";

/** Puts a case of the corpus into a database as two experts left it: its packet decided and accepted. */
export async function placeAcceptedCase(
  database: Database,
  id = "52955ee1",
  authorId: string | null = null,
): Promise<string> {
  const file = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(process.cwd(), "corpus", id, name), "utf8"));
  const source = caseFileSchema.parse(await file("case.json"));
  const upgraded = upgradePacket(await file("packet.json"));
  const packet = packetSchema.parse(upgraded.ok ? upgraded.value : null);
  const paraphrases = paraphrasesSchema.parse(await file("trials.json"));
  const phrasings = phrasingsSchema.parse(await file("phrasings.json"));
  await database.$transaction(
    async (step) => {
      if (!(await step.case.findUnique({ where: { id } }))) {
        await createCase(step, source, "screened");
        await placeParaphrases(step, id, paraphrases, phrasings);
      }
      await step.packetItem.deleteMany({ where: { caseId: id } });
      await placeDraft(step, id, packet, authorId);
      await freeze(step, id, "accept", authorId);
      await step.case.update({
        where: { id },
        data: { stage: "accepted", stageSince: new Date(), advocateId: authorId },
      });
    },
    { timeout: 60_000 },
  );
  return id;
}
