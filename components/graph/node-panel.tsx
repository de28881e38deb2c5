"use client";

import type { ReactNode } from "react";
import type { Finding } from "@/compiler/spec/finding";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Chip, FindingCard, Quote } from "@/components/ui/pieces";
import type { Need, NodeView } from "./describe";
import { KIND_WORDS } from "./shapes";
import type { GraphNode } from "./world-graph";
import { type NodeState, sentence } from "./world-node";

export interface SourceQuote {
  quote: string;
  record: string;
  /** The packet item that points at it, and where both are shown. */
  href: string | null;
}

/** What is known about the selected node: needs, what is told, what follows, what makes it hard, where it stands in the records. */
export function NodePanel({
  node,
  view,
  state,
  step,
  reached,
  findings,
  quotes,
  packetHref,
  onGo,
  acts,
}: {
  node: GraphNode;
  view: NodeView;
  state: NodeState;
  /** "step 21 of 27", when a playback touches it. */
  step: string | null;
  reached: ReadonlySet<string> | null;
  findings: readonly Finding[];
  quotes: readonly SourceQuote[];
  packetHref: string | null;
  onGo: (id: string) => void;
  acts?: ReactNode;
}) {
  const done = (need: Need) =>
    need.node !== null && (reached === null || reached.has(need.node) || need.note === "on file");
  const item = (need: Need, i: number) => (
    <li key={i}>
      {need.node && reached && !done(need) ? (
        <span className="undecided" />
      ) : (
        <Icon
          name={reached && done(need) ? "mark-good" : "dot"}
          tone={reached && done(need) ? "good" : "faint"}
        />
      )}
      <span>
        {need.node ? (
          <button type="button" className="go" onClick={() => need.node && onGo(need.node)}>
            {need.text}
          </button>
        ) : (
          need.text
        )}{" "}
        <span className="meta">{need.note}</span>
      </span>
    </li>
  );
  return (
    <>
      <div className="side-block">
        <span className={`side-kind kind-${node.kind}`}>
          <Icon name={`kind-${node.kind}`} />
          {view.where || KIND_WORDS[node.kind]}
        </span>
        <h2 className="head">{sentence(view.title)}</h2>
        {view.text && <p className="ui soft">{view.text}</p>}
        {view.value && view.value !== view.text && <p className="ui code">{view.value}</p>}
        {step && (
          <p className="ui soft">
            {state === "next" ? `Next on the route: ${step}.` : `On the route: ${step}.`}
          </p>
        )}
        <div className="side-chips">
          {node.protected && <Chip icon="lock">Sensitive</Chip>}
          {node.forbidden && (
            <Chip tone="bad" icon="mark-bad">
              Prohibited
            </Chip>
          )}
          {node.onFile && <Chip>On file</Chip>}
        </div>
      </div>
      {findings.map((f) => (
        <FindingCard
          key={f.code + f.path}
          severity={f.severity === "error" ? "bad" : "caution"}
          title={f.message}
          acts={
            packetHref && (
              <a className="button" href={packetHref}>
                Go to the packet item
              </a>
            )
          }
        >
          {f.fix}
        </FindingCard>
      ))}
      {view.exchanges.map((x, i) => (
        <div className="side-block" key={i}>
          {x.from && <h3>Asked of {x.from}</h3>}
          {(x.always.length > 0 || x.sets.some((s) => s.length > 0)) && (
            <>
              <h3>{x.sets.length > 1 ? "Needs, one of these sets" : "Needs, all of these"}</h3>
              {x.sets.map((set, j) => (
                <div key={j} className="side-set">
                  {j > 0 && <p className="meta">or</p>}
                  <ul className="needs">{set.map(item)}</ul>
                </div>
              ))}
              {x.always.length > 0 && <ul className="needs">{x.always.map(item)}</ul>}
            </>
          )}
          {x.tells.length > 0 && (
            <>
              <h3>You tell them</h3>
              <p className="side-chips">
                {x.tells.map((t) => (
                  <Chip key={t.label} icon={t.protected ? "lock" : undefined}>
                    {t.label}
                  </Chip>
                ))}
              </p>
            </>
          )}
          {x.together.length > 0 && <p className="ui">In one call with {x.together.join(" and ")}.</p>}
        </div>
      ))}
      {view.follows.length > 0 && (
        <div className="side-block">
          <h3>Then</h3>
          <ul className="needs">{view.follows.map(item)}</ul>
        </div>
      )}
      {node.outcomes.length > 0 && (
        <div className="side-block">
          <h3>Outcome</h3>
          <ul className="needs">
            {node.outcomes.map((o) => (
              <li key={o.terminal} className="kind-outcome">
                <Icon name="kind-outcome" />
                <span>
                  {o.number}. {o.label} <span className="meta">{o.required ? "required" : "optional"}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {view.rules.length > 0 && (
        <div className="side-block">
          <h3>Prohibited</h3>
          {view.rules.map((r) => (
            <p className="ui" key={r}>
              {r}
            </p>
          ))}
        </div>
      )}
      {view.hard.length > 0 && (
        <div className="side-block">
          <h3>Made hard by</h3>
          <p className="side-chips">
            {view.hard.map((f) => (
              <Chip key={f.id}>
                {f.text}, {f.severity}
              </Chip>
            ))}
          </p>
        </div>
      )}
      {quotes.length > 0 && (
        <div className="side-block">
          <h3>Where it comes from</h3>
          {quotes.map((q) => (
            <div key={q.record + q.quote} className="side-block">
              <Quote>{q.quote}</Quote>
              <p className="ui">{q.href ? <a href={q.href}>{q.record}</a> : q.record}</p>
            </div>
          ))}
        </div>
      )}
      <div className="side-acts">
        {acts}
        {packetHref && (
          <a className="button" href={packetHref}>
            Open in packet
          </a>
        )}
      </div>
    </>
  );
}

/** Shown while nothing is selected: what the world holds and the next finding. */
export function WorldPanel({
  findings,
  onGo,
  children,
}: {
  findings: readonly Finding[];
  onGo: (id: string) => void;
  children: ReactNode;
}) {
  return (
    <>
      {children}
      {findings.map((f) => (
        <FindingCard
          key={f.code + f.path + f.message}
          severity={f.severity === "error" ? "bad" : "caution"}
          title={f.message}
          acts={f.nodes[0] && <Button onClick={() => f.nodes[0] && onGo(f.nodes[0])}>Show the node</Button>}
        >
          {f.fix}
        </FindingCard>
      ))}
    </>
  );
}
