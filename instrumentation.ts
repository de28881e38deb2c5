/** Begins the background work of the server, and ends it before the server closes. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { env } = await import("@/lib/env");
  if (env().JOBS === "off") return;
  const { startWorker } = await import("@/lib/jobs/worker");
  const { onStop } = await import("@/lib/jobs/stop");
  const { warmGates } = await import("@/lib/services/gates");
  warmGates();
  onStop(await startWorker());
}
