"use client";

import type { GateName, LadderRow } from "@/compiler/certify/certificate";
import { Icon } from "@/components/ui/icon";
import { FindingCard } from "@/components/ui/pieces";
import type { GateDone, RunStatusName } from "@/lib/contracts/certification";
import { GATES } from "@/lib/contracts/certification";
import { Ballots } from "./ballots";
import { FrictionLadder, type LadderNames } from "./friction-ladder";
import { GATE_WORDS, secondsText } from "./words";

const MARKS = {
  proved: { icon: "mark-good", tone: "good", word: "Passed" },
  refuted: { icon: "mark-bad", tone: "bad", word: "Refused" },
  unknown: { icon: "mark-caution", tone: "caution", word: "Not decided" },
  unsupported: { icon: "mark-caution", tone: "caution", word: "No rule for this" },
} as const;

/** Findings of gate 5 that may be mended by other ways of asking; the item that was meant is named last. */
const WAYS_CODES = new Set([
  "language/wrong-landing",
  "language/too-few-paraphrases",
  "language/not-understood",
  "language/identifier",
]);

/** The first sentence of a summary stands out. */
function Summary({ text }: { text: string }) {
  const cut = /[.!?](?= |$)/.exec(text);
  const end = cut ? cut.index + 1 : text.length;
  return (
    <>
      <b>{text.slice(0, end)}</b>
      {text.slice(end)}
    </>
  );
}

/** The eight gates in order: passed, running, waiting, each with what it found and a way to the node. */
export function GateList({
  gates,
  status,
  ladder,
  names,
  nodeHref,
  runId,
  asking,
}: {
  gates: readonly GateDone[];
  status: RunStatusName | null;
  /** The run whose ballots are shown once it has ended. */
  runId: string | null;
  /** Where the ways of asking are edited. */
  asking: string;
  ladder: readonly LadderRow[];
  names: LadderNames;
  nodeHref: (id: string) => string | null;
}) {
  const done = new Map(gates.map((g) => [g.gate, g] as const));
  return (
    <ol className="gates">
      {GATES.map((name, i) => {
        const gate = done.get(name);
        if (gate)
          return (
            <Done
              key={name}
              gate={gate}
              number={i + 1}
              ladder={ladder}
              names={names}
              nodeHref={nodeHref}
              runId={status === "passed" || status === "refused" ? runId : null}
              asking={asking}
            />
          );
        const running = status === "running" && i === gates.length;
        return (
          <li key={name} className={`gate-row${running ? " is-now" : ""}`}>
            {running ? (
              <span className="running" role="img" aria-label="Running" />
            ) : (
              <span className="undecided" role="img" aria-label="Waiting" />
            )}
            <span className="gate-name">
              <span>{i + 1}</span>
              {GATE_WORDS[name]}
            </span>
            <span className="gate-text">{running ? <b>Running.</b> : waiting(status, i)}</span>
            <span className="meta" />
          </li>
        );
      })}
    </ol>
  );
}

function waiting(status: RunStatusName | null, i: number): string {
  if (status === "cancelled" || status === "failed") return "Not run.";
  return i === 0 ? "Waits for a worker." : `After gate ${i}.`;
}

function Done({
  gate,
  number,
  ladder,
  names,
  nodeHref,
  runId,
  asking,
}: {
  runId: string | null;
  asking: string;
  gate: GateDone;
  number: number;
  ladder: readonly LadderRow[];
  names: LadderNames;
  nodeHref: (id: string) => string | null;
}) {
  const mark = MARKS[gate.verdict];
  return (
    <li className="gate-row">
      <Icon name={mark.icon} tone={mark.tone} label={mark.word} />
      <span className="gate-name">
        <span>{number}</span>
        {GATE_WORDS[gate.gate as GateName]}
      </span>
      <span className="gate-text">
        <Summary text={gate.summary} />
      </span>
      <span className="meta">{secondsText(gate.ms)}</span>
      {gate.findings.length > 0 && !gate.findings.every((f) => f.code.endsWith("/not-run")) && (
        <div className="gate-findings">
          {gate.findings.map((f) => {
            const node = f.nodes.find((id) => nodeHref(id) !== null);
            const href = node ? nodeHref(node) : null;
            const ways = WAYS_CODES.has(f.code) ? `${asking}#ways-${f.nodes.at(-1) ?? ""}` : null;
            return (
              <FindingCard
                key={f.code + f.path + f.message}
                severity={f.severity === "error" ? "bad" : "caution"}
                title={f.message}
                acts={
                  (href || ways) && (
                    <>
                      {ways && (
                        <a className="button" href={ways}>
                          Open the ways of asking
                        </a>
                      )}
                      {href && (
                        <a className="button" href={href}>
                          Show the node
                        </a>
                      )}
                    </>
                  )
                }
              >
                {f.fix}
              </FindingCard>
            );
          })}
        </div>
      )}
      {gate.gate === "language" && runId && (gate.figures.ballots ?? 0) > 0 && (
        <Ballots runId={runId} count={gate.figures.ballots ?? 0} />
      )}
      {gate.gate === "friction" && ladder.length > 1 && <FrictionLadder ladder={ladder} names={names} />}
    </li>
  );
}
