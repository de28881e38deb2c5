import Link from "next/link";
import { SeverityMark } from "@/components/ui/marks";
import { Count, Empty } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";

type Finished = { caseId: string; title: string; verdict: string; revision: number; by: string; at: string };

/** The reviews that are closed, newest first. */
export function FinishedReviews({ reviews }: { reviews: Finished[] }) {
  return (
    <section className="panel" aria-label="Finished reviews">
      <div className="panel-head">
        <h2 className="subhead">Finished reviews</h2>
        <Count>{reviews.length}</Count>
      </div>
      {reviews.length === 0 ? (
        <Empty icon="eye" title="No review finished yet">
          When you return or accept a packet, it is listed here. You are never asked to review your own.
        </Empty>
      ) : (
        <ul className="finished">
          {reviews.map((review) => (
            <li key={`${review.caseId} ${review.revision}`}>
              <Link className="case-name" href={`/reviews/${review.caseId}`}>
                {review.title}
              </Link>
              <SeverityMark severity={review.verdict === "accepted" ? "good" : "caution"}>
                {review.verdict === "accepted" ? "Accepted" : "Returned"}
              </SeverityMark>
              <span className="meta">
                revision {review.revision}, {review.by}, <Time at={review.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
