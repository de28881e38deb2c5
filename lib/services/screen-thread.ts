import type { CaseRecord } from "@/lib/contracts/case-file";
import {
  planReplacement,
  type Richness,
  type ScreenedRecord,
  type ScreeningFinding,
  scoreRichness,
  screenCase,
} from "@/lib/screening";
import { serveTasks } from "@/lib/threads/serve";

/** A case to be screened: `titled` is its own title in the form of a record. */
export interface ScreenTask {
  titled: ScreenedRecord;
  records: readonly CaseRecord[];
}
export type ScreenPart =
  | { findings: readonly ScreeningFinding[] }
  /** `values`: how many there are to decide on, each once for the case. */
  | { richness: Richness; values: number };

/** Findings are handed over so many at a time. */
const PIECE = 2_000;

/** The thread's side of screen-aside.ts. */
serveTasks<ScreenTask, ScreenPart>(function* ({ titled, records }) {
  const findings = screenCase([titled, ...records]);
  for (let at = 0; at < findings.length; at += PIECE) yield { findings: findings.slice(at, at + PIECE) };
  const { groups } = planReplacement(
    [{ ...titled, title: titled.title ?? "", sender: "", at: null }, ...records],
    findings,
    new Uint8Array(32),
  );
  yield { richness: scoreRichness(records), values: groups.length };
});
