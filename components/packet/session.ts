import { type ItemContent, mergeItems, type Section, same } from "@/lib/contracts/item";
import type {
  Change,
  ChangeResult,
  LeaseView,
  PacketView,
  SaveResult,
  StoredItem,
} from "@/lib/contracts/packets";
import type { Journal } from "./journal";

/** How the session reaches the server. A failure carries `status`: 0 for no connection. */
export interface Transport {
  save(changes: readonly Change[], leaving: boolean): Promise<SaveResult>;
}

type Failure = { status: number; message: string; lease: LeaseView | null };

/** An item's change that collided with another person's: both sides, for a person to choose. */
export type Collision = {
  clientKey: string;
  mine: ItemContent;
  theirs: StoredItem;
  fields: string[];
  by: string;
};

/**
 * What the status line says. `saved` is what the server acknowledged and nothing else; `trouble` is why edits still wait.
 */
export type Status = {
  revision: number;
  savedAt: string | null;
  /** Items whose newest edit the server has not acknowledged. */
  waiting: string[];
  sending: boolean;
  trouble: null | { kind: "offline" | "signed_out" | "held" | "refused" | "broken"; message: string };
};

export type Snapshot = {
  items: ReadonlyMap<string, StoredItem>;
  collisions: ReadonlyMap<string, Collision>;
  status: Status;
  lease: LeaseView | null;
  canUndo: boolean;
  canRedo: boolean;
  /** The item that the last undo or redo touched. */
  touched: string | null;
};

type Act = { itemId: string; before: StoredItem | null; after: StoredItem; group: string; at: number };

export type Clock = {
  now(): number;
  later(run: () => void, milliseconds: number): () => void;
};

const browserClock: Clock = {
  now: () => Date.now(),
  later: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

const PAUSE = 400;
const RETRY = [1_000, 2_000, 5_000, 10_000, 15_000];
const BATCH = 100;
const UNDO_DEPTH = 500;

/**
 * The packet of one open page: what is shown, what the server acknowledged, and what is between the two.
 *
 * Every edit goes to the journal and into `pending`, one newest change an item. Changes are sent one batch at a time; an
 * answer never replaces an edit made since it was sent, but becomes the base of that edit. A batch without an answer is
 * sent again with the same keys until it has one. A collision keeps both sides until a person chooses.
 */
export class PacketSession {
  readonly #caseId: string;
  readonly #transport: Transport;
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #newKey: () => string;
  readonly #listeners = new Set<() => void>();

  #items: Map<string, StoredItem>;
  readonly #acknowledged: Map<string, StoredItem>;
  readonly #pending = new Map<string, Change>();
  /** Sent, or about to be sent again, and not answered. */
  #flight: Change[] = [];
  #collisions = new Map<string, Collision>();
  #undo: Act[] = [];
  #redo: Act[] = [];
  #touched: string | null = null;

  #revision: number;
  #savedAt: string | null;
  #lease: LeaseView | null;
  #sending = false;
  #trouble: Status["trouble"] = null;
  #failures = 0;
  #order: number;
  #cancel: () => void = () => {};
  #snapshot: Snapshot | null = null;
  #recovered: Promise<number> | null = null;

  constructor(
    view: PacketView,
    options: { transport: Transport; journal: Journal; clock?: Clock; newKey?: () => string },
  ) {
    this.#caseId = view.caseId;
    this.#transport = options.transport;
    this.#journal = options.journal;
    this.#clock = options.clock ?? browserClock;
    this.#newKey = options.newKey ?? (() => crypto.randomUUID());
    this.#items = new Map(view.items.map((item) => [item.id, item]));
    this.#acknowledged = new Map(this.#items);
    this.#revision = view.revision;
    this.#savedAt = view.editedAt;
    this.#lease = view.lease;
    this.#order = this.#clock.now();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): Snapshot => {
    this.#snapshot ??= {
      items: this.#items,
      collisions: this.#collisions,
      status: {
        revision: this.#revision,
        savedAt: this.#savedAt,
        waiting: [...new Set([...this.#flight.map((change) => change.itemId), ...this.#pending.keys()])],
        sending: this.#sending,
        trouble: this.#trouble,
      },
      lease: this.#lease,
      canUndo: this.#undo.length > 0,
      canRedo: this.#redo.length > 0,
      touched: this.#touched,
    };
    return this.#snapshot;
  };

  #changed(): void {
    this.#snapshot = null;
    for (const listener of this.#listeners) listener();
  }

  /** Takes up what a closed tab left behind. Call it once, before editing. */
  recover(): Promise<number> {
    this.#recovered ??= this.#recover();
    return this.#recovered;
  }

  async #recover(): Promise<number> {
    const entries = await this.#journal.read(this.#caseId);
    const items = new Map(this.#items);
    for (const { change } of entries) {
      const before = this.#pending.get(change.itemId);
      if (before) this.#flight.push(before);
      this.#pending.set(change.itemId, change);
      const known = items.get(change.itemId);
      items.set(change.itemId, {
        id: change.itemId,
        section: change.section,
        position: change.position,
        revision: known?.revision ?? 0,
        deleted: change.op === "delete",
        content: change.content,
        draft: known?.draft ?? null,
      });
    }
    this.#items = items;
    if (entries.length > 0) {
      this.#changed();
      await this.flush();
    }
    return entries.length;
  }

  /**
   * Changes an item, adds it when it is new. Edits of one `group` (a field) within two seconds are one step of undo.
   * @param soon send without waiting for a pause, for decisions and everything that is not typing
   */
  edit(
    itemId: string,
    change: Partial<Pick<StoredItem, "content" | "position" | "deleted">> & { section?: Section },
    options: { group?: string; soon?: boolean } = {},
  ): void {
    const before = this.#items.get(itemId) ?? null;
    const section = before?.section ?? change.section;
    const content = change.content ?? before?.content;
    if (!section || !content) throw new Error("a new item needs a section and content");
    const after: StoredItem = {
      id: itemId,
      section,
      position: change.position ?? before?.position ?? 1,
      revision: before?.revision ?? 0,
      deleted: change.deleted ?? before?.deleted ?? false,
      content,
      draft: before?.draft ?? null,
    };
    if (before && same(before, after)) return;
    const group = options.group ?? "";
    const last = this.#undo.at(-1);
    const now = this.#clock.now();
    if (last && group && last.group === group && last.itemId === itemId && now - last.at < 2_000)
      this.#undo[this.#undo.length - 1] = { ...last, after, at: now };
    else this.#undo = [...this.#undo, { itemId, before, after, group, at: now }].slice(-UNDO_DEPTH);
    this.#redo = [];
    this.#apply(after, options.soon ?? false);
  }

  undo(): string | null {
    const act = this.#undo.pop();
    if (!act) return null;
    this.#redo.push(act);
    this.#step(act.itemId, act.before ?? { ...act.after, deleted: true });
    return act.itemId;
  }

  redo(): string | null {
    const act = this.#redo.pop();
    if (!act) return null;
    this.#undo.push(act);
    this.#step(act.itemId, act.after);
    return act.itemId;
  }

  #step(itemId: string, to: StoredItem): void {
    const now = this.#items.get(itemId);
    this.#touched = itemId;
    this.#apply({ ...to, revision: now?.revision ?? to.revision, draft: now?.draft ?? to.draft }, true);
  }

  #apply(after: StoredItem, soon: boolean): void {
    this.#items = new Map(this.#items).set(after.id, after);
    this.#enqueue(after);
    this.#changed();
    this.#schedule(soon ? 0 : PAUSE);
  }

  #enqueue(item: StoredItem): void {
    const known = this.#acknowledged.get(item.id);
    const unsent = this.#pending.get(item.id);
    const created = known !== undefined || this.#flight.some((change) => change.itemId === item.id);
    if (item.deleted && !created) {
      this.#pending.delete(item.id);
      if (unsent) void this.#journal.drop([unsent.clientKey]);
      return;
    }
    const change: Change = {
      clientKey: this.#newKey(),
      itemId: item.id,
      section: item.section,
      op: item.deleted ? "delete" : known?.deleted ? "restore" : "put",
      base: known?.revision ?? 0,
      position: item.position,
      content: item.content,
    };
    this.#pending.set(item.id, change);
    this.#order += 1;
    void this.#journal.put(this.#caseId, this.#order, change, unsent?.clientKey ?? null);
  }

  #schedule(milliseconds: number): void {
    this.#cancel();
    this.#cancel = this.#clock.later(() => void this.flush(), milliseconds);
  }

  /** Sends what waits, batch after batch, until all is acknowledged or something is in the way. */
  async flush(leaving = false): Promise<void> {
    this.#cancel();
    if (this.#sending) return;
    while (this.#flight.length > 0 || this.#pending.size > 0) {
      if (this.#flight.length === 0) {
        this.#flight = [...this.#pending.values()].slice(0, BATCH);
        for (const change of this.#flight) this.#pending.delete(change.itemId);
      }
      this.#sending = true;
      this.#changed();
      try {
        const answer = await this.#transport.save(this.#flight, leaving);
        this.#sending = false;
        this.#failures = 0;
        this.#trouble = null;
        this.#acknowledge(answer);
      } catch (error) {
        this.#sending = false;
        this.#fail(error as Partial<Failure>);
        return;
      }
    }
  }

  #acknowledge(answer: SaveResult): void {
    const sent = new Map(this.#flight.map((change) => [change.clientKey, change]));
    const done: string[] = [];
    const items = new Map(this.#items);
    for (const result of answer.results) {
      const change = sent.get(result.clientKey);
      if (!change) continue;
      this.#acknowledged.set(result.item.id, result.item);
      if (result.outcome === "set_aside") {
        if (!this.#collide(change, result, items)) done.push(result.clientKey);
      } else {
        done.push(result.clientKey);
        items.set(result.item.id, this.#rebase(change, result.item));
      }
    }
    this.#items = items;
    this.#flight = [];
    this.#revision = Math.max(this.#revision, answer.revision);
    this.#savedAt = answer.at;
    this.#lease = answer.lease;
    this.#changed();
    void this.#journal.drop(done);
  }

  /** The item to show after an answer: the server's, with what was edited since the change was sent on top. */
  #rebase(sent: Change, item: StoredItem): StoredItem {
    const later = this.#pending.get(item.id);
    if (!later) return item;
    const merged = mergeItems(sent.content, item.content, later.content);
    const content = { ...merged.content };
    for (const field of merged.conflicts) content[field] = later.content[field];
    const deleted = later.op === "delete";
    const rebased: Change = {
      ...later,
      op: deleted ? "delete" : item.deleted ? "restore" : "put",
      base: item.revision,
      content,
    };
    this.#pending.set(item.id, rebased);
    void this.#journal.put(this.#caseId, this.#order, rebased, null);
    return { ...item, position: later.position, deleted, content };
  }

  /** @returns whether there is a collision to show; equal sides are none */
  #collide(change: Change, result: ChangeResult, items: Map<string, StoredItem>): boolean {
    const later = this.#pending.get(change.itemId);
    const mine = later?.content ?? change.content;
    const wantsGone = (later ?? change).op === "delete";
    this.#pending.delete(change.itemId);
    if (later) void this.#journal.drop([later.clientKey]);
    items.set(change.itemId, result.item);
    if (same(mine, result.item.content) && wantsGone === result.item.deleted) return false;
    const base = result.collision?.base;
    const fields = base
      ? mergeItems(base, result.item.content, mine).conflicts
      : (result.collision?.fields ?? []);
    const gone = result.item.deleted || wantsGone;
    const kept = { ...change, content: mine };
    if (later) void this.#journal.put(this.#caseId, this.#order, kept, null);
    this.#collisions = new Map(this.#collisions).set(change.itemId, {
      clientKey: change.clientKey,
      mine,
      theirs: result.item,
      fields: gone ? ["deleted"] : fields,
      by: result.collision?.by ?? "somebody else",
    });
    return true;
  }

  /** Ends a collision: `content` is what the person chose, null to leave the other side as it is. */
  resolve(itemId: string, content: ItemContent | null): void {
    const collision = this.#collisions.get(itemId);
    if (!collision) return;
    this.#collisions = new Map(this.#collisions);
    this.#collisions.delete(itemId);
    void this.#journal.drop([collision.clientKey]);
    if (content) this.edit(itemId, { content, deleted: false }, { soon: true });
    this.#changed();
  }

  #fail(error: Partial<Failure>): void {
    const status = error.status ?? 0;
    const message = error.message ?? "";
    if (error.lease) this.#lease = error.lease;
    if (status === 401) this.#trouble = { kind: "signed_out", message };
    else if (status === 409) this.#trouble = { kind: "held", message };
    else if (status >= 400 && status < 500 && status !== 429 && status !== 408)
      this.#trouble = { kind: "refused", message };
    else {
      this.#trouble = { kind: status === 0 ? "offline" : "broken", message };
      const pause = RETRY[Math.min(this.#failures, RETRY.length - 1)] ?? 15_000;
      this.#failures += 1;
      this.#schedule(pause);
    }
    this.#changed();
  }

  /** Takes in what others saved. Items with an edit of one's own on the way stay; the server merges them. */
  receive(view: Pick<PacketView, "items" | "revision" | "editedAt" | "lease">): void {
    const items = new Map(this.#items);
    const busy = new Set([...this.#pending.keys(), ...this.#flight.map((change) => change.itemId)]);
    for (const item of view.items) {
      const known = this.#acknowledged.get(item.id);
      if (known && known.revision >= item.revision) continue;
      if (busy.has(item.id)) continue;
      this.#acknowledged.set(item.id, item);
      items.set(item.id, item);
      const collision = this.#collisions.get(item.id);
      if (collision)
        this.#collisions = new Map(this.#collisions).set(item.id, { ...collision, theirs: item });
    }
    this.#items = items;
    if (view.revision > this.#revision) {
      this.#revision = view.revision;
      this.#savedAt = view.editedAt;
    }
    this.#lease = view.lease;
    this.#changed();
  }

  setLease(lease: LeaseView | null): void {
    this.#lease = lease;
    if (this.#trouble?.kind === "held") this.#trouble = null;
    this.#changed();
    void this.flush();
  }

  /** Stops the timers; what waits stays in the journal. */
  close(): void {
    this.#cancel();
  }
}
