import type { Ordinary } from "../language/translation";
import type { Delivery } from "./exchange";

/**
 * What a party answers to an ordinary question (Q1): from the world, by fixed rules. It changes no state, raises no
 * finding and is no step of any route.
 */
export function answerOrdinary(_delivery: Delivery, { topic }: Ordinary): string {
  return topic === "courtesy" ? "You are welcome. Is there anything else?" : "I do not have that.";
}
