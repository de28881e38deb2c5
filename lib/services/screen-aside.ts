import { Worker } from "node:worker_threads";
import { Problem } from "@/lib/http/problem";
import type { Richness, ScreeningFinding } from "@/lib/screening";
import { ThreadPool, ThreadStopped } from "@/lib/threads/pool";
import type { ScreenPart, ScreenTask } from "./screen-thread";

/** Screening a case of five thousand records takes seconds; what takes longer than this was made to. */
const LIMITS = { ms: 60_000, heapMb: 768, growthMb: 1_024 };

const kept = globalThis as { babaScreening?: ThreadPool<ScreenTask, ScreenPart> };

function pool(): ThreadPool<ScreenTask, ScreenPart> {
  kept.babaScreening ??= new ThreadPool<ScreenTask, ScreenPart>(
    ({ resourceLimits }) => new Worker(new URL("./screen-thread.ts", import.meta.url), { resourceLimits }),
    LIMITS,
  );
  return kept.babaScreening;
}

/**
 * Screens a case and scores its records in a thread, so that a hostile text keeps nobody else waiting.
 * @throws {Problem} bad_input when the text is such that screening does not end in time: it cannot come in unscreened
 */
export async function screenAside(
  task: ScreenTask,
): Promise<{ findings: ScreeningFinding[]; richness: Richness; values: number }> {
  const findings: ScreeningFinding[] = [];
  let end: { richness: Richness; values: number } | undefined;
  try {
    await pool().run(task, (part) => {
      if ("richness" in part) end = part;
      else findings.push(...part.findings);
    });
  } catch (error) {
    if (!(error instanceof ThreadStopped)) throw error;
    throw new Problem(
      "bad_input",
      error.why === "fault"
        ? "The studio failed while it screened this case. The case was not kept."
        : "Screening this case took too long or too much memory and was stopped. The case was not kept, because it cannot come in unscreened.",
      { fix: "Split it into smaller cases and import those; tell whoever runs the studio." },
    );
  }
  if (!end) throw new Error("The screening thread gave no result.");
  return { findings, richness: end.richness, values: end.values };
}
