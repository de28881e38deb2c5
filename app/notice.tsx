import Link from "next/link";
import type { ReactNode } from "react";
import { FindingCard } from "@/components/ui/pieces";

/** A page that has only one thing to say: what happened, and the way on. */
export function Notice({ title, children, acts }: { title: string; children: ReactNode; acts?: ReactNode }) {
  return (
    <main className="page page-narrow" id="main">
      <h1 className="title">{title}</h1>
      <FindingCard
        severity="caution"
        title={children}
        acts={
          acts ?? (
            <Link className="button" href="/">
              Go to your first page
            </Link>
          )
        }
      />
    </main>
  );
}
