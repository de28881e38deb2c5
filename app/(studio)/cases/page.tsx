import type { Metadata } from "next";
import { CaseQueue } from "@/components/queue/queue";
import { requireRole } from "@/lib/auth/session";
import { queueQuerySchema } from "@/lib/contracts/cases";
import { db } from "@/lib/db";
import { listCases } from "@/lib/services/cases";
import "./cases.css";

export const metadata: Metadata = { title: "Cases" };

export default async function CasesPage() {
  const user = await requireRole("advocate", "curator");
  const first = await listCases(db(), user, queueQuerySchema.parse({}));
  return (
    <main className="page" id="main">
      <CaseQueue
        title={user.role === "advocate" ? "Your cases" : "Cases"}
        tabs={["needs_you", "in_review", "with_curator", "published", "all"]}
        you={user.id}
        first={first}
        now={new Date().toISOString()}
      />
    </main>
  );
}
