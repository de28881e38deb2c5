"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RequestBallot } from "@/compiler/certify/ballots";
import { ask } from "@/components/queries/http";
import { type Severity, SeverityMark } from "@/components/ui/marks";
import { TableHead } from "@/components/ui/pieces";
import { ballotReportSchema } from "@/lib/contracts/paraphrases";

const OF_WORDS: Record<RequestBallot["of"], string> = {
  route: "Request of the route",
  written: "Written",
  model: "Proposed by a model",
  framing: "Frame of the label",
  several: "Several parts",
  no_fit: "Fits nothing",
  ordinary: "Ordinary question",
  trap: "Trap",
};

const SEVERITY: Record<RequestBallot["verdict"], Severity> = {
  hit: "good",
  asked_back: "caution",
  missed: "caution",
  wrong: "bad",
};

const ids = (items: readonly (string | null)[]) => items.map((item) => item ?? "nothing").join(", ");

function understoodWords({ verdict, understood, offered }: RequestBallot): string {
  if (verdict === "hit") return "as meant";
  if (verdict === "asked_back") return `asked back: ${ids(offered)}`;
  return offered.length > 0 ? `offered ${ids(offered)}` : ids(understood);
}

/** Everything gate 5 asked in a run, what it meant and what it was understood as; fetched when it is opened. */
export function Ballots({ runId, count }: { runId: string; count: number }) {
  const [open, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["ballots", runId],
    queryFn: ({ signal }) => ask(`/api/certifications/${runId}/ballots`, ballotReportSchema, { signal }),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const odd = data?.ballots.filter((ballot) => ballot.verdict !== "hit") ?? [];
  const rest = data?.ballots.filter((ballot) => ballot.verdict === "hit") ?? [];
  return (
    <details className="ballots" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {count} {count === 1 ? "ballot" : "ballots"}
      </summary>
      {error && <p className="ui">{error.message}</p>}
      {data && (
        <>
          <p className="ui soft">
            Translated by <span className="code">{data.translator}</span>. What was not understood as meant
            comes first.
          </p>
          <table>
            <caption className="visually-hidden">What gate 5 asked and how it was understood</caption>
            <TableHead columns={["Asked", "Meant", "Understood"]} />
            <tbody>
              {[...odd, ...rest].map((ballot, i) => (
                // The same words may be put to several parties, and the list never changes.
                <tr key={i}>
                  <td>
                    {ballot.asked}{" "}
                    <span className="meta">
                      {OF_WORDS[ballot.of]}, to <span className="code">{ballot.party}</span>
                    </span>
                  </td>
                  <td className="code">{ids(ballot.intended) || "nothing"}</td>
                  <td>
                    <SeverityMark severity={SEVERITY[ballot.verdict]}>{understoodWords(ballot)}</SeverityMark>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </details>
  );
}
