import { RunQueue } from "@/components/certify/run-queue";
import { requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { listCertifications } from "@/lib/services/certify";

export const metadata = { title: "Certification queue" };

export default async function RunQueuePage() {
  await requireRole("curator");
  return <RunQueue first={await listCertifications(db())} />;
}
