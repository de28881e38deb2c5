import type { Db } from "@/lib/db";
import { Problem } from "@/lib/http/problem";

/** A published bundle, exactly as it was published. Withdrawn ones stay readable. @throws {Problem} not_found */
export async function bundleFile(
  database: Db,
  publicationId: string,
): Promise<{ text: string; name: string; hash: string }> {
  const found = await database.publication.findUnique({ where: { id: publicationId } });
  if (!found) throw new Problem("not_found", "There is no such published world.");
  return {
    text: found.bundle,
    name: `${found.caseId}-v${found.version}.bundle.json`,
    hash: found.bundleHash,
  };
}
