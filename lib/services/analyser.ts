import { env } from "@/lib/env";
import { analyserFinder, type SpanFinder } from "@/lib/screening";

/** The outside analyser that this studio is set up with, or null. */
export function studioAnalyser(signal?: AbortSignal): SpanFinder | null {
  const { SCREENING_ANALYZER_URL: url, SCREENING_ANALYZER_TIMEOUT_SECONDS: seconds } = env();
  return url ? analyserFinder({ url, timeoutMs: seconds * 1_000, signal }) : null;
}

/** What a page calls it, or null where there is none. */
export const analyserName = (): string | null =>
  env().SCREENING_ANALYZER_URL ? "the outside analyser" : null;
