import type { Ordinary } from "../language/translation";
import { momentOf } from "../spec/moment";
import { holds } from "./cells";
import {
  ACCEPTED,
  type CompiledExchange,
  type CompiledWorld,
  HELD,
  type Item,
  NEVER,
} from "./compiled-world";
import { type Delivery, missingAuthorities } from "./exchange";
import { openHours, opensAt } from "./hours";
import { lacksOf } from "./lacks";
import { channelLabel, factLabel, listed, partyWithin, sentence, voiceOf } from "./phrases";
import { underWay } from "./progress";
import { isKnown, isOpen, isShown } from "./reach";
import { isFormHeld, type Turn } from "./turn";

type View = Pick<Turn, "world" | "cells">;

const NOT_HELD = "I do not have that.";
const NOT_NAMED = "Please say exactly what it is about.";

/**
 * What a party answers to an ordinary question (Q1 to Q7): from the world, by fixed rules, and only what the agent has
 * been shown or has named. It changes no state and raises no finding.
 */
export function answerOrdinary(delivery: Delivery, { topic, about }: Ordinary, item: Item | null): string {
  const { turn, party } = delivery;
  switch (topic) {
    case "hours":
      return aboutParty(turn, party, about, hoursOf) ?? NOT_HELD;
    case "contact":
      return aboutParty(turn, party, about, channelsOf) ?? numberOf(turn, party, about);
    case "needed":
      return item ? needed(delivery, item) : NOT_NAMED;
    case "progress":
      return item ? underWay(turn, item) : allUnderWay(turn, party);
    case "offered":
      return item ? offered(turn.world, party, item) : notOffered(turn.world, party);
    case "elsewhere":
      return "It is not clear whose you mean. Please ask for exactly that.";
    case "courtesy":
      return "Thank you. Is there anything else?";
  }
}

/** What a party says of what it does not do (E8). */
export function notOffered(world: CompiledWorld, party: number): string {
  return {
    person: "That is not something I can help with.",
    business: "That is not something we do here.",
    system: "There is nothing like that here.",
  }[voiceOf(world, party)];
}

/** Q2, Q3: a party speaks of its own channels that the agent knows; null when it is asked about another party. */
function aboutParty(
  turn: View,
  party: number,
  about: string | null,
  say: (turn: View, channels: readonly number[]) => string,
): string | null {
  const { world } = turn;
  const own = world.parties[party]!.channels.filter((c) => isKnown(turn, c));
  if (about === null || about === world.parties[party]!.id) return say(turn, own);
  const channel = world.channelAt.get(about);
  return channel !== undefined && own.includes(channel) ? say(turn, [channel]) : null;
}

const hoursOf = (turn: View, channels: readonly number[]) =>
  channels.map((c) => sentence(`${channelLabel(turn.world, c)}: ${hoursAt(turn, c)}`)).join(" ");

/** When a known channel can be used. */
function hoursAt(turn: View, c: number): string {
  const { world, cells } = turn;
  const channel = world.channels[c]!;
  const hours = openHours(world, channel);
  const opens = opensAt(world, cells, channel);
  if (opens === NEVER) return "not yet in use";
  const from = opens > cells[world.layout.clock]! ? `from ${momentOf(world.world.start + opens)} on` : null;
  const said = [hours && `open ${hours}`, from].filter(Boolean).join(", ");
  return said || (isOpen(turn, channel) ? "open now" : "not open now");
}

const KINDS = {
  phone: "by phone",
  voicemail: "voicemail",
  message: "by message",
  portal: "online",
  email: "by email",
  fax: "by fax",
  mail: "by mail",
  in_person: "in person",
} as const;

function channelsOf({ world }: View, channels: readonly number[]): string {
  const { party } = world.channels[channels[0]!]!;
  const us = { person: "me", business: "us", system: "this service" }[voiceOf(world, party)];
  const ways = channels.map((c) => `${channelLabel(world, c)} (${KINDS[world.channels[c]!.kind]})`);
  return sentence(`these are the ways to reach ${us}: ${ways.join("; ")}`);
}

/** Q3: a party repeats how another is reached when it told the agent, and says no more than whether it has that. */
function numberOf(turn: View, party: number, about: string | null): string {
  const { world, cells } = turn;
  const other =
    world.partyAt.get(about ?? "") ?? world.channels[world.channelAt.get(about ?? "") ?? -1]?.party;
  if (!isShown(turn, other)) return NOT_HELD;
  const theirs = world.facts.flatMap((fact, f) =>
    fact.heldBy.some((holder) => holder.party === party) &&
    fact.reveals.some((c) => world.channels[c]!.party === other)
      ? [f]
      : [],
  );
  const told = theirs.filter((f) => cells[world.layout.facts + f] === 1);
  if (told.length > 0) return told.map((f) => sentence(world.world.spec.knowledge[f]!.statement)).join(" ");
  return theirs.length > 0 ? NOT_NAMED : NOT_HELD;
}

/** Q4: everything about an item that a refusal would name, and the permissions it takes. */
function needed(delivery: Delivery, item: Item): string {
  const { turn, party } = delivery;
  const { world, cells } = turn;
  if (isDone(turn, item)) return "That was done before. Nothing more is needed for it.";
  const exchange = exchangeOf(world, party, item);
  const out: string[] = [];
  if (item.kind === "form")
    out.push(
      isFormHeld(world, cells, item.index)
        ? sentence(`this form has to be filled in: ${item.label}`)
        : "There is a form to fill in that you do not have yet.",
    );
  if (!holds(cells, exchange.requires, cells[world.layout.clock]!))
    out.push(...lacksOf(turn, party, exchange.requires));
  const absent = exchange.participants.filter((p) => cells[world.layout.calls + p] === 0);
  if (absent.length > 0)
    out.push(
      sentence(`it works only with ${listed(absent.map((p) => partyWithin(world, p)))} on the same call`),
    );
  const over = exchange.via.filter((c) => isKnown(turn, c));
  if (over.length > 0)
    out.push(sentence(`it is done over this: ${over.map((c) => channelLabel(world, c)).join("; ")}`));
  if (exchange.shares.length > 0)
    out.push(sentence(`this is needed from you: ${listed(exchange.shares.map((f) => factLabel(world, f)))}`));
  for (const a of missingAuthorities(turn, exchange)) out.push(permissionWords(turn, a));
  if (exchange.deadline < NEVER)
    out.push(`It has to be done by ${momentOf(world.world.start + exchange.deadline)}.`);
  return out.length > 0 ? out.join(" ") : "Nothing more is needed for that.";
}

/** Whether asking again would change nothing (M3). */
function isDone({ world, cells }: View, { kind, index }: Item): boolean {
  const { layout } = world;
  return (
    (kind === "operation" && cells[layout.operations + index] === 1) ||
    (kind === "form" && cells[layout.forms + index] === ACCEPTED) ||
    (kind === "document" && cells[layout.documents + index]! >= HELD)
  );
}

function permissionWords(turn: View, a: number): string {
  const { world } = turn;
  const { scope, grantor } = world.world.spec.authorities[a]!;
  const from = world.partyAt.get(grantor)!;
  return sentence(
    `it takes a permission${isShown(turn, from) ? ` from ${partyWithin(world, from)}` : ""}: ${scope}`,
  );
}

/** The exchange of an item at this party; of several ways to ask for a fact the first. */
function exchangeOf(world: CompiledWorld, party: number, { kind, index }: Item): CompiledExchange {
  switch (kind) {
    case "fact":
      return world.facts[index]!.heldBy.find((holder) => holder.party === party)!.exchange;
    case "document":
      return world.documents[index]!.exchange!;
    case "status":
      return world.statuses[index]!.exchange;
    case "operation":
      return world.operations[index]!.exchange;
    case "form":
      return world.forms[index]!.exchange;
  }
}

/** Q5: whatever the agent has under way with a party. */
function allUnderWay(turn: View, party: number): string {
  const { world } = turn;
  const begun = world.parties[party]!.menu.flatMap((item) => {
    const words = underWay(turn, item, "only_open");
    return words ? [sentence(`${item.label}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`)] : [];
  });
  return begun.length > 0 ? begun.join(" ") : "Nothing that you asked for is under way here.";
}

/** Q6: an item that was named is something the party does. */
function offered(world: CompiledWorld, party: number, { kind }: Item): string {
  const how = { fact: "ask", status: "ask", document: "ask", operation: "act", form: "submit_form" }[kind];
  const yes =
    voiceOf(world, party) === "person" ? "Yes, I can help with that." : "Yes, that can be done here.";
  return `${yes} Use ${how} for it.`;
}
