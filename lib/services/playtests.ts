import type { Database } from "@/lib/db";

/** Finished runs of a version, people's and agents', newest first, as the graph offers them for playback. */
export async function keptRuns(
  database: Database,
  caseId: string,
  number: number,
): Promise<{ id: string; name: string }[]> {
  const runs = await database.playtestRun.findMany({
    where: { worldVersion: { caseId, number }, finishedAt: { not: null } },
    orderBy: { startedAt: "desc" },
    take: 50,
    include: { player: { select: { name: true } } },
  });
  return runs.map((run) => ({
    id: run.id,
    name: `${run.player?.name ?? run.agent}, ${run.startedAt.toISOString().slice(0, 16).replace("T", " ")}`,
  }));
}
