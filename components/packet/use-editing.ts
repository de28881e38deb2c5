"use client";

import { type RefObject, useCallback, useRef } from "react";
import { useIdentifierSeen } from "@/components/queries/packets";
import type { Decision } from "@/components/ui/marks";
import { changedFields, type ItemContent } from "@/lib/contracts/item";
import { SECTION_WORDS } from "@/lib/contracts/item-words";
import type { RecordView, StoredItem } from "@/lib/contracts/packets";
import { type Bench, type ListedSection, type Model, newId, type Passage, type Span, spansOf } from "./bench";
import type { Panes } from "./bench-frame";
import { emptyItem } from "./new-item";
import type { PacketSession } from "./session";

/** How many characters around a passage are kept with it. */
const CONTEXT = 32;

/** The span of a passage, with what stands around it and the hash of the text it was marked in. */
function spanAt(record: RecordView, passage: Passage): Span {
  return {
    record: record.key,
    start: passage.start,
    end: passage.end,
    quote: record.text.slice(passage.start, passage.end),
    before: record.text.slice(Math.max(0, passage.start - CONTEXT), passage.start),
    after: record.text.slice(passage.end, passage.end + CONTEXT),
    record_hash: record.sha256,
  };
}

/** The decision that "keep it as it is now" comes to, compared with the draft. */
const keptAs = (item: Pick<StoredItem, "draft" | "content">): Decision =>
  item.draft && changedFields(item.draft, item.content).length > 0 ? "edited" : "accepted";

/** Every change that an advocate makes from the page, and the item that is open after it. */
export function useEditing({
  caseId,
  session,
  model,
  records,
  panes,
  mayEdit,
  editedAt,
  say,
}: {
  caseId: string;
  session: PacketSession;
  model: Model;
  records: readonly RecordView[];
  panes: Panes;
  mayEdit: boolean;
  /** When something was changed last, for the live check. */
  editedAt: RefObject<number | null>;
  /** Says in a few words what happened. */
  say: (what: string) => void;
}) {
  const seen = useRef(new Set<string>());
  const identifier = useIdentifierSeen(caseId);
  const { open, passage } = panes;
  const { order, names, sections } = model;
  const openItem = order.find((item) => item.id === panes.openId) ?? null;
  const indexOf = (item: StoredItem) => order.findIndex((one) => one.id === item.id);

  const set = useCallback<Bench["set"]>(
    (itemId, part, group) => {
      editedAt.current = performance.now();
      const item = session.snapshot().items.get(itemId);
      if (!item) return;
      const content: ItemContent = { ...item.content, ...part };
      if (content.decision === "accepted" || content.decision === "edited")
        content.decision = keptAs({ draft: item.draft, content });
      session.edit(itemId, { content }, group ? { group: `${itemId} ${group}` } : { soon: true });
    },
    [session, editedAt],
  );

  const decideAs = (item: StoredItem, decision: Decision) => {
    session.edit(item.id, { content: { ...item.content, decision } }, { soon: true });
    say(`${names.get(item.id)} ${decision}`);
    const next = order[indexOf(item) + 1];
    if (next) open(next.id, { focus: "head" });
  };

  return {
    openItem,
    set,
    /** Marks an item as read to its end. */
    seen: useCallback((itemId: string) => seen.current.add(itemId), []),

    decide(item: StoredItem, decision: Decision) {
      if (!mayEdit) return;
      if (decision !== "accepted") decideAs(item, decision);
      else if (seen.current.has(item.id)) decideAs(item, keptAs(item));
      else say(`${names.get(item.id)}: read it and its quote to the end first`);
    },
    saveEdit(item: StoredItem) {
      if (mayEdit) decideAs(item, keptAs(item));
    },
    edit: (item: StoredItem) => open(item.id, { focus: "field" }),
    undo() {
      if (!mayEdit) return;
      const itemId = session.undo();
      say(itemId ? "Undone" : "Nothing to undo");
      if (itemId && session.snapshot().items.get(itemId)?.deleted === false) open(itemId, { focus: "head" });
    },
    redo() {
      if (!mayEdit) return;
      const itemId = session.redo();
      say(itemId ? "Done again" : "Nothing to do again");
      if (itemId) open(itemId, { focus: "head" });
    },
    move(item: StoredItem, by: -1 | 1) {
      const list = sections[item.section as ListedSection];
      const at = list.findIndex((one) => one.id === item.id);
      const [near, far] = [list[at + by], list[at + 2 * by]];
      if (!near) return;
      const position = far ? (near.position + far.position) / 2 : near.position + by;
      session.edit(item.id, { position }, { soon: true });
    },
    remove(item: StoredItem) {
      const at = indexOf(item);
      session.edit(item.id, { deleted: true }, { soon: true });
      say(`${names.get(item.id)} deleted. Restore it below, or undo`);
      open(order[at + 1]?.id ?? order[at - 1]?.id ?? null, { focus: "head" });
    },
    /** Adds an item at the end of a section, with the passage it is made from as its quote. */
    add(section: ListedSection, from: Passage | null = null) {
      if (section === "brief") return;
      const id = newId(SECTION_WORDS[section].one.toLowerCase().replaceAll(" ", "_"), session.snapshot());
      const record = from && records.find((one) => one.key === from.record);
      const content = emptyItem(section, id);
      if (record && from) content.evidence = [spanAt(record, from)];
      const position = (sections[section].at(-1)?.position ?? 0) + 1;
      session.edit(id, { section, content, position, deleted: false }, { soon: true });
      seen.current.add(id);
      open(id, { focus: "field" });
    },
    /** Makes the chosen passage a quote of the open item, or takes it off. */
    mark() {
      const record = passage && records.find((one) => one.key === passage.record);
      if (!openItem || !passage || !record || !mayEdit) return;
      const spans = spansOf(openItem.content);
      const there = spans.find(
        (one) => one.record === passage.record && one.start === passage.start && one.end === passage.end,
      );
      set(openItem.id, {
        evidence: there ? spans.filter((one) => one !== there) : [...spans, spanAt(record, passage)],
      });
      say(`${there ? "Taken off" : "Added to"} ${names.get(openItem.id)}`);
    },
    reportIdentifier() {
      if (!passage) return;
      identifier.mutate(passage, {
        onSuccess: () => say("The record is set aside. A curator looks at it"),
        onError: (error) => say(error.message),
      });
      panes.choose(null);
    },
    /** Opens the next item after the open one, or the one before it, that is wanted. */
    step(by: 1 | -1, wanted: (item: StoredItem) => boolean = () => true) {
      const at = openItem ? indexOf(openItem) : -1;
      const ring = [...order.slice(at + 1), ...order.slice(0, Math.max(0, at))];
      const next = by > 0 ? ring.find(wanted) : ring.findLast(wanted);
      if (next) open(next.id, { focus: "head" });
    },
  };
}

export type Editing = ReturnType<typeof useEditing>;
