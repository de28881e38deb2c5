import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packetSchema, upgradePacket } from "@/compiler/packet";
import { audit } from "@/lib/auth/audit";
import { caseFileSchema } from "@/lib/contracts/case-file";
import type { Database } from "@/lib/db";
import { parse } from "@/lib/http/parse";
import { createCase } from "./cases-create";
import { placeDraft } from "./packets";

/**
 * Puts the sample case of the corpus into the studio, with its draft packet, for any advocate to take.
 * @param folder holds case.json and packet.draft.json
 */
export async function seedSampleCase(
  database: Database,
  folder = join(process.cwd(), "corpus", "52955ee1"),
): Promise<void> {
  const file = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), "utf8"));
  const source = parse(caseFileSchema, await file("case.json"), "case.json");
  const upgraded = upgradePacket(await file("packet.draft.json"));
  const draft = parse(packetSchema, upgraded.ok ? upgraded.value : null, "packet.draft.json");
  await database.$transaction(
    async (step) => {
      await createCase(step, source, "screened");
      await placeDraft(step, source.id, draft, null);
      await audit(step, { actorId: null, action: "case.seed", caseId: source.id });
    },
    { timeout: 30_000 },
  );
}
