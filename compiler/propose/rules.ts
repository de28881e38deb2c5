import { itemName } from "../packet/names";
import { PACKET_SECTIONS, type Packet } from "../packet/packet";
import { scaffold } from "../packet/scaffold";
import { type Finding, finding } from "../spec/finding";
import { jsonPath, type Read } from "../spec/read";
import type { WorldSpec } from "../spec/world";
import { readWorld } from "../spec/world-index";

/**
 * The deterministic proposer: the world an accepted packet describes, by rules and without a model.
 * Strict where the scaffold is tolerant: nothing may be undecided, and nothing may be left out.
 */
export function proposeByRules(packet: Packet): Read<WorldSpec> {
  const { spec, findings } = scaffold(packet);
  const faults = [...undecided(packet), ...findings.filter((f) => f.severity === "error")];
  if (faults.length > 0) return { ok: false, findings: faults };
  const read = readWorld(spec);
  return read.ok ? { ok: true, value: read.value.spec } : read;
}

function undecided(packet: Packet): Finding[] {
  const open = (name: string, id: string, path: PropertyKey[]) =>
    finding("propose/undecided", `${name} is not decided yet.`, {
      path: jsonPath([...path, "decision"]),
      fix: "Accept, edit or reject it, then compile again.",
      nodes: [id],
    });
  const findings = PACKET_SECTIONS.flatMap((section) => {
    const items: readonly { id: string; decision: string }[] = packet[section];
    return items.flatMap((item, i) =>
      item.decision === "undecided" ? [open(itemName(section, i), item.id, [section, i])] : [],
    );
  });
  return packet.brief.decision === "undecided"
    ? [open("The brief", packet.brief.id, ["brief"]), ...findings]
    : findings;
}
