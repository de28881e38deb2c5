"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { ask, asRefusal, type Refusal } from "@/components/queries/http";
import { Button } from "@/components/ui/button";
import { SeverityMark } from "@/components/ui/marks";
import { Empty, FindingCard } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import { type Attempts, type AttemptView, attemptsSchema, takenSchema } from "@/lib/contracts/language";
import { useWork } from "./use-work";
import { WorkLine } from "./work-line";

/** Every attempt to compile a case: who proposed, what changed, what the gates said, and what a person can do. */
export function AttemptList({ caseId, first }: { caseId: string; first: Attempts }) {
  const key = ["attempts", caseId];
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask(`/api/worlds/${caseId}/attempts`, attemptsSchema, { signal }),
    initialData: first,
  });
  const work = useWork(`/api/worlds/${caseId}/propose`);
  const [fault, setFault] = useState<Refusal | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: key });
  const propose = async () => {
    await work.start({});
    await refresh();
  };
  const take = async (number: number) => {
    setFault(null);
    try {
      await ask(`/api/worlds/${caseId}/attempts/${number}/take`, takenSchema, { method: "POST" });
      await refresh();
    } catch (error) {
      setFault(asRefusal(error));
    }
  };
  return (
    <>
      <section className="panel" aria-label="Compile again">
        <div className="panel-body form">
          <p className="ui">
            {data.model
              ? `The packet is compiled by rules; where the gates find faults, ${data.model} repairs it up to three times. It can rewire and rename what the packet has, and add nothing. Then you decide.`
              : "No model is set up, so packets are compiled by rules and nothing repairs them. An administrator can set one up."}
          </p>
          <WorkLine {...work} onCancel={work.cancel} />
          {work.ended?.kind === "done" && (
            <p className="ui" role="status">
              {work.ended.words}
            </p>
          )}
          {data.model && !work.running && (
            <div className="form-acts">
              <Button main onClick={propose}>
                Compile and repair
              </Button>
            </div>
          )}
          {fault && (
            <FindingCard severity="caution" title={fault.message} live>
              {fault.fix}
            </FindingCard>
          )}
        </div>
      </section>
      {data.attempts.length === 0 ? (
        <Empty icon="clock" title="Not compiled yet">
          Attempts appear here with what the gates said to each.
        </Empty>
      ) : (
        <ol className="attempts">
          {data.attempts.map((attempt) => (
            <AttemptCard key={attempt.number} caseId={caseId} attempt={attempt} onTake={take} />
          ))}
        </ol>
      )}
    </>
  );
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
const shown = (value: unknown) => JSON.stringify(value, null, 1) ?? "nothing";

function AttemptCard({
  caseId,
  attempt,
  onTake,
}: {
  caseId: string;
  attempt: AttemptView;
  onTake: (number: number) => void;
}) {
  const errors = attempt.findings.filter((finding) => finding.severity === "error");
  return (
    <li className="panel attempt">
      <div className="panel-head">
        <h2 className="subhead">Attempt {attempt.number}</h2>
        <span className="soft">
          {attempt.proposer === "rules" ? "by rules" : `repaired by ${attempt.proposer}`}
        </span>
        <span className="meta">
          <Time at={attempt.at} />
        </span>
        <span className="to-end">
          {attempt.version === null ? (
            attempt.usable && <Button onClick={() => onTake(attempt.number)}>Go on with this attempt</Button>
          ) : (
            <Link href={`/worlds/${caseId}?version=${attempt.version}`}>Version {attempt.version}</Link>
          )}
        </span>
      </div>
      <div className="panel-body stack">
        {attempt.passed === true && <SeverityMark severity="good">Passes every gate</SeverityMark>}
        {attempt.passed === null && errors.length === 0 && (
          <span className="soft">Compiled; the gates run when you certify</span>
        )}
        {attempt.why && <p className="ui">{attempt.why}</p>}
        {errors.length > 0 && (
          <details open={attempt.version === null}>
            <summary>{plural(errors.length, "finding")}</summary>
            <ul className="attempt-findings">
              {errors.map((finding) => (
                <li key={`${finding.code} ${finding.path} ${finding.message}`}>
                  <FindingCard title={finding.message}>{finding.fix}</FindingCard>
                </li>
              ))}
            </ul>
          </details>
        )}
        {attempt.differences.length > 0 && (
          <details>
            <summary>{plural(attempt.differences.length, "change")}</summary>
            <dl className="attempt-changes">
              {attempt.differences.map((one) => (
                <div key={`${one.id} ${one.field}`}>
                  <dt>
                    <span className="code">{one.id}</span> {one.field}
                  </dt>
                  <dd>
                    <del className="code">{shown(one.before)}</del>
                    <ins className="code">{shown(one.after)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </li>
  );
}
