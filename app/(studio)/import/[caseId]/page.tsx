import type { Metadata } from "next";
import { Screening } from "@/components/import/screening";
import { Waiting } from "@/components/import/waiting";
import { LookAgain } from "@/components/language/look-again";
import { mayAct, requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { orForbidden } from "@/lib/http/pages";
import { modelName } from "@/lib/llm";
import { analyserName } from "@/lib/services/analyser";
import { screeningView } from "@/lib/services/cases-screening";
import "@/components/language/language.css";
import "../../cases/cases.css";
import "../import.css";
import "./screening.css";

export const metadata: Metadata = { title: "Identifier check" };

export default async function ScreeningPage({ params }: { params: Promise<{ caseId: string }> }) {
  const user = await requireRole("advocate", "curator");
  const { caseId } = await params;
  const view = await orForbidden(screeningView(db(), user, caseId));
  const model = modelName("screen") ?? analyserName();
  if (!view.mayDecide)
    return (
      <main className="page" id="main">
        <Waiting view={view} />
      </main>
    );
  const look = model && mayAct(user, ["curator"]) ? <LookAgain caseId={caseId} model={model} /> : null;
  return <Screening first={view} below={look} />;
}
