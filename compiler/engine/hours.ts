import { momentOf } from "../spec/moment";
import type { EngineState } from "./cells";
import { type CompiledChannel, type CompiledWorld, NEVER } from "./compiled-world";
import { listed } from "./phrases";

const WEEKDAYS = ["", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const two = (n: number) => String(n).padStart(2, "0");
const timeOfDay = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** Where every one of several spans of time holds; null when there is no such time. */
function overlap(spans: readonly { from: number; to: number }[]): { from: number; to: number } | null {
  const from = Math.max(...spans.map((span) => span.from));
  const to = Math.min(...spans.map((span) => span.to));
  return from < to ? { from, to } : null;
}

/** When a channel is open by its windows, all of which count together (C2); null without windows, or when they share no time. */
export function openHours(world: CompiledWorld, { daily, single }: CompiledChannel): string | null {
  const said: string[] = [];
  if (daily.length > 0) {
    const hours = overlap(daily);
    const days = [1, 2, 3, 4, 5, 6, 7].filter((day) =>
      daily.every(({ weekdays }) => weekdays.length === 0 || weekdays.includes(day)),
    );
    if (!hours || days.length === 0) return null;
    const on = days.length < 7 ? ` on ${listed(days.map((day) => WEEKDAYS[day] ?? ""))}` : "";
    said.push(`from ${timeOfDay(hours.from)} to ${timeOfDay(hours.to)}${on}`);
  }
  if (single.length > 0) {
    const span = overlap(single);
    if (!span) return null;
    const at = (minute: number) => momentOf(world.world.start + minute);
    said.push(`between ${at(span.from)} and ${at(span.to)}`);
  }
  return said.length > 0 ? said.join(", ") : null;
}

/** The first minute at which every relative opening of a channel has passed; NEVER while one has not begun. */
export function opensAt(world: CompiledWorld, state: EngineState, { openings }: CompiledChannel): number {
  return openings.reduce((latest, { watch, minutes }) => {
    const since = state[world.layout.watches + watch]!;
    return since === NEVER ? NEVER : Math.max(latest, since + minutes);
  }, 0);
}
