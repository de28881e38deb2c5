import { RunList } from "@/components/playtest/run-list";
import { mayAct, requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { listRuns, playableWorlds } from "@/lib/services/playtests";

export const metadata = { title: "Playtests" };

export default async function PlaytestsPage() {
  const user = await requireRole("advocate", "reviewer", "curator");
  const [playable, runs] = await Promise.all([playableWorlds(db(), user), listRuns(db(), user)]);
  return <RunList playable={playable} runs={runs} curator={mayAct(user, ["curator"])} />;
}
