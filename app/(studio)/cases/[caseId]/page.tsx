import type { Metadata } from "next";
import { preload } from "react-dom";
import { BeginPacket } from "@/components/packet/begin-packet";
import { Workbench } from "@/components/packet/workbench";
import { mayAct, requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { orForbidden } from "@/lib/http/pages";
import { modelName } from "@/lib/llm";
import { recordsOf } from "@/lib/services/cases";
import { packetView } from "@/lib/services/packets";
import "@/components/language/language.css";
import "./workbench.css";

type Props = { params: Promise<{ caseId: string }> };

/** More text than this is fetched by the page itself, so that the first paint does not wait for it. */
const INLINE_TEXT = 200_000;

export const metadata: Metadata = { title: "Workbench" };

export default async function WorkbenchPage({ params }: Props) {
  const user = await requireRole("advocate", "reviewer", "curator");
  const { caseId } = await params;
  const [view, records] = await orForbidden(
    Promise.all([packetView(db(), user, caseId), recordsOf(db(), user, caseId)]),
  );
  if (view.items.length === 0)
    return (
      <main className="page page-narrow" id="main">
        <BeginPacket
          caseId={caseId}
          title={view.title}
          mine={view.mayBegin}
          mayTake={view.mayTake}
          model={modelName("draft")}
        />
      </main>
    );
  const size = records.reduce((sum, record) => sum + record.text.length, 0);
  const inline = size <= INLINE_TEXT;
  // The browser asks for them while it still reads the page's scripts.
  if (!inline) preload(`/api/cases/${caseId}/records`, { as: "fetch", crossOrigin: "anonymous" });
  const home =
    user.role === "reviewer" ? { href: "/reviews", name: "reviews" } : { href: "/cases", name: "your cases" };
  return (
    <Workbench
      key={`${caseId} ${view.stage}`}
      first={view}
      firstRecords={inline ? records : null}
      you={{ id: user.id, name: user.name }}
      home={home}
      worldHref={mayAct(user, ["curator"]) ? `/worlds/${caseId}` : null}
    />
  );
}
