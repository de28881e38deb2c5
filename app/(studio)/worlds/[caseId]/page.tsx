import { WorldScreen } from "@/components/graph/world-screen";
import { requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { orForbidden } from "@/lib/http/pages";
import { graphPlaces } from "@/lib/services/graph-places";
import { keptRuns } from "@/lib/services/playtests";
import { worldPage } from "@/lib/services/worlds";

export const metadata = { title: "World" };

type Search = { version?: string; node?: string; run?: string; step?: string };

export default async function WorldPage({
  params,
  searchParams,
}: {
  params: Promise<{ caseId: string }>;
  searchParams: Promise<Search>;
}) {
  await requireRole("curator");
  const { caseId } = await params;
  const { version, node, run, step } = await searchParams;
  const page = await orForbidden(worldPage(db(), caseId, Number(version) || null));
  const runs = await keptRuns(db(), caseId, page.number);
  const places = await graphPlaces(db(), caseId);
  return (
    <WorldScreen
      page={page}
      places={places}
      runs={runs}
      first={{ node, run, step: Number(step) || undefined }}
    />
  );
}
