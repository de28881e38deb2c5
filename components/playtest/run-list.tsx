"use client";

import "@/components/certify/worlds.css";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { z } from "zod";
import { ask, Refusal } from "@/components/queries/http";
import { Button, ButtonLink } from "@/components/ui/button";
import { SeverityMark } from "@/components/ui/marks";
import { Empty, FindingCard, TableHead } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import type { RunRow } from "@/lib/contracts/playtests";

export interface Playable {
  publicationId: string;
  world: string;
  title: string;
  version: number;
  played: number;
}

/** Worlds that can be played, and runs that were. */
export function RunList({
  playable,
  runs,
  curator,
}: {
  playable: readonly Playable[];
  runs: readonly RunRow[];
  curator: boolean;
}) {
  const router = useRouter();
  const [busy, setBusy] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const start = async (publicationId: string) => {
    setBusy(publicationId);
    try {
      const { id } = await ask("/api/playtests", z.strictObject({ id: z.string() }), {
        method: "POST",
        body: { publicationId },
      });
      router.push(`/playtests/${id}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.message);
      setBusy(null);
    }
  };
  return (
    <main id="main" className="page">
      <div className="lead-row">
        <h1 className="title">Playtests</h1>
        <p className="soft">Play a world as an agent would, and be graded by the same rules.</p>
      </div>
      {fault && <FindingCard title={fault} live />}
      <section className="panel" aria-label="Worlds to play">
        <div className="panel-head">
          <h2 className="subhead">Worlds to play</h2>
        </div>
        {playable.length === 0 ? (
          <Empty icon="play" title="No world is published yet">
            Published worlds appear here.
          </Empty>
        ) : (
          <table className="worlds">
            <tbody>
              {playable.map((w) => (
                <tr key={w.publicationId}>
                  <td>
                    <span className="world-name">{w.title}</span>
                    <span className="meta world-sub">
                      <span className="code">{w.world}</span>, version {w.version}
                    </span>
                  </td>
                  <td data-name="Runs of yours">
                    {w.played === 0 ? "Not played yet" : `${w.played} of yours`}
                  </td>
                  <td>
                    <Button
                      busy={busy === w.publicationId && "Starting"}
                      icon="play"
                      onClick={() => start(w.publicationId)}
                    >
                      Play
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <section className="panel" aria-label="Runs">
        <div className="panel-head">
          <h2 className="subhead">{curator ? "Runs of people and agents" : "Your runs"}</h2>
        </div>
        {runs.length === 0 ? (
          <Empty icon="list" title="No run yet">
            Runs are kept from their first action and can be gone on with later.
          </Empty>
        ) : (
          <table className="worlds">
            <TableHead columns={["World", "By", "Begun", "Grade", "Outcomes", "Actions"]} acts="Next" />
            <tbody>
              {runs.map((r) => (
                <tr key={r.id}>
                  <td>
                    {r.own ? (
                      <Link className="world-name" href={`/playtests/${r.id}`}>
                        {r.title}
                      </Link>
                    ) : (
                      <span className="world-name">{r.title}</span>
                    )}
                    <span className="meta world-sub">
                      <span className="code">{r.world}</span>
                      {r.version ? `, version ${r.version}` : ", not published"}
                    </span>
                  </td>
                  <td data-name="By">
                    {r.by}
                    <span className="meta world-sub">{r.person ? "person" : "agent"}</span>
                  </td>
                  <td data-name="Begun">
                    <Time at={r.startedAt} />
                  </td>
                  <td data-name="Grade">
                    {r.strict_pass === null ? (
                      <span className="mark">
                        <span className="undecided" />
                        Not ended
                      </span>
                    ) : (
                      <SeverityMark severity={r.strict_pass ? "good" : "bad"}>
                        {r.strict_pass ? "Strict pass" : "Not passed"}
                      </SeverityMark>
                    )}
                  </td>
                  <td data-name="Outcomes">{r.outcomes ?? ""}</td>
                  <td data-name="Actions">{r.actions ?? ""}</td>
                  <td>
                    {curator && r.finishedAt ? (
                      <ButtonLink href={`/worlds/${r.world}?version=${r.number}&run=${r.id}`}>
                        On the graph
                      </ButtonLink>
                    ) : (
                      r.own && (
                        <ButtonLink href={`/playtests/${r.id}`}>{r.finishedAt ? "Open" : "Go on"}</ButtonLink>
                      )
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
