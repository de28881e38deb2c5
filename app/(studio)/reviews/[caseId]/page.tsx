import type { Metadata } from "next";
import { ReviewBench } from "@/components/review/review-bench";
import { requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { orForbidden } from "@/lib/http/pages";
import { recordsOf } from "@/lib/services/cases";
import { reviewView } from "@/lib/services/reviews";
import "../../cases/[caseId]/workbench.css";
import "./review.css";

export const metadata: Metadata = { title: "Review" };

export default async function ReviewPage({ params }: { params: Promise<{ caseId: string }> }) {
  const user = await requireRole("reviewer");
  const { caseId } = await params;
  const [view, records] = await orForbidden(
    Promise.all([reviewView(db(), user, caseId), recordsOf(db(), user, caseId)]),
  );
  return <ReviewBench key={`${caseId} ${view.revision}`} first={view} firstRecords={records} />;
}
