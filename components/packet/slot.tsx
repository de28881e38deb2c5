"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Section } from "@/lib/contracts/item";
import type { StoredItem } from "@/lib/contracts/packets";
import { useBench } from "./bench";

export type Content = Record<string, unknown>;
export type Put<Part> = (part: Partial<Part>, how?: "typed") => void;

/** What fields read and write: an item, a part of it, or a row of a list inside it. */
type Slot = {
  itemId: string;
  section: Section;
  content: Content;
  draft: Content | null;
  /** In a row, fields stand side by side and their labels are only read out. */
  inRow: boolean;
  /** What is typed joins the step that undo takes back; any other change is a step of its own. */
  put: Put<Content>;
};

const SlotContext = createContext<Slot | null>(null);

export function useSlot(): Slot {
  const slot = useContext(SlotContext);
  if (!slot) throw new Error("outside an item");
  return slot;
}

/** The fields inside belong to an item. */
export function ItemSlot({ item, children }: { item: StoredItem; children: ReactNode }) {
  const { set } = useBench();
  const put: Slot["put"] = (part, how) => set(item.id, part, how && Object.keys(part).join(" "));
  return <SlotContext value={{ ...item, itemId: item.id, inRow: false, put }}>{children}</SlotContext>;
}

export type Inside<Part> = ReactNode | ((part: Part, put: Put<Part>) => ReactNode);

/** The fields inside belong to something within the item, which is written by `put`. */
export function InnerSlot<Part extends object>({
  content,
  put,
  inRow,
  children,
}: {
  content: Part;
  put: Put<Part>;
  inRow?: boolean;
  children: Inside<Part>;
}) {
  const outer = useSlot();
  const inner = {
    ...outer,
    content: content as Content,
    draft: null,
    put: put as Slot["put"],
    inRow: inRow ?? outer.inRow,
  };
  return (
    <SlotContext value={inner}>
      {typeof children === "function" ? children(content, put) : children}
    </SlotContext>
  );
}

/** The fields inside belong to the one thing that a field holds; nothing is shown where it holds none. */
export function PartSlot<Part extends object>({
  field,
  children,
}: {
  field: string;
  children: Inside<Part>;
}) {
  const slot = useSlot();
  const part = (slot.content[field] ?? null) as Part | null;
  if (!part) return null;
  return (
    <InnerSlot<Part> content={part} put={(change, how) => slot.put({ [field]: { ...part, ...change } }, how)}>
      {children}
    </InnerSlot>
  );
}

/** Fields side by side. */
export function Row({ children }: { children: ReactNode }) {
  const slot = useSlot();
  return (
    <span className="row">
      <SlotContext value={{ ...slot, inRow: true }}>{children}</SlotContext>
    </span>
  );
}
