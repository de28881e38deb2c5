import { DAY, weekdayOf } from "../spec/moment";
import type { Outcome, Refusal } from "./action";
import { type CompiledChannel, NEVER } from "./compiled-world";
import { raise, reach, type Turn } from "./turn";

/** What can be decided without changing anything. */
type View = Pick<Turn, "world" | "cells">;

/** C2: every window contains this minute and every relative opening has passed. */
export function isOpen(turn: View, channel: CompiledChannel): boolean {
  const { cells, world } = turn;
  const now = cells[world.layout.clock]!;
  for (const window of channel.single) if (now < window.from || now >= window.to) return false;
  if (channel.daily.length > 0) {
    const absolute = world.world.start + now;
    const timeOfDay = absolute - Math.floor(absolute / DAY) * DAY;
    for (const { from, to, weekdays } of channel.daily) {
      if (timeOfDay < from || timeOfDay >= to) return false;
      if (weekdays.length > 0 && !weekdays.includes(weekdayOf(absolute))) return false;
    }
  }
  for (const opening of channel.openings) {
    const since = cells[world.layout.watches + opening.watch]!;
    if (since === NEVER || since + opening.minutes > now) return false;
  }
  return true;
}

/** C4: whether this try of an open channel gets through. */
function tries(turn: Turn, c: number): boolean {
  const { cells, world } = turn;
  const { retry } = world.channels[c]!;
  if (!retry) return true;
  const { layout } = world;
  const now = cells[layout.clock]!;
  if (cells[layout.firstTry + c] === NEVER) cells[layout.firstTry + c] = now;
  raise(turn, layout.tries + c, Math.min(cells[layout.tries + c]! + 1, retry.tries));
  const through = cells[layout.tries + c]! >= retry.tries && now - cells[layout.firstTry + c]! >= retry.gap;
  if (!through || retry.other < 0) return through;
  reach(turn, retry.other);
  return false;
}

/** Whether a channel is known (C1); false for an id that does not exist. */
export function isKnown(turn: View, channel: number | undefined): channel is number {
  return channel !== undefined && turn.cells[turn.world.layout.channels + channel] === 1;
}

/** A party is shown as soon as one of its channels is known. */
export function isShown(turn: View, party: number | undefined): party is number {
  return party !== undefined && turn.world.parties[party]!.channels.some((channel) => isKnown(turn, channel));
}

/** Opens a call (C5). */
export function openCall(
  turn: Turn,
  ids: readonly string[],
): Refusal | Pick<Outcome, "outcome" | "unanswered"> {
  const { cells, world } = turn;
  const { layout } = world;
  if (cells[layout.inCall]! > 0) return { why: "call_open" };
  if (ids.length === 0) return { why: "no_channel" };
  const channels: number[] = [];
  for (const id of ids) {
    const channel = world.channelAt.get(id);
    if (!isKnown(turn, channel)) return { why: "not_shown" };
    channels.push(channel);
  }
  if (channels.some((c) => world.channels[c]!.class !== "live")) return { why: "not_live" };
  if (new Set(channels.map((c) => world.channels[c]!.party)).size < channels.length)
    return { why: "same_party" };
  const unanswered: { channel: number; why: "closed" | "missed" }[] = [];
  for (const c of channels) {
    if (!isOpen(turn, world.channels[c]!)) unanswered.push({ channel: c, why: "closed" });
    else if (!tries(turn, c)) unanswered.push({ channel: c, why: "missed" });
  }
  if (unanswered.length > 0) return { outcome: "no_answer", unanswered };
  for (const c of channels) cells[layout.calls + world.channels[c]!.party] = c + 1;
  cells[layout.inCall] = channels.length;
  return { outcome: "done", unanswered };
}

/** Ends the open call, if any. */
export function closeCall(turn: Turn): boolean {
  const { cells, world } = turn;
  const { inCall, calls } = world.layout;
  if (cells[inCall] === 0) return false;
  cells[inCall] = 0;
  cells.fill(0, calls, calls + world.parties.length);
  return true;
}

/**
 * The open channel over which a party is addressed, or why it cannot be (E1, A2). A form that is held names its
 * party, so that only the channel can be one that was not shown.
 */
export function addressed(
  turn: View,
  tool: "ask" | "act" | "voicemail" | "submit",
  party: number | undefined,
  channelId: string | null,
): Refusal | { why: null; channel: number } {
  const { cells, world } = turn;
  if (party === undefined || (tool !== "submit" && !isShown(turn, party))) return { why: "not_shown" };
  const inCall = cells[world.layout.calls + party]! - 1;
  if (channelId === null) return inCall < 0 ? { why: "not_in_call" } : { why: null, channel: inCall };
  const channel = world.channelAt.get(channelId);
  if (!isKnown(turn, channel)) return { why: "not_shown" };
  const compiled = world.channels[channel]!;
  if (compiled.party !== party) return { why: "not_theirs" };
  if (tool === "voicemail" && compiled.kind !== "voicemail") return { why: "not_voicemail" };
  if ((tool === "ask" || tool === "act") && compiled.kind === "voicemail") return { why: "is_voicemail" };
  if (compiled.class === "live") return inCall === channel ? { why: null, channel } : { why: "needs_call" };
  return isOpen(turn, compiled) ? { why: null, channel } : { why: "closed", channel };
}
