"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { asRefusal, type Refusal } from "@/components/queries/http";
import { screeningQuery, useScreeningAct } from "@/components/queries/import";
import { Button, ButtonLink } from "@/components/ui/button";
import { useKeys } from "@/components/ui/keys";
import { SeverityMark } from "@/components/ui/marks";
import { Count, Empty, FindingCard, Meter } from "@/components/ui/pieces";
import type { RichnessView, ScreeningFindingView, ScreeningView } from "@/lib/contracts/import";

/** The identifier check of a case: each possible identifier is decided by a person before anybody works on the records. */
export function Screening({ first }: { first: ScreeningView }) {
  const router = useRouter();
  const { data: view } = useQuery(screeningQuery(first.caseId, first));
  const act = useScreeningAct(first.caseId);
  const [at, setAt] = useState(0);
  const [fault, setFault] = useState<Refusal | null>(null);
  const { findings, mayDecide } = view;
  const open = findings.filter((one) => one.decision === "undecided").length;
  const report = (error: unknown) => setFault(asRefusal(error));

  const focus = (index: number) => {
    const next = Math.max(0, Math.min(findings.length - 1, index));
    setAt(next);
    requestAnimationFrame(() => {
      const row = document.querySelector<HTMLElement>(`[data-finding="${next}"]`);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: "nearest" });
    });
  };
  const decide = (index: number, as: "identifier" | "harmless") => {
    const finding = findings[index];
    if (!finding || !mayDecide) return;
    setFault(null);
    act.perform({ act: "decide", findings: [finding.id], as }, { onError: report });
    focus(index + 1);
  };
  useKeys("Identifier check", [
    { key: "j", does: "Next finding", run: () => focus(at + 1) },
    { key: "k", does: "Previous finding", run: () => focus(at - 1) },
    { key: "i", does: "It is an identifier", run: () => decide(at, "identifier") },
    { key: "h", does: "It is harmless", run: () => decide(at, "harmless") },
  ]);
  const finish = () =>
    act.perform({ act: "finish" }, { onError: report, onSuccess: () => router.push("/cases") });

  return (
    <>
      <div className="lead-row">
        <h1 className="title">{view.title}</h1>
        <p className="soft">
          <span className="code">{view.caseId}</span>, {view.records} records, identifier check
        </p>
      </div>
      {!mayDecide && (
        <FindingCard severity="caution" title="This case is set aside">
          The check found{" "}
          {findings.length === 1 ? "1 possible identifier" : `${findings.length} possible identifiers`}. A
          curator decides on each of them; then the case comes to you.
        </FindingCard>
      )}
      {fault && (
        <FindingCard severity="caution" title={fault.message} live>
          {fault.fix}
        </FindingCard>
      )}
      <section className="panel" aria-label="Possible identifiers">
        <div className="panel-head">
          <h2 className="subhead">Possible identifiers</h2>
          <Count>{findings.length}</Count>
          {mayDecide && findings.length > 0 && (
            <span className="screening-progress">
              <span className="ui">
                <span className="strong">
                  {findings.length - open} of {findings.length}
                </span>{" "}
                decided
              </span>
              <Meter done={findings.length - open} of={findings.length} />
            </span>
          )}
        </div>
        {findings.length === 0 ? (
          <Empty icon="shield" title="Nothing open">
            No possible identifier waits for a decision. That is no proof that there is none: report what you
            see.
          </Empty>
        ) : (
          <ol className="screening">
            {findings.map((finding, index) => (
              <FindingRow
                key={finding.id}
                finding={finding}
                index={index}
                now={index === at}
                mayDecide={mayDecide}
                onFocus={() => setAt(index)}
                onDecide={(as) => decide(index, as)}
              />
            ))}
          </ol>
        )}
      </section>
      {mayDecide && (
        <div className="form-acts">
          <Button
            main
            closed={open > 0 ? `Opens when the last ${open} are decided` : false}
            busy={act.isPending && open === 0 && "Finishing"}
            onClick={finish}
          >
            Finish the check
          </Button>
          <ButtonLink href="/cases">Back to cases</ButtonLink>
          <span className="meta">
            Confirmed identifiers are replaced by fictions that are the same within the case.
          </span>
        </div>
      )}
      {view.richness && <Richness richness={view.richness} />}
    </>
  );
}

function FindingRow({
  finding,
  index,
  now,
  mayDecide,
  onFocus,
  onDecide,
}: {
  finding: ScreeningFindingView;
  index: number;
  now: boolean;
  mayDecide: boolean;
  onFocus: () => void;
  onDecide: (as: "identifier" | "harmless") => void;
}) {
  return (
    <li data-finding={index} tabIndex={-1} className={now ? "is-now" : undefined} onFocus={onFocus}>
      <div className="screening-text">
        <span className="meta">
          {finding.recordTitle}, {finding.kindWords}
          {finding.field !== "text" && `, in the ${finding.field}`}
        </span>
        {mayDecide ? (
          <p className="read">
            {finding.before}
            <mark>{finding.passage}</mark>
            {finding.after}
          </p>
        ) : (
          <p className="soft ui">Its text is shown to curators only.</p>
        )}
        {finding.reason && <span className="meta">{finding.reason}</span>}
      </div>
      {mayDecide ? (
        <div className="form-acts">
          <Button
            keyHint={now ? "I" : undefined}
            pressed={finding.decision === "identifier"}
            onClick={() => onDecide("identifier")}
          >
            Identifier
          </Button>
          <Button
            keyHint={now ? "H" : undefined}
            pressed={finding.decision === "harmless"}
            onClick={() => onDecide("harmless")}
          >
            Harmless
          </Button>
        </div>
      ) : (
        <SeverityMark severity={finding.decision === "undecided" ? "caution" : "good"}>
          {finding.decision === "undecided" ? "Waits" : "Decided"}
        </SeverityMark>
      )}
    </li>
  );
}

const PART_WORDS = {
  outcomes: "What must come out of it",
  parties: "Who takes part",
  steps: "What was done",
  information: "What was said",
} as const;

function Richness({ richness }: { richness: RichnessView }) {
  return (
    <section className="panel" aria-label="How rich the records are">
      <div className="panel-head">
        <h2 className="subhead">How rich the records are</h2>
        <span className="meta">{richness.score} of 100</span>
      </div>
      <div className="richness">
        {(Object.keys(PART_WORDS) as (keyof typeof PART_WORDS)[]).map((part) => (
          <div key={part} className="stack">
            <span className="ui">
              {PART_WORDS[part]}: <span className="strong">{richness.parts[part].score}</span> of{" "}
              {richness.parts[part].of}
            </span>
            <ul className="meta">
              {richness.parts[part].reasons.map((reason) => (
                <li key={reason.message}>{reason.message}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
