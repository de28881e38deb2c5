"use client";

import { useWork } from "@/components/language/use-work";
import { WorkLine } from "@/components/language/work-line";
import { beginPacket } from "@/components/queries/import";
import { importPacket } from "@/components/queries/packets";
import { useAttempt } from "@/components/queries/use-attempt";
import { TakeButton } from "@/components/queue/take-button";
import { Button } from "@/components/ui/button";
import { FindingCard } from "@/components/ui/pieces";
import type { ByWhom } from "@/lib/contracts/language";
import { GuidedBegin } from "./guided-begin";
import { PacketFile } from "./packet-file";

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
  const { busy, fault, attempt } = useAttempt();
  const reload = () => window.location.reload();
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
              Have a draft made from the records to correct: by rules, which find little and show where
              {model ? `, or by ${model}, which reads more. ` : ". "}
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
            <GuidedBegin
              open={work.ended?.kind === "failed"}
              busy={busy}
              onBegin={(guided) => attempt("Beginning", () => beginPacket(caseId, guided).then(reload))}
            />
            <p className="ui">
              Or begin with an empty packet beside the records, or bring one that was exported before.
            </p>
            <div className="form-acts">
              <Button
                busy={busy}
                onClick={() => attempt("Beginning", () => beginPacket(caseId).then(reload))}
              >
                Begin the packet
              </Button>
            </div>
            <PacketFile
              label="Or import a packet file"
              onPacket={(packet) =>
                attempt("Importing", async () => importPacket(caseId, await packet).then(reload))
              }
            />
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
