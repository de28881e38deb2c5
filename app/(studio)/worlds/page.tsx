import { WorldList } from "@/components/certify/world-list";
import { requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { listWorlds } from "@/lib/services/worlds";

export const metadata = { title: "Worlds" };

export default async function WorldsPage() {
  await requireRole("curator");
  return <WorldList rows={await listWorlds(db())} />;
}
