import { type Finding, finding } from "../spec/finding";
import { jsonPath } from "../spec/read";
import { type ItemPlace, inWords, placesOf } from "./names";
import type { ExchangeItem, Packet, PacketSection, StepItem } from "./packet";

/** What an id of a packet stands for, in the words a finding uses. */
export type DeclaredKind =
  | "party"
  | "way to reach a party"
  | "exchange"
  | "document exchange"
  | "exchange between others"
  | "document"
  | "permission step"
  | "permission on file"
  | "permission"
  | "action"
  | "form"
  | "check"
  | "outcome"
  | "outcome's alternative"
  | "prohibited action"
  | "blocker"
  | "practice"
  | "brief";

/** One id of a packet: its kind and the item that declares it. */
export interface Declared {
  kind: DeclaredKind;
  place: ItemPlace;
  /** What the packet calls it. */
  words: string;
  /** The party that a way to reach a party belongs to. */
  party?: string;
}

type NeedsItem = Pick<
  ExchangeItem,
  "give_first" | "permissions" | "after" | "confirmed_by" | "over" | "together_with"
>;

interface Reference {
  place: ItemPlace;
  path: readonly PropertyKey[];
  /** Whose id it is, as it stands in a sentence: "its teller". */
  role: string;
  id: string;
  wants: readonly DeclaredKind[];
  /** The list it must come from, as it stands in a sentence: "among the parties". */
  among: string;
  /** A state of the check `id`. */
  state?: string | null;
}

const PARTY: readonly DeclaredKind[] = ["party"];
const CONTACT: readonly DeclaredKind[] = ["way to reach a party"];
const FACT: readonly DeclaredKind[] = ["exchange"];
const PAPER: readonly DeclaredKind[] = ["document exchange"];
const PERMISSION: readonly DeclaredKind[] = ["permission step", "permission on file"];
const CHECK: readonly DeclaredKind[] = ["check"];
const ACT: readonly DeclaredKind[] = ["permission step", "action", "form"];
const PRECEDING: readonly DeclaredKind[] = [...FACT, ...PAPER, ...PERMISSION, "action", "form", "check"];

const OUTCOME_TARGET = {
  fact_discovered: FACT,
  document_obtained: PAPER,
  required_state_observed: CHECK,
  action_completed: ["permission step", "action"],
  form_accepted: ["form"],
} as const satisfies Record<string, readonly DeclaredKind[]>;

const HARDSHIP_TARGET = {
  retry: CONTACT,
  delay: ["document exchange", "check"],
  form_review: ["form"],
  availability_window: CONTACT,
  relative_opening: CONTACT,
  deadline: [...FACT, ...PAPER, ...ACT],
  decoy: PARTY,
} as const satisfies Record<string, readonly DeclaredKind[]>;

function kindOfExchange(item: ExchangeItem): DeclaredKind {
  if (item.told !== "advocate") return "exchange between others";
  return item.document ? "document exchange" : "exchange";
}

function kindOfStep(item: StepItem): DeclaredKind {
  if (item.kind !== "permission") return item.kind;
  return item.on_file ? "permission on file" : "permission step";
}

/**
 * Every id a packet declares. An id that is declared twice keeps its first meaning and is a finding,
 * since items become objects of one world under their own ids; the item that comes second is left out
 * whole. A group may carry the id of one of its alternatives, and a paper on file the id of its exchange.
 */
export function declaredIds(packet: Packet): { declared: Map<string, Declared>; findings: Finding[] } {
  const declared = new Map<string, Declared>();
  const findings: Finding[] = [];
  const declare = (
    place: ItemPlace,
    id: string,
    kind: DeclaredKind,
    words: string,
    key: readonly PropertyKey[] = ["id"],
    party?: string,
  ): boolean => {
    const before = declared.get(id);
    if (!before) {
      declared.set(id, party === undefined ? { kind, place, words } : { kind, place, words, party });
      return true;
    }
    findings.push(
      finding(
        "packet/duplicate-id",
        `${place.name} uses the id "${id}", which ${before.place.name} already has.`,
        {
          path: jsonPath([...place.path, ...key]),
          fix: "Give one of them another id and update what refers to it.",
          nodes: [place.id, before.place.id],
        },
      ),
    );
    return false;
  };
  const places = placesOf(packet);
  const each = <S extends PacketSection>(
    section: S,
    visit: (item: Packet[S][number], place: ItemPlace) => void,
  ) => {
    const items: readonly Packet[S][number][] = packet[section];
    for (const place of places)
      if (place.section === section) visit(items[place.index] as Packet[S][number], place);
  };

  for (const place of places)
    if (place.section === "brief") declare(place, packet.brief.id, "brief", "the brief");
  each("parties", (item, place) => {
    if (!declare(place, item.id, "party", item.name)) return;
    item.contacts.forEach(({ id, label }, i) => {
      declare(place, id, "way to reach a party", `${label}, ${item.name}`, ["contacts", i, "id"], item.id);
    });
  });
  each("exchanges", (item, place) => {
    if (!declare(place, item.id, kindOfExchange(item), item.what)) return;
    if (item.document && !(item.on_file && item.document.id === item.id))
      declare(place, item.document.id, "document", item.document.title, ["document", "id"]);
  });
  each("steps", (item, place) => {
    if (!declare(place, item.id, kindOfStep(item), item.what)) return;
    if (item.kind === "permission") declare(place, item.permission, "permission", item.scope, ["permission"]);
  });
  each("outcomes", (item, place) => {
    if (!declare(place, item.id, "outcome", item.text)) return;
    item.alternatives.forEach(({ id, text }, i) => {
      if (id !== item.id || item.alternatives.findIndex((other) => other.id === id) !== i)
        declare(place, id, "outcome's alternative", text, ["alternatives", i, "id"]);
    });
  });
  each("prohibited", (item, place) => declare(place, item.id, "prohibited action", item.text));
  each("blockers", (item, place) => declare(place, item.id, "blocker", item.text));
  each("practices", (item, place) => declare(place, item.id, "practice", item.text));
  return { declared, findings };
}

function referencesOf(packet: Packet): Reference[] {
  const out: Reference[] = [];
  const add = (reference: Reference) => {
    out.push(reference);
  };
  const list = (
    place: ItemPlace,
    path: readonly PropertyKey[],
    ids: readonly string[],
    role: string,
    wants: readonly DeclaredKind[],
    among: string,
  ) => {
    ids.forEach((id, i) => {
      add({ place, path: [...path, i], role, id, wants, among });
    });
  };
  const preceding = (
    place: ItemPlace,
    path: readonly PropertyKey[],
    sets: ExchangeItem["after"],
    role: string,
  ) => {
    sets.forEach((set, i) => {
      set.forEach(({ item, state }, j) => {
        add({
          place,
          path: [...path, i, j],
          role,
          id: item,
          wants: PRECEDING,
          among: "among the exchanges and steps",
          state,
        });
      });
    });
  };
  const needs = (place: ItemPlace, item: NeedsItem) => {
    const at = (key: string) => [...place.path, key];
    list(
      place,
      at("give_first"),
      item.give_first,
      "what must be given first,",
      FACT,
      "among the exchanges you are told",
    );
    list(
      place,
      at("permissions"),
      item.permissions,
      "the permission it needs,",
      PERMISSION,
      "among the permission steps",
    );
    preceding(place, at("after"), item.after, "what must come before it,");
    preceding(place, at("confirmed_by"), item.confirmed_by, "what must have been confirmed,");
    list(place, at("over"), item.over, "the way it happens,", CONTACT, "among the ways to reach a party");
    list(
      place,
      at("together_with"),
      item.together_with,
      "who must be on the call,",
      PARTY,
      "among the parties",
    );
  };
  const states = (
    place: ItemPlace,
    path: readonly PropertyKey[],
    leaves: readonly { check: string; state: string }[],
  ) => {
    leaves.forEach(({ check, state }, i) => {
      add({
        place,
        path: [...path, i],
        role: "what it changes,",
        id: check,
        wants: CHECK,
        among: "among the checks",
        state,
      });
    });
  };
  const places = placesOf(packet);
  const inSection = (section: ItemPlace["section"]) => places.filter((place) => place.section === section);

  inSection("exchanges").forEach((place, i) => {
    const item = packet.exchanges[i];
    if (!item) return;
    const at = (...keys: PropertyKey[]) => [...place.path, ...keys];
    const party = { place, wants: PARTY, among: "among the parties" };
    if (item.teller !== null) add({ ...party, path: at("teller"), role: "its teller,", id: item.teller });
    list(place, at("also_told_by"), item.also_told_by, "who else tells it,", PARTY, "among the parties");
    if (item.told !== "advocate") add({ ...party, path: at("told"), role: "who is told,", id: item.told });
    list(place, at("opens"), item.opens, "what it opens,", CONTACT, "among the ways to reach a party");
    if (item.document)
      list(
        place,
        at("document", "contains"),
        item.document.contains,
        "what the paper contains,",
        FACT,
        "among the exchanges you are told",
      );
    needs(place, item);
  });
  inSection("steps").forEach((place, i) => {
    const item = packet.steps[i];
    if (!item) return;
    const at = (...keys: PropertyKey[]) => [...place.path, ...keys];
    const role = item.kind === "permission" ? "who gives it," : "the party it is asked of,";
    add({ place, path: at("party"), role, id: item.party, wants: PARTY, among: "among the parties" });
    if (item.kind === "permission")
      add({
        place,
        path: at("for_party"),
        role: "whom it is for,",
        id: item.for_party,
        wants: PARTY,
        among: "among the parties",
      });
    if (item.kind === "action" || item.kind === "form") {
      states(place, at("leaves"), item.leaves);
      list(place, at("tells"), item.tells, "what it tells,", FACT, "among the exchanges you are told");
      list(place, at("hands_over"), item.hands_over, "what it hands over,", PAPER, "among the documents");
    }
    if (item.kind === "form") {
      preceding(place, at("held_after"), item.held_after, "what brings the form,");
      item.fields.forEach((field, j) => {
        if (field.from !== null)
          add({
            place,
            path: at("fields", j, "from"),
            role: `the source of “${field.label}”,`,
            id: field.from,
            wants: FACT,
            among: "among the exchanges you are told",
          });
      });
    }
    if (item.kind === "check") {
      item.states.forEach((state, j) => {
        if (state.in_time_after !== null)
          add({
            place,
            path: at("states", j, "in_time_after"),
            role: `what “${state.label}” follows,`,
            id: state.in_time_after,
            wants: [...ACT, "permission on file"],
            among: "among the steps",
          });
      });
      item.shows.forEach((shown, j) => {
        const here = at("shows", j);
        add({
          place,
          path: here,
          role: "what it shows from,",
          id: item.id,
          wants: CHECK,
          among: "",
          state: shown.from,
        });
        list(
          place,
          [...here, "tells"],
          shown.tells,
          "what it tells,",
          FACT,
          "among the exchanges you are told",
        );
        list(
          place,
          [...here, "opens"],
          shown.opens,
          "what it opens,",
          CONTACT,
          "among the ways to reach a party",
        );
      });
    }
    needs(place, item);
  });
  inSection("outcomes").forEach((place, i) => {
    packet.outcomes[i]?.alternatives.forEach((alternative, j) => {
      add({
        place,
        path: [...place.path, "alternatives", j, "item"],
        role: "what shows it,",
        id: alternative.item,
        wants: OUTCOME_TARGET[alternative.kind],
        among: "among the exchanges and steps",
        state: alternative.kind === "required_state_observed" ? alternative.state : null,
      });
    });
  });
  inSection("prohibited").forEach((place, i) => {
    const item = packet.prohibited[i];
    if (item?.step)
      add({
        place,
        path: [...place.path, "step"],
        role: "the step that must not be taken,",
        id: item.step,
        wants: item.field === null ? ACT : ["form"],
        among: "among the steps",
      });
  });
  inSection("blockers").forEach((place, i) => {
    const hardship = packet.blockers[i]?.hardship;
    if (!hardship) return;
    const at = (...keys: PropertyKey[]) => [...place.path, "hardship", ...keys];
    add({
      place,
      path: at("on"),
      role: "what it stands in the way of,",
      id: hardship.on.item,
      wants: HARDSHIP_TARGET[hardship.kind],
      among: "in this packet",
      state: hardship.kind === "delay" ? hardship.on.state : null,
    });
    if (hardship.other_contact !== null)
      add({
        place,
        path: at("other_contact"),
        role: "the other way,",
        id: hardship.other_contact,
        wants: CONTACT,
        among: "among the ways to reach a party",
      });
    preceding(place, at("after"), hardship.after, "what opens it,");
  });
  return out;
}

function statesOf(packet: Packet): Map<string, ReadonlySet<string>> {
  return new Map(
    packet.steps.flatMap((step) =>
      step.kind === "check" ? [[step.id, new Set(step.states.map((state) => state.id))] as const] : [],
    ),
  );
}

/** What the packet calls a thing, short enough to stand inside a sentence. */
function quoted({ words }: Declared): string {
  return words.length <= 80 ? `“${words}”` : `“${words.slice(0, 79).trimEnd()}…”`;
}

/**
 * Every id that leads nowhere, to the wrong kind of thing, or to a state its check does not have, in an
 * advocate's words. With `rejected`, items that were rejected count as gone, and what still needs them
 * says so.
 */
export function referenceFindings(
  packet: Packet,
  declared: ReadonlyMap<string, Declared>,
  rejected: ReadonlySet<string> = new Set(),
): Finding[] {
  const findings: Finding[] = [];
  const states = statesOf(packet);
  for (const reference of referencesOf(packet)) {
    const { place, role, id, wants, among, state } = reference;
    if (rejected.has(place.id)) continue;
    const path = jsonPath(reference.path);
    const target = declared.get(id);
    if (!target)
      findings.push(
        finding("packet/dangling-id", `${place.name}: ${role} ${inWords(id)}, is not ${among}.`, {
          path,
          fix: `Add ${inWords(id)}, or choose one that is there.`,
          nodes: [place.id, id],
        }),
      );
    else if (rejected.has(target.place.id))
      findings.push(
        finding(
          "packet/rejected-item",
          `${place.name}: ${role} ${quoted(target)}, was rejected (${target.place.name}).`,
          {
            path,
            fix: `Take it out of ${place.name}, or accept ${target.place.name} again.`,
            nodes: [place.id, target.place.id],
          },
        ),
      );
    else if (!wants.includes(target.kind))
      findings.push(
        finding(
          "packet/wrong-kind",
          `${place.name}: ${role} ${quoted(target)}, is not ${among}; it is the ${target.kind} of ${target.place.name}.`,
          {
            path,
            fix: `Choose one of these: ${wants.join(", ")}.`,
            nodes: [place.id, target.place.id],
          },
        ),
      );
    else if (target.kind === "check" ? state == null || !states.get(id)?.has(state) : state != null)
      findings.push(
        finding(
          "packet/unknown-state",
          target.kind !== "check"
            ? `${place.name}: ${quoted(target)} has no states, yet the state “${inWords(state ?? "")}” is named.`
            : state == null
              ? `${place.name} does not say which state of ${quoted(target)} it means.`
              : `${place.name}: “${inWords(state)}” is not among the states of ${quoted(target)}.`,
          { path, fix: "Choose one of its states, or add the state.", nodes: [place.id, target.place.id] },
        ),
      );
  }
  return findings;
}
