"use client";

import "@/components/certify/certify.css";
import "./corpus.css";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { z } from "zod";
import type { WorldSpec } from "@/compiler/spec/world";
import { DifficultyFigure } from "@/components/certify/difficulty-figure";
import { GATE_WORDS } from "@/components/certify/words";
import { WorldBar } from "@/components/certify/world-bar";
import { ask, Refusal, send } from "@/components/queries/http";
import { Button, ButtonLink } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextArea } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Chip, FindingCard } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import type { CorpusRow, PublishedCertificate } from "@/lib/contracts/corpus";
import { explainRoute } from "./explanation";

/** One published world: its figures, history, certificate, and for curators why it is solvable in plain words. */
export function CorpusEntryScreen({
  rows,
  certificate,
  contentHash,
  number,
  spec,
  curator,
}: {
  rows: readonly CorpusRow[];
  certificate: PublishedCertificate;
  contentHash: string;
  number: number;
  spec: WorldSpec | null;
  curator: boolean;
}) {
  const router = useRouter();
  const shown = rows[0]!;
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const withdraw = async () => {
    try {
      await send(`/api/publications/${shown.publicationId}/withdraw`, { method: "POST", body: { reason } });
      setAsking(false);
      router.refresh();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.message);
    }
  };
  const play = async () => {
    const { id } = await ask("/api/playtests", z.strictObject({ id: z.string() }), {
      method: "POST",
      body: { publicationId: shown.publicationId },
    });
    router.push(`/playtests/${id}`);
  };
  const days = spec ? explainRoute(spec, certificate) : [];
  return (
    <>
      <WorldBar
        back="/corpus"
        backLabel="Back to the corpus"
        title={shown.title}
        caseId={shown.world}
        line={
          <>
            <span>
              Version {shown.version}
              {rows.length > 1 && ` of ${rows.length}`}
            </span>
            {shown.withdrawn && (
              <Chip tone="caution" icon="mark-caution">
                Withdrawn
              </Chip>
            )}
          </>
        }
      >
        {curator && (
          <ButtonLink href={`/worlds/${shown.caseId}?version=${number}`} icon="route">
            Open the graph
          </ButtonLink>
        )}
        {!shown.withdrawn && (
          <Button main icon="play" onClick={play}>
            Play
          </Button>
        )}
      </WorldBar>
      <main className="certify-wrap" id="main">
        <div className="certify-main">
          {shown.withdrawn && (
            <FindingCard severity="caution" title="This version was withdrawn.">
              {shown.withdrawn.reason}
            </FindingCard>
          )}
          <section className="panel">
            <div className="panel-body corpus-brief">
              <h2 className="head">The brief</h2>
              <p className="read brief">{shown.brief}</p>
              <h3 className="label">Can be reached on the first day</h3>
              <p className="side-chips">
                {shown.contacts.map((c) => (
                  <Chip key={c.name} icon="phone">
                    {c.name}: {c.channels.join(", ")}
                  </Chip>
                ))}
              </p>
            </div>
          </section>
          {days.length > 0 && (
            <section className="panel">
              <div className="panel-body corpus-route">
                <h2 className="head">Why it can be solved</h2>
                <p className="soft">
                  There is a route of {certificate.route.operations} steps over {certificate.route.days} days
                  that reaches all {certificate.required_groups} required outcomes. Each step asks only for
                  what somebody can tell by then, with every permission given first, and it was walked with
                  nothing but what an agent can see.
                  {certificate.shortened &&
                    ` ${certificate.shortened.operations} of the steps would be enough.`}
                </p>
                {days.map((d) => (
                  <div key={d.day}>
                    <h3>
                      <b>{d.day}</b> <span className="meta">{d.date}</span>
                    </h3>
                    <ol>
                      {d.steps.map((s) => (
                        <li key={s.number} value={s.number}>
                          {s.text}
                          {s.outcomes.map((o) => (
                            <span key={o.label} className="route-outcome">
                              <Icon name="kind-outcome" />
                              Outcome {o.number}: {o.label}
                            </span>
                          ))}
                        </li>
                      ))}
                    </ol>
                  </div>
                ))}
              </div>
            </section>
          )}
          <section className="panel" aria-label="History">
            <div className="panel-head">
              <h2 className="subhead">Versions</h2>
            </div>
            <ol className="versions">
              {[...rows]
                .sort((a, b) => b.version - a.version)
                .map((r) => (
                  <li key={r.publicationId}>
                    <span className="strong">Version {r.version}</span>
                    <span className="soft">
                      <Time at={r.publishedAt} /> by {r.publishedBy}, S {r.difficulty.S}
                      {r.withdrawn && `. Withdrawn: ${r.withdrawn.reason}`}
                    </span>
                    <span className="versions-acts">
                      {r.version !== shown.version && (
                        <>
                          <a href={`/corpus/${r.caseId}?version=${r.version}`}>Open</a>
                          {curator && (
                            <a
                              href={`/corpus/${r.caseId}/compare?a=${Math.min(r.version, shown.version)}&b=${Math.max(r.version, shown.version)}`}
                            >
                              Compare
                            </a>
                          )}
                        </>
                      )}
                      {curator && (
                        <a href={`/api/publications/${r.publicationId}/bundle`} download>
                          Download
                        </a>
                      )}
                    </span>
                  </li>
                ))}
            </ol>
          </section>
        </div>
        <div className="certify-aside">
          <section className="panel" aria-label="Difficulty">
            <div className="panel-body">
              <DifficultyFigure difficulty={shown.difficulty} />
            </div>
          </section>
          <section className="panel" aria-label="Runs">
            <div className="panel-head">
              <h2 className="subhead">People and agents</h2>
            </div>
            <div className="panel-body">
              <dl className="pairs">
                <dt>People</dt>
                <dd>
                  {shown.runs.people === 0
                    ? "Nobody has ended a run yet"
                    : `${shown.runs.peoplePassed} of ${shown.runs.people} passed strictly`}
                </dd>
                <dt>Agents</dt>
                <dd>
                  {shown.runs.agents === 0
                    ? "No agent's run was sent yet"
                    : `${shown.runs.agentsPassed} of ${shown.runs.agents} passed strictly`}
                </dd>
              </dl>
            </div>
          </section>
          <section className="panel" aria-label="Certificate">
            <div className="panel-head">
              <h2 className="subhead">Certificate</h2>
              <Chip tone="good" icon="mark-good">
                Signed
              </Chip>
            </div>
            <div className="panel-body certificate-body">
              <div className="hash">
                <span>sha256 {contentHash.match(/.{8}/g)?.join(" ")}</span>
              </div>
              <ul className="gate-marks">
                {certificate.gates.map((g) => (
                  <li key={g.gate}>
                    <Icon name="mark-good" tone="good" label="Passed" />
                    {GATE_WORDS[g.gate]}
                  </li>
                ))}
              </ul>
              <dl className="pairs">
                <dt>Versions</dt>
                <dd>
                  Compiler {certificate.versions.compiler}, engine {certificate.versions.engine}
                </dd>
                <dt>Key</dt>
                <dd className="code">{certificate.signature?.public_key ?? "not signed"}</dd>
                <dt>Bundle</dt>
                <dd className="code">{shown.bundleHash.slice(0, 16)}…</dd>
              </dl>
            </div>
          </section>
          {curator && !shown.withdrawn && (
            <Button quiet onClick={() => setAsking(true)}>
              Withdraw this version
            </Button>
          )}
        </div>
      </main>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Withdraw version ${shown.version}`}
        acts={
          <Button main closed={reason.trim().length >= 3 ? null : "Give a reason"} onClick={withdraw}>
            Withdraw
          </Button>
        }
      >
        <p className="soft">
          It is no longer offered to runners and players. It stays readable, with your reason.
        </p>
        <Field label="Reason" error={fault}>
          {(control) => (
            <TextArea {...control} rows={3} value={reason} onChange={(e) => setReason(e.target.value)} />
          )}
        </Field>
      </Dialog>
    </>
  );
}
