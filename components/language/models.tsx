"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask, Refusal } from "@/components/queries/http";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SeverityMark } from "@/components/ui/marks";
import { Empty, FindingCard, Meter, TableHead } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import { callTextSchema, type ModelCallRow, type Models, modelsSchema } from "@/lib/contracts/models";

const dollars = (amount: number) => `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`;
const REFRESH_MS = 10_000;

/** For an administrator: which step uses a model, what it cost, and the newest calls. */
export function ModelsScreen({ first }: { first: Models }) {
  const { data } = useQuery({
    queryKey: ["models"],
    queryFn: ({ signal }) => ask("/api/models", modelsSchema, { signal }),
    initialData: first,
    refetchInterval: REFRESH_MS,
  });
  const [opened, setOpened] = useState<ModelCallRow | null>(null);
  return (
    <>
      <div className="lead-row">
        <h1 className="title">Models</h1>
        <p className="soft">
          {data.address ? (
            <>
              Called at <span className="code">{data.address}</span>
            </>
          ) : (
            "No model is set up: every step works by rules"
          )}
        </p>
      </div>
      <section className="panel" aria-label="Steps">
        <table className="cases steps-table">
          <caption className="visually-hidden">Who does each language step</caption>
          <TableHead columns={["Step", "What it does", "Who does it"]} />
          <tbody>
            {data.steps.map((step) => (
              <tr key={step.step}>
                <th scope="row">{step.step}</th>
                <td>{step.model ? step.does : step.rules}</td>
                <td>{step.model ? <span className="code">{step.model}</span> : "Rules"}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {!data.address && (
          <p className="panel-body ui soft">
            To set one up, give the server <span className="code">OPENAI_API_KEY</span> and, for another
            address, <span className="code">OPENAI_BASE_URL</span>.{" "}
            <span className="code">OPENAI_MODEL_DRAFT</span>, <span className="code">_PROPOSE</span>,{" "}
            <span className="code">_TRANSLATE</span>, <span className="code">_SCREEN</span> and{" "}
            <span className="code">_PARAPHRASE</span> name a model for one step.
          </p>
        )}
      </section>
      <section className="panel" aria-label="Spending">
        <div className="panel-head">
          <h2 className="subhead">Spending</h2>
        </div>
        <div className="panel-body spending">
          <Spent name="Today, all cases" spent={data.spentToday} budget={data.budgetPerDay} />
          {data.cases.map((one) => (
            <Spent
              key={one.caseId}
              name={`${one.caseId}, ${one.calls} ${one.calls === 1 ? "call" : "calls"}`}
              spent={one.costDollars}
              budget={data.budgetPerCase}
            />
          ))}
        </div>
      </section>
      {data.calls.length === 0 ? (
        <Empty icon="clock" title="No call yet">
          Calls appear here with what they cost. Their text is only shown when you open one.
        </Empty>
      ) : (
        <section className="panel" aria-label="Newest calls">
          <table className="cases calls-table">
            <caption className="visually-hidden">Newest model calls</caption>
            <TableHead
              columns={["When", "Step", "Case", "Outcome", "Tokens in, out", "Cost", "Seconds"]}
              acts="Open"
            />
            <tbody>
              {data.calls.map((call) => (
                <tr key={call.id}>
                  <td>
                    <Time at={call.at} />
                  </td>
                  <td>
                    {call.step} <span className="meta code">{call.model}</span>
                  </td>
                  <td className="code">{call.caseId ?? ""}</td>
                  <td>
                    {call.fault ? (
                      <SeverityMark severity="caution">{call.fault}</SeverityMark>
                    ) : (
                      <SeverityMark severity="good">Answered</SeverityMark>
                    )}
                  </td>
                  <td>
                    {call.inputTokens ?? 0}, {call.outputTokens ?? 0}
                  </td>
                  <td>{dollars(call.costDollars)}</td>
                  <td>{((call.latencyMs ?? 0) / 1000).toFixed(1)}</td>
                  <td>
                    <Button quiet onClick={() => setOpened(call)}>
                      Open
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {opened && <CallDialog call={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Spent({ name, spent, budget }: { name: string; spent: number; budget: number }) {
  return (
    <div className="spent">
      <span>{name}</span>
      <Meter done={Math.min(spent, budget)} of={Math.max(budget, 0.01)} />
      <span className="meta">
        {dollars(spent)} of {dollars(budget)}
      </span>
    </div>
  );
}

function CallDialog({ call, onClose }: { call: ModelCallRow; onClose: () => void }) {
  const [confirmed, setConfirmed] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["model-call", call.id],
    queryFn: ({ signal }) => ask(`/api/models/${call.id}`, callTextSchema, { signal }),
    enabled: confirmed,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <Dialog open onClose={onClose} title={`Call for ${call.step}`}>
      {!confirmed && (
        <>
          <p className="ui">
            The prompt and the answer can hold text of records. That you open them is written to the audit
            log.
          </p>
          <div className="form-acts">
            <Button main onClick={() => setConfirmed(true)}>
              Show the text
            </Button>
          </div>
        </>
      )}
      {error instanceof Refusal && (
        <FindingCard severity="caution" title={error.message} live>
          {error.fix}
        </FindingCard>
      )}
      {data && (
        <>
          <h3 className="subhead">Prompt</h3>
          <pre className="call-text">{data.prompt}</pre>
          <h3 className="subhead">Answer</h3>
          <pre className="call-text">{data.answer || "None was kept."}</pre>
        </>
      )}
    </Dialog>
  );
}
