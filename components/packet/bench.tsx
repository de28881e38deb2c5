"use client";

import { createContext, useContext } from "react";
import { itemName } from "@/compiler/packet/names";
import type { ItemContent, Section } from "@/lib/contracts/item";
import { SECTIONS } from "@/lib/contracts/item";
import { itemSentence, partyNames } from "@/lib/contracts/item-words";
import type { CommentView, Judgement, RecordView, StoredItem } from "@/lib/contracts/packets";
import type { PacketFinding } from "@/lib/contracts/solvability";
import type { PacketSession, Snapshot } from "./session";

/** A passage of a record, chosen by mouse or by key. */
export type Passage = { record: string; start: number; end: number };

export type Span = {
  record: string;
  start: number;
  end: number;
  quote: string;
  before: string;
  after: string;
  record_hash: string;
};

export const spansOf = (content: ItemContent | null): Span[] => (content?.evidence ?? []) as Span[];
export type ListedSection = Exclude<Section, "about">;
export const LISTED = SECTIONS.filter((section): section is ListedSection => section !== "about");

/** What the page works out of the packet for every part of it. */
export type Model = {
  /** Items that are there, by section, in their order. */
  sections: Record<ListedSection, StoredItem[]>;
  deleted: StoredItem[];
  /** Every item that is there, in the order of the page. */
  order: StoredItem[];
  /** "Exchange 4", by item. */
  names: Map<string, string>;
  /** One line about each item. */
  sentences: Map<string, string>;
  parties: Map<string, string>;
  undecided: StoredItem[];
};

export function modelOf(snapshot: Snapshot): Model {
  const all = [...snapshot.items.values()].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  const there = all.filter((item) => !item.deleted);
  const parties = partyNames(there);
  const sections = Object.fromEntries(
    LISTED.map((section) => [section, there.filter((item) => item.section === section)]),
  ) as Model["sections"];
  const order = LISTED.flatMap((section) => sections[section]);
  const names = new Map<string, string>();
  for (const section of LISTED)
    for (const [index, item] of sections[section].entries()) names.set(item.id, itemName(section, index));
  return {
    sections,
    deleted: all.filter((item) => item.deleted),
    order,
    names,
    sentences: new Map(there.map((item) => [item.id, itemSentence(item.section, item.content, parties)])),
    parties,
    undecided: order.filter((item) => item.content.decision === "undecided"),
  };
}

/** What the records need to know of the page they stand on. */
export type Reading = {
  records: readonly RecordView[];
  /** Items in their order, with the quotes they point at, and what they are called. */
  marked: readonly { id: string; spans: readonly Span[] }[];
  names: ReadonlyMap<string, string>;
  /** One line about each item, for finding it. */
  sentences: ReadonlyMap<string, string>;
  mayEdit: boolean;
  openId: string | null;
  passage: Passage | null;
  /** What can be done with the chosen passage. */
  acts: { mark?: () => void; fresh?: () => void; identifier: () => void };
  open(itemId: string | null, options?: { focus?: "head" | "field"; field?: string }): void;
  choose(passage: Passage | null): void;
};

export const ReadingContext = createContext<Reading | null>(null);

export function useReading(): Reading {
  const reading = useContext(ReadingContext);
  if (!reading) throw new Error("outside a page with records");
  return reading;
}

/** What every part of the workbench shares. */
export type Bench = Pick<Reading, "records" | "mayEdit" | "openId" | "open"> & {
  caseId: string;
  you: { id: string; name: string };
  session: PacketSession;
  snapshot: Snapshot;
  model: Model;
  comments: readonly CommentView[];
  findings: readonly PacketFinding[];
  judgements: Readonly<Record<string, Judgement>>;
  showQuote(span: { record: string; start: number; end: number }): void;
  /** Changes fields of an item; changes of one `group` soon after each other are undone together. */
  set(itemId: string, part: Record<string, unknown>, group?: string): void;
};

export const BenchContext = createContext<Bench | null>(null);

export function useBench(): Bench {
  const bench = useContext(BenchContext);
  if (!bench) throw new Error("outside the workbench");
  return bench;
}

/** A short id that no item of the packet has; ids are never shown. */
export function newId(stem: string, snapshot: Snapshot): string {
  for (;;) {
    const id = `${stem}_${crypto.randomUUID().replaceAll("-", "").slice(0, 6)}`;
    if (!snapshot.items.has(id)) return id;
  }
}
