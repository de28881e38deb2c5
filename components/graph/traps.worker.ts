import type { WorldSpec } from "@/compiler/spec/world";
import { readWorld } from "@/compiler/spec/world-index";
import { findTraps } from "@/compiler/traps";

/** Looks for the traps of one world beside the page: of a large one it takes seconds. */
const scope = globalThis as unknown as {
  onmessage: ((event: { data: WorldSpec }) => void) | null;
  postMessage(message: unknown): void;
};

scope.onmessage = ({ data }) => {
  const read = readWorld(data);
  scope.postMessage(read.ok ? findTraps(read.value) : []);
};
