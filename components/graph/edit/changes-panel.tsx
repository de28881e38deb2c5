"use client";

import { useEffect, useMemo, useState } from "react";
import { type WorldSpec, worldSpecSchema } from "@/compiler/spec/world";
import { DiffList } from "@/components/corpus/diff-list";
import { ask, Refusal } from "@/components/queries/http";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { FindingCard } from "@/components/ui/pieces";
import { worldDiff } from "@/lib/contracts/world-diff";
import type { WorldVersionRow } from "@/lib/contracts/worlds";

/** What was changed against the opened version, or any other, and saving it as the next version. */
export function ChangesPanel({
  caseId,
  base,
  number,
  spec,
  history,
  dirty,
  onSave,
}: {
  caseId: string;
  base: WorldSpec;
  number: number;
  spec: WorldSpec;
  history: readonly WorldVersionRow[];
  dirty: boolean;
  /** Saves as the next version. @throws {Refusal} */
  onSave: (note: string) => Promise<void>;
}) {
  const [against, setAgainst] = useState(number);
  const [other, setOther] = useState<WorldSpec | null>(null);
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ title: string; fix: string | null } | null>(null);
  useEffect(() => {
    if (against === number) {
      setOther(null);
      return;
    }
    let gone = false;
    ask(`/api/worlds/${caseId}/versions/${against}`, worldSpecSchema).then((found) => {
      if (!gone) setOther(found);
    });
    return () => {
      gone = true;
    };
  }, [against, number, caseId]);
  const from = against === number ? base : other;
  const changes = useMemo(() => (from ? worldDiff(from, spec) : []), [from, spec]);
  const save = async () => {
    setBusy(true);
    setFault(null);
    try {
      await onSave(note);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault({ title: error.message, fix: error.fix });
    }
    setBusy(false);
  };
  return (
    <>
      <div className="side-block">
        <h2 className="head">Changes</h2>
        <select
          className="input"
          aria-label="Compare with"
          value={against}
          onChange={(event) => setAgainst(Number(event.target.value))}
        >
          {history.map((v) => (
            <option key={v.number} value={v.number}>
              Against version {v.number}, {v.origin}
              {v.author ? ` by ${v.author}` : ""}
            </option>
          ))}
        </select>
      </div>
      {changes.length === 0 ? (
        <p className="ui soft">Nothing differs.</p>
      ) : (
        <div className="panel">
          <DiffList changes={changes} />
        </div>
      )}
      {fault && (
        <FindingCard title={fault.title} live>
          {fault.fix}
        </FindingCard>
      )}
      <Field label="Why, in a few words">
        {(control) => <Input {...control} value={note} onChange={(event) => setNote(event.target.value)} />}
      </Field>
      <Button
        main
        closed={dirty ? null : "Nothing was changed yet"}
        closedReasonId="why-save"
        busy={busy && "Saving"}
        onClick={save}
      >
        Save as the next version
      </Button>
      {!dirty && (
        <p className="ui soft" id="why-save">
          Opens when something was changed.
        </p>
      )}
    </>
  );
}
