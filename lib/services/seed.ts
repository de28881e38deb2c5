import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { paraphrasesSchema, phrasingsSchema } from "@/compiler/language/paraphrases";
import { packetSchema, upgradePacket } from "@/compiler/packet";
import { audit } from "@/lib/auth/audit";
import { caseFileSchema } from "@/lib/contracts/case-file";
import type { Database } from "@/lib/db";
import { parse } from "@/lib/http/parse";
import { createCase } from "./cases-create";
import { placeDraft } from "./packets";
import { placeParaphrases } from "./ways";

/** The case that the tour of the studio begins with. */
const SAMPLE = "52955ee1";

/**
 * Puts the cases of the corpus into the studio, each with its draft packet, for any advocate to take.
 * @param corpus holds a folder for each case, with case.json, packet.draft.json, phrasings.json and trials.json
 */
export async function seedSampleCase(
  database: Database,
  corpus = join(process.cwd(), "corpus"),
): Promise<void> {
  const folders = (await readdir(corpus, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders
    .map((entry) => entry.name)
    .sort((a, b) => Number(b === SAMPLE) - Number(a === SAMPLE) || (a < b ? -1 : 1));
  for (const name of names) {
    const folder = join(corpus, name);
    const drafted = await access(join(folder, "packet.draft.json")).then(
      () => true,
      () => false,
    );
    if (drafted) await seedCase(database, folder);
  }
}

async function seedCase(database: Database, folder: string): Promise<void> {
  const file = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), "utf8"));
  const source = parse(caseFileSchema, await file("case.json"), "case.json");
  const upgraded = upgradePacket(await file("packet.draft.json"));
  const paraphrases = parse(paraphrasesSchema, await file("trials.json"), "trials.json");
  const phrasings = parse(phrasingsSchema, await file("phrasings.json"), "phrasings.json");
  const draft = parse(packetSchema, upgraded.ok ? upgraded.value : null, "packet.draft.json");
  await database.$transaction(
    async (step) => {
      await createCase(step, source, "screened");
      await placeDraft(step, source.id, draft, null);
      await placeParaphrases(step, source.id, paraphrases, phrasings);
      await audit(step, { actorId: null, action: "case.seed", caseId: source.id });
    },
    { timeout: 30_000 },
  );
}
