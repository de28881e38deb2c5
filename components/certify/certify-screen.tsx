"use client";

import "./certify.css";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ask, Refusal, send } from "@/components/queries/http";
import { Button, ButtonLink } from "@/components/ui/button";
import { Chip, FindingCard } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import { type CertificationView, certificationViewSchema, GATES } from "@/lib/contracts/certification";
import type { StageName } from "@/lib/contracts/packets";
import type { DifficultyFigures } from "@/lib/contracts/worlds";
import { DifficultyFigure } from "./difficulty-figure";
import { GateList } from "./gate-list";
import { useCertification } from "./use-certification";
import { runHeadline, secondsText } from "./words";
import { WorldBar } from "./world-bar";

interface Props {
  caseId: string;
  title: string;
  stage: StageName;
  number: number;
  newest: number;
  packetRevision: number;
  contentHash: string;
  /** A newer revision of the packet was accepted than this world was compiled from. */
  packetNewer: boolean;
  /** The ways of asking were edited after this version was certified. */
  paraphrasesNewer: boolean;
  run: CertificationView | null;
  /** What the certificate will cover is scored at once, before any gate has run. */
  difficulty: DifficultyFigures | null;
  frictionNames: readonly (readonly [string, string])[];
  nodes: readonly string[];
  /** What publishing this version would put into the world: who made what. */
  contents: readonly { what: string; who: string }[];
  publishedAs: { id: string; version: number } | null;
  nextVersion: number;
}

/** Certify one version and publish it: gates, difficulty, certificate, and the decision that stays a person's. */
export function CertifyScreen(props: Props) {
  const { caseId, number, contentHash } = props;
  const router = useRouter();
  const { run, follow } = useCertification(props.run);
  const [busy, setBusy] = useState<"start" | "stop" | "publish" | null>(null);
  const [fault, setFault] = useState<{ title: string; fix: string | null } | null>(null);
  const ended = run?.status === "passed" || run?.status === "refused";
  useEffect(() => {
    if (ended) router.refresh();
  }, [ended, router]);

  const act = async (what: "start" | "stop" | "publish", work: () => Promise<unknown>) => {
    setBusy(what);
    setFault(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault({ title: error.message, fix: error.fix });
    }
    setBusy(null);
  };
  const post = { method: "POST" } as const;
  const start = () =>
    act("start", async () => {
      const address = `/api/worlds/${caseId}/versions/${number}/certify`;
      follow(await ask(address, certificationViewSchema, post));
    });
  const stop = (id: string) =>
    act("stop", async () => {
      await send(`/api/certifications/${id}/cancel`, post);
      router.refresh();
    });
  const publish = () =>
    act("publish", async () => {
      await send("/api/publications", { body: { caseId, number, contentHash } });
      router.refresh();
    });
  const underWay = run?.status === "queued" || run?.status === "running";
  const stale = number !== props.newest;
  const certificate = run?.certificate ?? null;
  const matches = certificate?.world.sha256 === contentHash;
  const gates = run?.gates ?? [];
  const passed = gates.filter((g) => g.verdict === "proved").length;
  const failed = gates.filter((g) => g.verdict === "refuted").length;
  const nodes = new Set(props.nodes);
  const nodeHref = (id: string) => (nodes.has(id) ? `/worlds/${caseId}?version=${number}&node=${id}` : null);
  const names = new Map(props.frictionNames);
  const difficulty = certificate?.difficulty ?? props.difficulty;
  const spent = gates.reduce((sum, g) => sum + g.ms, 0);
  const closed = props.publishedAs
    ? `Published as version ${props.publishedAs.version}`
    : stale
      ? `The world was edited after this version. Certify version ${props.newest}`
      : props.packetNewer
        ? "A newer packet was accepted. Compile it again"
        : underWay
          ? "Opens when all gates have passed"
          : !certificate
            ? "Opens when this version is certified"
            : props.paraphrasesNewer
              ? "The ways of asking were edited after this certificate. Certify again"
              : !matches
                ? "The certificate names another content. Certify again."
                : null;

  return (
    <>
      <WorldBar
        back={`/worlds/${caseId}?version=${number}`}
        backLabel="Back to the graph"
        title={`Certify: ${props.title}`}
        caseId={caseId}
        stage={props.stage}
        line={
          <span>
            World version {number}, from packet revision {props.packetRevision}
          </span>
        }
      >
        <ButtonLink href={`/worlds/${caseId}/asking`} quiet>
          Ways of asking
        </ButtonLink>
        <ButtonLink href={`/worlds/${caseId}?version=${number}`} icon="route">
          Open the graph
        </ButtonLink>
        {underWay ? (
          <Button quiet busy={busy === "stop" && "Stopping"} onClick={() => stop(run.id)}>
            Stop this run
          </Button>
        ) : (
          <Button main={!certificate} busy={busy === "start" && "Asking"} icon="seal" onClick={start}>
            {run ? "Certify again" : "Certify"}
          </Button>
        )}
      </WorldBar>
      <main className="certify-wrap" id="main">
        <div className="certify-main">
          {stale && (
            <FindingCard
              severity="caution"
              title={`The world was edited after version ${number}.`}
              acts={<ButtonLink href={`/worlds/${caseId}/certify`}>Go to version {props.newest}</ButtonLink>}
            >
              A certificate of version {number} says nothing about version {props.newest}.
            </FindingCard>
          )}
          {props.packetNewer && (
            <FindingCard
              severity="caution"
              title="A newer revision of the packet was accepted."
              acts={<ButtonLink href="/worlds">Go to the list and compile it</ButtonLink>}
            >
              This world says what packet revision {props.packetRevision} said.
            </FindingCard>
          )}
          {fault && (
            <FindingCard title={fault.title} live>
              {fault.fix}
            </FindingCard>
          )}
          <section className="panel">
            <div className="run" role="status">
              <div>
                <h2 className="head">
                  {run ? runHeadline(run.status, passed, GATES.length, failed) : "Not certified yet"}
                </h2>
                <p className="ui soft">
                  {run ? (
                    <>
                      {run.startedAt ? "Started " : "Asked for "}
                      <Time at={run.startedAt ?? run.queuedAt} />
                      {run.by && ` by ${run.by}`}.{underWay && " You can leave this page; the run goes on."}
                    </>
                  ) : (
                    "Eight gates run one after another. Each says what it found."
                  )}
                </p>
              </div>
              {gates.length > 0 && <span className="ui soft nowrap">{secondsText(spent)}</span>}
              <div className="run-bar" aria-hidden="true">
                {GATES.map((name, i) => {
                  const gate = gates.find((g) => g.gate === name);
                  const state = gate
                    ? `is-${gate.verdict}`
                    : run?.status === "running" && i === gates.length
                      ? "is-now"
                      : "";
                  return <i key={name} className={state} style={{ flex: gate ? 1 + gate.ms / 40 : 2 }} />;
                })}
              </div>
            </div>
          </section>
          <section className="panel" aria-label="Gates">
            <GateList
              gates={gates}
              status={run?.status ?? null}
              runId={run?.id ?? null}
              asking={`/worlds/${caseId}/asking`}
              ladder={certificate?.ladder ?? []}
              names={names}
              nodeHref={nodeHref}
            />
          </section>
        </div>
        <div className="certify-aside">
          {difficulty && (
            <section className="panel" aria-label="Difficulty">
              <div className="panel-body">
                <DifficultyFigure difficulty={difficulty} />
              </div>
            </section>
          )}
          <CertificatePanel
            certificate={certificate}
            contentHash={contentHash}
            number={number}
            packetRevision={props.packetRevision}
            state={
              underWay
                ? "running"
                : !certificate
                  ? "none"
                  : matches && !stale && !props.packetNewer && !props.paraphrasesNewer
                    ? "valid"
                    : "stale"
            }
          />
          <section className="panel" aria-label="Publish">
            <div className="panel-body publish">
              <div>
                <h2 className="subhead">Publish is your decision</h2>
                <p className="ui soft" id="why-publish">
                  {closed ? `${closed}. ` : ""}
                  {!props.publishedAs &&
                    `A certified world stays private until a person publishes it. The server then runs every gate again, and version ${props.nextVersion} never changes.`}
                </p>
              </div>
              {!closed && (
                <dl className="pairs">
                  {props.contents.map((line) => (
                    <div key={line.what} style={{ display: "contents" }}>
                      <dt>{line.what}</dt>
                      <dd>{line.who}</dd>
                    </div>
                  ))}
                </dl>
              )}
              {props.publishedAs ? (
                <>
                  <a className="button" href={`/api/publications/${props.publishedAs.id}/bundle`} download>
                    Download the bundle
                  </a>
                  <ButtonLink href={`/corpus/${caseId}`} iconAfter="arrow-right">
                    Open in the corpus
                  </ButtonLink>
                </>
              ) : (
                <Button
                  main={!closed}
                  icon="publish"
                  closed={closed}
                  closedReasonId="why-publish"
                  busy={busy === "publish" && "Running every gate again"}
                  onClick={publish}
                >
                  Publish version {props.nextVersion}
                </Button>
              )}
            </div>
          </section>
        </div>
      </main>
    </>
  );
}

/** "134 written, 15 frames of labels": the ways of asking a certificate carries, by their source. */
function askedWords(paraphrases: NonNullable<CertificationView["certificate"]>["paraphrases"]): string {
  const items = Object.values(paraphrases?.items ?? {});
  const words = { written: "written", model: "proposed by a model", framing: "frames of labels" } as const;
  return (
    (["written", "model", "framing"] as const)
      .map((source) => [source, items.reduce((sum, item) => sum + (item[source]?.length ?? 0), 0)] as const)
      .filter(([, count]) => count > 0)
      .map(([source, count]) => `${count} ${words[source]}`)
      .join(", ") || "None"
  );
}

const groups = (hash: string) => hash.match(/.{8}/g)?.join(" ") ?? hash;

function CertificatePanel({
  certificate,
  contentHash,
  number,
  packetRevision,
  state,
}: {
  certificate: CertificationView["certificate"];
  contentHash: string;
  number: number;
  packetRevision: number;
  state: "none" | "running" | "valid" | "stale";
}) {
  const [copied, setCopied] = useState(false);
  return (
    <section className="panel" aria-label="Certificate">
      <div className="panel-head">
        <h2 className="subhead">Certificate</h2>
        {state === "running" && <Chip tone="accent">Being made</Chip>}
        {state === "valid" && (
          <Chip tone="good" icon="mark-good">
            Valid
          </Chip>
        )}
        {state === "stale" && (
          <Chip tone="caution" icon="mark-caution">
            Stale
          </Chip>
        )}
        {state === "none" && <Chip>None yet</Chip>}
      </div>
      <div className="panel-body certificate-body">
        <div className="hash">
          <span>sha256 {groups(contentHash)}</span>
          <Button
            quiet
            square
            icon={copied ? "check" : "copy"}
            aria-label={copied ? "Copied" : "Copy the hash"}
            onClick={() => navigator.clipboard?.writeText(contentHash).then(() => setCopied(true))}
          />
        </div>
        {certificate ? (
          <dl className="pairs">
            <dt>Covers</dt>
            <dd>
              World {number}, packet {packetRevision}, compiler {certificate.versions.compiler}, engine{" "}
              {certificate.versions.engine}
            </dd>
            <dt>Route</dt>
            <dd>
              {certificate.route.operations} steps, {certificate.route.days} days,{" "}
              {certificate.required_groups} outcomes
            </dd>
            <dt>Ways of asking</dt>
            <dd>{askedWords(certificate.paraphrases)}</dd>
            <dt>Signed</dt>
            <dd>
              {certificate.signature
                ? `Ed25519, key ${certificate.signature.public_key.slice(0, 8)}…`
                : "Not signed"}
            </dd>
          </dl>
        ) : (
          <p className="ui soft">This is the content on the screen. A certificate will name exactly it.</p>
        )}
        <p className="ui soft">Any edit to the world, the packet or the ways of asking marks it stale.</p>
      </div>
    </section>
  );
}
