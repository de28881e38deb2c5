import { PACKET_SECTIONS, type Packet, type PacketSection } from "./packet";

const SECTION_NAMES: Record<PacketSection, string> = {
  parties: "Party",
  exchanges: "Exchange",
  steps: "Step",
  outcomes: "Outcome",
  prohibited: "Prohibited action",
  blockers: "Blocker",
  practices: "Practice",
};

/** What an item is called on the page: "Exchange 4", counted as listed, rejected items included. */
export function itemName(section: PacketSection | "brief", index: number): string {
  return section === "brief" ? "The brief" : `${SECTION_NAMES[section]} ${index + 1}`;
}

/** An id as words, for an id that leads nowhere and so has no label. */
export function inWords(id: string): string {
  return id.replaceAll("_", " ");
}

/** Where an item stands in the packet. */
export interface ItemPlace {
  section: PacketSection | "brief";
  index: number;
  id: string;
  name: string;
  path: readonly PropertyKey[];
}

/** Every item of a packet in the order in which it is shown, the brief first. */
export function placesOf(packet: Packet): ItemPlace[] {
  return [
    { section: "brief", index: 0, id: packet.brief.id, name: itemName("brief", 0), path: ["brief"] },
    ...PACKET_SECTIONS.flatMap((section) =>
      packet[section].map((item, index) => ({
        section,
        index,
        id: item.id,
        name: itemName(section, index),
        path: [section, index],
      })),
    ),
  ];
}
