import { type PlacedItem, packetOf } from "@/lib/contracts/item";
import { checkPacket } from "@/lib/contracts/solvability";

/** What changed in the packet since the last message. */
export type SolverQuestion = { ticket: number; caseId: string; changed: PlacedItem[]; gone: string[] };

/** Scaffolds a packet and runs the oracle beside the page, so that typing never waits for it. It keeps the packet itself. */
const scope = globalThis as unknown as {
  onmessage: ((event: { data: SolverQuestion }) => void) | null;
  postMessage(message: unknown): void;
};

const items = new Map<string, PlacedItem>();

scope.onmessage = ({ data }) => {
  for (const id of data.gone) items.delete(id);
  for (const item of data.changed) items.set(item.content.id, item);
  try {
    scope.postMessage({
      ticket: data.ticket,
      findings: checkPacket(packetOf(data.caseId, [...items.values()])),
    });
  } catch (error) {
    scope.postMessage({ ticket: data.ticket, fault: error instanceof Error ? error.name : "unknown" });
  }
};
