import type { z } from "zod";
import type { worldSpecSchema } from "../spec/world";
import { readWorld, type World } from "../spec/world-index";
import { mustRead } from "./must-read";
import { patient } from "./world-parts";

/** A world as written down, with everything optional that has a default. */
export type WorldInput = z.input<typeof worldSpecSchema>;

/** The start of every fixture world: a Monday, 08:00. */
export const START = "2026-03-02T08:00";

/** A moment of day `day` (0 is the day of the start) at `time`, in a fixture world. */
export const on = (day: number, time = "08:00") => `2026-03-${String(2 + day).padStart(2, "0")}T${time}`;

/**
 * A whole document of a world from the parts that matter to a test. Unless `day_one.contacts` is given,
 * every channel is known from the start.
 */
export function worldInput(
  parts: Partial<Omit<WorldInput, "day_one">> & { day_one?: Partial<WorldInput["day_one"]> },
): WorldInput {
  const entities = parts.entities ?? [patient()];
  return {
    schema_version: 1,
    id: "fixture",
    title: "A fixture",
    brief: "Help the patient.",
    clock_start: START,
    ...parts,
    entities,
    day_one: {
      contacts: entities.flatMap((entity) => (entity.channels ?? []).map((channel) => channel.id)),
      ...parts.day_one,
    },
  };
}

/** A world from its document; throws with the findings when it is not one. */
export const worldOf = (document: unknown): World => mustRead(readWorld(document));

/** A fixture world from the parts that matter to a test. */
export const buildWorld = (parts: Parameters<typeof worldInput>[0]): World => worldOf(worldInput(parts));
