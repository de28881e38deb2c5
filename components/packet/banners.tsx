"use client";

import { type ReactNode, useState } from "react";
import type { Refusal } from "@/components/queries/http";
import { TakeButton } from "@/components/queue/take-button";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { FindingCard } from "@/components/ui/pieces";
import type { Live } from "./use-session";

const Banner = ({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) => (
  <div className={`banner${narrow ? " banner-narrow" : ""}`}>{children}</div>
);

/** A refusal in a line of its own above the work. */
export const FaultBanner = ({ fault }: { fault: Refusal | null }) =>
  fault && (
    <Banner>
      <FindingCard severity="caution" title={fault.message} live>
        {fault.fix}
      </FindingCard>
    </Banner>
  );

/** What somebody has to know before they work on the packet. */
export function Banners({
  caseId,
  live,
  heldByOther,
  fault,
}: {
  caseId: string;
  live: Live;
  heldByOther: boolean;
  fault: Refusal | null;
}) {
  const { view, snapshot, recovered } = live;
  return (
    <>
      {view.mayTake && (
        <Banner narrow>
          <FindingCard
            severity="caution"
            title="Nobody has taken this case yet"
            acts={<TakeButton caseId={caseId} />}
          >
            You can read it. Take it to work on it.
          </FindingCard>
        </Banner>
      )}
      {view.returned && (
        <Banner>
          <FindingCard severity="caution" title={`${view.returned.by} sent it back`}>
            {view.returned.reasons}
          </FindingCard>
        </Banner>
      )}
      {view.mayEdit && heldByOther && (
        <Banner>
          <HeldByOther name={snapshot.lease?.holder.name ?? "Somebody else"} takeOver={live.takeOver} />
        </Banner>
      )}
      {recovered > 0 && (
        <Banner>
          <p className="save" role="status">
            <Icon name="mark-good" tone="good" />
            {recovered === 1 ? "1 edit" : `${recovered} edits`} from a closed window{" "}
            {recovered === 1 ? "was" : "were"} taken up again.
          </p>
        </Banner>
      )}
      <FaultBanner fault={fault} />
    </>
  );
}

function HeldByOther({ name, takeOver }: { name: string; takeOver: () => Promise<void> }) {
  const [fault, setFault] = useState<string | null>(null);
  const take = () => takeOver().catch((error: Error) => setFault(error.message));
  return (
    <FindingCard
      severity="caution"
      live
      title={`${name} holds this case now`}
      acts={
        <Button icon="hand" onClick={take}>
          Take it over
        </Button>
      }
    >
      You can read. If you take it over, their edits that are not saved yet stay on their device and are
      joined with yours item by item. {fault}
    </FindingCard>
  );
}
