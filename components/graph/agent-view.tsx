"use client";

import type { CaseFile } from "@/compiler/public/case-file";
import { Button } from "@/components/ui/button";

/** What the agent has in hand at a step; what the step brought is marked. */
export function AgentView({
  caseFile,
  before,
  onClose,
}: {
  caseFile: CaseFile | null;
  before: CaseFile | null;
  onClose: () => void;
}) {
  const isNew = (list: "facts" | "parties" | "documents" | "forms", id: string) =>
    before !== null &&
    !before[list].some(
      (x) => ("fact" in x ? x.fact : "document" in x ? x.document : "form" in x ? x.form : x.party) === id,
    );
  return (
    <section className="agent-view" aria-label="What the agent sees at this step">
      <div className="map-head">
        <h2 className="subhead">What the agent sees</h2>
        <Button quiet square icon="cross" aria-label="Close the agent’s view" onClick={onClose} />
      </div>
      {caseFile === null ? (
        <p className="soft ui">
          This run cannot be walked through the public tools yet, so there is no case file to show.
        </p>
      ) : (
        <>
          <div>
            <h3>Facts, {caseFile.facts.length}</h3>
            <ul>
              {[...caseFile.facts].reverse().map((f) => (
                <li key={f.fact} className={isNew("facts", f.fact) ? "is-new" : undefined}>
                  {f.statement}
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3>Can be reached, {caseFile.parties.length}</h3>
            <ul>
              {caseFile.parties.map((p) => (
                <li key={p.party} className={isNew("parties", p.party) ? "is-new" : undefined}>
                  {p.name} <span className="meta">{p.channels.map((c) => c.label).join(", ")}</span>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3>Documents and forms, {caseFile.documents.length + caseFile.forms.length}</h3>
            <ul>
              {caseFile.documents.map((d) => (
                <li key={d.document} className={isNew("documents", d.document) ? "is-new" : undefined}>
                  {d.title} <span className="meta">{d.read ? "read" : "held"}</span>
                </li>
              ))}
              {caseFile.forms.map((f) => (
                <li key={f.form} className={isNew("forms", f.form) ? "is-new" : undefined}>
                  {f.title} <span className="meta">{f.state}</span>
                </li>
              ))}
            </ul>
          </div>
          {caseFile.statuses.length > 0 && (
            <div>
              <h3>Observed</h3>
              <ul>
                {caseFile.statuses.map((s) => (
                  <li key={s.label}>
                    {s.label}: {s.value}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {caseFile.timing.length > 0 && (
            <div>
              <h3>Under way</h3>
              <ul>
                {caseFile.timing.map((t) => (
                  <li key={`${t.step} ${t.message}`}>{t.message}</li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </section>
  );
}
