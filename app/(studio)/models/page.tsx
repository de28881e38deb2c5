import type { Metadata } from "next";
import { ModelsScreen } from "@/components/language/models";
import { requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { modelsView } from "@/lib/services/model-calls";
import "../cases/cases.css";
import "../people/people.css";
import "@/components/language/language.css";

export const metadata: Metadata = { title: "Models" };

export default async function ModelsPage() {
  await requireRole();
  return (
    <main className="page" id="main">
      <ModelsScreen first={await modelsView(db(), env())} />
    </main>
  );
}
