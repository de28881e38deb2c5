"use client";

import { useSyncExternalStore } from "react";

const nothing = () => () => {};

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
const dayAndYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** A moment in the reader's own time: "14:32" today, else "9 March, 14:32". The server writes UTC until the page is alive. */
export function Time({ at, dateOnly = false }: { at: string; dateOnly?: boolean }) {
  const alive = useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
  const date = new Date(at);
  const iso = date.toISOString();
  if (!alive)
    return (
      <time dateTime={iso}>{dateOnly ? iso.slice(0, 10) : `${iso.slice(0, 16).replace("T", " ")} UTC`}</time>
    );
  const now = new Date();
  const days = date.getFullYear() === now.getFullYear() ? day.format(date) : dayAndYear.format(date);
  const today = date.toDateString() === now.toDateString();
  const text = dateOnly ? days : today ? clock.format(date) : `${days}, ${clock.format(date)}`;
  return <time dateTime={iso}>{text}</time>;
}

/** How long something has waited, in the coarsest true unit: "6 days", "3 hours", "just now". */
export function waitingSince(since: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - since.getTime()) / 60_000);
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  if (minutes < 1) return "just now";
  if (minutes < 60) return count(minutes, "minute");
  if (minutes < 48 * 60) return count(Math.floor(minutes / 60), "hour");
  return count(Math.floor(minutes / (24 * 60)), "day");
}
