import type { Packet } from "@/compiler/packet";
import { checkPacket } from "@/lib/contracts/solvability";

/** Scaffolds a packet and runs the oracle beside the page, so that typing never waits for it. */
const scope = globalThis as unknown as {
  onmessage: ((event: { data: { ticket: number; packet: Packet } }) => void) | null;
  postMessage(message: unknown): void;
};

scope.onmessage = ({ data }) => {
  try {
    scope.postMessage({ ticket: data.ticket, findings: checkPacket(data.packet) });
  } catch (error) {
    scope.postMessage({ ticket: data.ticket, fault: error instanceof Error ? error.name : "unknown" });
  }
};
