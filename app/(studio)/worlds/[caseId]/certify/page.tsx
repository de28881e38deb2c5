import { CertifyScreen } from "@/components/certify/certify-screen";
import { requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { orForbidden } from "@/lib/http/pages";
import { certifyPage } from "@/lib/services/certify-page";

export const metadata = { title: "Certify" };

export default async function CertifyPage({
  params,
  searchParams,
}: {
  params: Promise<{ caseId: string }>;
  searchParams: Promise<{ version?: string }>;
}) {
  await requireRole("curator");
  const { caseId } = await params;
  const version = Number((await searchParams).version) || null;
  return <CertifyScreen {...(await orForbidden(certifyPage(db(), caseId, version)))} />;
}
