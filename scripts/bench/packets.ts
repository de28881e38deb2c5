import { readFileSync } from "node:fs";
import { type Packet, packetSchema } from "@/compiler/packet";

/**
 * A packet of at least `items` items: the sample packet side by side with itself, each copy under ids of
 * its own. Larger than the packets that advocates write.
 */
export function largePacket(items: number): Packet {
  const text = readFileSync("corpus/52955ee1/packet.json", "utf8");
  const base = packetSchema.parse(JSON.parse(text));
  const lists = ["parties", "exchanges", "steps", "outcomes", "prohibited", "blockers", "practices"] as const;
  const size = lists.reduce((sum, list) => sum + base[list].length, 1);
  const ids = new Set([...text.matchAll(/"(?:id|permission)": "([a-z0-9_]+)"/g)].map((match) => match[1]));
  const packet = structuredClone(base);
  for (let n = 1; n * size < items; n++) {
    const renamed = text.replaceAll(/"([a-z0-9_]+)"(?!:)/g, (word, id) =>
      ids.has(id) ? `"${id}_${n}"` : word,
    );
    const copy: Packet = packetSchema.parse(
      JSON.parse(renamed.replaceAll(/"kind": "([a-z_]+?)_\d+"/g, '"kind": "$1"')),
    );
    for (const list of lists) (packet[list] as unknown[]).push(...copy[list]);
  }
  return packet;
}
