import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Change } from "@/lib/contracts/packets";

/** A change that the server has not acknowledged, as this device keeps it. */
export type JournalEntry = { caseId: string; userId: string; order: number; change: Change };

/** Keeps unacknowledged changes where a closed tab does not lose them. */
export interface Journal {
  read(caseId: string): Promise<JournalEntry[]>;
  /** Writes a change in the place of an older one that was never sent. */
  put(caseId: string, order: number, change: Change, instead: string | null): Promise<void>;
  drop(clientKeys: readonly string[]): Promise<void>;
}

interface Schema extends DBSchema {
  changes: {
    key: string;
    value: JournalEntry & { clientKey: string };
    indexes: { place: [string, string] };
  };
}

/**
 * The journal of this browser, for one person: several people at one device do not see each other's. Where the browser
 * keeps nothing (a private window with storage off) editing still works, and the status line says that nothing is kept.
 */
export function browserJournal(userId: string): Journal & { keeps: () => Promise<boolean> } {
  let opened: Promise<IDBPDatabase<Schema> | null> | undefined;
  const database = () => {
    opened ??= openDB<Schema>("baba-studio", 1, {
      upgrade(db) {
        const store = db.createObjectStore("changes", { keyPath: "clientKey" });
        store.createIndex("place", ["userId", "caseId"]);
      },
    }).catch(() => null);
    return opened;
  };
  return {
    keeps: async () => (await database()) !== null,
    read: async (caseId) => {
      const db = await database();
      const entries = (await db?.getAllFromIndex("changes", "place", [userId, caseId])) ?? [];
      return entries.sort((a, b) => a.order - b.order);
    },
    put: async (caseId, order, change, instead) => {
      const db = await database();
      if (!db) return;
      const step = db.transaction("changes", "readwrite");
      await Promise.all([
        ...(instead && instead !== change.clientKey ? [step.store.delete(instead)] : []),
        step.store.put({ clientKey: change.clientKey, caseId, userId, order, change }),
        step.done,
      ]);
    },
    drop: async (clientKeys) => {
      const db = await database();
      if (!db || clientKeys.length === 0) return;
      const step = db.transaction("changes", "readwrite");
      await Promise.all([...clientKeys.map((key) => step.store.delete(key)), step.done]);
    },
  };
}
