"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input, TextArea } from "@/components/ui/field";
import type { GuidedStart } from "@/lib/contracts/packets";

const EMPTY: GuidedStart = { patient: "", needs: "", talkedTo: "" };

/** Three questions that begin a packet where no draft can be had. */
export function GuidedBegin({
  open,
  busy,
  onBegin,
}: {
  /** Shown at once: a draft could not be made. */
  open: boolean;
  busy: string | false | null;
  onBegin: (guided: GuidedStart) => void;
}) {
  const [answers, setAnswers] = useState(EMPTY);
  const set = (part: Partial<GuidedStart>) => setAnswers((before) => ({ ...before, ...part }));
  const missing = !answers.patient.trim() || !answers.needs.trim();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!missing) onBegin(answers);
  };
  return (
    <details className="guided" open={open || undefined}>
      <summary>Or answer three questions</summary>
      <form className="form" onSubmit={send}>
        <Field
          label="Who is the patient?"
          help="In a few words and without a name: a woman of 67 on home oxygen."
        >
          {(field) => (
            <Input
              {...field}
              value={answers.patient}
              maxLength={240}
              onChange={(event) => set({ patient: event.target.value })}
            />
          )}
        </Field>
        <Field label="What do they need?" help="One thing a line. Each becomes an outcome.">
          {(field) => (
            <TextArea
              {...field}
              rows={3}
              value={answers.needs}
              maxLength={2000}
              onChange={(event) => set({ needs: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Whom did you talk to?"
          help="One a line: the oxygen supplier, the doctor's office, the health plan."
        >
          {(field) => (
            <TextArea
              {...field}
              rows={3}
              value={answers.talkedTo}
              maxLength={2000}
              onChange={(event) => set({ talkedTo: event.target.value })}
            />
          )}
        </Field>
        <div className="form-acts">
          <Button
            type="submit"
            busy={busy}
            closed={missing ? "Opens when the first two are answered" : false}
          >
            Begin with these answers
          </Button>
        </div>
      </form>
    </details>
  );
}
