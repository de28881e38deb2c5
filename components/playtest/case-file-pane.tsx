"use client";

import { useState } from "react";
import type { CaseFile } from "@/compiler/public/case-file";
import { Icon, type IconName } from "@/components/ui/icon";
import { Count } from "@/components/ui/pieces";
import { CALLED } from "./composer";

const SHOWN = 5;

const sourceText = (file: CaseFile, source: CaseFile["facts"][number]["source"]) => {
  const party = file.parties.find((p) => p.party === source.id)?.name;
  const paper = file.documents.find((d) => d.document === source.id)?.title;
  if (source.step === 0) return paper ? `${paper}, on file since day 0` : "On file since day 0";
  const from =
    party ?? paper ?? { receipt: "a receipt", arrived: "arrived by itself" }[source.kind as string] ?? "";
  return `${from ? `${from}, ` : ""}action ${source.step}`;
};

/** The mark of the way to reach somebody: by voice if there is one, else in writing. */
const wayOf = ({ channels }: CaseFile["parties"][number]): IconName =>
  channels.some((c) => CALLED.includes(c.kind))
    ? "phone"
    : channels.every((c) => c.kind === "fax")
      ? "fax"
      : "message";

const FORM_STATES = {
  draft: "to fill in",
  submitted: "in review",
  rejected: "to correct",
  accepted: "accepted",
};

/** The agent's case file beside the conversation; what the last action brought is marked. */
export function CaseFilePane({
  file,
  last,
  onRewrite,
  onOpenForm,
  onOpenDocument,
  onContact,
}: {
  file: CaseFile;
  /** Number of the last action. */
  last: number;
  onRewrite: () => void;
  onOpenForm: (form: string) => void;
  onOpenDocument: (document: string) => void;
  onContact: (party: string) => void;
}) {
  const [allFacts, setAllFacts] = useState(false);
  const facts = [...file.facts].sort((a, b) => b.source.step - a.source.step);
  const shown = allFacts ? facts : facts.slice(0, SHOWN);
  return (
    <aside className="file" id="file" aria-label="Case file">
      <section>
        <div className="file-head">
          <h2 className="subhead">Facts</h2>
          <Count>{facts.length}</Count>
          {facts.length > SHOWN && (
            <button type="button" className="ui link" onClick={() => setAllFacts((all) => !all)}>
              {allFacts ? "See the newest" : "See all"}
            </button>
          )}
        </div>
        <ul className="facts">
          {shown.map((f) => (
            <li key={f.fact} className={last > 0 && f.source.step === last ? "is-new" : undefined}>
              <Icon name="kind-fact" />
              <span>
                {f.statement}
                <span className="meta">{sourceText(file, f.source)}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <div className="file-head">
          <h2 className="subhead">You can reach</h2>
          <Count>{file.parties.length}</Count>
        </div>
        <ul className="reach">
          {file.parties.map((p) => {
            const live = file.open_call.includes(p.party);
            return (
              <li key={p.party}>
                <Icon name={wayOf(p)} tone={live ? "accent" : "faint"} />
                <button
                  type="button"
                  className={live ? "strong" : undefined}
                  onClick={() => onContact(p.party)}
                >
                  {p.name}
                </button>
                <span className="meta">
                  {live ? "on the line" : p.channels.map((c) => c.kind.replace("_", " ")).join(", ")}
                </span>
              </li>
            );
          })}
        </ul>
      </section>
      <section>
        <div className="file-head">
          <h2 className="subhead">Documents and forms</h2>
          <Count>{file.documents.length + file.forms.length}</Count>
        </div>
        <ul className="reach">
          {file.documents.map((d) => (
            <li key={d.document}>
              <Icon name="document" tone="faint" />
              <button type="button" onClick={() => onOpenDocument(d.document)}>
                {d.title}
              </button>
              <span className="meta">{d.read ? "held, read" : "held"}</span>
            </li>
          ))}
          {file.forms.map((f) => (
            <li key={f.form}>
              <Icon name="form" tone="faint" />
              <button type="button" onClick={() => onOpenForm(f.form)}>
                {f.title}
              </button>
              <span className="meta">{FORM_STATES[f.state]}</span>
            </li>
          ))}
        </ul>
      </section>
      {(file.timing.length > 0 || file.statuses.length > 0) && (
        <section>
          <div className="file-head">
            <h2 className="subhead">Under way</h2>
          </div>
          <ul className="reach">
            {file.timing.map((t) => (
              <li key={`${t.step} ${t.party} ${t.message}`}>
                <Icon name="wait" tone="faint" />
                <span>
                  {t.party}: {t.message}
                </span>
              </li>
            ))}
            {file.statuses.map((s) => (
              <li key={`${s.party} ${s.label}`}>
                <Icon name="kind-status" tone="faint" />
                <span>
                  {s.label}: {s.value}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <div className="file-head">
          <h2 className="subhead">Plan note</h2>
          <button type="button" className="ui link" onClick={onRewrite}>
            {file.plan_note ? "Rewrite, free" : "Write, free"}
          </button>
        </div>
        <p className="ui soft plan-note">{file.plan_note || "Nothing noted yet."}</p>
      </section>
    </aside>
  );
}
