import { notFound } from "next/navigation";
import { PlaytestScreen } from "@/components/playtest/playtest-screen";
import { requireRole } from "@/lib/auth/session";
import { playtestParamsSchema } from "@/lib/contracts/playtests";
import { db } from "@/lib/db";
import { orForbidden } from "@/lib/http/pages";
import { playtestView } from "@/lib/services/playtests";

export const metadata = { title: "Playtest" };

export default async function PlaytestPage({ params }: { params: Promise<{ runId: string }> }) {
  const user = await requireRole("advocate", "reviewer", "curator");
  const address = playtestParamsSchema.safeParse(await params);
  if (!address.success) notFound();
  const { runId } = address.data;
  return (
    <PlaytestScreen
      key={runId}
      first={await orForbidden(playtestView(db(), user, runId))}
      home="/playtests"
    />
  );
}
