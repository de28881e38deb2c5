import { Worker } from "node:worker_threads";
import { ThreadPool, ThreadStopped, type WhyStopped } from "@/lib/threads/pool";
import { RefusedFile } from "./imported-case";
import type { ReadPart, ReadTask } from "./read-file";

/** Limits of one file; docs/import-and-screening.md says them to the people who import. */
export const FILE_LIMITS = { ms: 30_000, heapMb: 512, growthMb: 1_024 } as const;

const kept = globalThis as { babaReading?: ThreadPool<ReadTask, ReadPart> };

function pool(): ThreadPool<ReadTask, ReadPart> {
  kept.babaReading ??= new ThreadPool<ReadTask, ReadPart>(
    ({ resourceLimits }) => new Worker(new URL("./read-thread.ts", import.meta.url), { resourceLimits }),
    FILE_LIMITS,
  );
  return kept.babaReading;
}

const STOPPED: Record<WhyStopped, (ms: number) => [message: string, fix: string]> = {
  time: (ms) => [
    `Reading this file took longer than ${Math.round(ms / 1000) || 1} seconds and was stopped. Nothing of it was kept.`,
    "Split it, or save it in a simpler form (plain text, CSV) and import that.",
  ],
  memory: () => [
    "Reading this file needed more memory than one file may use and was stopped. Nothing of it was kept.",
    "Split it, or save it in a simpler form (plain text, CSV) and import that.",
  ],
  fault: () => [
    "The studio failed while it read this file. Nothing of it was kept.",
    "Save it in another form and import that; tell whoever runs the studio.",
  ],
};

/**
 * Reads a file, or opens an archive, in a thread of its own with limits, so that a hostile file stops nobody: neither the
 * server nor the other files of the same import.
 * @throws {RefusedFile} from the reader, or because a limit ended it
 */
export async function readInThread(
  task: ReadTask,
  take: (part: ReadPart) => void,
  limits: { ms?: number; heapMb?: number } = {},
): Promise<void> {
  let refused: RefusedFile | undefined;
  try {
    await pool().run(
      task,
      (part) => {
        if (part.kind === "refused") refused = new RefusedFile(part.code, part.message, part.fix);
        else take(part);
      },
      limits,
    );
  } catch (error) {
    if (!(error instanceof ThreadStopped)) throw error;
    const [message, fix] = STOPPED[error.why](limits.ms ?? FILE_LIMITS.ms);
    throw new RefusedFile(`import/stopped_${error.why}`, message, fix);
  }
  if (refused) throw refused;
}
