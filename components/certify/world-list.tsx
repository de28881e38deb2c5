"use client";

import "./worlds.css";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { z } from "zod";
import { ask, Refusal } from "@/components/queries/http";
import { Stage } from "@/components/queue/stage";
import { Button, ButtonLink } from "@/components/ui/button";
import { RunningMark, SeverityMark } from "@/components/ui/marks";
import { Chip, Empty, FindingCard, TableHead } from "@/components/ui/pieces";
import { type CertificateState, compileResultSchema, type WorldRow } from "@/lib/contracts/worlds";
import { BAND_WORDS } from "./words";

type Fault = { title: string; text: string };
const findingsSchema = z.object({ message: z.string(), fix: z.string() }).array();

export function CertificateMark({ state }: { state: CertificateState }) {
  if (state === "certified") return <SeverityMark severity="good">Certified</SeverityMark>;
  if (state === "refused") return <SeverityMark severity="bad">Refused</SeverityMark>;
  if (state === "stale") return <SeverityMark severity="caution">Stale</SeverityMark>;
  if (state === "running" || state === "queued")
    return <RunningMark>{state === "queued" ? "Waiting" : "Running"}</RunningMark>;
  return (
    <span className="mark">
      <span className="undecided" />
      None yet
    </span>
  );
}

/** Worlds of all accepted packets; the row ends in what to do next. */
export function WorldList({ rows }: { rows: readonly WorldRow[] }) {
  const router = useRouter();
  const [busy, setBusy] = useState<string | null>(null);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const waiting = rows.filter((row) => row.certificate !== "certified" || row.published === null).length;

  const compile = async (caseId: string) => {
    setBusy(caseId);
    setFaults([]);
    try {
      const result = await ask(`/api/worlds/${caseId}/compile`, compileResultSchema, { method: "POST" });
      if (result.number !== null) {
        router.push(`/worlds/${caseId}`);
        return;
      }
      setFaults(findingsSchema.parse(result.findings).map((f) => ({ title: f.message, text: f.fix })));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFaults([{ title: error.message, text: error.fix ?? "" }]);
    }
    setBusy(null);
  };

  return (
    <main id="main" className="page">
      <div className="lead-row">
        <h1 className="title">Worlds</h1>
        <p className="soft">
          {rows.length === 0
            ? "None yet."
            : waiting === 0
              ? "All are published."
              : `${waiting} of ${rows.length} wait for you.`}
        </p>
        <ButtonLink href="/worlds/runs" quiet icon="list">
          Certification queue
        </ButtonLink>
      </div>
      {faults.map((fault) => (
        <FindingCard key={fault.title} title={fault.title} live>
          {fault.text}
        </FindingCard>
      ))}
      <section className="panel" aria-label="Worlds">
        {rows.length === 0 ? (
          <Empty icon="route" title="No world can be compiled yet">
            A case appears here as soon as a second expert has accepted its packet.
          </Empty>
        ) : (
          <table className="worlds">
            <TableHead columns={["World", "State", "Certificate", "Difficulty", "Published"]} acts="Next" />
            <tbody>
              {rows.map((row) => (
                <tr key={row.caseId}>
                  <td>
                    {row.version ? (
                      <Link className="world-name" href={`/worlds/${row.caseId}`}>
                        {row.title}
                      </Link>
                    ) : (
                      <span className="world-name">{row.title}</span>
                    )}
                    <span className="meta world-sub">
                      <span className="code">{row.caseId}</span>
                      {row.version && `, version ${row.version} from packet revision ${row.packetRevision}`},{" "}
                      <Link href={`/worlds/${row.caseId}/attempts`}>attempts to compile</Link>
                    </span>
                  </td>
                  <td data-name="State">
                    <Stage stage={row.stage} />
                  </td>
                  <td data-name="Certificate">
                    <CertificateMark state={row.certificate} />
                  </td>
                  <td data-name="Difficulty">
                    {row.difficulty ? (
                      <>
                        <b className="strong">{row.difficulty.S}</b>{" "}
                        <Chip>{BAND_WORDS[row.difficulty.band]}</Chip>
                      </>
                    ) : (
                      <span className="soft">Not scored</span>
                    )}
                  </td>
                  <td data-name="Published">
                    {row.published ? `Version ${row.published}` : <span className="soft">No</span>}
                  </td>
                  <td>
                    {row.version === null || row.packetNewer ? (
                      <Button busy={busy === row.caseId && "Compiling"} onClick={() => compile(row.caseId)}>
                        {row.packetNewer ? "Compile again" : "Compile"}
                      </Button>
                    ) : (
                      <ButtonLink
                        href={
                          row.certificate === "certified" && row.published === null
                            ? `/worlds/${row.caseId}/certify`
                            : `/worlds/${row.caseId}`
                        }
                      >
                        {row.certificate === "certified" && row.published === null ? "Publish" : "Open"}
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
  );
}
