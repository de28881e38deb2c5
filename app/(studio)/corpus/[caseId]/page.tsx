import { CorpusEntryScreen } from "@/components/corpus/corpus-entry";
import { mayAct, requireRole } from "@/lib/auth/session";
import type { PublishedCertificate } from "@/lib/contracts/corpus";
import { db } from "@/lib/db";
import { orForbidden } from "@/lib/http/pages";
import { corpusEntry } from "@/lib/services/corpus";

export const metadata = { title: "Published world" };

export default async function CorpusEntryPage({
  params,
  searchParams,
}: {
  params: Promise<{ caseId: string }>;
  searchParams: Promise<{ version?: string }>;
}) {
  const user = await requireRole("advocate", "reviewer", "curator");
  const { caseId } = await params;
  const curator = mayAct(user, ["curator"]);
  const version = Number((await searchParams).version) || null;
  const entry = await orForbidden(corpusEntry(db(), caseId, version, curator));
  return (
    <CorpusEntryScreen
      key={entry.rows[0]?.version}
      {...entry}
      certificate={curator ? entry.certificate : withoutRoute(entry.certificate)}
      curator={curator}
    />
  );
}

/** What people who may play see of a certificate: no route, and no summary that tells of one. */
function withoutRoute(certificate: PublishedCertificate): PublishedCertificate {
  return {
    ...certificate,
    route: { ...certificate.route, witness: [] },
    shortened: null,
    gates: certificate.gates.map((gate) => ({ ...gate, summary: "", findings: [] })),
  };
}
