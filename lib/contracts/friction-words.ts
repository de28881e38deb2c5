import { DAY } from "@/compiler/spec/moment";
import type { Friction, WorldSpec } from "@/compiler/spec/world";

/** Words of a length of time: minutes up to two hours, then hours, then days. */
export function durationText(minutes: number): string {
  const of = (n: number, word: string) =>
    `${Number.isInteger(n) ? n : n.toFixed(1)} ${word}${n === 1 ? "" : "s"}`;
  if (minutes < 120) return of(minutes, "minute");
  if (minutes < DAY) return of(minutes / 60, "hour");
  return of(minutes / DAY, "day");
}

const sentence = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);

/** A friction in a short sentence: "First call missed", "Ready after 2 days". */
export function frictionText(f: Friction, spec: WorldSpec): string {
  const channelOwner = (id: string) =>
    spec.entities.find((e) => e.channels.some((c) => c.id === id))?.name ?? id;
  const nameOf = (id: string) =>
    spec.time_events.find((e) => e.id === id)?.label ??
    spec.documents.find((d) => d.id === id)?.title ??
    spec.forms.find((x) => x.id === id)?.title ??
    spec.mutations.find((m) => m.id === id)?.label ??
    spec.knowledge.find((k) => k.id === id)?.label ??
    spec.documents.find((d) => d.request?.id === id)?.title ??
    spec.entities.find((e) => e.id === id)?.name ??
    id;
  switch (f.kind) {
    case "retry":
      if (f.other_channel) return `${channelOwner(f.target)} never answers there and names another way`;
      return f.tries === 2 && f.gap_minutes === 0
        ? `${channelOwner(f.target)} misses the first call`
        : `${channelOwner(f.target)} answers call ${f.tries}${f.gap_minutes ? `, at least ${durationText(f.gap_minutes)} after the first` : ""}`;
    case "delay":
      return `${sentence(nameOf(f.target))}, ${durationText(f.minutes)} later`;
    case "form_review":
      return `${sentence(nameOf(f.target))} is reviewed for ${durationText(f.minutes)}`;
    case "availability_window":
      return f.daily
        ? `${channelOwner(f.target)} is open from ${f.daily.from} to ${f.daily.to}`
        : `${channelOwner(f.target)} is open once only`;
    case "relative_opening":
      return `${channelOwner(f.target)} opens after ${durationText(f.minutes)}`;
    case "deadline":
      return `${sentence(nameOf(f.target))} by ${f.at.replace("T", ", ")}`;
    case "decoy":
      return `${sentence(nameOf(f.target))} only looks like the right one`;
  }
}
