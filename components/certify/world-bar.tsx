import type { ReactNode } from "react";
import { Stage } from "@/components/queue/stage";
import { ButtonLink } from "@/components/ui/button";
import type { StageName } from "@/lib/contracts/packets";

/** The bar below the top bar: which world, its state, its version; acts at the right. */
export function WorldBar({
  back,
  backLabel,
  title,
  caseId,
  stage,
  line,
  children,
}: {
  back: string;
  backLabel: string;
  title: ReactNode;
  caseId: string;
  stage?: StageName;
  line?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="casebar" aria-label="This world">
      <ButtonLink href={back} quiet square icon="arrow-left" aria-label={backLabel} />
      <div className="casebar-name">
        <h1>{title}</h1>
        <div className="casebar-line">
          {caseId && <span className="code">{caseId}</span>}
          {stage && <Stage stage={stage} />}
          {line}
        </div>
      </div>
      <div className="casebar-end">{children}</div>
    </section>
  );
}
