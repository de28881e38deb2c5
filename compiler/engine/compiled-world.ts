import type { Value } from "../spec/value";
import type { ChannelKind } from "../spec/world";
import type { World } from "../spec/world-index";

/** A minute that never comes. */
export const NEVER = 0x7fffffff;
/** Document cells. */
export const REQUESTED = 1;
export const HELD = 2;
export const READ = 3;

/** Form cells. */
export const SUBMITTED = 1;
export const REJECTED = 2;
export const ACCEPTED = 3;

/**
 * One AND-set over cells: it holds at `t` when every `cells[slots[i]] >= atLeast[i]` and
 * `from <= t <= until`.
 */
export interface ConditionSet {
  slots: number[];
  atLeast: number[];
  from: number;
  until: number;
}
export type Condition = readonly ConditionSet[];

export interface CompiledExchange {
  requires: Condition;
  grounding: Condition;
  shares: readonly number[];
  authorities: readonly number[];
  /** Channels that `via` names; empty leaves it to the defaults (C6). */
  via: readonly number[];
  participants: readonly number[];
  deadline: number;
}

export interface CompiledEffects {
  statuses: readonly { status: number; rank: number }[];
  facts: readonly number[];
  documents: readonly number[];
}

export interface CompiledFact {
  id: string;
  value: Value;
  /** Normal forms that say the true value (V1). */
  sayings: readonly string[];
  protected: boolean;
  /** Parties that tell it, each with the exchange; several entries of one party are alternatives. */
  heldBy: readonly { party: number; exchange: CompiledExchange }[];
  reveals: readonly number[];
}

export interface CompiledDocument {
  id: string;
  owner: number;
  facts: readonly number[];
  exchange: CompiledExchange | null;
  handover: "at_once" | "collected" | "sent";
  delay: number;
  /** Timer of its arrival; -1 unless it is sent. */
  arrival: number;
}

export interface CompiledOperation {
  id: string;
  party: number;
  exchange: CompiledExchange;
  effects: CompiledEffects;
  grants: readonly number[];
  forbidden: boolean;
}

export interface CompiledField {
  id: string;
  attestation: boolean;
  verifiable: boolean;
  source: number;
  /** The right value of a value field; null for an attestation. */
  value: Value | null;
  /** Normal forms that say it. */
  sayings: readonly string[];
  /** Whether an attestation must be ticked (F2). */
  ticked: boolean;
  /** Cell that is 1 when the last submission got this field wrong. */
  wrong: number;
  /** Cell that holds the fingerprint of the last entry; 0 when there was none. */
  entry: number;
  forbidden: boolean;
}

export interface CompiledForm {
  id: string;
  party: number;
  exchange: CompiledExchange;
  effects: CompiledEffects;
  fields: readonly CompiledField[];
  forbidden: boolean;
  reviewDelay: number;
  /** Timers: when it comes to be held, and when a review ends. */
  held: number;
  review: number;
}

export interface CompiledStatus {
  id: string;
  party: number;
  exchange: CompiledExchange;
  initial: number;
  reveals: readonly { from: number; facts: readonly number[]; channels: readonly number[] }[];
}

export type ChannelClass = "live" | "written" | "outbound";

export interface CompiledChannel {
  id: string;
  party: number;
  kind: ChannelKind;
  class: ChannelClass;
  daily: readonly { from: number; to: number; weekdays: readonly number[] }[];
  single: readonly { from: number; to: number }[];
  openings: readonly { watch: number; minutes: number }[];
  retry: { tries: number; gap: number; other: number } | null;
}

export interface CompiledParty {
  id: string;
  channels: readonly number[];
  /** May be told any protected fact (E3): the patient and the case record. */
  exempt: boolean;
  /** Authorities whose recipient it is. */
  received: readonly number[];
  menu: readonly Item[];
  /** Facts whose values something on the menu asks for. */
  asksFor: ReadonlySet<number>;
}

export type ItemKind = "fact" | "document" | "status" | "operation" | "form";
/** Something on a party's menu; a document goes by the id of its request. */
export interface Item {
  id: string;
  kind: ItemKind;
  index: number;
  label: string;
  /** Other ways in which people ask for it. */
  ways: readonly string[];
}

/** A condition whose first minute matters: of a time event, of holding a form, of a relative opening. */
export interface Watch {
  condition: Condition;
  /** Timer that it sets; -1 for an opening. */
  timer: number;
  notBefore: number;
  delay: number;
}

export type Timer =
  | { kind: "arrival"; document: number }
  | { kind: "review"; form: number }
  | { kind: "held"; form: number }
  | { kind: "event"; effects: CompiledEffects };

/** Where each kind of object has its cells in a state. */
export interface Layout {
  clock: number;
  used: number;
  finished: number;
  nextDue: number;
  inCall: number;
  facts: number;
  documents: number;
  ready: number;
  operations: number;
  forms: number;
  verdicts: number;
  answered: number;
  fields: number;
  entries: number;
  statuses: number;
  observed: number;
  authorities: number;
  channels: number;
  tries: number;
  firstTry: number;
  calls: number;
  watches: number;
  due: number;
  fired: number;
  size: number;
}

/** A world as the engine runs it: numbers instead of ids, every look-up made once. */
export interface CompiledWorld {
  world: World;
  layout: Layout;
  limit: number;
  /** Last minute of a run (T5). */
  horizon: number;
  parties: readonly CompiledParty[];
  channels: readonly CompiledChannel[];
  facts: readonly CompiledFact[];
  documents: readonly CompiledDocument[];
  operations: readonly CompiledOperation[];
  forms: readonly CompiledForm[];
  statuses: readonly CompiledStatus[];
  authorities: readonly string[];
  watches: readonly Watch[];
  timers: readonly Timer[];
  /** Watches to look at again when a cell grows. */
  watchersOf: readonly (readonly number[] | undefined)[];
  partyAt: ReadonlyMap<string, number>;
  channelAt: ReadonlyMap<string, number>;
  factAt: ReadonlyMap<string, number>;
  documentAt: ReadonlyMap<string, number>;
  formAt: ReadonlyMap<string, number>;
  itemAt: ReadonlyMap<string, Item>;
}
