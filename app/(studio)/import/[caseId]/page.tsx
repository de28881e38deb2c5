import type { Metadata } from "next";
import { Screening } from "@/components/import/screening";
import { requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { orForbidden } from "@/lib/http/pages";
import { screeningView } from "@/lib/services/cases-screening";
import "../../cases/cases.css";
import "../import.css";

export const metadata: Metadata = { title: "Identifier check" };

export default async function ScreeningPage({ params }: { params: Promise<{ caseId: string }> }) {
  const user = await requireRole("advocate", "curator");
  const { caseId } = await params;
  const view = await orForbidden(screeningView(db(), user, caseId));
  return (
    <main className="page" id="main">
      <Screening first={view} />
    </main>
  );
}
