import type { Metadata } from "next";
import { CaseQueue } from "@/components/queue/queue";
import { FinishedReviews } from "@/components/review/finished";
import { requireRole } from "@/lib/auth/session";
import { queueQuerySchema } from "@/lib/contracts/cases";
import { db } from "@/lib/db";
import { listCases } from "@/lib/services/cases";
import { reviewsOf } from "@/lib/services/reviews";
import "../cases/cases.css";

export const metadata: Metadata = { title: "Reviews" };

export default async function ReviewsPage() {
  const user = await requireRole("reviewer");
  const [first, reviews] = await Promise.all([
    listCases(db(), user, queueQuerySchema.parse({ tab: user.role === "admin" ? "in_review" : "needs_you" })),
    reviewsOf(db(), user),
  ]);
  return (
    <main className="page" id="main">
      <CaseQueue
        title="Reviews"
        tabs={user.role === "admin" ? ["in_review", "all"] : ["needs_you", "in_review", "all"]}
        you={user.id}
        first={first}
        now={new Date().toISOString()}
      />
      <FinishedReviews reviews={reviews.filter((review) => review.verdict !== "open")} />
    </main>
  );
}
