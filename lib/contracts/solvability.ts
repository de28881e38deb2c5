import { lintWorld } from "@/compiler/lint";
import { proveReachable } from "@/compiler/oracle";
import { type Packet, scaffold } from "@/compiler/packet";
import type { Finding } from "@/compiler/spec/finding";
import { minutesOf } from "@/compiler/spec/moment";
import { indexSpec, readWorld } from "@/compiler/spec/world-index";
import { finishedSchema, type ItemContent, itemsOf, type PlacedItem, packetOf, type Section } from "./item";
import { fieldWord, partyNames, SECTION_WORDS } from "./item-words";

/** Something that is wrong with a packet, at the item to blame. */
export type PacketFinding = Pick<Finding, "code" | "severity" | "message" | "fix"> & {
  itemId: string | null;
  /** Where to mend it; null when the item itself is the place. */
  goTo: string | null;
};

const TEXTS = new Set(["name", "what", "statement", "scope", "answer", "text", "label", "title"]);

/** Puts a dash where a text is not written yet, so that what is there can be checked meanwhile. */
function filled(value: unknown, key = ""): unknown {
  if (value === "" && TEXTS.has(key)) return "-";
  if (Array.isArray(value)) return value.map((one) => filled(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, name)]));
}

/** What was worked out of an item before, for as long as that very item is around: most do not change at a keystroke. */
const lacking = new WeakMap<ItemContent, readonly string[]>();
const solids = new WeakMap<ItemContent, ItemContent>();

/** The fields that an item still lacks, in words. */
function lacks(item: PlacedItem): readonly string[] {
  const known = lacking.get(item.content);
  if (known) return known;
  const parsed = finishedSchema(item.section).safeParse(item.content);
  const fields = parsed.success ? [] : parsed.error.issues.map((issue) => String(issue.path[0] ?? ""));
  const words = [...new Set(fields)].map((field) => fieldWord(item.section, item.content, field));
  lacking.set(item.content, words);
  return words;
}

function solid(content: ItemContent): ItemContent {
  const known = solids.get(content) ?? (filled(content) as ItemContent);
  solids.set(content, known);
  return known;
}

function nameOf(items: readonly PlacedItem[], item: PlacedItem): string {
  if (item.section === "about") return "The title";
  if (item.section === "brief") return "The brief";
  const index = items.filter((one) => one.section === item.section).indexOf(item);
  return `${SECTION_WORDS[item.section].one} ${index + 1}`;
}

/** What each item still lacks before it can be submitted. Rejected items lack nothing. */
function incomplete(items: readonly PlacedItem[]): PacketFinding[] {
  return items.flatMap((item) => {
    if (item.content.decision === "rejected") return [];
    const words = lacks(item);
    if (words.length === 0) return [];
    return [
      {
        code: "packet/incomplete" as const,
        severity: "error" as const,
        message: `${nameOf(items, item)} lacks: ${words.join(", ").toLowerCase()}.`,
        fix: "Fill it in, or reject the item.",
        itemId: item.content.id,
        goTo: null,
      },
    ];
  });
}

/**
 * What is wrong with a packet as it stands: items that are not complete, references that lead nowhere, and outcomes that
 * nobody could reach, each in an advocate's words at the item to blame. Pure and quick: it runs at every keystroke.
 */
export function checkPacket(packet: Packet): PacketFinding[] {
  if (!packet.brief) return [];
  const items = itemsOf(packet);
  const found = incomplete(items);
  const unfinished = new Set(found.map((one) => one.itemId));
  const ids = new Set(items.map((item) => item.content.id));
  const whole = items.map((item) => ({ ...item, content: solid(item.content) }));
  const { spec, origin, findings } = scaffold(packetOf(packet.case_id, whole));
  for (const one of findings) {
    const [itemId = null, goTo = null] = one.nodes.map((node) =>
      ids.has(node) ? node : (origin[node] ?? null),
    );
    if (itemId !== null && unfinished.has(itemId)) continue;
    found.push({ code: one.code, severity: one.severity, message: one.message, fix: one.fix, itemId, goTo });
  }
  if (Number.isNaN(minutesOf(spec.clock_start))) return found;
  const world = indexSpec(spec);
  if (!world.ok) return found;
  const parties = partyNames(items);
  const sections = new Map<string, Section>(items.map((item) => [item.content.id, item.section]));
  for (const group of proveReachable(world.value, { routes: false }).groups) {
    if (!group.required || group.reached_at !== null) continue;
    const itemId = ids.has(group.group) ? group.group : (origin[group.group] ?? null);
    const goTo = group.missing
      .flatMap((missing) => missing.nodes)
      .map((node) => (ids.has(node) ? node : (origin[node] ?? null)))
      .find((id) => id !== null && id !== itemId && (sections.get(id) !== "parties" || parties.has(id)));
    found.push({
      code: "oracle/unreachable-group",
      severity: "error",
      message:
        group.missing.map((missing) => missing.message).join(" ") || `“${group.label}” cannot be reached.`,
      fix: group.missing.map((missing) => missing.fix).join(" "),
      itemId,
      goTo: goTo ?? null,
    });
  }
  return found;
}

/**
 * What the first gate of certifying would refuse beside that, once every item is complete. Slower than `checkPacket`, so
 * it runs when the keys rest.
 */
export function lintPacket(packet: Packet): PacketFinding[] {
  if (!packet.brief) return [];
  const items = itemsOf(packet);
  if (incomplete(items).length > 0) return [];
  const ids = new Set(items.map((item) => item.content.id));
  const { spec, origin } = scaffold(packet);
  const world = readWorld(spec);
  if (!world.ok) return [];
  const found: PacketFinding[] = [];
  for (const one of lintWorld(world.value)) {
    if (one.code === "lint/unreachable") continue;
    const [itemId = null, near = null] = one.nodes.map((node) =>
      ids.has(node) ? node : (origin[node] ?? null),
    );
    const brief = packet.brief.id;
    const goTo = one.code === "lint/outcome-not-in-brief" ? brief : near;
    const about = one.code === "lint/asked-not-graded" ? brief : itemId;
    found.push({
      code: one.code,
      severity: "caution",
      message: one.message,
      fix: one.fix,
      itemId: about,
      goTo,
    });
  }
  return found;
}
