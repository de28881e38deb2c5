import { type GraphPlaces, graphPlacesSchema } from "@/lib/contracts/worlds";
import type { Database } from "@/lib/db";
import { Prisma } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";

/** Where the nodes of a world stand on its graph; null when nobody has moved or saved any. */
export async function graphPlaces(database: Database, caseId: string): Promise<GraphPlaces | null> {
  const found = await database.case.findUnique({ where: { id: caseId }, select: { graphPlaces: true } });
  return graphPlacesSchema.nullable().parse(found?.graphPlaces ?? null);
}

/** Keeps where the nodes stand, for every curator and version; the last to arrange them wins. @throws {Problem} not_found */
export async function saveGraphPlaces(
  database: Database,
  caseId: string,
  places: GraphPlaces | null,
): Promise<void> {
  const { count } = await database.case.updateMany({
    where: { id: caseId, worlds: { some: {} } },
    data: { graphPlaces: places ?? Prisma.DbNull },
  });
  if (count === 0) throw new Problem("not_found", "This case has no world yet.");
}
