import type { Metadata } from "next";
import { WorldBar } from "@/components/certify/world-bar";
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
    <>
      <WorldBar
        back={`/worlds/${caseId}`}
        backLabel="Back to the world"
        title="Ways of asking"
        caseId={caseId}
        line={
          <span>
            {found.title}, world version {view.number}
          </span>
        }
      >
        <ButtonLink href={`/worlds/${caseId}/certify`} iconAfter="arrow-right">
          Certify
        </ButtonLink>
      </WorldBar>
      <main className="page" id="main">
        <WaysOfAsking caseId={caseId} first={view} />
      </main>
    </>
  );
}
