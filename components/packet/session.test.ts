import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ItemContent, mergeItems, same } from "@/lib/contracts/item";
import type { Change, PacketView, SaveResult, StoredItem } from "@/lib/contracts/packets";
import type { Journal, JournalEntry } from "./journal";
import { type Clock, PacketSession } from "./session";

const content = (id: string, text: string): ItemContent => ({
  id,
  origin: "draft",
  decision: "undecided",
  evidence: [],
  comments: [],
  kind: "best",
  text,
});
const stored = (id: string, text: string, revision = 1): StoredItem => ({
  id,
  section: "practices",
  position: 1,
  revision,
  deleted: false,
  content: content(id, text),
  draft: null,
});

/** A server in memory with the rules of the real one: same key, same change; merge by field; set aside what collides. */
class Server {
  revision = 1;
  items = new Map<string, StoredItem>();
  versions: { id: string; revision: number; content: ItemContent }[] = [];
  known = new Map<string, SaveResult["results"][number]>();
  received: string[] = [];

  constructor(ids: readonly string[]) {
    for (const id of ids) this.write(stored(id, "as drafted"));
  }

  private write(item: StoredItem): StoredItem {
    this.items.set(item.id, item);
    this.versions.push({ id: item.id, revision: item.revision, content: item.content });
    return item;
  }

  apply(change: Change): SaveResult["results"][number] {
    const before = this.known.get(change.clientKey);
    if (before) return before;
    this.received.push(String(change.content.text));
    this.revision += 1;
    const now = this.items.get(change.itemId);
    const base = this.versions
      .filter((one) => one.id === change.itemId && one.revision <= change.base)
      .at(-1)?.content;
    const merge =
      now && change.base < now.revision && base
        ? mergeItems(base, now.content, change.content)
        : { content: change.content, conflicts: [] };
    const aside = merge.conflicts.length > 0 && now !== undefined;
    const item = aside
      ? now
      : this.write({
          ...stored(change.itemId, "", this.revision),
          content: merge.content,
          deleted: change.op === "delete",
          position: change.position,
        });
    const result: SaveResult["results"][number] = {
      clientKey: change.clientKey,
      outcome: aside ? "set_aside" : now && change.base < now.revision ? "merged" : "applied",
      item,
      collision: aside ? { fields: merge.conflicts, base: base ?? null, by: "somebody" } : null,
    };
    this.known.set(change.clientKey, result);
    return result;
  }

  save(changes: readonly Change[]): SaveResult {
    const results = changes.map((change) => this.apply(change));
    return { revision: this.revision, at: "2026-03-09T14:32:00.000Z", lease: this.lease, results };
  }

  lease = { holder: { id: "you", name: "You" }, until: "2026-03-09T16:00:00.000Z" };
  view(): PacketView {
    return {
      caseId: "c",
      title: "t",
      stage: "annotating",
      revision: this.revision,
      editedAt: null,
      mayEdit: true,
      whyNot: null,
      mayBegin: false,
      mayTake: false,
      lease: null,
      items: [...this.items.values()],
      comments: [],
      returned: null,
      judgements: {},
    };
  }
}

class MemoryJournal implements Journal {
  entries = new Map<string, JournalEntry>();
  async read() {
    return [...this.entries.values()].sort((a, b) => a.order - b.order);
  }
  async put(caseId: string, order: number, change: Change, instead: string | null) {
    if (instead) this.entries.delete(instead);
    this.entries.set(change.clientKey, { caseId, userId: "you", order, change });
  }
  async drop(keys: readonly string[]) {
    for (const key of keys) this.entries.delete(key);
  }
}

class ManualClock implements Clock {
  time = 0;
  tasks: { at: number; run: () => void }[] = [];
  now() {
    return this.time;
  }
  later(run: () => void, milliseconds: number) {
    const task = { at: this.time + milliseconds, run };
    this.tasks.push(task);
    return () => {
      this.tasks = this.tasks.filter((one) => one !== task);
    };
  }
  async pass(milliseconds: number) {
    this.time += milliseconds;
    const due = this.tasks.filter((task) => task.at <= this.time);
    this.tasks = this.tasks.filter((task) => task.at > this.time);
    for (const task of due) task.run();
    for (let turn = 0; turn < 12; turn++) await Promise.resolve();
  }
}

let keys = 0;
const newKey = () => `00000000-0000-4000-8000-${String(++keys).padStart(12, "0")}`;

function open(
  server: Server,
  journal = new MemoryJournal(),
  save?: (changes: readonly Change[]) => Promise<SaveResult>,
) {
  const clock = new ManualClock();
  const session = new PacketSession(server.view(), {
    transport: { save: save ?? (async (changes) => server.save(changes)) },
    journal,
    clock,
    newKey,
  });
  const type = (id: string, text: string) => {
    const item = session.snapshot().items.get(id);
    session.edit(id, { content: { ...(item?.content ?? content(id, "")), text } }, { group: `${id} text` });
  };
  const text = (id: string) => session.snapshot().items.get(id)?.content.text;
  return { session, clock, journal, type, text };
}

describe("saving", () => {
  test("the status says what the server acknowledged and what waits, and nothing is sent while somebody types", async () => {
    const server = new Server(["a"]);
    const { session, clock, type } = open(server);
    type("a", "o");
    type("a", "on");
    type("a", "one");
    expect(session.snapshot().status).toMatchObject({ revision: 1, savedAt: null, waiting: ["a"] });
    expect(server.received).toEqual([]);
    await clock.pass(400);
    expect(server.received).toEqual(["one"]);
    expect(session.snapshot().status).toMatchObject({ revision: 2, waiting: [], trouble: null });
  });

  test("an answer never replaces what was typed since it was sent, and that goes on top of it", async () => {
    const server = new Server(["a"]);
    const answers: (() => void)[] = [];
    const { clock, type, text, session } = open(server, undefined, async (changes) => {
      const answer = server.save(changes);
      await new Promise<void>((done) => answers.push(done));
      return answer;
    });
    type("a", "first");
    await clock.pass(400);
    type("a", "second");
    answers.shift()?.();
    await clock.pass(400);
    expect(text("a")).toBe("second");
    answers.shift()?.();
    await clock.pass(400);
    expect(server.received).toEqual(["first", "second"]);
    expect(session.snapshot().collisions.size).toBe(0);
    expect(server.items.get("a")?.content.text).toBe("second");
  });

  test("an answer that was lost is asked for again with the same key, and the change is made once", async () => {
    const server = new Server(["a"]);
    let lost = true;
    const { clock, type, session } = open(server, undefined, async (changes) => {
      const answer = server.save(changes);
      if (lost) {
        lost = false;
        throw Object.assign(new Error("gone"), { status: 0 });
      }
      return answer;
    });
    type("a", "one");
    await clock.pass(400);
    expect(session.snapshot().status.trouble).toMatchObject({ kind: "offline" });
    type("a", "two");
    await clock.pass(1_000);
    await clock.pass(400);
    expect(server.received).toEqual(["one", "two"]);
    expect(session.snapshot().status).toMatchObject({ waiting: [], trouble: null });
  });

  test("a refusal is said and not repeated by itself; the edit stays in the journal", async () => {
    const server = new Server(["a"]);
    let asked = 0;
    const { clock, type, session, journal } = open(server, undefined, async () => {
      asked += 1;
      throw Object.assign(new Error("It is in review."), { status: 403 });
    });
    type("a", "one");
    await clock.pass(400);
    await clock.pass(60_000);
    expect(asked).toBe(1);
    expect(session.snapshot().status.trouble).toEqual({ kind: "refused", message: "It is in review." });
    expect(journal.entries.size).toBe(1);
  });
});

describe("a closed window", () => {
  test("what was typed is taken up by the next one, before and after it was sent", async () => {
    const server = new Server(["a", "b"]);
    const journal = new MemoryJournal();
    const first = open(server, journal, async (changes) => {
      server.save(changes);
      return new Promise<never>(() => {});
    });
    first.type("a", "sent, never answered");
    await first.clock.pass(400);
    first.type("a", "typed after");
    first.type("b", "never sent");
    const second = open(server, journal);
    expect(await second.session.recover()).toBe(3);
    await second.clock.pass(400);
    expect(server.items.get("a")?.content.text).toBe("typed after");
    expect(server.items.get("b")?.content.text).toBe("never sent");
    expect(second.session.snapshot().collisions.size).toBe(0);
    expect(journal.entries.size).toBe(0);
  });
});

describe("two people", () => {
  test("different fields are joined; the same field is shown with both sides until one is chosen", async () => {
    const server = new Server(["a"]);
    const ada = open(server);
    const bea = open(server);
    ada.type("a", "hers");
    await ada.clock.pass(400);
    bea.session.edit("a", { content: { ...content("a", "as drafted"), kind: "worst" } }, { soon: true });
    await bea.clock.pass(0);
    expect(server.items.get("a")?.content).toMatchObject({ text: "hers", kind: "worst" });
    expect(bea.text("a")).toBe("hers");

    ada.type("a", "again hers");
    await ada.clock.pass(400);
    const collision = ada.session.snapshot().collisions.get("a");
    expect(collision).toBeUndefined();
    bea.type("a", "bea's");
    await bea.clock.pass(400);
    expect(bea.session.snapshot().collisions.get("a")).toMatchObject({
      fields: ["text"],
      mine: { text: "bea's" },
    });
    expect(bea.text("a")).toBe("again hers");
    bea.session.resolve("a", { ...content("a", "bea's"), kind: "worst" });
    await bea.clock.pass(0);
    expect(server.items.get("a")?.content.text).toBe("bea's");
    expect(bea.journal.entries.size).toBe(0);
  });

  test("what others saved is taken in, but never over an edit on its way", async () => {
    const server = new Server(["a", "b"]);
    const bea = open(server);
    bea.type("b", "being typed");
    server.save([
      {
        clientKey: newKey(),
        itemId: "a",
        section: "practices",
        op: "put",
        base: 1,
        position: 1,
        content: content("a", "new"),
      },
    ]);
    server.save([
      {
        clientKey: newKey(),
        itemId: "b",
        section: "practices",
        op: "put",
        base: 1,
        position: 2,
        content: content("b", "as drafted"),
      },
    ]);
    bea.session.receive(server.view());
    expect(bea.text("a")).toBe("new");
    expect(bea.text("b")).toBe("being typed");
  });
});

describe("undo", () => {
  test("goes back step by step, typing in one field being one step, and forward again", async () => {
    const server = new Server(["a"]);
    const { session, type, text, clock } = open(server);
    type("a", "x");
    type("a", "xy");
    await clock.pass(5_000);
    session.edit("a", { deleted: true }, { soon: true });
    expect(session.snapshot().items.get("a")?.deleted).toBe(true);
    expect(session.undo()).toBe("a");
    expect(session.snapshot().items.get("a")?.deleted).toBe(false);
    session.undo();
    expect(text("a")).toBe("as drafted");
    session.redo();
    expect(text("a")).toBe("xy");
    await clock.pass(400);
    expect(server.items.get("a")).toMatchObject({ deleted: false, content: { text: "xy" } });
  });

  test("a new item that is undone before it was sent is never sent", async () => {
    const server = new Server([]);
    const { session, clock, journal } = open(server);
    session.edit("n", { section: "practices", content: content("n", "new"), position: 1 });
    session.undo();
    await clock.pass(400);
    expect(server.received).toEqual([]);
    expect(journal.entries.size).toBe(0);
  });
});

test("whatever the network does, each session ends with what the server has, and its last words are there or beside", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          who: fc.nat(1),
          item: fc.nat(2),
          fate: fc.constantFrom("answered", "lost before", "lost after"),
          pause: fc.constantFrom(0, 400, 1_500),
        }),
        { minLength: 1, maxLength: 30 },
      ),
      async (acts) => {
        const server = new Server(["i0", "i1", "i2"]);
        let fate = "answered";
        const save = async (changes: readonly Change[]) => {
          const now = fate;
          fate = "answered";
          if (now === "lost before") throw Object.assign(new Error("lost"), { status: 0 });
          const answer = server.save(changes);
          if (now === "lost after") throw Object.assign(new Error("lost"), { status: 0 });
          return structuredClone(answer);
        };
        const people = [open(server, undefined, save), open(server, undefined, save)] as const;
        const last = new Map<string, string>();
        for (const [number, act] of acts.entries()) {
          const person = people[act.who as 0 | 1];
          const id = `i${act.item}`;
          if (person.session.snapshot().collisions.has(id)) person.session.resolve(id, null);
          fate = act.fate;
          person.type(id, `words ${number}`);
          last.set(`${act.who} ${id}`, `words ${number}`);
          await person.clock.pass(act.pause);
        }
        for (let round = 0; round < 8; round++)
          for (const person of people) {
            await person.clock.pass(20_000);
            person.session.receive(structuredClone(server.view()));
          }
        for (const person of people) {
          expect(person.session.snapshot().status.waiting).toEqual([]);
          for (const [id, item] of server.items)
            expect(same(person.session.snapshot().items.get(id)?.content, item.content)).toBe(true);
        }
        const beside = people.flatMap(({ session }) =>
          [...session.snapshot().collisions.values()].map((collision) => String(collision.mine.text)),
        );
        for (const words of last.values()) expect([...server.received, ...beside]).toContain(words);
      },
    ),
    { seed: 20261129, numRuns: 150 },
  );
});
