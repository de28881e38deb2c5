import { type Read, readBy } from "../spec/read";
import { type Packet, packetSchema } from "./packet";
import { declaredIds, referenceFindings } from "./references";
import { upgradePacket } from "./upgrade";

/**
 * Reads a packet of any known version strictly: its shape, no id twice, and every id leads to something
 * of the right kind. Findings carry the JSON path and name the item ("Exchange 4: its teller, ...").
 * Drafts that are still being edited are stored by `packetSchema` alone; this is for import and compile.
 */
export function readPacket(input: unknown): Read<Packet> {
  const upgraded = upgradePacket(input);
  if (!upgraded.ok) return upgraded;
  const read = readBy(packetSchema, upgraded.value, "Packet");
  if (!read.ok) return read;
  const { declared, findings } = declaredIds(read.value);
  findings.push(...referenceFindings(read.value, declared));
  return findings.length > 0 ? { ok: false, findings } : read;
}
