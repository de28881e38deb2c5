"use client";

import "./worlds.css";
import { useQuery } from "@tanstack/react-query";
import { ask, send } from "@/components/queries/http";
import { Button, ButtonLink } from "@/components/ui/button";
import { RunningMark, SeverityMark } from "@/components/ui/marks";
import { Empty, TableHead } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import { type CertificationRow, certificationRowSchema, GATES } from "@/lib/contracts/certification";
import { WorldBar } from "./world-bar";

function Status({ run }: { run: CertificationRow }) {
  const passed = run.gates.filter((g) => g.verdict === "proved").length;
  if (run.status === "queued") return <RunningMark>Waiting</RunningMark>;
  if (run.status === "running")
    return <RunningMark>{`Gate ${run.gates.length + 1} of ${GATES.length}`}</RunningMark>;
  if (run.status === "passed") return <SeverityMark severity="good">Passed</SeverityMark>;
  if (run.status === "cancelled")
    return <SeverityMark severity="caution">{`Stopped after ${passed}`}</SeverityMark>;
  return (
    <SeverityMark severity="bad">{run.status === "failed" ? "Could not finish" : "Refused"}</SeverityMark>
  );
}

/** All certifications, newest first; goes on by itself while one is under way. */
export function RunQueue({ first }: { first: CertificationRow[] }) {
  const { data, refetch } = useQuery({
    queryKey: ["certifications"],
    queryFn: ({ signal }) => ask("/api/certifications", certificationRowSchema.array(), { signal }),
    initialData: first,
    refetchInterval: ({ state }) =>
      state.data?.some((r) => r.status === "queued" || r.status === "running") ? 1000 : 15_000,
  });
  const open = data.filter((r) => r.status === "queued" || r.status === "running").length;
  return (
    <>
      <WorldBar
        back="/worlds"
        backLabel="Back to worlds"
        title="Certification queue"
        caseId=""
        line={<span>{open === 0 ? "Nothing is under way" : `${open} under way`}</span>}
      />
      <main id="main" className="page">
        <section className="panel" aria-label="Runs">
          {data.length === 0 ? (
            <Empty icon="seal" title="Nothing was certified yet">
              Runs appear here when a curator presses Certify.
            </Empty>
          ) : (
            <table className="worlds">
              <TableHead columns={["World", "Result", "Asked for", "By"]} acts="Next" />
              <tbody>
                {data.map((run) => (
                  <tr key={run.id}>
                    <td>
                      <span className="world-name">{run.title}</span>
                      <span className="meta world-sub">
                        <span className="code">{run.caseId}</span>, version {run.number}
                      </span>
                    </td>
                    <td data-name="Result">
                      <Status run={run} />
                    </td>
                    <td data-name="Asked for">
                      <Time at={run.queuedAt} />
                    </td>
                    <td data-name="By">{run.by ?? "Nobody"}</td>
                    <td>
                      {run.status === "queued" || run.status === "running" ? (
                        <Button
                          onClick={() =>
                            send(`/api/certifications/${run.id}/cancel`, { method: "POST" }).then(() =>
                              refetch(),
                            )
                          }
                        >
                          Stop
                        </Button>
                      ) : (
                        <ButtonLink href={`/worlds/${run.caseId}/certify?version=${run.number}`}>
                          Open
                        </ButtonLink>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      </main>
    </>
  );
}
