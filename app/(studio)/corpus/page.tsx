import { CorpusList } from "@/components/corpus/corpus-list";
import { mayAct, requireRole } from "@/lib/auth/session";
import { corpusQuerySchema } from "@/lib/contracts/corpus";
import { db } from "@/lib/db";
import { queryOf } from "@/lib/http/query";
import { corpusRows } from "@/lib/services/corpus";

export const metadata = { title: "Corpus" };

export default async function CorpusPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string>>;
}) {
  const user = await requireRole("advocate", "reviewer", "curator");
  const query = queryOf(corpusQuerySchema, await searchParams);
  return (
    <CorpusList rows={await corpusRows(db(), query)} query={query} curator={mayAct(user, ["curator"])} />
  );
}
