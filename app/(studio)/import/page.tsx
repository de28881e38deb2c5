import type { Metadata } from "next";
import { ImportFiles } from "@/components/import/import-files";
import { requireRole } from "@/lib/auth/session";
import "../cases/cases.css";
import "./import.css";

export const metadata: Metadata = { title: "Import" };

export default async function ImportPage() {
  await requireRole("advocate", "curator");
  return (
    <main className="page" id="main">
      <div className="lead-row">
        <h1 className="title">Import</h1>
        <p className="soft">
          Source records become cases. Each is looked through for identifiers before anybody works on it.
        </p>
      </div>
      <ImportFiles />
    </main>
  );
}
