import type { Metadata } from "next";
import { WaysOfAsking } from "@/components/language/ways-of-asking";
import "@/components/language/language.css";
import { ButtonLink } from "@/components/ui/button";
import { requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { orForbidden } from "@/lib/http/pages";
import { studioModel } from "@/lib/llm";
import { requireVisible } from "@/lib/services/cases-access";
import { paraphrasesView } from "@/lib/services/paraphrases";

export const metadata: Metadata = { title: "Ways of asking" };

export default async function WaysOfAskingPage({ params }: { params: Promise<{ caseId: string }> }) {
  const user = await requireRole("curator");
  const { caseId } = await params;
  const found = await orForbidden(requireVisible(db(), user, caseId));
  const view = await orForbidden(paraphrasesView(db(), caseId, studioModel()));
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
        <h1 className="title">Ways of asking</h1>
        <p className="soft">
          {found.title} <span className="code">{caseId}</span>, world version {view.number}
        </p>
        <span className="to-end">
          <ButtonLink href={`/worlds/${caseId}/certify`} iconAfter="arrow-right">
            Certify
          </ButtonLink>
        </span>
      </div>
      <WaysOfAsking caseId={caseId} first={view} />
    </main>
  );
}
