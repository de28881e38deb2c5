"use client";

import { useMemo, useState } from "react";
import { machinery } from "@/compiler/certify";
import { type Checked, checkReachable } from "@/compiler/certify/gate-friction";
import type { Band } from "@/compiler/difficulty";
import { MECHANISMS, reachBand, severityOf, stripFriction, suggestFrictions } from "@/compiler/friction";
import type { Friction, WorldSpec } from "@/compiler/spec/world";
import { readWorld } from "@/compiler/spec/world-index";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Chip } from "@/components/ui/pieces";
import { frictionText } from "@/lib/contracts/friction-words";

interface Tried {
  friction: Friction;
  kept: boolean;
  reason: string;
  S: number;
  operations: number;
}

const SUGGESTED = 40;
const signed = (n: number) => (n > 0 ? `+${n}` : String(n));

/** What adding a mechanism does, by the gates: kept or refused, and what it does to S and the route. */
function tryOne(spec: WorldSpec, before: Checked, friction: Friction): Tried {
  const now = checkReachable({ ...spec, frictions: [...spec.frictions, friction] }, machinery);
  const error = now.findings.find((f) => f.severity === "error");
  return {
    friction,
    kept: !error,
    reason: error?.message ?? "",
    S: error ? 0 : now.S - before.S,
    operations: error ? 0 : now.operations - before.operations,
  };
}

/** Makes a world hard but fair: the library of mechanisms, suggestions that go through the gates, a target band, strip all. */
export function FrictionPanel({
  spec,
  base,
  onChange,
  onGo,
}: {
  spec: WorldSpec;
  /** The version that was opened, for before and after. */
  base: WorldSpec;
  onChange: (spec: WorldSpec) => void;
  onGo: (id: string) => void;
}) {
  const read = useMemo(() => readWorld(spec), [spec]);
  const now = useMemo(() => checkReachable(spec, machinery), [spec]);
  const was = useMemo(() => checkReachable(base, machinery), [base]);
  const suggestions = useMemo(() => (read.ok ? suggestFrictions(read.value) : []), [read]);
  const [kind, setKind] = useState<Friction["kind"] | "any">("any");
  const [tried, setTried] = useState<{ of: WorldSpec; list: Tried[] }>({ of: spec, list: [] });
  const [band, setBand] = useState<Band>("hard");
  const [proposed, setProposed] = useState<ReturnType<typeof reachBand> | null>(null);
  const results = tried.of === spec ? tried.list : [];
  const fitting = suggestions.filter((s) => kind === "any" || s.friction.kind === kind);
  const shown = fitting.slice(0, SUGGESTED);
  const gates = now.findings.filter((f) => f.severity === "error").length;
  return (
    <>
      <div className="side-block">
        <h2 className="head">Friction</h2>
        <dl className="pairs">
          <dt>Difficulty</dt>
          <dd>
            S {was.S} before, {now.S} now
          </dd>
          <dt>Route</dt>
          <dd>
            {was.operations} steps before, {now.operations} now
          </dd>
          <dt>Gates</dt>
          <dd>{gates === 0 ? "It still passes" : `Refused: ${now.findings[0]?.message}`}</dd>
        </dl>
      </div>
      <div className="side-block">
        <h3>In this world, {spec.frictions.length}</h3>
        <ul className="needs">
          {spec.frictions.map((f) => {
            const measured = read.ok ? severityOf(f, read.value) : null;
            return (
              <li key={f.id} className="friction-row">
                <Icon name="dot" tone="faint" />
                <span>
                  <button type="button" className="go" onClick={() => onGo(f.id)}>
                    {frictionText(f, spec)}
                  </button>{" "}
                  <span className="meta">
                    severity {f.severity}
                    {measured !== null && measured !== f.severity && `, the scale says ${measured}`}
                  </span>{" "}
                  <Button
                    quiet
                    square
                    icon="cross"
                    aria-label={`Take away: ${frictionText(f, spec)}`}
                    onClick={() => onChange({ ...spec, frictions: spec.frictions.filter((x) => x !== f) })}
                  />
                </span>
              </li>
            );
          })}
        </ul>
        {spec.frictions.length > 0 && (
          <Button onClick={() => onChange(stripFriction(spec))}>Strip all friction</Button>
        )}
      </div>
      <div className="side-block">
        <h3>Aim for a band</h3>
        <span className="edit-row">
          <select
            className="input"
            aria-label="Band"
            value={band}
            onChange={(e) => setBand(e.target.value as Band)}
          >
            <option value="standard">Standard, from 23</option>
            <option value="hard">Hard, from 36</option>
          </select>
          <Button
            onClick={() => setProposed(reachBand(spec, band, (s) => checkReachable(s, machinery).findings))}
          >
            Propose a set
          </Button>
        </span>
        {proposed && (
          <>
            <p className="ui">
              {proposed.reached
                ? `${proposed.additions.filter((a) => a.kept).length} mechanisms reach it.`
                : "This band cannot be reached by adding what is suggested."}
            </p>
            <ul className="needs">
              {proposed.additions.map((a) => (
                <li key={a.friction.id}>
                  <Icon name={a.kept ? "mark-good" : "mark-rejected"} tone={a.kept ? "good" : "bad"} />
                  <span>
                    {frictionText(a.friction, spec)}{" "}
                    <span className="meta">{a.kept ? "kept" : `refused: ${a.findings[0]?.message}`}</span>
                  </span>
                </li>
              ))}
            </ul>
            {proposed.additions.some((a) => a.kept) && (
              <Button
                onClick={() => {
                  onChange(proposed.spec);
                  setProposed(null);
                }}
              >
                Take this set over
              </Button>
            )}
          </>
        )}
      </div>
      <div className="side-block">
        <h3>
          Suggestions, {shown.length < fitting.length && `the first ${shown.length} of `}
          {fitting.length}
        </h3>
        <select
          className="input"
          aria-label="Mechanism"
          value={kind}
          onChange={(e) => setKind(e.target.value as typeof kind)}
        >
          <option value="any">Any mechanism</option>
          {MECHANISMS.map((m) => (
            <option key={m.kind} value={m.kind}>
              {m.title}
            </option>
          ))}
        </select>
        {kind !== "any" && (
          <p className="meta">
            {MECHANISMS.find((m) => m.kind === kind)?.text} Severity 1 to 3:{" "}
            {MECHANISMS.find((m) => m.kind === kind)?.severities.join("; ")}.
          </p>
        )}
        <ul className="needs">
          {shown.map(({ friction }) => {
            const result = results.find(
              (r) => r.friction.id === friction.id && r.friction.severity === friction.severity,
            );
            return (
              <li key={`${friction.id} ${friction.severity}`} className="friction-row">
                {result ? (
                  <Icon
                    name={result.kept ? "mark-good" : "mark-rejected"}
                    tone={result.kept ? "good" : "bad"}
                  />
                ) : (
                  <Icon name="dot" tone="faint" />
                )}
                <span>
                  {frictionText(friction, spec)} <Chip>{friction.severity}</Chip>{" "}
                  {result && (
                    <span className="meta">
                      {result.kept
                        ? `kept, S ${signed(result.S)}, route ${signed(result.operations)}`
                        : `refused: ${result.reason}`}
                    </span>
                  )}
                  <span className="edit-row">
                    {!result && (
                      <Button
                        quiet
                        onClick={() =>
                          setTried({ of: spec, list: [...results, tryOne(spec, now, friction)] })
                        }
                      >
                        Try
                      </Button>
                    )}
                    {result?.kept && (
                      <Button onClick={() => onChange({ ...spec, frictions: [...spec.frictions, friction] })}>
                        Add
                      </Button>
                    )}
                  </span>
                </span>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}
