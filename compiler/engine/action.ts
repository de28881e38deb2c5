import type { NoFit, Ordinary } from "../language/translation";
import type { StatedValue } from "../spec/value";
import type { Item } from "./compiled-world";
import type { RunFinding } from "./findings";

/** A fact's value as the agent states it. */
export interface Said {
  fact: string;
  value: string;
}

/** One part of a request: an item of the party's menu, or none, perhaps with what might have been meant (E8), or an ordinary question. */
export interface RequestPart {
  /** The agent's own words of this part. */
  asked: string;
  item: string | null;
  candidates?: readonly string[];
  /** An ordinary question, which every party answers (Q1). */
  ordinary?: Ordinary | null;
  /** Why the part fits nothing. */
  why?: NoFit | null;
}

/** A typed action, in ids of the world. Each costs one public action (A1). */
export type EngineAction =
  | { kind: "call"; channels: readonly string[] }
  | { kind: "end_call" }
  | {
      kind: "request";
      tool: "ask" | "act" | "voicemail";
      party: string;
      /** null speaks in the open call. */
      channel: string | null;
      parts: readonly RequestPart[];
      said: readonly Said[];
      /** The agent's own words as a whole; those of the first part unless given. */
      text?: string;
      /** The values of its shares, whatever they were understood as. */
      values?: readonly string[];
      /** Takes up the offer that this party made last (E9): it costs nothing. */
      free?: boolean;
    }
  | { kind: "submit"; form: string; channel: string | null; entries: Readonly<Record<string, StatedValue>> }
  | { kind: "read"; document: string }
  /** Loads a playbook: an action that changes nothing in the case. */
  | { kind: "consult" }
  | { kind: "wait"; minutes: number }
  | { kind: "finish" };

/** Why an action was not carried out at all. */
export type Refusal =
  | { why: "finished" }
  | { why: "limit" }
  /** A handle that no result has shown, whether or not it exists (A2). */
  | { why: "not_shown" }
  | { why: "call_open" }
  | { why: "no_call" }
  | { why: "no_channel" }
  | { why: "not_theirs" }
  | { why: "not_live" }
  | { why: "same_party" }
  | { why: "not_in_call" }
  | { why: "needs_call" }
  | { why: "not_voicemail" }
  | { why: "is_voicemail" }
  | { why: "closed"; channel: number }
  | { why: "not_later" }
  | { why: "too_long" };

/** Why a party does not do its part of a request (E1, E2); nothing changes. */
export type PartRefusal =
  | { why: "channel" }
  | { why: "participants"; parties: readonly number[] }
  | { why: "deadline" }
  /** `lacks` says in sentences what is not in place yet. */
  | { why: "requires"; lacks: readonly string[] }
  | { why: "shares"; missing: readonly number[]; different: readonly number[] }
  /** An `ask` for something to do, an `act` for something to ask, or a request for a form. */
  | { why: "tool"; use: "ask" | "act" | "submit_form" }
  | { why: "fields"; wrong: readonly number[] };

/** How one part of a request ended, in indices of the compiled world. */
export interface PartOutcome {
  asked: string;
  outcome:
    | "told"
    | "handed_over"
    | "requested"
    | "completed"
    | "already_done"
    | "not_yet"
    | "refused"
    | "answered"
    | "cannot_do_here"
    | "not_understood"
    | "unclear"
    | "held_back"
    | "noted";
  item: Item | null;
  refusal: PartRefusal | null;
  facts: readonly number[];
  documents: readonly number[];
  statuses: readonly { status: number; rank: number }[];
  candidates: readonly Item[];
  /** The receipt of the item is part of the answer. */
  receipt: boolean;
  /** The answer itself, where it hangs on the tool or on the moment at which it was given; otherwise empty. */
  words: string;
}

/** How an action ended. What it showed of the world stands in `news` and in the parts. */
export interface Outcome {
  outcome: "done" | "no_answer" | "refused" | "finished";
  refusal: Refusal | null;
  parts: readonly PartOutcome[];
  /** Channels of a call that nobody took, and why. */
  unanswered: readonly { channel: number; why: "closed" | "missed" }[];
  news: {
    readonly facts: readonly number[];
    readonly documents: readonly number[];
    readonly channels: readonly number[];
    readonly forms: readonly number[];
  };
  findings: readonly RunFinding[];
}
