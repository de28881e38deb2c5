import { StageDisc } from "@/components/ui/marks";
import { STAGES, type StageName } from "@/lib/contracts/packets";

export const STAGE_WORDS: Record<StageName, string> = {
  imported: "Imported",
  screened: "Screened",
  drafted: "Drafted",
  annotating: "Annotating",
  in_review: "In review",
  accepted: "Accepted",
  compiled: "Compiled",
  certified: "Certified",
  published: "Published",
};

/** How far a case is, as disc and word. */
export function Stage({ stage, setAside = false }: { stage: StageName; setAside?: boolean }) {
  return (
    <StageDisc step={STAGES.indexOf(stage)} held={setAside}>
      {setAside ? "Set aside" : STAGE_WORDS[stage]}
    </StageDisc>
  );
}
