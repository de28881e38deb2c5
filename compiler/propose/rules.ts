import { placesOf } from "../packet/names";
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

const NAMED = 5;

/** One finding for everything that is still open; a packet fresh from a draft would have a hundred. */
function undecided(packet: Packet): Finding[] {
  const decisions: readonly { id: string; decision: string }[] = [
    packet.brief,
    ...PACKET_SECTIONS.flatMap((section): readonly { id: string; decision: string }[] => packet[section]),
  ];
  const open = placesOf(packet).filter((_, i) => decisions[i]?.decision === "undecided");
  const [first] = open;
  if (!first) return [];
  const names = open.slice(0, NAMED).map((place) => place.name);
  const more = open.length > NAMED ? ` and ${open.length - NAMED} more` : "";
  return [
    finding("propose/undecided", `Not decided yet: ${names.join(", ")}${more}.`, {
      path: jsonPath([...first.path, "decision"]),
      fix: "Accept, edit or reject each, then compile again.",
      nodes: open.map((place) => place.id),
    }),
  ];
}
