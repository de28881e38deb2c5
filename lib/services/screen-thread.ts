import type { CaseRecord } from "@/lib/contracts/case-file";
import {
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
export type ScreenPart = { findings: readonly ScreeningFinding[] } | { richness: Richness };

/** Findings are handed over so many at a time. */
const PIECE = 2_000;

/** The thread's side of screen-aside.ts. */
serveTasks<ScreenTask, ScreenPart>(function* ({ titled, records }) {
  const findings = screenCase([titled, ...records]);
  for (let at = 0; at < findings.length; at += PIECE) yield { findings: findings.slice(at, at + PIECE) };
  yield { richness: scoreRichness(records) };
});
