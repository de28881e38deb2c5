"use client";

import { Button } from "@/components/ui/button";
import { useWork } from "./use-work";
import { WorkLine } from "./work-line";

/** A second look for identifiers by a model, beside the rules. */
export function LookAgain({ caseId, model }: { caseId: string; model: string }) {
  const work = useWork(`/api/import/${caseId}/look`);
  const look = async () => {
    const ended = await work.start({});
    if (ended.kind === "done") window.location.reload();
  };
  return (
    <section className="panel" aria-label="A second look">
      <div className="panel-body form">
        <p className="ui">
          {model} can look for what lists and patterns miss. It only adds findings for you to decide on. The
          text of the records is sent to it.
        </p>
        <WorkLine {...work} onCancel={work.cancel} />
        {!work.running && (
          <div className="form-acts">
            <Button onClick={look}>Let {model} look</Button>
          </div>
        )}
      </div>
    </section>
  );
}
