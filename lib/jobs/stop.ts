type Stoppable = { babaStop?: Set<() => Promise<void>> };

/** Asks for a call when the server is told to stop; scripts/leash.mjs makes it, before the server closes its port. */
export function onStop(stop: () => Promise<void>): void {
  const shared = globalThis as Stoppable;
  shared.babaStop ??= new Set();
  shared.babaStop.add(stop);
}
