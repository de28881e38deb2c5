import type { GateName } from "@/compiler/certify/certificate";
import type { FrictionKind } from "@/compiler/spec/world";

export const GATE_WORDS: Record<GateName, string> = {
  schema: "Schema and lint",
  oracle: "Graph oracle",
  replay: "Black-box replay",
  forms: "Forms",
  language: "Language",
  friction: "Friction",
  difficulty: "Difficulty",
  certificate: "Certificate",
};

export const BAND_WORDS = { light: "Light", standard: "Standard", hard: "Hard" } as const;

export const FRICTION_WORDS: Record<FrictionKind, string> = {
  retry: "Call again",
  delay: "Takes time",
  form_review: "Form in review",
  availability_window: "Opening hours",
  relative_opening: "Opens later",
  deadline: "Deadline",
  decoy: "Look-alike party",
};

/** "0.1 s", "12 s": seconds of a gate. */
export function secondsText(ms: number): string {
  return ms >= 10_000 ? `${Math.round(ms / 1000)} s` : `${(ms / 1000).toFixed(1)} s`;
}

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];

/** What the head of a run says. */
export function runHeadline(status: string, passed: number, of: number, failed: number): string {
  if (status === "queued") return "Waiting for a worker";
  if (status === "running")
    return passed === 0
      ? "The gates are running"
      : `${NUMBERS[passed]} of ${NUMBERS[of]?.toLowerCase()} gates passed`;
  if (status === "passed") return "All eight gates passed";
  if (status === "cancelled") return `Stopped after ${passed} of ${of} gates`;
  if (status === "failed") return "The studio could not finish this run";
  return failed === 1 ? "Refused: one gate did not pass" : "Refused: gates did not pass";
}
