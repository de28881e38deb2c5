import type { Metadata } from "next";
import { WorldBar } from "@/components/certify/world-bar";
import { AttemptList } from "@/components/language/attempts";
import "@/components/language/language.css";
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
    <>
      <WorldBar
        back={`/worlds/${caseId}`}
        backLabel="Back to the world"
        title="How this world was compiled"
        caseId={caseId}
        line={<span>{found.title}</span>}
      />
      <main className="page" id="main">
        <AttemptList caseId={caseId} first={await attemptsOf(db(), caseId, studioModel())} />
      </main>
    </>
  );
}
