import { TokenList } from "@/components/corpus/token-list";
import { requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { listTokens } from "@/lib/services/tokens";

export const metadata = { title: "Runner tokens" };

export default async function TokensPage() {
  const user = await requireRole("curator");
  return <TokenList tokens={await listTokens(db(), user)} />;
}
