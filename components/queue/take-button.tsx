"use client";

import { useTakeCase } from "@/components/queries/cases";
import { Button } from "@/components/ui/button";

/** Takes a case that nobody has, from its own page. */
export function TakeButton({ caseId }: { caseId: string }) {
  const take = useTakeCase();
  return (
    <Button
      main
      icon="hand"
      busy={take.isPending && "Taking"}
      onClick={() => take.mutate(caseId, { onSuccess: () => window.location.reload() })}
    >
      {take.error ? take.error.message : "Take this case"}
    </Button>
  );
}
