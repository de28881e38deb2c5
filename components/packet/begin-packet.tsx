"use client";

import { useState } from "react";
import { Refusal } from "@/components/queries/http";
import { beginPacket } from "@/components/queries/import";
import { importPacket } from "@/components/queries/packets";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FindingCard } from "@/components/ui/pieces";

/** A screened case without a packet: begin one by hand, or bring one as a file. */
export function BeginPacket({ caseId, title, mine }: { caseId: string; title: string; mine: boolean }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [fault, setFault] = useState<Refusal | null>(null);
  async function attempt(word: string, act: () => Promise<unknown>) {
    setBusy(word);
    setFault(null);
    try {
      await act();
      window.location.reload();
    } catch (error) {
      setFault(error instanceof Refusal ? error : new Refusal(0, {}));
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
              Begin with an empty packet beside the records, or bring one that was exported before.
            </p>
            <div className="form-acts">
              <Button main busy={busy} onClick={() => attempt("Beginning", () => beginPacket(caseId))}>
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
        <FindingCard severity="caution" title="This case waits for an advocate">
          Take it from your cases to begin its packet.
        </FindingCard>
      )}
    </>
  );
}
