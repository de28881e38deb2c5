"use client";

import { useState } from "react";
import { useWork } from "@/components/language/use-work";
import { WorkLine } from "@/components/language/work-line";
import { asRefusal, Refusal } from "@/components/queries/http";
import { beginPacket } from "@/components/queries/import";
import { importPacket } from "@/components/queries/packets";
import { TakeButton } from "@/components/queue/take-button";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FindingCard } from "@/components/ui/pieces";
import type { ByWhom } from "@/lib/contracts/language";

/** A screened case without a packet: have a draft made, begin one by hand, or bring one as a file. */
export function BeginPacket({
  caseId,
  title,
  mine,
  mayTake,
  model,
}: {
  caseId: string;
  title: string;
  mine: boolean;
  mayTake: boolean;
  /** Name of the model that can draft; null when none is set up. */
  model: string | null;
}) {
  const work = useWork(`/api/packets/${caseId}/draft`);
  const draft = async (by: ByWhom) => {
    const ended = await work.start({ by });
    if (ended.kind === "done") window.location.reload();
  };
  const [busy, setBusy] = useState<string | null>(null);
  const [fault, setFault] = useState<Refusal | null>(null);
  async function attempt(word: string, act: () => Promise<unknown>) {
    setBusy(word);
    setFault(null);
    try {
      await act();
      window.location.reload();
    } catch (error) {
      setFault(asRefusal(error));
      setBusy(null);
    }
  }
  const read = async (file: File) => {
    try {
      return JSON.parse(await file.text()) as unknown;
    } catch {
      throw new Refusal(400, {
        detail: "The file is not complete JSON.",
        fix: "Export it again, or copy it once more.",
      });
    }
  };
  return (
    <>
      <div className="lead-row">
        <h1 className="title">{title}</h1>
        <p className="soft">
          <span className="code">{caseId}</span>, screened, no packet yet
        </p>
      </div>
      {fault && (
        <FindingCard severity="caution" title={fault.message} live>
          {fault.fix}
        </FindingCard>
      )}
      {mine ? (
        <section className="panel">
          <div className="panel-body form">
            <p className="ui">
              Have a draft made from the records to correct: by rules, which find little and show where,
              {model ? ` or by ${model}, which reads more. ` : ". "}
              Every item of a draft has its quote and waits for your decision.
            </p>
            <WorkLine {...work} onCancel={work.cancel} />
            {!work.running && (
              <div className="form-acts">
                {model && (
                  <Button main onClick={() => draft("model")}>
                    Draft with {model}
                  </Button>
                )}
                <Button main={!model} onClick={() => draft("rules")}>
                  Draft by rules
                </Button>
              </div>
            )}
            <p className="ui">
              Or begin with an empty packet beside the records, or bring one that was exported before.
            </p>
            <div className="form-acts">
              <Button busy={busy} onClick={() => attempt("Beginning", () => beginPacket(caseId))}>
                Begin the packet
              </Button>
            </div>
            <Field label="Or import a packet file">
              {(control) => (
                <input
                  {...control}
                  className="input"
                  type="file"
                  accept=".json,application/json"
                  onChange={(event) => {
                    const file = event.target.files?.[0];
                    if (file) void attempt("Importing", async () => importPacket(caseId, await read(file)));
                  }}
                />
              )}
            </Field>
          </div>
        </section>
      ) : (
        <FindingCard
          severity="caution"
          title="This case waits for an advocate"
          acts={mayTake && <TakeButton caseId={caseId} />}
        >
          Whoever takes it begins its packet.
        </FindingCard>
      )}
    </>
  );
}
