import { type Packet, scaffold } from "@/compiler/packet";
import type { Finding } from "@/compiler/spec/finding";

/** Something that is wrong with a packet, at the item to blame. */
export type PacketFinding = Pick<Finding, "code" | "severity" | "message" | "fix"> & {
  itemId: string | null;
  /** Where to mend it; null when the item itself is the place. */
  goTo: string | null;
};

/** What the scaffold and the oracle say about a packet as it stands. */
export function checkPacket(packet: Packet): PacketFinding[] {
  const { findings } = scaffold(packet);
  return findings.map(({ code, severity, message, fix, nodes }) => ({
    code,
    severity,
    message,
    fix,
    itemId: nodes[0] ?? null,
    goTo: nodes[1] ?? null,
  }));
}
