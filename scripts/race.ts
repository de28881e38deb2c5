// npm run race: fifty editors save at once, the server is killed with -9 in between, and each acknowledged edit is looked for
// afterwards. Forty work on a case of their own; five pairs are two windows of one person that change the same items.
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { saveResultSchema } from "@/lib/contracts/packets";
import { type Database, openDatabase } from "@/lib/db";
import { createCase } from "@/lib/services/cases-create";
import { placeDraft } from "@/lib/services/packets";
import { sampleCase, samplePacket } from "../tests/factories/case";
import { buildIfChanged, generateIfChanged } from "./build.mjs";
import { freePort, startPostgres } from "./database.mjs";
import { migrate } from "./migrate.mjs";
import { JSON_OPTION, optionsOf } from "./options";
import { serve } from "./serve.mjs";

const GOAL_MS = 100;
const ALONE = 40;
const PAIRS = 5;
const WARM_UP_MS = 4_000;
const PHASE_MS = 12_000;
const TYPING_MS = [600, 1_400] as const;

const { json } = optionsOf(JSON_OPTION);
const say = (line: string) => (json ? console.error(line) : console.log(line));

type Window = { name: string; caseId: string; cookie: string; items: string[] };
type Acknowledged = {
  clientKey: string;
  caseId: string;
  itemId: string;
  words: string;
  outcome: string;
  milliseconds: number;
  measured: boolean;
};

async function prepare(database: Database, secret: string): Promise<Window[]> {
  const windows: Window[] = [];
  for (let number = 0; number < ALONE + PAIRS; number++) {
    const caseId = `race_${number}`;
    const { id } = await database.user.create({
      data: { email: `editor${number}@studio.example`, name: `Editor ${number}`, role: "advocate" },
    });
    await database.$transaction(async (step) => {
      await createCase(step, sampleCase(caseId), "screened");
      await placeDraft(step, caseId, samplePacket(caseId), null);
      await step.case.update({ where: { id: caseId }, data: { advocateId: id } });
    });
    const session = await encode({ token: { sub: id, epoch: 0 }, secret });
    const window = {
      caseId,
      cookie: `next-auth.session-token=${session}`,
      items: samplePacket(caseId).exchanges.map((item) => item.id),
    };
    for (let copy = 0; copy < (number < ALONE ? 1 : 2); copy++)
      windows.push({ ...window, name: `${number}.${copy}` });
  }
  return windows;
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** One window: changes an item's text about once a second, on the newest revision it was told of, until the time is up. */
class Editor {
  readonly acknowledged: Acknowledged[] = [];
  sent = 0;
  retries = 0;
  readonly #known = new Map<string, { revision: number; content: Record<string, unknown> }>();
  #random: number;

  constructor(
    readonly window: Window,
    readonly address: () => string,
    readonly measuring: () => boolean,
    seed: number,
  ) {
    this.#random = seed;
    const packet = samplePacket(window.caseId);
    for (const item of packet.exchanges) this.#known.set(item.id, { revision: 1, content: item });
  }

  #next(): number {
    this.#random = (this.#random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return this.#random / 2_147_483_648;
  }

  async work(until: () => boolean): Promise<void> {
    await pause(this.#next() * TYPING_MS[1]);
    while (!until()) {
      await this.#edit();
      await pause(TYPING_MS[0] + this.#next() * (TYPING_MS[1] - TYPING_MS[0]));
    }
  }

  async #edit(): Promise<void> {
    const { items, caseId, name } = this.window;
    const itemId = items[Math.floor(this.#next() * items.length)] ?? "";
    const known = this.#known.get(itemId);
    if (!known) return;
    const words = `window ${name}, edit ${this.sent++}`;
    const field = this.#next() < 0.5 ? "what" : "statement";
    const change = {
      clientKey: randomUUID(),
      itemId,
      section: "exchanges",
      op: "put",
      base: known.revision,
      position: items.indexOf(itemId) + 1,
      content: { ...known.content, [field]: words },
    };
    for (;;) {
      const measured = this.measuring();
      const from = performance.now();
      const answer = await this.#send(change);
      if (!answer) {
        this.retries += 1;
        await pause(250);
        continue;
      }
      const milliseconds = performance.now() - from;
      const result = answer.results[0];
      if (!result) throw new Error("an answer without a result");
      this.#known.set(itemId, { revision: result.item.revision, content: result.item.content });
      this.acknowledged.push({
        clientKey: change.clientKey,
        caseId,
        itemId,
        words,
        outcome: result.outcome,
        milliseconds,
        measured: measured && this.measuring(),
      });
      return;
    }
  }

  /** null when there was no answer: the change is sent again with the same key. */
  async #send(change: unknown) {
    const address = this.address();
    let response: Response;
    try {
      response = await fetch(`${address}/api/packets/${this.window.caseId}/changes`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: this.window.cookie, origin: address },
        body: JSON.stringify({ changes: [change] }),
        signal: AbortSignal.timeout(10_000),
      });
      if (response.status >= 500) return null;
      const body: unknown = await response.json();
      if (!response.ok) throw new Error(`refused with ${response.status}: ${JSON.stringify(body)}`);
      return saveResultSchema.parse(body);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith("refused")) throw error;
      return null;
    }
  }
}

/** Looks for every acknowledged edit: kept once, under its number, with its words; and the sequences without a gap. */
async function lookFor(database: Database, all: readonly Acknowledged[]): Promise<string[]> {
  const faults: string[] = [];
  const rows = await database.packetChange.findMany({ orderBy: [{ caseId: "asc" }, { number: "asc" }] });
  const byKey = new Map(rows.map((row) => [row.clientKey, row]));
  for (const edit of all) {
    const row = byKey.get(edit.clientKey);
    if (!row) faults.push(`${edit.words}: acknowledged and not there`);
    else if (!JSON.stringify(row.content).includes(edit.words))
      faults.push(`${edit.words}: kept without its words`);
    else if (row.outcome !== edit.outcome) faults.push(`${edit.words}: ${row.outcome}, not ${edit.outcome}`);
  }
  const numbers = new Map<string, number>();
  for (const row of rows) {
    const before = numbers.get(row.caseId) ?? 1;
    if (row.number !== before + 1) faults.push(`${row.caseId}: ${row.number} follows ${before}`);
    numbers.set(row.caseId, row.number);
  }
  const items = await database.packetItem.findMany({ where: { section: "exchanges" } });
  for (const item of items) {
    const last = rows.findLast(
      (row) => row.caseId === item.caseId && row.itemId === item.itemId && row.outcome !== "set_aside",
    );
    if (
      last &&
      (item.revision !== last.number || JSON.stringify(item.content) !== JSON.stringify(last.content))
    )
      faults.push(`${item.caseId} ${item.itemId}: the item is not its last change`);
  }
  return faults;
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

const folder = mkdtempSync(join(tmpdir(), "baba-race-"));
let server: Awaited<ReturnType<typeof serve>> | undefined;
const postgres = await startPostgres({ stateDir: join(folder, "state"), database: "race" });
const database = openDatabase(postgres.url, 4);
try {
  generateIfChanged();
  await migrate(postgres.url);
  const secret = randomUUID();
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    NEXTAUTH_SECRET: secret,
    CERTIFICATE_KEY: String(
      generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }),
    ),
    AUTH_TRUST_HOST: "true",
    JOBS: "off",
    LOG_LEVEL: "error",
    NEXT_TELEMETRY_DISABLED: "1",
  } as Record<string, string>;
  await buildIfChanged(env, say);
  const windows = await prepare(database, secret);
  const port = await freePort();
  const start = () => serve({ env, port, host: "127.0.0.1" });
  server = await start();
  let measuring = false;
  let over = false;
  const editors = windows.map(
    (window, index) =>
      new Editor(
        window,
        () => `http://127.0.0.1:${port}`,
        () => measuring,
        index + 1,
      ),
  );
  say(`${editors.length} editors at ${ALONE + PAIRS} cases`);
  const work = Promise.all(editors.map((editor) => editor.work(() => over)));
  await pause(WARM_UP_MS);
  measuring = true;
  await pause(PHASE_MS);
  measuring = false;
  const before = editors.reduce((sum, editor) => sum + editor.acknowledged.length, 0);
  process.kill(server.pid as number, "SIGKILL");
  await server.exited;
  say(`Killed the server with -9 after ${before} acknowledged edits`);
  await pause(500);
  server = await start();
  await pause(WARM_UP_MS);
  measuring = true;
  await pause(PHASE_MS);
  measuring = false;
  over = true;
  await work;

  const all = editors.flatMap((editor) => editor.acknowledged);
  const faults = await lookFor(database, all);
  const sent = editors.reduce((sum, editor) => sum + editor.sent, 0);
  const times = all
    .filter((edit) => edit.measured)
    .map((edit) => edit.milliseconds)
    .sort((a, b) => a - b);
  const figures = {
    editors: editors.length,
    sent,
    acknowledged: all.length,
    sentAgain: editors.reduce((sum, editor) => sum + editor.retries, 0),
    merged: all.filter((edit) => edit.outcome === "merged").length,
    setAside: all.filter((edit) => edit.outcome === "set_aside").length,
    lost: faults.length,
    medianMs: Math.round(percentile(times, 0.5)),
    p95Ms: Math.round(percentile(times, 0.95)),
    measured: times.length,
    goalMs: GOAL_MS,
  };
  const good = faults.length === 0 && figures.acknowledged === sent && figures.p95Ms <= GOAL_MS;
  for (const fault of faults.slice(0, 20)) say(fault);
  if (json) console.log(JSON.stringify({ ...figures, passed: good }));
  else {
    console.table(figures);
    console.log(
      `race: ${figures.acknowledged} acknowledged edits of ${figures.editors} editors, ${figures.lost} lost through kill -9; autosave 95th percentile ${figures.p95Ms} ms (goal 0 lost, ${GOAL_MS} ms)`,
    );
  }
  process.exitCode = good ? 0 : 10;
} finally {
  await server?.stop();
  await database.$disconnect();
  postgres.stop();
  if (postgres.outside) rmSync(postgres.outside, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
