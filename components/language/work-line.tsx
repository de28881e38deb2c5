import { Button } from "@/components/ui/button";
import { RunningMark } from "@/components/ui/marks";
import { FindingCard } from "@/components/ui/pieces";
import type { WorkState } from "./use-work";

/** How running work stands, with the way to stop it; and how it failed. */
export function WorkLine({ running, ended, onCancel }: WorkState & { onCancel: () => void }) {
  if (running)
    return (
      <p className="work-line ui" role="status">
        <RunningMark>{running}</RunningMark>
        <Button quiet onClick={onCancel}>
          Cancel
        </Button>
      </p>
    );
  if (ended?.kind === "failed")
    return (
      <FindingCard severity="caution" title={ended.words} live>
        {ended.fix}
      </FindingCard>
    );
  return null;
}
