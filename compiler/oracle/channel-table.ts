import type { Channel, ChannelKind, Entity, Exchange } from "../spec/world";
import type { World } from "../spec/world-index";
import { ChannelHours } from "./channel-hours";
import { NODE, RowList, type Rows, type RuleGraph, type RuleGraphBuilder } from "./rule-graph";
import type { WorldNodes } from "./world-nodes";

export const LIVE: ReadonlySet<ChannelKind> = new Set(["phone", "in_person"]);
const OUTBOUND: ReadonlySet<ChannelKind> = new Set(["voicemail", "fax", "mail"]);

/** Of `soleChannel`: a step that needs no channel, and one that has to choose. */
export const NO_CHANNEL = -1;
export const SEVERAL = -2;

/** Channels of one party of which one has to be open; `node` says that one can be used, -1 that the body does. */
interface ChannelGroup {
  channels: number[];
  gates: number[];
  node: number;
  /** Some channel keeps hours. */
  limited: boolean;
}

/** The channels of a world in declaration order, and the groups of them that exchanges go over. */
export class ChannelTable {
  readonly channels: readonly { channel: Channel; entity: Entity }[];
  readonly hours: ChannelHours;
  readonly #world: World;
  readonly #builder: RuleGraphBuilder;
  readonly #nodes: WorldNodes;
  readonly #index: ReadonlyMap<string, number>;
  readonly #usable: number[] = [];
  readonly #groups: ChannelGroup[] = [];
  readonly #byKey = new Map<string, number>();

  constructor(world: World, builder: RuleGraphBuilder, nodes: WorldNodes) {
    this.#world = world;
    this.#builder = builder;
    this.#nodes = nodes;
    this.channels = [...world.channels.values()];
    this.#index = new Map(this.channels.map(({ channel }, i) => [channel.id, i]));
    this.hours = new ChannelHours(world, [...this.#index.keys()]);
  }

  /** Says by which node a channel can be used, hours aside; before any group with it is asked for. */
  setUsable(channel: number, node: number): void {
    this.#usable[channel] = node;
  }

  group(slot: number): ChannelGroup {
    return this.#groups[slot] as ChannelGroup;
  }

  /** A group of one channel that only has to be dialled. */
  dialling(channel: number, dialled: number): number {
    return this.#add([channel], [dialled], -1);
  }

  /**
   * Groups of channels over which an exchange can go, the party's own first, then one for each participant
   * (C3, C6): all that answer, and with `outbound` those that only carry as well.
   */
  slotsOf(party: string, exchange: Exchange, outbound: "none" | "named" | "form"): number[] {
    const { via } = exchange;
    const others = [...new Set(exchange.participants)].filter((p) => p !== party);
    const carries = ({ id, kind }: Channel) => {
      if (via.length > 0 && !via.includes(id)) return false;
      if (others.length > 0) return LIVE.has(kind);
      if (!OUTBOUND.has(kind)) return true;
      return via.length > 0 ? outbound !== "none" : outbound === "form" && kind !== "voicemail";
    };
    return [
      this.#groupOf(party, carries),
      ...others.map((other) => this.#groupOf(other, ({ kind }) => LIVE.has(kind))),
    ];
  }

  /** The groups as rows, with the node without which each entry is of no use. */
  rows(): { channels: Rows; gates: Int32Array } {
    const rows = new RowList();
    for (const { channels } of this.#groups) rows.add(channels);
    return { channels: rows.rows(), gates: Int32Array.from(this.#groups.flatMap((g) => g.gates)) };
  }

  /** By step, its one channel of the party's own, NO_CHANNEL or SEVERAL. */
  soleChannels({ slots, steps }: RuleGraph): Int32Array {
    return Int32Array.from({ length: steps }, (_, step) => {
      const slot = slots.start[step] as number;
      if (slot === slots.start[step + 1]) return NO_CHANNEL;
      const { channels } = this.group(slots.items[slot] as number);
      return channels.length === 1 ? (channels[0] as number) : SEVERAL;
    });
  }

  #groupOf(party: string, allows: (channel: Channel) => boolean): number {
    const own = (this.#world.entities.get(party) as Entity).channels.filter(allows);
    const channels = own.map((c) => this.#index.get(c.id) as number);
    const key = `${party} ${channels.join(" ")}`;
    const before = this.#byKey.get(key);
    if (before !== undefined) return before;
    const gates = channels.map((c) => this.#usable[c] as number);
    const group = this.#add(
      channels,
      gates,
      gates.length === 1 ? (gates[0] as number) : this.#anyOf(party, gates),
    );
    this.#byKey.set(key, group);
    return group;
  }

  #anyOf(party: string, gates: readonly number[]): number {
    const node = this.#builder.node(NODE.access, this.#nodes.entityIndex(party));
    for (const gate of gates) this.#builder.rule([gate], [node]);
    return node;
  }

  #add(channels: number[], gates: number[], node: number): number {
    const limited = channels.some((c) => this.hours.limited(c));
    return this.#groups.push({ channels, gates, node, limited }) - 1;
  }
}
