import { type PlacedItem, packetOf } from "@/lib/contracts/item";
import { checkPacket, lintPacket } from "@/lib/contracts/solvability";

/** What changed in the packet since the last message. */
export type SolverQuestion = { ticket: number; caseId: string; changed: PlacedItem[]; gone: string[] };

/** Scaffolds a packet and runs the oracle beside the page, so that typing never waits for it. It keeps the packet itself. */
const scope = globalThis as unknown as {
  onmessage: ((event: { data: SolverQuestion }) => void) | null;
  postMessage(message: unknown): void;
};

const items = new Map<string, PlacedItem>();
/** Milliseconds without a change until the slower check runs. */
const REST = 300;
let resting: ReturnType<typeof setTimeout> | undefined;

scope.onmessage = ({ data }) => {
  for (const id of data.gone) items.delete(id);
  for (const item of data.changed) items.set(item.content.id, item);
  try {
    const packet = packetOf(data.caseId, [...items.values()]);
    scope.postMessage({ ticket: data.ticket, findings: checkPacket(packet) });
    clearTimeout(resting);
    resting = setTimeout(() => scope.postMessage({ ticket: data.ticket, later: lintPacket(packet) }), REST);
  } catch (error) {
    scope.postMessage({ ticket: data.ticket, fault: error instanceof Error ? error.name : "unknown" });
  }
};
