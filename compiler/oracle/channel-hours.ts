import { DAY, minutesOfDay, weekdayOf } from "../spec/moment";
import { sinceStart, type World } from "../spec/world-index";

const WEEK = 7 * DAY;

/** When one channel is open (C2), in minutes since the start. */
export interface Hours {
  readonly daily: readonly { from: number; to: number; weekdays: number }[];
  readonly single: readonly { from: number; to: number }[];
}

/** Opening hours of the channels of a world, and the search for a minute in which several are open at once. */
export class ChannelHours {
  readonly #start: number;
  readonly #hours: readonly (Hours | null)[];
  /** After this minute the pattern of open channels only loses hours from week to week. */
  readonly #settled: number;

  constructor(world: World, channels: readonly string[]) {
    this.#start = world.start;
    this.#hours = channels.map((id) => hoursOf(world, id));
    this.#settled = Math.max(0, ...this.#hours.flatMap((h) => h?.single.map((s) => s.from) ?? []));
  }

  /** Whether the channel keeps hours at all. */
  limited(channel: number): boolean {
    return this.#hours[channel] !== null;
  }

  openAt(channel: number, t: number): boolean {
    return this.#nextOpen(channel, t) === t;
  }

  /**
   * The first minute at or after `t` in which, of each list, at least one channel is open; Infinity when
   * there is none. Sound because daily hours repeat weekly: a common minute that is not found within a
   * week of the last single window does not exist.
   */
  firstCommon(lists: readonly (readonly number[])[], t: number): number {
    const limit = Math.max(t, this.#settled) + WEEK;
    let now = t;
    for (;;) {
      let later = now;
      for (const list of lists) {
        let first = Number.POSITIVE_INFINITY;
        for (const channel of list) {
          first = Math.min(first, this.#nextOpen(channel, later));
          if (first === later) break;
        }
        later = first;
      }
      if (later === now) return now;
      if (later > limit) return Number.POSITIVE_INFINITY;
      now = later;
    }
  }

  #nextOpen(channel: number, t: number): number {
    const hours = this.#hours[channel];
    if (!hours) return t;
    const limit = Math.max(t, this.#settled) + WEEK;
    let now = t;
    for (;;) {
      let later = now;
      for (const window of hours.single) later = nextSingle(window, later);
      for (const window of hours.daily) later = this.#nextDaily(window, later);
      if (later === now) return now;
      if (later > limit) return Number.POSITIVE_INFINITY;
      now = later;
    }
  }

  #nextDaily(window: Hours["daily"][number], t: number): number {
    if (window.from >= window.to || !Number.isFinite(t)) return Number.POSITIVE_INFINITY;
    let wall = this.#start + t;
    for (let days = 0; days <= 7; days++) {
      const midnight = Math.floor(wall / DAY) * DAY;
      if (window.weekdays & (1 << weekdayOf(wall)) && wall - midnight < window.to)
        return Math.max(wall, midnight + window.from) - this.#start;
      wall = midnight + DAY;
    }
    return Number.POSITIVE_INFINITY;
  }
}

function nextSingle(window: { from: number; to: number }, t: number): number {
  return t < window.to ? Math.max(t, window.from) : Number.POSITIVE_INFINITY;
}

function hoursOf(world: World, channel: string): Hours | null {
  const windows = world.windows.get(channel);
  if (!windows) return null;
  return {
    daily: windows.flatMap(({ daily }) =>
      daily
        ? [{ from: minutesOfDay(daily.from), to: minutesOfDay(daily.to), weekdays: maskOf(daily.weekdays) }]
        : [],
    ),
    single: windows.flatMap(({ single }) =>
      single ? [{ from: sinceStart(world, single.from), to: sinceStart(world, single.to) }] : [],
    ),
  };
}

/** Bit n for weekday n; no weekday listed means every day (C2). */
function maskOf(weekdays: readonly number[]): number {
  return weekdays.length === 0 ? -1 : weekdays.reduce((mask, day) => mask | (1 << day), 0);
}
