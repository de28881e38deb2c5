import "@/components/certify/worlds.css";
import { notFound } from "next/navigation";
import { WorldBar } from "@/components/certify/world-bar";
import { DiffList } from "@/components/corpus/diff-list";
import { TableHead } from "@/components/ui/pieces";
import { requireRole } from "@/lib/auth/session";
import { worldDiff } from "@/lib/contracts/world-diff";
import { db } from "@/lib/db";
import { orForbidden } from "@/lib/http/pages";
import { comparedVersions } from "@/lib/services/corpus";

export const metadata = { title: "Compare versions" };

export default async function ComparePage({
  params,
  searchParams,
}: {
  params: Promise<{ caseId: string }>;
  searchParams: Promise<{ a?: string; b?: string }>;
}) {
  await requireRole("curator");
  const { caseId } = await params;
  const { a, b } = await searchParams;
  const [before, now] = await orForbidden(comparedVersions(db(), caseId, [Number(a) || 0, Number(b) || 0]));
  if (!before || !now) notFound();
  const figures = [before, now].map(({ row }) => row);
  return (
    <>
      <WorldBar
        back={`/corpus/${caseId}`}
        backLabel="Back to the world"
        title={`${now.row.title}: versions ${a} and ${b}`}
        caseId={caseId}
      />
      <main id="main" className="page">
        <section className="panel">
          <table className="worlds">
            <TableHead columns={["Version", "S", "F, R, A, U", "Route", "Outcomes"]} />
            <tbody>
              {figures.map((row) => (
                <tr key={row.version}>
                  <td>Version {row.version}</td>
                  <td data-name="S">
                    {row.difficulty.S}, {row.difficulty.band}
                  </td>
                  <td data-name="Parts">
                    {row.difficulty.F}, {row.difficulty.R}, {row.difficulty.A}, {row.difficulty.U}
                  </td>
                  <td data-name="Route">
                    {row.route.operations} steps, {row.route.days} days
                  </td>
                  <td data-name="Outcomes">{row.route.outcomes}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section className="panel">
          <div className="panel-head">
            <h2 className="subhead">What changed</h2>
          </div>
          <DiffList changes={worldDiff(before.spec, now.spec)} />
        </section>
      </main>
    </>
  );
}
