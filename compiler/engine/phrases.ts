import type { CompiledWorld } from "./compiled-world";

/** Names as people list them: "a, b and c". */
export const listed = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Text as a sentence of its own: a capital letter first, one mark at its end. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]["”)]?$/u.test(trimmed) ? "" : "."}`;
}

/** A name that begins with an article, as it stands within a sentence: "the patient". */
const within = (name: string) => name.replace(/^(The|His|Her) /, (article) => article.toLowerCase());

export const partyName = (world: CompiledWorld, party: number) => world.world.spec.entities[party]!.name;
/** The name of a party within a sentence. */
export const partyWithin = (world: CompiledWorld, party: number) => within(partyName(world, party));
export const factLabel = (world: CompiledWorld, fact: number) => world.world.spec.knowledge[fact]!.label;
export const channelLabel = (world: CompiledWorld, channel: number) =>
  world.world.channels.get(world.channels[channel]!.id)!.channel.label;

/** How a party speaks of itself: a person, a business, or a system that answers. */
export function voiceOf(world: CompiledWorld, party: number): "person" | "business" | "system" {
  const { kind } = world.world.spec.entities[party]!;
  if (kind === "patient" || kind === "caregiver") return "person";
  return kind === "directory" || kind === "case_record" ? "system" : "business";
}
