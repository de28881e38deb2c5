import { Brand } from "@/app/brand";
import { PublicWorlds } from "@/components/corpus/public-worlds";
import { corpusQuerySchema } from "@/lib/contracts/corpus";
import { db } from "@/lib/db";
import { queryOf } from "@/lib/http/query";
import { publicWorlds } from "@/lib/services/corpus";

export const metadata = { title: "Published worlds" };

export default async function PublishedPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string>>;
}) {
  const query = queryOf(corpusQuerySchema, await searchParams);
  return (
    <>
      <header className="topbar">
        <Brand />
      </header>
      <PublicWorlds worlds={await publicWorlds(db(), query)} query={query} />
    </>
  );
}
