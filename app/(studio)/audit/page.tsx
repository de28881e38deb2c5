import type { Metadata } from "next";
import { AuditLog } from "@/components/audit/audit-log";
import { requireRole } from "@/lib/auth/session";
import { auditQuerySchema } from "@/lib/contracts/audit";
import { db } from "@/lib/db";
import { auditPage } from "@/lib/services/audit";
import "../cases/cases.css";
import "../people/people.css";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage() {
  await requireRole();
  return (
    <main className="page" id="main">
      <AuditLog first={await auditPage(db(), auditQuerySchema.parse({}))} />
    </main>
  );
}
