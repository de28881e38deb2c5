import type { Metadata } from "next";
import { AttemptList } from "@/components/language/attempts";
import "@/components/language/language.css";
import { ButtonLink } from "@/components/ui/button";
import { requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { orForbidden } from "@/lib/http/pages";
import { studioModel } from "@/lib/llm";
import { requireVisible } from "@/lib/services/cases-access";
import { attemptsOf } from "@/lib/services/propose";

export const metadata: Metadata = { title: "Attempts to compile" };

export default async function AttemptsPage({ params }: { params: Promise<{ caseId: string }> }) {
  const user = await requireRole("curator");
  const { caseId } = await params;
  const found = await orForbidden(requireVisible(db(), user, caseId));
  return (
    <main className="page" id="main">
      <div className="lead-row">
        <ButtonLink
          quiet
          square
          icon="arrow-left"
          href={`/worlds/${caseId}`}
          aria-label="Back to the world"
        />
        <h1 className="title">How this world was compiled</h1>
        <p className="soft">
          {found.title} <span className="code">{caseId}</span>
        </p>
      </div>
      <AttemptList caseId={caseId} first={await attemptsOf(db(), caseId, studioModel())} />
    </main>
  );
}
