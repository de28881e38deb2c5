import type { ItemContent } from "@/lib/contracts/item";
import type { StoredItem } from "@/lib/contracts/packets";
import type { Bench } from "./bench";

/** Something an item can point at: its id and how it reads. */
export type Target = { id: string; name: string; group?: string };

/** What can be picked: a fixed list, or what the packet has at the moment for the item that picks. */
export type Options = readonly Target[] | ((bench: Bench, itemId: string) => readonly Target[]);

/** A fixed list, from what is stored to how it reads. */
export const choices = (words: Readonly<Record<string, string>>): Target[] =>
  Object.entries(words).map(([id, name]) => ({ id, name }));

const inGroup = (group: string, targets: readonly Target[]): Target[] =>
  targets.map((target) => ({ ...target, group }));
const living = (items: readonly StoredItem[]) => items.filter((item) => item.content.decision !== "rejected");
const named = (bench: Bench, item: StoredItem): Target => ({
  id: item.id,
  name: `${bench.model.names.get(item.id) ?? ""}, ${bench.model.sentences.get(item.id) ?? ""}`,
});
const partyName = (party: StoredItem) => String(party.content.name || "A party without a name");

export const partyTargets = (bench: Bench): Target[] =>
  living(bench.model.sections.parties).map((item) => ({ id: item.id, name: partyName(item) }));

type Contact = { id: string; kind: string; label: string };
export const contactTargets = (bench: Bench): Target[] =>
  living(bench.model.sections.parties).flatMap((party) =>
    inGroup(
      partyName(party),
      ((party.content.contacts ?? []) as Contact[]).map((contact) => ({
        id: contact.id,
        name: contact.label || contact.kind,
      })),
    ),
  );

export const factTargets = (bench: Bench, but = ""): Target[] =>
  living(bench.model.sections.exchanges)
    .filter((item) => item.id !== but && !item.content.document && item.content.told === "advocate")
    .map((item) => named(bench, item));

export const paperTargets = (bench: Bench, but = ""): Target[] =>
  living(bench.model.sections.exchanges)
    .filter((item) => item.id !== but && item.content.document)
    .map((item) => named(bench, item));

const stepsOf =
  (...kinds: string[]) =>
  (bench: Bench, but = ""): Target[] =>
    living(bench.model.sections.steps)
      .filter((item) => item.id !== but && kinds.includes(String(item.content.kind)))
      .map((item) => named(bench, item));

export const permissionTargets = stepsOf("permission");
export const formTargets = stepsOf("form");
export const checkTargets = stepsOf("check");
/** Steps that get something done; a check only looks. */
export const actTargets = stepsOf("permission", "action", "form");

/** What counts as an outcome: something learned or held, or a step. */
export const outcomeTargets = (bench: Bench): Target[] => [
  ...inGroup("Exchanges", [...factTargets(bench), ...paperTargets(bench)]),
  ...inGroup("Steps", stepsOf("permission", "action", "form", "check")(bench)),
];

type State = { id: string; label: string };
export const statesOf = (content: ItemContent | undefined): Target[] =>
  ((content?.states ?? []) as State[]).map((state) => ({
    id: state.id,
    name: state.label || "A state without a name",
  }));

/** A thing of the packet, or a state that a check shows, as one value of a list to pick from. */
export type Place = { item: string; state: string | null };
export const keyOf = (place: Place): string => (place.state ? `${place.item} ${place.state}` : place.item);
export function placeOf(key: string): Place {
  const [item = "", state = null] = key.split(" ");
  return { item, state };
}

/** The states of each check, said with a word between the check and its state. */
export const stateTargets = (
  bench: Bench,
  said: (check: string, state: string) => string,
  but = "",
): Target[] =>
  living(bench.model.sections.steps)
    .filter((item) => item.content.kind === "check" && item.id !== but)
    .flatMap((item) =>
      statesOf(item.content).map((state) => ({
        id: keyOf({ item: item.id, state: state.id }),
        name: said(bench.model.names.get(item.id) ?? "", state.name),
      })),
    );

/** What can come before something: exchanges, steps, and a check that shows a state. */
export const precedingTargets = (bench: Bench, but: string): Target[] => [
  ...inGroup("Exchanges", [...factTargets(bench, but), ...paperTargets(bench, but)]),
  ...inGroup("Steps", actTargets(bench, but)),
  ...inGroup(
    "What a check shows",
    stateTargets(bench, (check, state) => `${check} shows “${state}”`, but),
  ),
];
